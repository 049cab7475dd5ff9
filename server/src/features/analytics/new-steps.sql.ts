import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../kit/db/database.ts';
import { dayOf, eachDay, every, everyNumber, marketOn, marketsAndUsers, nameOf, withinDays } from './days.sql.ts';
import { addCounts, addReach } from './reach.sql.ts';
import { daysLater, daysOf, daysTogether, longestGap, type Period, type Step, steps } from './rules.ts';
import { repeated } from './steps.sql.ts';

/**
 * Steps of many days that were never rolled up, counted together. What a user did on all of them is four numbers, each
 * with a bit for every day on which a step was taken: the days of one step from the lowest bit on, those of another from
 * the bit after them. So there is one row for each user, however much was told of them, and nothing is sorted but users.
 */

/** In the order of their bits in a sum of steps, two and two. */
const words: readonly (readonly Step[])[] = [
  ['active', 'preview_view'],
  ['ep1_start', 'paywall_hit'],
  ['unlock', 'repeat_unlock'],
  ['paid'],
];
const columns = words.map((_, n) => `w${n}`);
const half = BigInt(daysTogether);

const big = (number: bigint): RawBuilder<unknown> => sql.raw(`${number}::bigint`);
/** The bits of the steps that share a word, on a day. */
const bitsOf = (word: readonly Step[], taken: readonly Step[], day = 0): bigint =>
  word.reduce((sum, step, n) => (taken.includes(step) ? sum | (1n << (BigInt(n) * half + BigInt(day))) : sum), 0n);
const bothSteps = big((1n << half) | 1n);
const lowerHalf = big((1n << half) - 1n);
const allSteps = Object.values(steps).reduce((sum, bit) => sum | bit, 0);

/** A column for each word, each named. */
const wordsOf = (each: (word: readonly Step[], column: string) => RawBuilder<unknown>): RawBuilder<unknown> =>
  sql.join(words.map((word, n) => sql`${each(word, `w${n}`)} as ${sql.ref(`w${n}`)}`));
const combined = (from: string) => wordsOf((_, column) => sql`bit_or(${sql.ref(`${from}.${column}`)})`);

/** What apps told on a day; whoever tells anything is active. */
const told = (period: Period): RawBuilder<unknown> =>
  eachDay(period, (_, on, n) => {
    const taken = wordsOf((word) => {
      const named = word.filter((step) => step === 'preview_view' || step === 'ep1_start' || step === 'paywall_hit');
      const others = big(bitsOf(word, ['active'], n));
      const cases = named.map((step) => sql`when ${sql.lit(step)} then ${big(bitsOf(word, ['active', step], n))}`);
      return cases.length > 0 ? sql`case e.name ${sql.join(cases, sql` `)} else ${others} end` : others;
    });
    return sql`select e.user_id, ${taken} from told_events e where ${on('e.at')}`;
  });

const watched = (period: Period): RawBuilder<unknown> =>
  eachDay(
    period,
    (_, on, n) => sql`
      select w.user_id, ${wordsOf((word) => big(bitsOf(word, ['active'], n)))} from watched_episodes w
      where ${on('w.started_at')}`,
  );

/** Steps that few take, on the day of a moment. */
const takenAt = (moment: string, period: Period, taken: readonly Step[], more?: readonly [Step, RawBuilder<unknown>]) =>
  wordsOf((word) => {
    const bits = big(bitsOf(word, taken));
    const has = more && word.includes(more[0]);
    const all = has ? sql`(${bits} | case when ${more[1]} then ${big(bitsOf(word, [more[0]]))} else 0 end)` : bits;
    return sql`${all} << (${dayOf(moment)} - ${period.start}::date)`;
  });

/** The steps of each user, wherever they took them. */
const acted = (period: Period): RawBuilder<unknown> => sql`
  acted as materialized (
    select a.user_id, ${combined('a')} from (
      ${told(period)} union all ${watched(period)} union all
      select k.user_id, ${takenAt('k.created_at', period, ['active', 'unlock'], ['repeat_unlock', repeated])}
      from kept_unlocks k where ${withinDays('k.created_at', period)}
      union all
      select p.user_id, ${takenAt('p.completed_at', period, ['active', 'paid'])}
      from completed_payments p where ${withinDays('p.completed_at', period)}) a
    group by a.user_id)`;

const lastDay = (period: Period) => sql.lit(daysOf(period).length - 1);

/**
 * The steps of each user by market, in the order of users. Who can be in several is there in each of them and in all
 * together; where all others were stands for all together, too.
 */
function places(period: Period): RawBuilder<unknown> {
  const ofDay = wordsOf((word, column) =>
    word.includes('paid') ? sql`0::bigint` : sql`${sql.ref(`a.${column}`)} & (${bothSteps} << n.n)`,
  );
  return sql`
    places as materialized (
      select t.*, (t.w0 | t.w3) & ${lowerHalf} as days from (
        select a.user_id, case when q.is_only then q.market else ${everyNumber} end as market, q.is_only,
          ${sql.join(columns.map((column) => sql.ref(`a.${column}`)))}
        from acted a join people q on q.user_id = a.user_id
        union all
        select m.user_id, m.market, false, ${combined('m')} from (
          select a.user_id, ${marketOn(sql`${period.start}::date + n.n`)} as market, ${ofDay}
          from acted a join people q on q.user_id = a.user_id and not q.is_only
          join generate_series(0, ${lastDay(period)}) n (n) on (a.w0 >> n.n) & 1 = 1
          union all
          select p.user_id, k.n, ${takenAt('p.completed_at', period, ['paid'])} from completed_payments p
          join people q on q.user_id = p.user_id and not q.is_only join markets k on k.market = coalesce(p.region, '')
          where ${withinDays('p.completed_at', period)}) m
        group by m.user_id, m.market) t
      order by t.user_id)`;
}

/** From the places `p` with each day `d` on which anything was done there: the bits of the words become a sum of steps. */
function fromDaysIn(from: 'places' | 'firsts', period: Period): RawBuilder<unknown> {
  const ofDay = columns.map(
    (column, n) => sql`(((${sql.ref(`p.${column}`)} >> n.n) & ${bothSteps}) << ${sql.lit(2 * n)})`,
  );
  return sql`
    ${from === 'places' ? sql`from places p` : sql`from firsts p`} cross join lateral (
      select t.n, (t.bits | (t.bits >> ${sql.lit(daysTogether - 1)})) & ${sql.lit(allSteps)} as steps
      from (select n.n, ${sql.join(ofDay, sql` | `)} as bits from generate_series(0, ${lastDay(period)}) n (n)
        where (p.days >> n.n) & 1 = 1 offset 0) t) d`;
}

/** What users did on days, as it is kept. */
const keptDays = (from: 'places' | 'firsts', period: Period): RawBuilder<unknown> => sql`
  select p.user_id, ${period.start}::date + d.n as day, ${nameOf(sql`p.market`)} as market, d.steps::smallint as steps,
    p.is_only ${fromDaysIn(from, period)}`;

/** The same with only the first day of each step. */
function firsts(): RawBuilder<unknown> {
  const lowest = (bits: RawBuilder<unknown>) => sql`(${bits} & -${bits})`;
  const low = (column: string) => sql`(${sql.ref(`p.${column}`)} & ${lowerHalf})`;
  const high = (column: string) => sql`(${sql.ref(`p.${column}`)} >> ${sql.lit(daysTogether)})`;
  const first = wordsOf(
    (_, column) => sql`${lowest(low(column))} | (${lowest(high(column))} << ${sql.lit(daysTogether)})`,
  );
  const days = columns.map((column) => sql`${lowest(low(column))} | ${lowest(high(column))}`);
  return sql`
    firsts as materialized (
      select p.user_id, p.market, p.is_only, ${first}, ${sql.join(days, sql` | `)} as days from places p)`;
}

/** Each step with its number, its word and where its days begin there, by the sums that it is in. */
const stepsInSums = sql`
  select n::bigint as sum, s.* from generate_series(1, ${sql.lit(allSteps)}) n
  join (values ${sql.join(
    words.flatMap((word, w) =>
      word.map((_, n) => sql`(${sql.lit(2 * w + n)}, ${sql.lit(w)}, ${sql.lit(n * daysTogether)})`),
    ),
  )}) s (number, word, low) on (n >> s.number) & 1 = 1 offset 0`;

/**
 * How many took each step on each day in each market, by how many days before they had last taken it: none where that
 * was not on these days. What is counted by is one number, which is put together for each step and taken apart at the end.
 */
function found(period: Period): RawBuilder<unknown> {
  const days = sql.lit(daysOf(period).length);
  const word = sql`case s.word when 0 then p.w0 when 1 then p.w1 when 2 then p.w2 else p.w3 end`;
  // The highest bit of a number; half more than it makes it the same below each power of two.
  const last = sql`floor(ln(t.earlier::float8 + 0.5) / ln(2::float8))::bigint`;
  return sql`
    found as materialized (
      select (1 << (c.key / 32 % 8)::integer)::smallint as step, c.key / 256 / ${days} / 2 as market,
        c.key / 256 / ${days} % 2 = 1 as is_only, ${period.start}::date + (c.key / 256 % ${days})::integer as day,
        nullif(c.key % 32, 0) as gap, c.users
      from (select t.cell * 32 + case when t.earlier = 0 then 0 else t.n - ${last} end as key, count(*) as users from (
          select ((p.market * 2 + p.is_only::integer) * ${days} + d.n) * 8 + s.number as cell, d.n,
            ((${word}) >> s.low) & ((1::bigint << d.n) - 1) as earlier
          ${fromDaysIn('places', period)} join (${stepsInSums}) s on s.sum = d.steps offset 0) t
        group by 1) c)`;
}

/**
 * Writes what users did on the days, counts it by how long before on these days they had done the same, and notes what
 * they had not: it is counted too if nobody is known from before.
 */
async function addNewDays(tx: Tx, period: Period, isPreceded: boolean): Promise<void> {
  const noted = sql`
    ${firsts()}, noted as (
      insert into rollup_new_days (user_id, day, market, steps, is_only)
      ${keptDays('firsts', period)}),`;
  const isCounted = isPreceded ? sql`f.gap is not null` : sql`true`;
  await sql`
    with ${marketsAndUsers(period)}, ${acted(period)}, ${places(period)},
    added as (
      insert into user_days (user_id, day, market, steps)
      select d.user_id, d.day, d.market, d.steps from (${keptDays('places', period)}) d where d.market <> ${every}),
    ${isPreceded ? noted : sql``} ${found(period)}
    ${addCounts(sql`
      select f.step, ${nameOf(sql`f.market`)}, f.day, f.gap, f.users from found f where ${isCounted}
      union all
      select f.step, ${every}, f.day, f.gap, f.users from found f where f.is_only and ${isCounted}`)}`.execute(tx);
}

/**
 * Who took which steps on days after which there are none that were rolled up: most have taken a step before on one of
 * these days; who has not is looked up before them.
 */
export async function rollUpNewSteps(tx: Tx, period: Period): Promise<void> {
  const isPreceded = await isKnownBefore(tx, period);
  if (isPreceded) await sql`truncate rollup_new_days`.execute(tx);
  await addNewDays(tx, period, isPreceded);
  const firstTimes = sql`
    select n.user_id, n.day, n.market, 0::smallint as was, n.steps as now, n.is_only from rollup_new_days n`;
  if (isPreceded) await addReach(tx, period, firstTimes, ['before']);
}

/** Whether there is anything that the steps of these days may follow. */
async function isKnownBefore(tx: Tx, { start }: Period): Promise<boolean> {
  const oldest = daysLater(start, 1 - longestGap);
  const query = sql<{ found: boolean }>`
    select exists (select from user_days where day >= ${oldest}::date and day < ${start}::date) as found`;
  return (await query.execute(tx)).rows[0]?.found ?? false;
}
