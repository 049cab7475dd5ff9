import { sql } from 'kysely';
import type { Db, Tx } from '../../kit/db/database.ts';
import { dayOfRow, everyMarket, marketOfRow } from './sql.ts';

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
