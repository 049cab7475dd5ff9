import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db, Tx } from '../../kit/db/database.ts';
import { findFigure, storeFigure } from '../../kit/metrics.ts';
import type { Period } from '../../kit/period.ts';
import { type AccountSum, watchedRows } from './rules.ts';

/** All markets together. */
export const everyMarket = '*';

/** The UTC day of the row `r`; one without an event counts from the beginning on. */
export const dayOfRow = sql<string>`coalesce((r.created_at at time zone 'UTC')::date, '1970-01-01'::date)`;

/** The country that the user of an event had when it was made; '' for none. */
const countryThen = (userId: string, no: string): RawBuilder<string> => sql`coalesce(
  (select p.country_code from user_past_countries p
    where p.user_id = ${sql.raw(userId)} and p.up_to_no >= ${sql.raw(no)} order by p.up_to_no limit 1),
  (select l.country_code from user_listing l where l.user_id = ${sql.raw(userId)}), '')`;
export const marketOfRow = countryThen('r.user_id', 'r.no');

/** For lists of events `e`. */
export const isInMarket = (market: string): RawBuilder<SqlBool> => sql`${countryThen('e.user_id', 'e.no')} = ${market}`;

export const isAmong = (members: RawBuilder<unknown>): RawBuilder<SqlBool> => sql`e.user_id in (${members})`;

/**
 * The last summed row. It only grows, so a value read before the sums is a lower bound, by which unsummed rows are found
 * quickly.
 */
export async function findUpTo(db: Db): Promise<number> {
  const query = sql<{ upTo: number }>`select up_to_id as "upTo" from economy_progress`;
  return (await query.execute(db)).rows[0]?.upTo ?? 0;
}

/** The unsummed rows by day, market and account. */
const tailAfter = (upTo: number) => sql`
  select ${dayOfRow} as day, ${marketOfRow} as market, r.account::text as account, sum(r.amount)::bigint as amount
  from ledger_rows r
  where r.id > ${upTo} and r.id > (select up_to_id from economy_progress)
  group by 1, 2, 3`;

/** Over the whole ledger; `tail` are the unsummed rows. */
const isBreached = sql<boolean>`
  coalesce((select sum(d.amount) from economy_days d where d.market = ${sql.lit(everyMarket)}), 0)
    + coalesce((select sum(t.amount) from tail t), 0) <> 0
  or exists (select from unbalanced_events)`;

export interface Sums {
  sums: AccountSum[];
  zeroSumBreach: boolean;
}

const noSums: Sums = { sums: [], zeroSumBreach: false };

/** From rows of day, account and amount: those of the period by day, and the total of wallets before it. */
const groupedIn = ({ start }: Period) => sql`
  coalesce((select json_agg(s) from (
    select case when c.day >= ${start}::date then c.day end as day, c.account, sum(c.amount)::bigint as amount
    from counted c where c.day >= ${start}::date or c.account in ('wallet_paid', 'wallet_bonus')
    group by 1, 2) s), '[]') as sums`;

/**
 * Coins that users brought to a market or took away from it by moving to another country, as day, account and amount.
 */
const movedUsers = (period: Period, market: string, whose: RawBuilder<SqlBool>): RawBuilder<unknown> => {
  const moves = (column: 'to_market' | 'from_market', sign: 1 | -1) => sql`
    select m.day, w.account, ${sql.lit(sign)} * w.amount from user_coin_moves m
    cross join lateral (values ('wallet_paid', m.paid), ('wallet_bonus', m.bonus)) w (account, amount)
    where m.${sql.raw(column)} = ${market} and m.day <= ${period.end}::date and ${whose}`;
  return sql`union all ${moves('to_market', 1)} union all ${moves('from_market', -1)}`;
};

/** Movements in a period and before it, in a market or in all. */
export async function sumPeriod(db: Db, period: Period, market: string | undefined, upTo: number): Promise<Sums> {
  const inMarket = market === undefined ? sql`true` : sql`t.market = ${market}`;
  const query = sql<Sums>`
    with tail as materialized (${tailAfter(upTo)}),
    counted as (
      select d.day, d.account, d.amount from economy_days d
      where d.market = ${market ?? everyMarket} and d.day <= ${period.end}::date
      union all
      select t.day, t.account, t.amount from tail t where ${inMarket} and t.day <= ${period.end}::date
      ${market === undefined ? sql`` : movedUsers(period, market, sql`true`)})
    select ${groupedIn(period)}, ${isBreached} as "zeroSumBreach"`;
  return (await query.execute(db)).rows[0] ?? noSums;
}

interface SegmentSums {
  readonly members: RawBuilder<unknown>;
  readonly sums: RawBuilder<unknown>;
  readonly market: string | undefined;
}

/**
 * The same for these users, from the movements, because membership in a segment is evaluated on each request. `sums` are
 * the day, account and amount of the movements of `members`.
 */
export async function sumPeriodOf(
  db: Db,
  period: Period,
  { members, sums, market }: SegmentSums,
  upTo: number,
): Promise<Sums> {
  const query = sql<Sums>`
    with tail as materialized (${tailAfter(upTo)}),
    members as materialized (${members}),
    counted (day, account, amount) as (${sums}
      ${market === undefined ? sql`` : movedUsers(period, market, sql`m.user_id in (select user_id from members)`)})
    select ${groupedIn(period)}, ${isBreached} as "zeroSumBreach"`;
  return (await query.execute(db)).rows[0] ?? noSums;
}

/**
 * Whether the whole ledger, or one of its events, does not sum to zero; null if too many rows are unsummed to check
 * quickly.
 */
export async function findZeroSumBreach(db: Db): Promise<boolean | null> {
  const progress = await sql<{ upTo: number; newest: number }>`
    select p.up_to_id as "upTo", s.last_value as newest from economy_progress p, ledger.entries_id_seq s`.execute(db);
  const { upTo = 0, newest = 0 } = progress.rows[0] ?? {};
  if (newest - upTo > watchedRows) return null;
  const query = sql<{ breach: boolean }>`
    with tail as materialized (${tailAfter(upTo)}) select ${isBreached} as breach`;
  return (await query.execute(db)).rows[0]?.breach ?? null;
}

const breachFigure = 'zero_sum_breach';

/** Stores whether the ledger sums to zero, for frequent readers. */
export async function measureZeroSum(tx: Tx, now: Date): Promise<void> {
  await storeFigure(tx, breachFigure, await findZeroSumBreach(tx), now);
}

export interface MeasuredBreach {
  readonly zeroSumBreach: boolean | null;
  readonly zeroSumCheckedAt: Date | null;
}

/** The result of the last check. */
export async function findMeasuredBreach(db: Db): Promise<MeasuredBreach> {
  const { value, measuredAt = null } = (await findFigure(db, breachFigure)) ?? {};
  return { zeroSumBreach: typeof value === 'boolean' ? value : null, zeroSumCheckedAt: measuredAt };
}

export interface Summed {
  rows: number;
  /** Whether more rows can be added immediately. */
  more: boolean;
}

/**
 * Adds the next rows to the sums, at most `size` numbers of them. Numbers are assigned before COMMIT, so only rows below
 * the first one that may have uncommitted neighbours are taken, as in the proof of the ledger. Concurrent calls are
 * serialized, and the second continues where the first ended.
 */
export async function sumNext(tx: Tx, size: number): Promise<Summed> {
  const { rows } = await sql<{ since: number }>`
    select up_to_id as since from economy_progress for update`.execute(tx);
  const since = rows[0]?.since ?? 0;
  const summed = await sumAfter(tx, since, size);
  if (summed.seen > 0) return summed;
  // Rolled back transactions leave gaps of any width.
  const next = await sql<{ id: number | null }>`
    select min(r.id) as id from ledger_rows r
    where r.id > ${since + size} and r.id <= (select last_value from ledger.entries_id_seq)`.execute(tx);
  const id = next.rows[0]?.id ?? null;
  return id === null ? summed : sumAfter(tx, id - 1, size);
}

async function sumAfter(tx: Tx, since: number, size: number): Promise<Summed & { seen: number }> {
  const query = sql<{ seen: number; rows: number; upTo: number | null }>`
    with candidate as materialized (
      select r.*, coalesce(r.created_at >= clock() - interval '1 minute' and r.created_at < clock() + interval '1 minute',
          false) or (r.xid >= pg_snapshot_xmin(pg_current_snapshot()) and r.xid < pg_snapshot_xmax(pg_current_snapshot()))
        as is_open
      from ledger_rows r
      where r.id > ${since} and r.id <= least(${since + size}, (select last_value from ledger.entries_id_seq))),
    settled as materialized (
      select c.* from candidate c
      where c.id < coalesce((select min(o.id) from candidate o where o.is_open), 9223372036854775807)),
    placed as (
      select ${dayOfRow} as day, ${marketOfRow} as market, r.account::text as account, r.amount from settled r),
    added as (
      insert into economy_days as d (market, day, account, amount)
      select case when grouping(p.market) = 1 then ${sql.lit(everyMarket)} else p.market end, p.day, p.account,
        sum(p.amount)::bigint
      from placed p group by grouping sets ((p.day, p.account, p.market), (p.day, p.account))
      on conflict on constraint economy_days_pk do update set amount = d.amount + excluded.amount)
    select (select count(*) from candidate) as seen, count(*) as rows, max(s.id) as "upTo" from settled s`;
  const { seen = 0, rows = 0, upTo = null } = (await query.execute(tx)).rows[0] ?? {};
  if (upTo !== null) await sql`update economy_progress set up_to_id = ${upTo}`.execute(tx);
  return { seen, rows, more: rows > 0 && rows === seen };
}

/** Whether the sums equal those of the rows. Rows never change, so they differ only if somebody bypassed the guards. */
export async function areSumsRight(db: Db): Promise<boolean> {
  const query = sql<{ right: boolean }>`
    with kept as (
      select d.account, sum(d.amount) as amount from economy_days d
      where d.market = ${sql.lit(everyMarket)} group by d.account),
    counted as (
      select r.account::text as account, sum(r.amount) as amount from ledger_rows r
      where r.id <= (select up_to_id from economy_progress) group by r.account)
    select not exists (select from kept k full join counted c on c.account = k.account
      where coalesce(k.amount, 0) <> coalesce(c.amount, 0)) as right`;
  return (await query.execute(db)).rows[0]?.right ?? true;
}

/** Deletes the sums, so that they are computed again. */
export async function deleteSums(tx: Tx): Promise<void> {
  await sql`update economy_progress set up_to_id = 0`.execute(tx);
  await sql`delete from economy_days`.execute(tx);
}
