import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { makeAdminActor } from '../../../test/harness/actor.ts';
import { makeEpisode, makeSeries } from '../../../test/harness/catalog.ts';
import { makeViewer } from '../../../test/harness/viewer.ts';
import { connectWithoutTriggers } from '../../../test/harness/without-triggers.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { newId } from '../../kit/id.ts';
import { asDay, daysLater, daysOf } from '../../kit/period.ts';
import { freeEpisodesIn } from './free-episodes.rules.ts';
import { readRaw } from './raw-rows.fixture.ts';

const world = await openWorld();
const [analyst, editor] = [await makeAdminActor(world, 'analyst'), await makeAdminActor(world, 'content_manager')];
const { pool } = world.database;

const today = daysLater(asDay(new Date()), -1);
const [begin, lastOfTwo] = [daysLater(today, -13), daysLater(today, -4)];
const firstOfFour = daysLater(lastOfTwo, 1);
const seriesId = await makeSeries(world, 'published', { freeEpisodes: 2 });
const episodes = await Promise.all([1, 2, 3, 4, 5, 6].map((n) => makeEpisode(world, 'published', seriesId, n)));
const viewers = await Promise.all(
  Array.from({ length: 12 }, () => makeViewer(world, { createdAt: `${begin}T00:00:00Z` })),
);

/** On one day all viewers watch what is free, and the first ones unlock episodes behind the paywall. */
async function watchOn(day: string, freeEpisodes: number, unlocks: readonly number[]): Promise<void> {
  for (const [n, { id }] of viewers.entries()) {
    for (const episode of episodes.slice(0, freeEpisodes)) {
      await pool.query(
        'insert into watches (user_id, id, episode_id, started_at, seconds_watched, completed) values ($1, $2, $3, $4, 9, true)',
        [id, newId(), episode, `${day}T13:00:00Z`],
      );
    }
    for (const [further, count] of unlocks.entries()) {
      if (n >= count) continue;
      await pool.query(
        `insert into unlocks (user_id, id, episode_id, coins, price_source, event_id, created_at)
         values ($1, $2, $3, 7, 'default', gen_random_uuid(), $4) on conflict do nothing`,
        [id, newId(), episodes[freeEpisodes + further], `${day}T15:00:00Z`],
      );
    }
  }
}

const freeOn = (day: string): number => (day < firstOfFour ? 2 : 4);
for (const viewer of viewers) {
  const events = daysOf({ start: begin, end: today }).map((day) => ({
    id: newId(),
    name: 'paywall_hit',
    at: `${day}T14:00:00Z`,
    episodeId: episodes[freeOn(day)],
  }));
  expect((await viewer.post('/v1/events', { events })).body).toMatchObject({ accepted: events.length });
}
for (const day of daysOf({ start: begin, end: today })) {
  await watchOn(day, freeOn(day), day === begin ? [12, 10, 8, 6] : day === firstOfFour ? [12] : []);
}
await world.clock.stopAt(`${firstOfFour}T09:00:00Z`);
const changed = await editor.put(`/admin/series/${seriesId}`, { freeEpisodes: 4, note: 'More to start with' });
await world.clock.shift('0');
await analyst.post('/admin/analytics/rollup');

interface Detail {
  freeEpisodes: number;
  freeEpisodesInPeriod: object[];
  episodes: { episodeNumber: number; paywallHits: number; unlocks: number; unlockRate: number | null }[];
}
interface Estimate {
  freeEpisodes: number;
  predicted: { unlocks: { expected: number }; coins: { expected: number } } | null;
  observed: { freeEpisodes: number; unlocks: number; coinsBurned: number };
}
const read = async <Body extends object>(path: string, from: string, to: string): Promise<Body> => {
  const join = path.includes('?') ? '&' : '?';
  const url = `/admin/analytics/content/series/${seriesId}${path}${join}dateFrom=${from}&dateTo=${to}`;
  return (await analyst.get<Body>(url)).body;
};

/** Distinct viewers at the paywall, and unlocks, on the days on which so many were free; counted from the rows. */
async function rawRate(number: number, from: string, to: string): Promise<number | null> {
  const raw = await readRaw(world);
  const isPaid = (day: string) => from <= day && day <= to && number > freeOn(day);
  const here = <Row extends { episode: string | null; at: Date }>(rows: readonly Row[]) =>
    rows.filter(({ episode, at }) => episode === episodes[number - 1] && isPaid(asDay(at)));
  const hits = new Set(here(raw.events).map(({ user, at }) => `${user} ${asDay(at)}`)).size;
  return hits === 0 ? null : Math.min(here(raw.unlocks).length / hits, 1);
}

describe('a series whose free episodes were changed', () => {
  it.each([
    ['before the change', begin, lastOfTwo, [[begin, lastOfTwo, 2]]],
    ['since the change', firstOfFour, today, [[firstOfFour, today, 4]]],
    [
      'across the change',
      begin,
      today,
      [
        [begin, lastOfTwo, 2],
        [firstOfFour, today, 4],
      ],
    ],
  ])('has the unlock rates of the rows %s', async (_, from, to, spans) => {
    expect(changed.status).toBe(200);
    const detail = await read<Detail>('', from, to);
    expect(detail.freeEpisodes).toBe(4);
    expect(detail.freeEpisodesInPeriod).toEqual(
      spans.map(([start, end, freeEpisodes]) => ({ start, end, freeEpisodes })),
    );
    for (const { episodeNumber, unlockRate } of detail.episodes) {
      expect(unlockRate, `episode ${episodeNumber}`).toEqual(await rawRate(episodeNumber, from, to));
    }
  });

  it('brought what it brought with the free episodes of that time', async () => {
    const unlocks = (await readRaw(world)).unlocks.filter(({ at }) => asDay(at) <= lastOfTwo);
    const { observed, predicted, freeEpisodes } = await read<Estimate>('/what-if', begin, lastOfTwo);
    expect(observed).toMatchObject({ freeEpisodes: 2, unlocks: unlocks.length, coinsBurned: 7 * unlocks.length });
    expect(freeEpisodes).toBe(2);
    expect(predicted?.unlocks.expected).toBe(unlocks.length);
    const asked = await read<Estimate>('/what-if?freeEpisodes=2&coins=7', begin, lastOfTwo);
    expect(asked.predicted).toMatchObject({
      unlocks: { expected: unlocks.length },
      coins: { expected: 7 * unlocks.length },
    });
  });

  it('is estimated across the change with each day’s own paywall', async () => {
    const { observed, freeEpisodes } = await read<Estimate>('/what-if', begin, today);
    expect([observed.freeEpisodes, freeEpisodes]).toEqual([4, 4]);
    const two = await read<Estimate>('/what-if?freeEpisodes=2&coins=7', begin, today);
    const four = await read<Estimate>('/what-if?freeEpisodes=4&coins=7', begin, today);
    expect(two.predicted?.unlocks.expected).toBeGreaterThan(four.predicted?.unlocks.expected ?? Infinity);
  });

  it('has its earlier changes from the audit log, from before they were recorded', async () => {
    const { rows } = await pool.query('table free_episode_changes');
    expect(rows).toMatchObject([{ series_id: seriesId, free_episodes_before: 2 }]);
    const owner = await connectWithoutTriggers(world);
    await owner.query('delete from free_episode_changes');
    const migration = readFileSync(
      new URL('../../../migrations/0127_free_episode_changes.sql', import.meta.url),
      'utf8',
    );
    await owner.query(migration.slice(migration.indexOf('insert into free_episode_changes (series_id, changed_at')));
    await owner.end();
    expect((await pool.query('table free_episode_changes')).rows).toEqual(rows);
  });
});

describe('the free episodes of a day', () => {
  const period = { start: '2026-03-01', end: '2026-03-04' };
  const now = new Date('2026-03-04T10:00:00Z');
  const at = (moment: string, before: number) => ({ at: `2026-03-${moment}:00Z`, before });
  it.each([
    ['that never changed', [], [[1, 4, 5]]],
    [
      'that changed early on the third',
      [at('03T09:00', 2)],
      [
        [1, 2, 2],
        [3, 4, 5],
      ],
    ],
    [
      'that changed late on the third',
      [at('03T15:00', 2)],
      [
        [1, 3, 2],
        [4, 4, 5],
      ],
    ],
    ['that changed late on the day that is not over', [at('04T09:00', 2)], [[1, 4, 2]]],
    [
      'that changed early on the day that is not over',
      [at('04T01:00', 2)],
      [
        [1, 3, 2],
        [4, 4, 5],
      ],
    ],
    [
      'that changed back on the second',
      [at('02T08:00', 2), at('02T09:00', 9)],
      [
        [1, 1, 2],
        [2, 4, 5],
      ],
    ],
    ['that changed before and after', [at('01T00:00', 1), at('05T00:00', 3)], [[1, 4, 3]]],
  ])('are those in force for its longest part, of a series %s', (_, changes, spans) => {
    expect(freeEpisodesIn(period, { freeEpisodes: 5, changes }, now)).toEqual(
      spans.map(([start, end, freeEpisodes]) => ({
        start: `2026-03-0${start}`,
        end: `2026-03-0${end}`,
        freeEpisodes,
      })),
    );
  });
});
