import { describe, expect, it } from 'vitest';
import { makeEpisode, makeSeries } from '../../../test/harness/catalog.ts';
import { giveCoins } from '../../../test/harness/viewer.ts';
import { newId } from '../../kit/id.ts';
import {
  type Campaign,
  makeCampaign,
  makeSentCampaign,
  makeSubscriber,
  openDispatch,
  read,
  type Subscriber,
} from './push.fixture.ts';

/** What a campaign opens, and what came of it by market and language. */

const { dispatch, editor, endpoint, freshMarket, gotBy, subscribers, world } = await openDispatch();

const [slug, title] = ['the-quiet-heir', 'The Quiet Heir'];
const seriesId = await makeSeries(world, 'published', { slug, titleI18n: { en: title }, freeEpisodes: 1 });
const free = await makeEpisode(world, 'published', seriesId);
const paid = await makeEpisode(world, 'published', seriesId, 2);

async function makePicture(kind: 'poster' | 'thumb'): Promise<string> {
  const id = newId();
  await world.database.pool.query(
    `insert into media_assets (id, kind, provider, playback_id, status, width, height, size_bytes)
     values ($1, $2, 'storage', $3, 'ready', 100, 100, 1)`,
    [id, kind, `${id}.jpg`],
  );
  return id;
}

const messageOf = (one: Subscriber | undefined): Record<string, unknown> => {
  const [got] = one ? gotBy(one) : [];
  return one?.device.read(got?.body ?? Buffer.of()) ?? {};
};

const open = (one: Subscriber | undefined, message = messageOf(one).message) =>
  one?.post('/v1/me/push/opens', { message });

interface Results {
  users: { market: string | null; language: string | null; [figure: string]: number | string | null }[];
  waiting: { market: string | null; users: number; until: string }[];
}

const resultsOf = async (id: string) => (await editor.get<Results>(`/admin/push/campaigns/${id}/results`)).body;

describe('a link', () => {
  it('is shown by what it leads to, and goes to the devices with picture and data', async () => {
    const market = freshMarket();
    const [one] = await subscribers(market, 1);
    const pictureAssetId = await makePicture('poster');
    const extras = { link: `/episodes/${free}`, pictureAssetId, data: { sale: 'a' } };
    const id = await makeSentCampaign(editor, { market, ...extras });
    expect(await read(editor, id)).toMatchObject({
      ...extras,
      opens: { type: 'episode', id: free },
      pictureUrl: expect.stringMatching(/^http.*\.jpg$/),
    });
    await dispatch();
    expect(messageOf(one)).toMatchObject({
      ...{ link: `/episodes/${free}`, series: slug, data: { sale: 'a' } },
      picture: (await editor.get<{ pictureUrl: string }>(`/admin/push/campaigns/${id}`)).body.pictureUrl,
      message: expect.stringMatching(/^[\da-f-]{36}$/),
    });
    // A picture that is deleted later is left out.
    await world.database.pool.query('update media_assets set deleted_at = clock() where id = $1', [pictureAssetId]);
    expect(await read(editor, id)).toMatchObject({ pictureUrl: null });
  });

  it('may be changed and removed', async () => {
    const id = await makeCampaign(editor, { link: `/series/${slug}`, data: { sale: 'a' } });
    expect(await read(editor, id)).toMatchObject({ opens: { type: 'series', id: seriesId, titleI18n: { en: title } } });
    const put = async (given: object) => (await editor.put<Campaign>(`/admin/push/campaigns/${id}`, given)).body;
    expect(await put({ link: '/store' })).toMatchObject({ opens: { type: 'store', id: null }, data: { sale: 'a' } });
    expect(await put({ link: null, data: {} })).toMatchObject({ link: null, opens: null, data: {} });
  });

  it.each([
    [{ link: 'https://example.com' }, 'link'],
    [{ link: '/series/no-such-series' }, 'link'],
    [{ link: `/episodes/${newId()}` }, 'link'],
    [{ pictureAssetId: newId() }, 'pictureAssetId'],
    [{ data: Object.fromEntries('abcdefgh'.split('').map((key) => [key, 'x'.repeat(200)])) }, 'data'],
  ])('as in %j is refused', async (fault, path) => {
    const texts = { titleI18n: { en: 'A' }, bodyI18n: { en: 'B' }, category: 'drops' };
    const { status, body } = await editor.post('/admin/push/campaigns', { ...texts, ...fault });
    expect([status, body]).toMatchObject([400, { details: [{ path }] }]);
  });

  it('takes no thumbnail as its picture, because its address expires', async () => {
    const texts = { titleI18n: { en: 'A' }, bodyI18n: { en: 'B' }, category: 'drops' };
    const pictureAssetId = await makePicture('thumb');
    expect((await editor.post('/admin/push/campaigns', { ...texts, pictureAssetId })).status).toBe(400);
  });
});

describe('the results', () => {
  it('count users by market and language who got, opened, started and unlocked', async () => {
    const market = freshMarket();
    const [watcher, reader, silent] = await subscribers(market, 3);
    const [arabic] = await subscribers(market, 1, 'ar-EG');
    // Another device is the same user.
    await watcher?.put('/v1/me/push', { subscription: endpoint.device().subscription });
    const id = await makeSentCampaign(editor, { market });
    await dispatch();
    expect((await open(watcher))?.status).toBe(204);
    expect((await open(watcher))?.status).toBe(204);
    expect((await open(reader))?.status).toBe(204);
    expect((await open(silent, messageOf(arabic).message))?.status).toBe(404);
    const startedAt = new Date().toISOString();
    await watcher?.post('/v1/watch', { episodeId: free, startedAt, secondsWatched: 1, completed: false });
    if (watcher) await giveCoins(world, watcher.id, { paid: 100 });
    expect((await watcher?.post(`/v1/episodes/${paid}/unlock`))?.status).toBe(200);
    // Who did not open it did not start because of it.
    await silent?.post('/v1/watch', { episodeId: free, startedAt, secondsWatched: 1, completed: false });
    const expected = [
      { market, language: 'en', delivered: 3, opened: 2, started: 1, unlocked: 1 },
      { market, language: 'ar', delivered: 1, opened: 0, started: 0, unlocked: 0 },
    ];
    expect((await resultsOf(id)).users).toEqual(expected);
    await world.database.pool.query('delete from push_messages where campaign_id = $1', [id]);
    expect((await resultsOf(id)).users).toEqual(expected);
  });

  it('count nothing that happened more than a day after it was opened', async () => {
    const market = freshMarket();
    const [one] = await subscribers(market, 1);
    const id = await makeSentCampaign(editor, { market });
    await dispatch();
    await world.clock.shift('-25 hours');
    await open(one);
    await world.clock.shift('0');
    await one?.post('/v1/watch', {
      ...{ episodeId: free, startedAt: new Date().toISOString(), secondsWatched: 1, completed: false },
    });
    expect((await resultsOf(id)).users).toMatchObject([{ delivered: 1, opened: 1, started: 0 }]);
  });

  it('say who waits until when, before and after sending', async () => {
    const [market, hour] = ['IS', new Date().getUTCHours()];
    const night = { from: (hour + 23) % 24, to: (hour + 3) % 24 };
    await editor.put('/admin/push/settings', { quietHours: { from: 0, to: 0, markets: { [market]: night } } });
    await makeSubscriber(world, endpoint, { countryCode: market, language: 'id' });
    const until = new Date();
    until.setUTCHours(hour + 3, 0, 0, 0);
    const waiting = [{ market, users: 1, until: until.toISOString(), timeZone: 'Atlantic/Reykjavik' }];
    const audience = async (more: object = {}) =>
      (await editor.post('/admin/push/audience', { category: 'drops', market, ...more })).body;
    expect(await audience()).toMatchObject({ waiting, languages: [{ language: 'id', users: 1 }] });
    const later = new Date(until.getTime() + 3_600_000).toISOString();
    expect(await audience({ sendAt: later })).toMatchObject({ waiting: [] });
    const id = await makeSentCampaign(editor, { market });
    await dispatch();
    expect(await resultsOf(id)).toEqual({ users: [], waiting });
  });
});
