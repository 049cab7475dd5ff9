import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Static } from 'typebox';
import type { Db } from '../../kit/db/database.ts';
import type { Period } from '../../kit/period.ts';
import { everyMarket, type FunnelStep, funnelSteps, type Step, steps } from './rules.ts';
import type { Overview, Revenue } from './schema.ts';

/** The requested days and market. */
export interface Scope {
  readonly period: Period;
  /** All markets by default. */
  readonly market: string | undefined;
}

export const marketIn = ({ market }: Pick<Scope, 'market'>): string => market ?? everyMarket;
export const within = (column: string, { start, end }: Period): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.raw(column)} between ${start}::date and ${end}::date`;

/** When the newest day was rolled up. */
export const asOfSql = sql<Date | null>`(select max(d.rolled_at) from rollup_days d)`;

const reachIn = (step: Step, isOfMarket: RawBuilder<SqlBool>, period: Period): RawBuilder<number> => sql<number>`(
  select coalesce(sum(r.users), 0)::bigint from reach_days r
  where r.step = ${sql.lit(steps[step])} and ${isOfMarket} and ${within('r.day', period)}
    and r.gap > r.day - ${period.start}::date)`;

/** Users who took a step in a period: for each day, those whose previous occurrence is before the period. */
export const reachSql = (step: Step, market: string, period: Period): RawBuilder<number> =>
  reachIn(step, sql`r.market = ${market}`, period);

type OverviewFigures = Pick<
  Static<typeof Overview>,
  'activeUsers' | 'payingUsers' | 'dau' | 'wau' | 'mau' | 'byDay' | 'asOf'
> & { net: number; payers30: number; net30: number };

const growthSql = ({ period, market }: Scope): RawBuilder<unknown> => {
  const of = market ?? everyMarket;
  const users = (step: Step) => sql`coalesce((select sum(r.users) from reach_days r
    where r.step = ${sql.lit(steps[step])} and r.market = ${of} and r.day = d.day), 0)`;
  return sql`
    select d.day::text as day, ${users('active')} as "activeUsers", coalesce(g.installs, 0) as installs,
      coalesce(g.registrations, 0) as registrations, ${users('paid')} as "payingUsers"
    from (select n::date as day from generate_series(${period.start}::date, ${period.end}::date, interval '1 day') n) d
    left join growth_days g on g.market = ${of} and g.day = d.day
    order by d.day`;
};

/** `week` and `month` are the 7 and the 30 days that end with the period. */
export async function readOverview(
  db: Db,
  scope: Scope,
  { today, week, month }: Readonly<Record<'today' | 'week' | 'month', Period>>,
): Promise<OverviewFigures | undefined> {
  const of = marketIn(scope);
  const isOfMarket = scope.market === undefined ? sql`true` : sql`v.country = ${scope.market}`;
  const netIn = (period: Period) => sql<number>`(select coalesce(sum(v.gross_cents - v.refunds_cents), 0)::bigint
    from revenue_days v where ${within('v.day', period)} and ${isOfMarket})`;
  const query = sql<OverviewFigures>`
    select ${reachSql('active', of, scope.period)} as "activeUsers", ${reachSql('paid', of, scope.period)} as "payingUsers",
      ${netIn(scope.period)} as net, ${reachSql('active', of, today)} as dau, ${reachSql('active', of, week)} as wau,
      ${reachSql('active', of, month)} as mau, ${reachSql('paid', of, month)} as payers30,
      ${netIn(month)} as net30,
      coalesce((select json_agg(t) from (${growthSql(scope)}) t), '[]') as "byDay", ${asOfSql} as "asOf"`;
  return (await query.execute(db)).rows[0];
}

export interface CohortRow {
  week: string;
  size: number;
  d1: number;
  d7: number;
  d30: number;
}

/** The sign-ups of each week, and how many of them returned. */
export async function readCohorts(db: Db, weeks: readonly string[], market: string): Promise<CohortRow[]> {
  const back = (since: number) => sql`coalesce((select sum(r.users) from retention_days r
    where r.market = ${market} and r.since = ${sql.lit(since)}
      and r.day between w.week + ${sql.lit(since)} and w.week + 6 + ${sql.lit(since)}), 0)::bigint`;
  const query = sql<CohortRow>`
    select w.week::text as week, coalesce((select sum(g.installs) from growth_days g
        where g.market = ${market} and g.day between w.week and w.week + 6), 0)::bigint as size,
      ${back(1)} as d1, ${back(7)} as d7, ${back(30)} as d30
    from unnest(${[...weeks]}::date[]) w (week) order by w.week`;
  return (await query.execute(db)).rows;
}

export interface RevenueFilters {
  readonly rails?: readonly string[] | undefined;
  readonly countries?: readonly string[] | undefined;
  readonly kind?: string | undefined;
}

/** Conditions on the payments `v`. */
function paidBy({ rails, countries, kind }: RevenueFilters): RawBuilder<SqlBool> {
  const patterns = rails?.map((rail) => rail.replace(/[\\%_]/g, '\\$&').replace(/\*$/, '%'));
  const conditions = [
    ...(patterns ? [sql<SqlBool>`v.rail like any(${patterns})`] : []),
    ...(countries ? [sql<SqlBool>`v.country = any(${[...countries]})`] : []),
    ...(kind === undefined ? [] : [sql<SqlBool>`v.kind = ${kind}`]),
  ];
  return sql.join([sql<SqlBool>`true`, ...conditions], sql` and `);
}

/**
 * Users who took a step in the period in any of these countries. Only users who have moved since its start, or paid in
 * another country than their own, can be in two of them; they are looked up and counted once.
 */
function usersIn(step: 'active' | 'paid', period: Period, countries: readonly string[] | undefined) {
  const [only, ...others] = new Set(countries ?? [everyMarket]);
  if (only !== undefined && others.length === 0) return reachSql(step, only, period);
  const any = sql`any(${[...(countries ?? [])]})`;
  return sql<number>`(${reachIn(step, sql<SqlBool>`r.market = ${any}`, period)} - (
    select coalesce(sum(t.markets - 1), 0)::bigint from (
      select count(distinct d.market) as markets from (
        select m.user_id from user_moves m where m.day > ${period.start}::date
        union select v.user_id from payer_days v join user_listing l on l.user_id = v.user_id
        where ${within('v.day', period)} and v.country <> coalesce(l.country_code, '')) p
      cross join lateral (select u.market from user_days u
        where u.user_id = p.user_id and ${within('u.day', period)} and u.market = ${any}
          and u.steps & ${sql.lit(steps[step])} <> 0 offset 0) d
      group by p.user_id) t))`;
}

type RevenueFigures = Pick<
  Static<typeof Revenue>,
  'payments' | 'byDay' | 'byRail' | 'byCountry' | 'activeUsers' | 'payingUsers' | 'asOf'
> & { gross: number; refunds: number };

const netSums = sql`coalesce(sum(t.gross_cents), 0)::bigint as gross,
  coalesce(sum(t.gross_cents - t.refunds_cents), 0)::bigint as net`;

export async function readRevenue(
  db: Db,
  period: Period,
  filters: RevenueFilters,
): Promise<RevenueFigures | undefined> {
  const { rails, countries, kind } = filters;
  const isOfAll = rails === undefined && kind === undefined;
  const payers = isOfAll
    ? usersIn('paid', period, countries)
    : sql<number>`(select count(distinct v.user_id) from payer_days v
        where ${within('v.day', period)} and ${paidBy(filters)})`;
  const query = sql<RevenueFigures>`
    with taken as materialized (
      select v.* from revenue_days v where ${within('v.day', period)} and ${paidBy(filters)})
    select s.gross, s.refunds, s.payments,
      (select json_agg(r) from (
        select d.day::date::text as day, ${netSums}, coalesce(sum(t.refunds_cents), 0)::bigint as refunds
        from generate_series(${period.start}::date, ${period.end}::date, interval '1 day') d (day)
        left join taken t on t.day = d.day::date group by d.day order by d.day) r) as "byDay",
      coalesce((select json_agg(r) from (
        select t.rail, ${netSums} from taken t group by t.rail order by net desc, t.rail) r), '[]') as "byRail",
      coalesce((select json_agg(r) from (
        select nullif(t.country, '') as country, ${netSums} from taken t
        group by t.country order by net desc, t.country) r), '[]') as "byCountry",
      ${usersIn('active', period, countries)} as "activeUsers", ${payers} as "payingUsers", ${asOfSql} as "asOf"
    from (select coalesce(sum(t.gross_cents), 0)::bigint as gross, coalesce(sum(t.refunds_cents), 0)::bigint as refunds,
      coalesce(sum(t.payments), 0)::bigint as payments from taken t) s`;
  return (await query.execute(db)).rows[0];
}

export type StepCounts = Record<FunnelStep, number> & { asOf: Date | null };

/** Users of each step, optionally only those who signed up in a week. */
export async function readFunnel(
  db: Db,
  scope: Scope,
  installWeek: string | undefined,
): Promise<StepCounts | undefined> {
  const of = marketIn(scope);
  if (installWeek === undefined) {
    const columns = funnelSteps.map((name) => sql`${reachSql(name, of, scope.period)} as ${sql.ref(name)}`);
    const query = sql<StepCounts>`select ${sql.join(columns)}, ${asOfSql} as "asOf"`;
    return (await query.execute(db)).rows[0];
  }
  const isOfMarket = scope.market === undefined ? sql`true` : sql`u.market = ${scope.market}`;
  const columns = funnelSteps.map(
    (name) => sql`count(*) filter (where s.steps & ${sql.lit(steps[name])} <> 0) as ${sql.ref(name)}`,
  );
  const query = sql<StepCounts>`
    select ${sql.join(columns)}, ${asOfSql} as "asOf" from (
      select u.user_id, bit_or(u.steps) as steps
      from user_listing l cross join lateral (select u.user_id, u.steps from user_days u
        where u.user_id = l.user_id and ${within('u.day', scope.period)} and ${isOfMarket} offset 0) u
      where l.created_at >= ${installWeek}::date::timestamp at time zone 'UTC'
        and l.created_at < (${installWeek}::date + 7)::timestamp at time zone 'UTC'
      group by u.user_id) s`;
  return (await query.execute(db)).rows[0];
}
