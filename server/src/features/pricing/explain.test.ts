import { describe, expect, it } from 'vitest';
import { makeAdminActor } from '../../../test/harness/actor.ts';
import { makeEpisode, makeSeries } from '../../../test/harness/catalog.ts';
import { makeViewer } from '../../../test/harness/viewer.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { newId } from '../../kit/id.ts';
import { readManyPrices } from './sql.ts';

const world = await openWorld();
const [finance, analyst] = [await makeAdminActor(world, 'finance'), await makeAdminActor(world, 'analyst')];

interface Explanation {
  coinsRequired: number;
  priceSource: string;
  freeToday: boolean;
  candidates: { source: string; overrideId: string | null; outcome: string }[];
}

const url = '/admin/pricing/overrides';
const create = (body: object) => finance.post<{ id: string }>(url, body);
const explain = async (episodeId: string, more = '') =>
  (await analyst.get<Explanation>(`/admin/pricing/explain?episodeId=${episodeId}${more}`)).body;

describe('the overrides that a price is computed from', () => {
  it('exclude ended ones, while an explanation has all', async () => {
    const seriesId = await makeSeries(world, 'published');
    const id = await makeEpisode(world, 'published', seriesId, 2);
    const past = { activeFrom: '2020-01-01T00:00:00Z', activeTo: '2020-02-01T00:00:00Z' };
    const ended = await create({ scope: 'episode', scopeRef: id, coins: 1, ...past });
    const off = await create({ scope: 'series', scopeRef: seriesId, coins: 2, active: false });
    const planned = await create({ scope: 'series', scopeRef: seriesId, coins: 3, activeFrom: '2100-01-01T00:00:00Z' });
    const running = await create({ scope: 'market', scopeRef: 'OM', coins: 4 });
    const { db } = world.database;
    const now = new Date();
    const idsOf = ({ overrides }: { overrides: readonly { id: string }[] }) =>
      overrides.map((one) => one.id).toSorted();
    const applying = [planned.body.id, running.body.id].toSorted();
    expect(idsOf(await readManyPrices(db, [{ id, seriesId }], ['OM'], now))).toEqual(applying);
    const before = new Date('2020-01-31T23:59:59Z');
    expect(idsOf(await readManyPrices(db, [{ id, seriesId }], ['OM'], before))).toContain(ended.body.id);
    const { candidates } = await explain(id, '&market=OM');
    expect(candidates.map(({ overrideId, source, outcome }) => [overrideId ?? source, outcome])).toEqual([
      [ended.body.id, 'ended'],
      [planned.body.id, 'not_started'],
      [off.body.id, 'switched_off'],
      [running.body.id, 'applied'],
      ['default', 'outranked'],
    ]);
  });
});

describe('the price explanation', () => {
  it('explains the price of an episode in any market at any time', async () => {
    const seriesId = await makeSeries(world, 'published', { freeEpisodes: 1 });
    const first = await makeEpisode(world, 'published', seriesId, 1);
    const second = await makeEpisode(world, 'draft', seriesId, 2);
    const { body: market } = await create({ scope: 'market', scopeRef: 'JO', coins: 3 });
    const window = { activeFrom: '2100-01-01T00:00:00Z', activeTo: '2100-02-01T00:00:00Z' };
    const { body: series } = await create({ scope: 'series', scopeRef: seriesId, coins: 6, ...window });
    expect(await explain(first, '&market=JO')).toMatchObject({ coinsRequired: 0, priceSource: 'free_episode' });
    expect(await explain(second, '&market=jo')).toEqual({
      coinsRequired: 3,
      priceSource: 'market',
      market: 'JO',
      candidates: [
        expect.objectContaining({ source: 'series', overrideId: series.id, outcome: 'not_started' }),
        expect.objectContaining({ source: 'market', overrideId: market.id, outcome: 'applied' }),
        {
          source: 'default',
          overrideId: null,
          coins: 10,
          activeFrom: null,
          activeTo: null,
          outcome: 'outranked',
        },
      ],
      freeToday: false,
      episode: {
        id: second,
        seriesId,
        episodeNumber: 2,
        title: 'Episode 2',
        titleI18n: {},
        seriesTitle: expect.any(String),
        seriesTitleI18n: {},
      },
      at: expect.any(String),
    });
    expect(await explain(second)).toMatchObject({ coinsRequired: 10, market: null });
    const edge = '&market=JO&at=2100-02-01T00:00:00Z';
    expect(await explain(second, '&at=2100-01-31T23:59:59.999Z')).toMatchObject({ coinsRequired: 6 });
    expect(await explain(second, edge)).toMatchObject({ coinsRequired: 3, at: '2100-02-01T00:00:00.000Z' });
  });

  it('shows whether the series is free in a market at a time', async () => {
    const content = await makeAdminActor(world, 'content_manager');
    const seriesId = await makeSeries(world, 'published');
    const episode = await makeEpisode(world, 'published', seriesId, 9);
    const day = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10);
    await content.put('/admin/free-series', { date: day, seriesId, marketCode: 'QA' });
    const free = async (more: string) => (await explain(episode, more)).freeToday;
    expect(await free('&market=QA')).toBe(false);
    expect(await free(`&market=QA&at=${day}T23:59:59Z`)).toBe(true);
    expect(await free(`&market=JO&at=${day}T12:00:00Z`)).toBe(false);
  });

  it.each([
    ['episodeId=nonsense', 404, { error: 'not_found', field: 'episodeId' }],
    [`episodeId=${newId()}`, 404, { error: 'not_found', field: 'episodeId' }],
    ['market=ID', 400, { error: 'validation_failed' }],
    [`episodeId=${newId()}&market=ZZ`, 400, { error: 'validation_failed' }],
    [`episodeId=${newId()}&at=yesterday`, 400, { error: 'validation_failed' }],
  ])('is refused for %s', async (query, status, body) => {
    expect((await analyst.get(`/admin/pricing/explain?${query}`)).body).toMatchObject({ statusCode: status, ...body });
  });

  it('has a heat map with the same prices', async () => {
    const seriesId = await makeSeries(world, 'published', { freeEpisodes: 1 });
    const ids = [await makeEpisode(world, 'published', seriesId, 1), await makeEpisode(world, 'draft', seriesId, 2)];
    await create({ scope: 'episode', scopeRef: ids[1] ?? '', coins: 2 });
    await create({ scope: 'market', scopeRef: 'KW', coins: 1 });
    interface HeatMap {
      markets: (string | null)[];
      episodes: { id: string; prices: { coinsRequired: number; priceSource: string }[] }[];
    }
    const { body } = await analyst.get<HeatMap>(`/admin/pricing/heat-map?seriesId=${seriesId}&market=kw,us`);
    expect(body.markets).toEqual([null, 'KW', 'US']);
    for (const { id, prices } of body.episodes) {
      const explained = await Promise.all(['', '&market=KW', '&market=US'].map((more) => explain(id, more)));
      const expected = explained.map(({ coinsRequired, priceSource }) => ({ coinsRequired, priceSource }));
      expect(prices).toMatchObject(expected);
    }
    expect(body.episodes.map(({ id }) => id)).toEqual(ids);
    const own = (await analyst.get<HeatMap>(`/admin/pricing/heat-map?seriesId=${seriesId}`)).body.markets;
    expect(own).toEqual([null, ...own.slice(1).toSorted((a, b) => String(a).localeCompare(String(b)))]);
    expect(own).toContain('KW');
    expect((await analyst.get('/admin/pricing/heat-map?seriesId=nonsense')).status).toBe(404);
  });

  it('lists series by name without content:read', async () => {
    const id = await makeSeries(world, 'draft', { title: 'Amber Lantern', titleI18n: { ar: 'فانوس العنبر' } });
    const found = await finance.get<{ items: object[] }>('/admin/pricing/series?q=lantern');
    expect(found.body.items).toMatchObject([{ id, title: 'Amber Lantern', status: 'draft', pictureUrl: null }]);
    expect((await finance.get('/admin/series')).status).toBe(403);
  });
});

describe('playback', () => {
  it('uses the same price, and an override of 0 gives access', async () => {
    const seriesId = await makeSeries(world, 'published', { freeEpisodes: 1 });
    const episodeId = await makeEpisode(world, 'published', seriesId, 1);
    const viewer = await makeViewer(world, { countryCode: 'QA' });
    const play = async () => (await viewer.get(`/v1/episodes/${episodeId}/playback`)).body;
    // Entitled, though there is no video.
    expect(await play()).toMatchObject({ error: 'not_found' });
    const { body } = await create({ scope: 'episode', scopeRef: episodeId, coins: 15 });
    expect(await play()).toMatchObject({ error: 'episode_locked', coinsRequired: 15 });
    await finance.put(`${url}/${body.id}`, { coins: 0 });
    expect(await play()).toMatchObject({ error: 'not_found' });
  });
});
