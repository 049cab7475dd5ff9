import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { makeEpisode, makeSeries } from '../../../test/harness/catalog.ts';
import { makeViewer } from '../../../test/harness/viewer.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { countStarts } from './sql.ts';

/** What a phone tells later, or by a clock of its own. */

const world = await openWorld();
const { db } = world.database;
const noon = Date.parse('2026-11-02T12:00:00Z');
await world.clock.stopAt(new Date(noon).toISOString());
const viewer = await makeViewer(world);
const minutes = 60;
const at = (seconds: number) => new Date(noon + seconds * 1000).toISOString();

async function freeEpisode() {
  const seriesId = await makeSeries(world, 'published', { freeEpisodes: 1 });
  return { seriesId, episodeId: await makeEpisode(world, 'published', seriesId) };
}
interface Report {
  episodeId: string;
  startedAt: string;
  endedAt?: string;
  secondsWatched: number;
}
const tell = (report: Report, by = viewer) =>
  by.post<{ id: string; error: string }>('/v1/watch', { completed: false, ...report });

describe('a phone whose clock is ahead', () => {
  it('reports progress from the start, as one entry', async () => {
    const { episodeId } = await freeEpisode();
    const startedAt = at(4 * minutes);
    const ids = new Set<string>();
    for (const passed of [0, 90, 5 * minutes, 20 * minutes]) {
      await world.clock.stopAt(at(passed));
      const { status, body } = await tell({ episodeId, startedAt, secondsWatched: passed });
      expect([passed, status]).toEqual([passed, 200]);
      ids.add(body.id);
    }
    expect(ids.size).toBe(1);
    await world.clock.stopAt(at(0));
  });
  it('is refused beyond the tolerance', async () => {
    const { episodeId } = await freeEpisode();
    const refused = { status: 400, body: { error: 'validation_failed' } };
    expect(await tell({ episodeId, startedAt: at(4 * minutes), secondsWatched: 121 })).toMatchObject(refused);
    expect(await tell({ episodeId, startedAt: at(6 * minutes), secondsWatched: 0 })).toMatchObject(refused);
    expect(await tell({ episodeId, startedAt: at(0), secondsWatched: 61 })).toMatchObject(refused);
  });
});

describe('a started watch', () => {
  const moves = {
    'costs coins': (seriesId: string) => sql`update series set free_episodes = 0 where id = ${seriesId}`,
    'is archived': (seriesId: string) => sql`update series set status = 'archived' where id = ${seriesId}`,
  };
  it.each(['costs coins', 'is archived'] as const)('can continue once the episode %s', async (what) => {
    const { seriesId, episodeId } = await freeEpisode();
    const begun = { episodeId, startedAt: at(-60) };
    const { body } = await tell({ ...begun, secondsWatched: 10 });
    await moves[what](seriesId).execute(db);
    expect(await tell({ ...begun, secondsWatched: 50 })).toMatchObject({
      status: 200,
      body: { id: body.id, secondsWatched: 50 },
    });
    const another = await tell({ episodeId, startedAt: at(-30), secondsWatched: 1 });
    expect(another.status).toBe(what === 'is archived' ? 404 : 403);
    const stranger = await tell({ ...begun, secondsWatched: 1 }, await makeViewer(world));
    expect(stranger.status).toBe(another.status);
  });
});

describe('the most watched series', () => {
  it('count a viewer once per day and episode', async () => {
    const { seriesId, episodeId } = await freeEpisode();
    const begin = (seconds: number, by = viewer) => tell({ episodeId, startedAt: at(seconds), secondsWatched: 1 }, by);
    for (const seconds of [-3, -2, -1]) expect((await begin(seconds)).status).toBe(200);
    const starts = async () => (await countStarts(db, new Date(noon - 7 * 86_400_000))).get(seriesId);
    expect(await starts()).toBe(1);
    await begin(-13 * 60 * minutes);
    expect(await starts()).toBe(2);
    await begin(-1, await makeViewer(world));
    expect(await starts()).toBe(3);
  });
});
