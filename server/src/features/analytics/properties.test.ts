import { expect, it } from 'vitest';
import { makeAdminActor } from '../../../test/harness/actor.ts';
import { makeEpisode, makeSeries } from '../../../test/harness/catalog.ts';
import { makePackage } from '../../../test/harness/payments.ts';
import { seededRandom } from '../../../test/harness/random.ts';
import { makeViewer } from '../../../test/harness/viewer.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { newId } from '../../kit/id.ts';
import { asDay, daysLater, daysOf, type Period } from '../../kit/period.ts';
import { dayMs } from '../../kit/time.ts';
import { rollUpEach } from './jobs.ts';
import { insertCompletedPayment, insertExecutedRefund } from './payments.fixture.ts';
import { Oracle, Places, readRaw } from './raw-rows.fixture.ts';
import { cohortWeeks, mondayOf } from './rules.ts';

/** After random activity, late events, reversals and rollups in between, each figure equals that of the raw rows. */

const world = await openWorld();
const another = world.another();
const analyst = await makeAdminActor(world, 'analyst');
const { pool } = world.database;
const random = seededRandom(20_261_117);
const rounds = 2 * Number(process.env.MODEL_RUNS ?? 3);
const countries = ['EG', 'ID', null];
const rails = ['ios_store', 'android_store', 'localwallet_dana', 'localwallet_gopay'];

const sold = await makePackage(world);
const seriesIds = [
  await makeSeries(world, 'published', { genreSlug: 'romance' }),
  await makeSeries(world, 'published'),
];
const episodesOf = new Map<string, string[]>();
for (const id of seriesIds) {
  episodesOf.set(id, await Promise.all([1, 2, 3].map((n) => makeEpisode(world, 'published', id, n))));
}
const episodes = [...episodesOf.values()].flat();

// In the past, for tokens to be good all the while.
const begin = Date.now() - 70 * dayMs;
let now = begin;
const places = new Places();
const viewers: { id: string; viewer: Awaited<ReturnType<typeof makeViewer>> }[] = [];
const registered: { user: string; day: string }[] = [];
const payments: string[] = [];
const today = () => asDay(new Date(now));
const ago = (days: number) => new Date(now - random.below(days * dayMs)).toISOString();

async function join(): Promise<void> {
  const [isGuest, country] = [random.below(2) === 0, random.pick(countries)];
  const viewer = await makeViewer(world, { isGuest, countryCode: country, createdAt: new Date(now).toISOString() });
  viewers.push({ id: viewer.id, viewer });
  places.note(viewer.id, today(), country);
  if (!isGuest) registered.push({ user: viewer.id, day: today() });
}

type Someone = (typeof viewers)[number];

async function tell({ viewer }: Someone): Promise<void> {
  const names = ['preview_view', 'ep1_start', 'paywall_hit', 'paywall_hit', 'opened_app'];
  const events = Array.from({ length: 1 + random.below(4) }, () => ({
    id: newId(),
    name: random.pick(names),
    at: ago(random.pick([1, 1, 12])),
    episodeId: random.pick(episodes),
  }));
  expect((await viewer.post('/v1/events', { events })).body).toMatchObject({ accepted: events.length, duplicates: 0 });
}

async function watch({ id }: Someone): Promise<void> {
  const [episode, startedAt] = [random.pick(episodes), ago(random.pick([1, 1, 12]))];
  await pool.query(
    'insert into watches (user_id, id, episode_id, started_at, seconds_watched, completed) values ($1, $2, $3, $4, $5, $6)',
    [id, newId(), episode, startedAt, random.below(90), random.below(2) === 0],
  );
}

const goOn = ({ id }: Someone) =>
  pool.query('update watches set completed = true, seconds_watched = seconds_watched + 5 where user_id = $1', [id]);

const unlock = ({ id }: Someone) =>
  pool.query(
    `insert into unlocks (user_id, id, episode_id, coins, price_source, event_id)
     values ($1, $2, $3, $4, 'default', gen_random_uuid()) on conflict do nothing`,
    [id, newId(), random.pick(episodes), 1 + random.below(20)],
  );

const reverse = ({ id }: Someone) =>
  pool.query(
    `delete from unlocks where (user_id, id) in (
    select user_id, id from unlocks where user_id = $1 order by created_at, id limit 1)`,
    [id],
  );

async function pay({ id }: Someone): Promise<void> {
  const [kind, country] = [random.pick(['coin_pack', 'subscription']), random.pick(countries)];
  const cents = 100 + random.below(900);
  payments.push(
    await insertCompletedPayment(world, { user: id, rail: random.pick(rails), country, kind, cents, package: sold.id }),
  );
}

async function refund(): Promise<void> {
  if (payments.length > 0) await insertExecutedRefund(world, random.pick(payments), 1 + random.below(100));
}

async function move({ id, viewer }: Someone): Promise<void> {
  const country = random.pick(countries);
  expect((await viewer.put('/v1/me', { countryCode: country })).status).toBe(200);
  places.note(id, today(), country);
}

async function register({ id }: Someone): Promise<void> {
  const { rowCount } = await pool.query('update users set is_guest = false where id = $1 and is_guest', [id]);
  if (rowCount === 1) registered.push({ user: id, day: today() });
}

const rollUp = async () => expect((await analyst.post('/admin/analytics/rollup')).status).toBe(200);

const registrations = (day: string, market?: string): number =>
  registered.filter((one) => one.day === day && (market === undefined || places.on(one.user, day) === market)).length;

const asked = (fields: Record<string, string | undefined>): string =>
  Object.entries(fields)
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]))
    .join('&');

const figures = async (path: string): Promise<Record<string, unknown>> => {
  const { status, body, text } = await analyst.get(`/admin/analytics/${path}`);
  expect(status, `${path} ${text}`).toBe(200);
  return body;
};

async function compare(period: Period, market: string | undefined): Promise<void> {
  const oracle = new Oracle(await readRaw(world), places);
  const dates = { dateFrom: period.start, dateTo: period.end };
  const query = asked({ ...dates, market });
  const overview = await figures(`overview?${query}`);
  expect(overview, query).toMatchObject(oracle.overview({ period, market }, registrations));
  expect(overview.retentionCohorts, query).toEqual(
    cohortWeeks(today()).map((week) => oracle.cohort(week, market, today())),
  );
  const week = random.pick([null, mondayOf(asDay(new Date(begin))), mondayOf(today())]) ?? undefined;
  const funnel = asked({ ...dates, market, installCohort: week });
  expect((await figures(`funnel?${funnel}`)).steps, funnel).toEqual(oracle.funnel({ period, market, week }));
  await compareRevenue(oracle, period);
  for (const seriesId of seriesIds) {
    const ids = episodesOf.get(seriesId) ?? [];
    const { items } = await figures(`content?${query}`);
    expect(items, query).toContainEqual(
      expect.objectContaining({ seriesId, ...oracle.figures({ period, market }, ids) }),
    );
    const detail = await figures(`content/series/${seriesId}?${query}`);
    expect(detail.episodes, query).toMatchObject(
      ids.map((episodeId, n) => ({
        episodeId,
        episodeNumber: n + 1,
        ...oracle.figures({ period, market }, [episodeId]),
      })),
    );
  }
}

async function compareRevenue(oracle: Oracle, period: Period): Promise<void> {
  const rail = random.pick([null, 'ios_store', 'localwallet_*']) ?? undefined;
  const kind = random.pick([null, null, 'subscription']) ?? undefined;
  const from = random.pick([null, ['EG'], ['EG', 'ID']]) ?? undefined;
  const query = asked({ dateFrom: period.start, dateTo: period.end, rails: rail, kind, countries: from?.join() });
  const isOf = (one: { rail: string; kind: string; country: string | null }) =>
    (rail === undefined || one.rail.startsWith(rail.replace('*', ''))) &&
    (kind === undefined || one.kind === kind) &&
    (from === undefined || from.includes(one.country ?? ''));
  const { rails: named, railOf, countryOf, ...expected } = oracle.revenue(period, isOf, from);
  const answer = await figures(`revenue?${query}`);
  expect(answer, query).toMatchObject(expected);
  const byRail = [...named].map((name) => ({ rail: name, gross: railOf(name).gross, net: railOf(name).net }));
  expect(answer.byRail, query).toEqual(expect.arrayContaining(byRail));
  expect(answer.byRail, query).toHaveLength(byRail.length);
  for (const country of from ?? ['EG', 'ID', null]) {
    const { gross, net } = countryOf(country);
    if (gross > 0) expect(answer.byCountry, query).toContainEqual({ country, gross, net });
  }
}

const rolledTables = [
  ...['revenue_days', 'payer_days', 'growth_days', 'retention_days', 'episode_days', 'series_days', 'user_days'],
  'reach_days',
];
const readRolled = () =>
  Promise.all(
    rolledTables.map(async (table) => (await pool.query<object>(`select t.* from ${table} t order by t`)).rows),
  );

/** Days of which nothing is known are rolled up anew, by two processes at once: they come to what they came to before. */
async function rollUpAnew(since: string): Promise<void> {
  const before = await readRolled();
  for (const table of rolledTables) await pool.query(`delete from ${table} where day >= $1`, [since]);
  const days = daysOf({ start: since, end: today() });
  const runs = [world, another].map(({ database }) =>
    rollUpEach({ database: database.jobs, signal: new AbortController().signal, progress: () => undefined }, days),
  );
  expect(await Promise.all(runs)).toEqual([days.length, days.length]);
  expect(await readRolled(), since).toEqual(before);
  await mustBeSums();
}

/** Every week before the day that was rolled up last is the sum of its days. */
async function mustBeSums(): Promise<void> {
  const { rows } = await pool.query<{ weeks: number; wrong: number }>(
    `with over as (select week from (select distinct date_trunc('week', day::timestamp)::date as week from rollup_days) d
      where week + 6 < (select max(day) from rollup_days)),
    sums as (select o.week, market, series_id, sum(starts), sum(completes), sum(watch_seconds), sum(paywall_hits),
        sum(unlocks), sum(coins) from over o join series_days d on d.day between o.week and o.week + 6 group by 1, 2, 3),
    kept as (select w.* from series_weeks w join over using (week))
    select (select count(*) from over)::integer as weeks,
      (select count(*) from ((table sums except table kept) union all (table kept except table sums)) d)::integer as wrong`,
  );
  expect(rows).toEqual([{ weeks: expect.any(Number), wrong: 0 }]);
  expect(rows[0]?.weeks).toBeGreaterThan(3);
}

it('the figures are those of the rows, whatever came late and however often they were rolled up', async () => {
  const acts: readonly ((one: Someone) => Promise<unknown>)[] = [
    ...[tell, tell, tell, watch, watch, watch, unlock, unlock, unlock, pay, pay],
    ...[goOn, reverse, refund, move, register, join, rollUp],
  ];
  await world.clock.stopAt(new Date(now).toISOString());
  for (let n = 0; n < 4; n++) await join();
  for (let round = 0; round < rounds; round++) {
    now = Math.min(now + random.pick([1, 1, 2, 9]) * dayMs - random.below(dayMs / 2), Date.now());
    await world.clock.stopAt(new Date(now).toISOString());
    for (let n = 0; n < 8; n++) await random.pick(acts)(random.pick(viewers));
    await rollUp();
    const end = daysLater(today(), -random.below(12));
    const period = { start: daysLater(end, -random.pick([0, 6, 20, 45])), end };
    await compare(period, random.pick([null, 'EG', 'ID']) ?? undefined);
  }
  expect((await readRaw(world)).events.length).toBeGreaterThan(rounds);
  for (const days of [80, 25, 12, 3]) await rollUpAnew(daysLater(today(), -days));
});
