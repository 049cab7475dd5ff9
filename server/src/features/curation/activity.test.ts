import { describe, expect, it } from 'vitest';
import { makeAdminActor } from '../../../test/harness/actor.ts';
import { makeEpisode, makeSeries } from '../../../test/harness/catalog.ts';
import { seededRandom } from '../../../test/harness/random.ts';
import { makeViewer } from '../../../test/harness/viewer.ts';
import { countLockWaiters } from '../../../test/harness/waiting.ts';
import { openWorld, type World } from '../../../test/harness/world.ts';
import { newId } from '../../kit/id.ts';
import { dayMs, hourMs } from '../../kit/time.ts';
import { addUpSeriesActivity } from './jobs.ts';
import { addUpActivity } from './pick.sql.ts';
import type { CollectionRule } from './schema.ts';

/** Rules select by the rows, even if they are late or deleted, at any stage of summing. */

const world = await openWorld();
const another = world.another();
const editor = await makeAdminActor(world, 'content_manager');
const { pool } = world.database;
const random = seededRandom(20_261_117);
const rounds = 4 * Number(process.env.MODEL_RUNS ?? 3);

const markets = ['EG', 'ID', null];
const seriesIds: string[] = [];
const episodes: string[] = [];
for (const n of [1, 2, 3, 4, 5]) {
  const id = await makeSeries(world, 'published', { genreSlug: n % 2 ? 'odd' : 'even' });
  await pool.query(`update series set published_at = timestamptz '2020-01-01' + $2 * interval '1 day' where id = $1`, [
    id,
    n,
  ]);
  seriesIds.push(id);
  for (const k of [1, 2, 3]) episodes.push(await makeEpisode(world, 'published', id, k));
}
// Nobody sees them; for a rule this genre is one that many series have.
await pool.query(`
  insert into series (id, slug, title, synopsis, genre_slug, target_languages, free_episodes, status, published_at)
  select gen_random_uuid(), 'unseen-' || n, 'Unseen ' || n, 'Nobody knows', 'even', '{en}', 5, 'published', clock()
  from generate_series(1, 1000) n`);
const viewers: string[] = [];
for (let n = 0; n < 9; n++) viewers.push((await makeViewer(world, { countryCode: markets[n % 3] ?? null })).id);

let now = Date.now() - 450 * dayMs;
async function goOn(days: number): Promise<void> {
  // In the past, for tokens to be good all the while.
  now = Math.min(now + days * dayMs, Date.now());
  await world.clock.stopAt(new Date(now).toISOString());
}
/** Mostly just now, at times late, and at times when nobody looks back to it any more. */
const sometime = () => new Date(now - random.below(random.pick([hourMs, dayMs, dayMs, 12 * dayMs, 400 * dayMs])));

const begun = new Set<string>();
async function begin(): Promise<void> {
  const [user, episode, at] = [random.pick(viewers), random.pick(episodes), sometime()];
  const key = `${user} ${episode} ${at.toISOString().slice(0, 10)}`;
  if (begun.has(key)) return;
  begun.add(key);
  await pool.query(
    'insert into watches (user_id, id, episode_id, started_at, seconds_watched, completed) values ($1, $2, $3, $4, 9, false)',
    [user, newId(), episode, at],
  );
}

const unlock = () =>
  pool.query(
    `insert into unlocks (user_id, id, episode_id, coins, price_source, event_id, created_at)
     values ($1, $2, $3, 5, 'default', gen_random_uuid(), $4) on conflict do nothing`,
    [random.pick(viewers), newId(), random.pick(episodes), sometime()],
  );
const reverse = () =>
  pool.query('delete from unlocks where user_id = $1 and episode_id = $2', [
    random.pick(viewers),
    random.pick(episodes),
  ]);
const save = () =>
  pool.query('insert into series_saves (user_id, series_id, created_at) values ($1, $2, $3) on conflict do nothing', [
    random.pick(viewers),
    random.pick(seriesIds),
    sometime(),
  ]);
const unsave = () =>
  pool.query('delete from series_saves where user_id = $1 and series_id = $2', [
    random.pick(viewers),
    random.pick(seriesIds),
  ]);

const addUp = ({ database }: World) =>
  addUpSeriesActivity.run({
    database: database.jobs,
    signal: new AbortController().signal,
    progress: () => undefined,
    log: { error: () => undefined, warn: () => undefined },
  });
const addUpTwice = () => Promise.all([addUp(world), addUp(another)]);
interface Chosen {
  id: string;
  value: number;
}

const preview = async (rule: object): Promise<Chosen[]> => {
  const { status, body } = await editor.post<{ series: Chosen[] }>('/admin/collections/preview', { rule });
  expect(status).toBe(200);
  return body.series.map(({ id, value }) => ({ id, value }));
};

const rowsOf = {
  top_this_week:
    'select e.series_id, w.user_id, w.started_at as at from watches w join episodes e on e.id = w.episode_id',
  trending: 'select e.series_id, w.user_id, w.started_at as at from watches w join episodes e on e.id = w.episode_id',
  most_unlocks:
    'select e.series_id, u.user_id, u.created_at as at from unlocks u join episodes e on e.id = u.episode_id',
  most_saves: 'select series_id, user_id, created_at as at from series_saves',
};
type Sort = keyof typeof rowsOf;

const figureIn = {
  counted: `count(*) filter (where at >= date_trunc(case when $2 > 8 then 'day' else 'hour' end, $1::timestamptz - $2 * interval '1 day', 'UTC'))`,
  trend: `count(*) filter (where at >= date_trunc('hour', $1::timestamptz - interval '1 day', 'UTC')) / greatest(count(*) filter (
    where at >= date_trunc('hour', $1::timestamptz - interval '8 days', 'UTC') and at < date_trunc('hour', $1::timestamptz - interval '1 day', 'UTC')
  ) / 7.0, 1)`,
};

/** The same from every single row. */
async function chosenByRows({ sort, market, genre, window_days: days }: Rule): Promise<Chosen[]> {
  const { rows } = await pool.query<Chosen>(
    `select s.id, f.value::float8 as value
     from (select series_id, ${sort === 'trending' ? figureIn.trend : figureIn.counted} as value
       from (${rowsOf[sort]}) r join users u on u.id = r.user_id
       where ($3::text is null or u.country_code = $3) and $2::integer > 0 group by series_id) f
     join series s on s.id = f.series_id
     where f.value > 0 and ($4::text is null or s.genre_slug = $4) order by f.value desc, s.published_at desc, s.id desc limit 20`,
    [new Date(now), sort === 'top_this_week' ? 7 : days, market, genre],
  );
  return rows;
}

type Rule = Pick<CollectionRule, 'market' | 'genre' | 'window_days'> & { readonly sort: Sort };
const someRule = (): Rule => ({
  sort: random.pick(['top_this_week', 'trending', 'most_unlocks', 'most_saves'] as const),
  market: random.pick(markets),
  genre: random.pick([null, null, 'odd', 'even']),
  window_days: random.pick([1, 7, 8, 9, 30, 365, 1 + random.below(365)]),
});

describe('the activity behind a rule', () => {
  it('equals the rows, including late ones, at any stage of summing', async () => {
    const acts: readonly (() => Promise<unknown>)[] = [
      ...[begin, begin, begin, unlock, unlock, save, save, reverse, unsave],
      ...[() => addUp(world), addUpTwice],
    ];
    let chosen = 0;
    for (let round = 0; round < rounds; round++) {
      if (now < Date.now() - 60 * dayMs) await goOn(random.pick([0.04, 0.4, 1, 1, 3, 40]));
      for (let n = 0; n < 12; n++) await random.pick(acts)();
      for (let n = 0; n < 8; n++) {
        const rule = someRule();
        const rows = await chosenByRows(rule);
        expect({ rule, chosen: await preview(rule) }).toEqual({ rule, chosen: rows });
        chosen += rows.length;
      }
    }
    expect(chosen).toBeGreaterThan(rounds);
    const { rows } = await pool.query(`select from series_activity where span = 'until_now'`);
    expect(rows).not.toEqual([]);
  });

  /** Saves of the day before, as counts that are not added up yet. */
  async function saveYesterday(): Promise<void> {
    await addUp(world);
    const { id } = await makeViewer(world, { countryCode: 'EG' });
    for (const seriesId of seriesIds)
      await pool.query('insert into series_saves (user_id, series_id, created_at) values ($1, $2, $3)', [
        ...[id, seriesId, new Date(now - hourMs)],
      ]);
    await goOn(1);
  }
  const saves: Rule = { sort: 'most_saves', market: 'EG', genre: null, window_days: 365 };

  it('is complete when two processes sum concurrently', async () => {
    await saveYesterday();
    const first = await world.database.jobs.transaction(async (tx) => {
      expect(await addUpActivity(tx, 10_000)).toBe(seriesIds.length);
      const second = another.database.jobs.transaction((its) => addUpActivity(its, 10_000));
      await expect.poll(() => countLockWaiters(world)).toBe(1);
      return { second };
    });
    expect(await first.second).toBe(0);
    expect(await preview(saves)).toEqual(await chosenByRows(saves));
  });

  it('is deleted when no rule can include it', async () => {
    await addUp(world);
    const { rows } = await pool.query(
      `select min(since) > $1::timestamptz - interval '9 days' as hours from series_activity where span = 'hour'
       union all
       select min(since) > $1::timestamptz - interval '368 days' from series_activity where span <> 'hour'`,
      [new Date(now)],
    );
    expect(rows).toEqual([{ hours: true }, { hours: true }]);
  });
});
