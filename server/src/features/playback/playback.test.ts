import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { makeAdminActor } from '../../../test/harness/actor.ts';
import { makeEpisode, makeSeries } from '../../../test/harness/catalog.ts';
import { makeViewer } from '../../../test/harness/viewer.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { newId } from '../../kit/id.ts';
import type { State } from '../catalog/rules.ts';

const world = await openWorld();
const { db } = world.database;
const support = await makeAdminActor(world, 'support');

/** Gives an episode a video that is ready, and captions. */
async function fill(episodeId: string, langs: readonly string[] = []): Promise<string> {
  const playbackId = `play-${newId()}`;
  const id = newId();
  await sql`insert into media_assets (id, kind, episode_id, provider, provider_id, playback_id, status, size_bytes)
    values (${id}, 'video', ${episodeId}, 'video_provider', ${newId()}, ${playbackId}, 'ready', 1)`.execute(db);
  await sql`update episodes set media_asset_id = ${id} where id = ${episodeId}`.execute(db);
  for (const lang of langs) {
    await sql`insert into media_assets (id, kind, episode_id, provider, playback_id, status, lang, size_bytes)
      values (${newId()}, 'caption', ${episodeId}, 'storage', ${`${newId()}.vtt`}, 'ready', ${lang}, 1)`.execute(db);
  }
  return playbackId;
}

async function showing(free = 1, states: { series?: State; episode?: State } = {}) {
  const options = { title: 'The Harbour Bride', freeEpisodes: free };
  const seriesId = await makeSeries(world, states.series ?? 'published', options);
  const episodeId = await makeEpisode(world, states.episode ?? 'published', seriesId);
  const playbackId = await fill(episodeId, ['id', 'ar', 'en']);
  return { seriesId, episodeId, playbackId };
}

interface Played {
  playbackId: string;
  url: string;
  captions: { lang: string; url: string }[];
  promptAfter: boolean;
  error: string;
}
const play = async (viewer: Awaited<ReturnType<typeof makeViewer>>, id: string) =>
  viewer.get<Played>(`/v1/episodes/${id}/playback`);

describe('playback', () => {
  it('of a free episode is available to all users and guests, with captions', async () => {
    const { episodeId, playbackId } = await showing();
    const { status, body } = await play(await makeViewer(world, { isGuest: true }), episodeId);
    expect(status).toBe(200);
    expect(body).toMatchObject({ episodeId, playbackId, promptAfter: true });
    expect(body.url).toMatch(new RegExp(`^http://.*${playbackId}`));
    expect(body.captions.map(({ lang }) => lang)).toEqual(['ar', 'en', 'id']);
  });

  it('of a paid episode is refused with the price without a subscription', async () => {
    const viewer = await makeViewer(world);
    const { episodeId } = await showing(0);
    expect((await play(viewer, episodeId)).body).toEqual({
      statusCode: 403,
      error: 'episode_locked',
      coinsRequired: 10,
    });
    await sql`insert into subscription_products (id, product_id, name, period_days, price_cents, currency, unlocks_all)
      values (${newId()}, 'all', 'All', 30, 1, 'USD', true), (${newId()}, 'few', 'Few', 30, 1, 'USD', false)`.execute(
      db,
    );
    const comp = (productId: string) =>
      support.post(`/admin/users/${viewer.id}/comp-subscription`, { days: 3, productId, reason: 'apology' });
    await comp('few');
    expect((await play(viewer, episodeId)).status).toBe(403);
    await comp('all');
    expect((await play(viewer, episodeId)).status).toBe(200);
    await world.clock.shift('4 days');
    expect((await play(viewer, episodeId)).status).toBe(403);
    await world.clock.shift('0');
  });

  const hidden: readonly (readonly [State, State])[] = [
    ['published', 'draft'],
    ['published', 'in_review'],
    ['published', 'scheduled'],
    ['draft', 'published'],
    ['in_review', 'published'],
    ['scheduled', 'published'],
    ['archived', 'published'],
    ['published', 'archived'],
    ['archived', 'scheduled'],
    ['draft', 'archived'],
  ];
  it.each(hidden)('of a series in %s and an episode in %s is not found', async (series, episode) => {
    const { episodeId } = await showing(1, { series, episode });
    expect((await play(await makeViewer(world), episodeId)).status).toBe(404);
  });

  it('without a ready video is not found', async () => {
    const { seriesId } = await showing();
    const bare = await makeEpisode(world, 'published', seriesId, 2);
    await sql`update series set free_episodes = 5 where id = ${seriesId}`.execute(db);
    expect((await play(await makeViewer(world), bare)).status).toBe(404);
    const { episodeId } = await showing();
    await sql`update media_assets set deleted_at = clock() where episode_id = ${episodeId}`.execute(db);
    expect((await play(await makeViewer(world), episodeId)).status).toBe(404);
  });
});

describe('watching', () => {
  /** Some days ago, as a phone that was offline tells it. */
  const at = (seconds: number) => new Date(beganMs + seconds * 1000).toISOString();
  const beganMs = Date.now() - 3 * 86_400_000;
  const began = at(0);
  it('is stored once per start, and progress never decreases', async () => {
    const viewer = await makeViewer(world);
    const { seriesId, episodeId } = await showing();
    const sendWatch = (more: object) =>
      viewer.post<{ id: string }>('/v1/watch', {
        episodeId,
        startedAt: began,
        secondsWatched: 10,
        completed: false,
        ignored: 'by us',
        ...more,
      });
    const first = await sendWatch({});
    expect(first).toMatchObject({ status: 200, body: { secondsWatched: 10, endedAt: null, completed: false } });
    const parallel = [{ secondsWatched: 40 }, { secondsWatched: 90, completed: true, endedAt: at(120) }, {}];
    await Promise.all(parallel.map(sendWatch));
    const late = await sendWatch({ secondsWatched: 5 });
    expect(late.body).toMatchObject({ id: first.body.id, secondsWatched: 90, completed: true });
    await sendWatch({ startedAt: at(86_400) });
    const { body } = await support.get<{ items: object[] }>(`/admin/users/${viewer.id}/watch-history?limit=1`);
    expect(body.items).toMatchObject([{ startedAt: at(86_400) }]);
    const mine = await viewer.get<{ items: object[] }>('/v1/me/watch-history');
    expect(mine.body.items).toHaveLength(2);
    expect(mine.body.items[1]).toEqual({
      seriesId,
      seriesTitle: 'The Harbour Bride',
      episodeId,
      episodeNumber: 1,
      startedAt: began,
      endedAt: at(120),
      secondsWatched: 90,
      completed: true,
    });
    const { items } = (await support.get<{ items: object[] }>(`/admin/users/${viewer.id}/watch-history`)).body;
    expect(items).toEqual(mine.body.items);
    const story = await support.get<{ items: { type: string }[] }>(`/admin/users/${viewer.id}/timeline`);
    expect(story.body.items.filter(({ type }) => type === 'watch')).toHaveLength(2);
  });

  it('is listed with titles in the language of the viewer', async () => {
    const viewer = await makeViewer(world);
    const titles = { titleI18n: { ar: 'عروس الميناء' }, freeEpisodes: 1 };
    const episodeId = await makeEpisode(world, 'published', await makeSeries(world, 'published', titles));
    await viewer.post('/v1/watch', { episodeId, startedAt: began, secondsWatched: 1, completed: false });
    const titleIn = async (url: string, headers = {}) =>
      (await viewer.get<{ items: { seriesTitle: string }[] }>(url, { headers })).body.items[0]?.seriesTitle;
    expect(await titleIn('/v1/me/watch-history?lang=ar')).toBe('عروس الميناء');
    expect(await titleIn('/v1/me/watch-history', { 'accept-language': 'ar-EG, en;q=0.5' })).toBe('عروس الميناء');
    expect(await titleIn('/v1/me/watch-history?lang=id')).not.toBe('عروس الميناء');
  });
  it('falls back to English titles in every response', async () => {
    const viewer = await makeViewer(world);
    const words = { titleI18n: { en: 'Harbor Bride' }, freeEpisodes: 1 };
    const seriesId = await makeSeries(world, 'published', words);
    const episodeId = await makeEpisode(world, 'published', seriesId);
    await viewer.post('/v1/watch', { episodeId, startedAt: began, secondsWatched: 1, completed: false });
    for (const lang of ['ar', 'en', 'id']) {
      const { body } = await viewer.get(`/v1/series/${seriesId}?lang=${lang}`);
      expect(body).toMatchObject({ title: 'Harbor Bride' });
      const watched = await viewer.get(`/v1/me/watch-history?lang=${lang}`);
      expect(watched.body).toMatchObject({ items: [{ seriesTitle: 'Harbor Bride' }] });
    }
  });

  it('is refused if implausible', async () => {
    const viewer = await makeViewer(world);
    const { episodeId } = await showing();
    const locked = await showing(0);
    const watch = { episodeId, startedAt: began, secondsWatched: 1, completed: false };
    const sendWatch = (more: object) => viewer.post<{ error: string }>('/v1/watch', { ...watch, ...more });
    expect((await sendWatch({ episodeId: locked.episodeId })).body.error).toBe('episode_locked');
    expect((await sendWatch({ episodeId: newId() })).status).toBe(404);
    expect((await sendWatch({ episodeId: 'nonsense' })).status).toBe(404);
    const wrong = [
      { startedAt: '2026-01-01T10:00:00' },
      { startedAt: '2999-01-01T10:00:00Z' },
      { endedAt: at(-1) },
      { startedAt: '1970-01-01T00:00:00Z' },
      { startedAt: new Date(Date.now() - 30 * 86_400_000 - 60_000).toISOString() },
      { endedAt: at(1), secondsWatched: 86_400 },
      { endedAt: at(90), secondsWatched: 151 },
      { startedAt: new Date().toISOString(), secondsWatched: 90 },
      { secondsWatched: -1 },
      { secondsWatched: 1.5 },
      { completed: 'yes' },
    ];
    expect((await sendWatch({ endedAt: at(90), secondsWatched: 150 })).status).toBe(200);
    for (const more of wrong) expect((await sendWatch(more)).body.error).toBe('validation_failed');
  });
});

describe('saving', () => {
  it('keeps a published series until it is unsaved', async () => {
    const viewer = await makeViewer(world);
    const { seriesId } = await showing();
    const url = `/v1/series/${seriesId}/save`;
    const first = await viewer.put(url);
    expect(first).toMatchObject({ status: 200, body: { seriesId } });
    expect((await viewer.put(url)).body).toEqual(first.body);
    expect((await viewer.get<{ items: object[] }>('/v1/me/saves')).body.items).toEqual([first.body]);
    expect((await viewer.delete(url)).status).toBe(204);
    expect((await viewer.delete(url)).status).toBe(204);
    expect((await viewer.get<{ items: object[] }>('/v1/me/saves')).body.items).toEqual([]);
    const draft = await makeSeries(world, 'draft');
    expect((await viewer.put(`/v1/series/${draft}/save`)).status).toBe(404);
  });
});

describe('viewers who ask at the same moment', () => {
  it('each get their own account, history, saved series and playback, page by page', async () => {
    const [free, paid] = [await showing(), await showing(0)];
    const viewers = await Promise.all(Array.from({ length: 6 }, (_, n) => makeViewer(world, { displayName: `V${n}` })));
    const own = await Promise.all(
      viewers.map(async (viewer, n) => {
        const startedAt = [1, 2].map((day) => new Date(Date.now() - day * 86_400_000 - n * 1000).toISOString());
        for (const at of startedAt) {
          const about = { episodeId: free.episodeId, startedAt: at, secondsWatched: n, completed: false };
          expect((await viewer.post('/v1/watch', about)).status).toBe(200);
        }
        const series = [await makeSeries(world, 'published'), await makeSeries(world, 'published')];
        for (const id of series) expect((await viewer.put(`/v1/series/${id}/save`)).status).toBe(200);
        return { startedAt, series };
      }),
    );
    interface Page {
      items: { startedAt?: string; seriesId?: string }[];
      nextCursor: string | null;
    }
    const walk = async (viewer: (typeof viewers)[number], path: string) => {
      const first = (await viewer.get<Page>(`${path}?limit=1`)).body;
      const second = (await viewer.get<Page>(`${path}?limit=1&cursor=${first.nextCursor}`)).body;
      expect(second.nextCursor).toBeNull();
      return [...first.items, ...second.items];
    };
    await Promise.all(
      viewers.map(async (viewer, n) => {
        const [me, watched, saved, played] = await Promise.all([
          viewer.get<{ displayName: string }>('/v1/me'),
          walk(viewer, '/v1/me/watch-history'),
          walk(viewer, '/v1/me/saves'),
          play(viewer, n % 2 ? paid.episodeId : free.episodeId),
        ]);
        expect(me.body.displayName).toBe(`V${n}`);
        expect(watched.map(({ startedAt }) => startedAt)).toEqual(own[n]?.startedAt);
        expect(new Set(saved.map(({ seriesId }) => seriesId))).toEqual(new Set(own[n]?.series));
        expect(played.status).toBe(n % 2 ? 403 : 200);
      }),
    );
  });
});
