import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db, Tx } from '../../kit/db/database.ts';
import { dayMs } from '../../kit/time.ts';
import { type Counted, countedSince, sortSpec } from './rules.ts';
import type { CollectionRule } from './schema.ts';

/**
 * The activity of viewers by series and market is kept for recent hours, for the days of a year, and as sums from the
 * 1st and 16th of each month until now. The last minutes are not summed yet and are read as they were written.
 */

/** Stands for all markets. */
const anyMarket = '*';

interface ActivityQuery {
  readonly market: string | null;
  readonly at: Date;
  /** Counts only these series. */
  readonly seriesIds?: RawBuilder<unknown>;
}

/** Several rows per series. */
function activityIn(days: number, what: Counted, { market, at, seriesIds }: ActivityQuery): RawBuilder<unknown> {
  const { since, firstWholeDay, untilNowFrom } = countedSince(at, days);
  const of = market ?? anyMarket;
  const ofOneMarket = market === null ? sql`` : sql`and market = ${market}`;
  return sql`
    select a.series_id, a.figure from (
      select series_id, ${sql.ref(what)} as figure from series_activity
      where span = 'until_now' and market = ${of} and since = ${untilNowFrom}
      union all
      select series_id, ${sql.ref(what)} from series_activity
      where span = 'day' and market = ${of} and since >= ${firstWholeDay} and since < ${untilNowFrom}
      union all
      select series_id, ${sql.ref(what)} from series_activity
      where span = 'hour' and market = ${of} and since >= ${since} and since < ${firstWholeDay}
      union all
      select series_id, ${sql.ref(what)} from series_activity_added where hour >= ${since} ${ofOneMarket}) a
    ${seriesIds ? sql`where a.series_id in (${seriesIds})` : sql``}`;
}

/** The count of each series in the days before a moment. */
const figuresOf = (what: Counted, days: number, about: ActivityQuery): RawBuilder<unknown> => sql`
  select series_id, sum(figure)::float8 as value from (${activityIn(days, what, about)}) counted
  group by series_id having sum(figure) > 0`;

/** Starts in the last 24 hours and in the 7 days before, of series with starts in the last 24 hours. */
const startsOf = (about: ActivityQuery): RawBuilder<unknown> => sql`
  select series_id, sum(last) as last, sum(whole) - sum(last) as before
  from (
    select series_id, figure as last, 0 as whole from (${activityIn(1, 'starts', about)}) l
    union all
    select series_id, 0, figure from (${activityIn(8, 'starts', about)}) w) counted
  group by series_id having sum(last) > 0`;

/** Starts of the last 24 hours divided by the daily mean of the 7 days before, at least 1. */
const trendOf = (about: ActivityQuery): RawBuilder<unknown> =>
  sql`select series_id, (last / greatest(before / 7.0, 1))::float8 as value from (${startsOf(about)}) s`;

/** The daily mean of starts in the 7 days before the last 24 hours. */
async function listUsualStarts(db: Db, about: ActivityQuery): Promise<Map<string, number>> {
  const query = sql<{ seriesId: string; usual: number }>`
    select series_id as "seriesId", (before / 7.0)::float8 as usual from (${startsOf(about)}) s`;
  return new Map((await query.execute(db)).rows.map(({ seriesId, usual }) => [seriesId, usual]));
}

/** Retention in days: one more than the longest window that reads them. */
const kept = { hours: 9, days: 366 };

/** Sums up to this many new counts, and returns their number. */
export async function addUpActivity(tx: Tx, most: number): Promise<number> {
  const query = sql<{ counted: number }>`
    with taken as materialized (
      delete from series_activity_added where id = any(array(select id from series_activity_added order by id limit ${most}))
      returning series_id, market, hour, starts, unlocks, saves),
    by_market as (
      select series_id, coalesce(market, ${sql.lit(anyMarket)}) as market, hour, sum(starts) as starts,
        sum(unlocks) as unlocks, sum(saves) as saves
      from taken group by grouping sets ((series_id, market, hour), (series_id, hour))),
    added as (
      insert into series_activity as a (span, since, market, series_id, starts, unlocks, saves)
      select t.span, t.since, m.market, m.series_id, sum(m.starts), sum(m.unlocks), sum(m.saves)
      from by_market m cross join lateral (
        select 'hour' as span, m.hour as since where m.hour > clock() - interval '1 day' * ${sql.lit(kept.hours)}
        union all
        select 'day', date_trunc('day', m.hour, 'UTC') where m.hour > clock() - interval '1 day' * ${sql.lit(kept.days + 1)}
        union all
        select 'until_now', u.since
        from generate_series(date_trunc('month', (clock() - interval '1 day' * ${sql.lit(kept.days)}) at time zone 'UTC'),
            m.hour at time zone 'UTC', interval '1 month') f (month)
          cross join (values (0), (15)) d (days)
          cross join lateral (select (f.month + d.days * interval '1 day') at time zone 'UTC') u (since)
        where u.since between clock() - interval '1 day' * ${sql.lit(kept.days)} and m.hour) t
      group by 1, 2, 3, 4 order by 1, 3, 2, 4
      on conflict on constraint series_activity_pk do update set starts = a.starts + excluded.starts,
        unlocks = a.unlocks + excluded.unlocks, saves = a.saves + excluded.saves)
    select count(*)::integer as counted from taken`;
  return (await query.execute(tx)).rows[0]?.counted ?? 0;
}

/** Deletes what no window includes any more. */
export async function forgetActivity(tx: Tx, now: Date): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * dayMs);
  await sql`
    delete from series_activity
    where (span = 'hour' and since <= ${before(kept.hours)})
      or (span in ('day', 'until_now') and since < ${before(kept.days + 1)})`.execute(tx);
}

/** A series that a rule selected, with its figure. */
export interface PickedRow {
  seriesId: string;
  value: number;
}

const published = (at: Date) => sql`
  select s.id, s.genre_slug, s.tropes, s.editorial_hero_score, s.published_at as shown_since
  from current_series s where s.status = 'published' and s.published_at <= ${at}`;

/** Series that viewers see at a moment: those published by now, and those scheduled by then. */
const shownSeries = (at: Date, now: Date): RawBuilder<unknown> =>
  at <= now
    ? published(at)
    : sql`${published(at)} union all
  select s.id, s.genre_slug, s.tropes, s.editorial_hero_score, u.run_at as shown_since
  from current_series s join upcoming_publishes u on u.ref_type = 'series' and u.ref_id = s.id
  where s.status = 'scheduled' and u.run_at <= ${at}`;

const narrowed = ({ genre, trope }: CollectionRule): RawBuilder<SqlBool> => {
  const conditions = [
    sql<SqlBool>`true`,
    ...(genre === null ? [] : [sql<SqlBool>`s.genre_slug = ${genre}`]),
    ...(trope === null ? [] : [sql<SqlBool>`${trope} = any(s.tropes)`]),
  ];
  return sql.join(conditions, sql` and `);
};

/** Below this number of matching series, only they are counted. */
const narrowRuleMax = 1_000;

/** Whether few series have the genre and trope of a rule. */
async function isNarrow(db: Db, rule: CollectionRule): Promise<boolean> {
  if (rule.genre === null && rule.trope === null) return false;
  const query = sql<{ count: number }>`
    select count(*)::integer as count
    from (select from current_series s where ${narrowed(rule)} limit ${narrowRuleMax}) counted`;
  return ((await query.execute(db)).rows[0]?.count ?? 0) < narrowRuleMax;
}

const earlier = (at: Date, now: Date): Date => (at < now ? at : now);

/** The usual starts per day of these series, if the rule compares with them. */
export async function usualStartsOf(
  db: Db,
  rule: CollectionRule | null,
  ids: readonly string[],
  { at, now }: { at: Date; now: Date },
): Promise<Map<string, number>> {
  if (rule?.sort !== 'trending' || ids.length === 0) return new Map();
  const seriesIds = sql`select unnest(${[...ids]}::uuid[])`;
  return listUsualStarts(db, { market: rule.market, at: earlier(at, now), seriesIds });
}

/** Looks up series one by one in the order of their figures, because few of those with a figure are selected. */
const pickOfMany = (rule: CollectionRule, figures: RawBuilder<unknown>, at: Date, now: Date) => sql<PickedRow>`
  with shown as (${shownSeries(at, now)}), figures as materialized (${figures})
  select s.id as "seriesId", f.value
  from (select series_id, value from figures order by value desc offset 0) f join shown s on s.id = f.series_id
  where ${narrowed(rule)}
  order by f.value desc, s.shown_since desc, s.id desc limit ${rule.limit}`;

/** Counts only the matching series, because few of those with the highest figures match. */
const pickOfFew = (rule: CollectionRule, figures: RawBuilder<unknown>, at: Date, now: Date) => sql<PickedRow>`
  with shown as materialized (select s.id, s.shown_since from (${shownSeries(at, now)}) s where ${narrowed(rule)}),
    figures as materialized (${figures})
  select s.id as "seriesId", f.value from figures f join shown s on s.id = f.series_id
  order by f.value desc, s.shown_since desc, s.id desc limit ${rule.limit}`;

/** Selects by a column of the series. */
const pickByColumn = (rule: CollectionRule, column: string, value: string, at: Date, now: Date) => {
  const oldest = new Date(at.getTime() - rule.window_days * dayMs);
  return sql<PickedRow>`
    with shown as (${shownSeries(at, now)})
    select s.id as "seriesId", (${sql.raw(value)})::float8 as value from shown s
    where ${sql.raw(column)} ${rule.sort === 'newest' ? sql`> ${oldest}` : sql`is not null`} and ${narrowed(rule)}
    order by ${sql.raw(column)} desc, s.shown_since desc, s.id desc limit ${rule.limit}`;
};

async function queryOf(db: Db, rule: CollectionRule, at: Date, now: Date): Promise<RawBuilder<PickedRow>> {
  const { figure } = sortSpec(rule.sort);
  if (figure === 'published_at') {
    return pickByColumn(rule, 's.shown_since', 'extract(epoch from s.shown_since)', at, now);
  }
  if (figure === 'hero_score') return pickByColumn(rule, 's.editorial_hero_score', 's.editorial_hero_score', at, now);
  const isForFew = await isNarrow(db, rule);
  const about = {
    market: rule.market,
    at: earlier(at, now),
    ...(isForFew && { seriesIds: sql`select id from shown` }),
  };
  const figures = figure === 'trend' ? trendOf(about) : figuresOf(figure.count, figure.days ?? rule.window_days, about);
  return (isForFew ? pickOfFew : pickOfMany)(rule, figures, at, now);
}

/**
 * The series that a rule selects among those that viewers see at a moment, best first. Viewer activity is as of now;
 * among equal series, the one published last comes first.
 */
export async function pickByRule(db: Db, rule: CollectionRule, at: Date, now: Date): Promise<PickedRow[]> {
  const query = await queryOf(db, rule, at, now);
  return (await query.execute(db)).rows;
}

/** Those of these series that viewers see at a moment. */
export async function listShown(db: Db, ids: readonly string[], at: Date, now: Date): Promise<Set<string>> {
  const query = sql<{ id: string }>`
    with shown as (${shownSeries(at, now)}) select id from shown where id = any(${[...ids]}::uuid[])`;
  return new Set((await query.execute(db)).rows.map(({ id }) => id));
}
