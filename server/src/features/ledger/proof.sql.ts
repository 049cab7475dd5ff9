import { sql } from 'kysely';
import type { Db, Tx } from '../../kit/db/database.ts';

interface Proof {
  balancePaid: number;
  balanceBonus: number;
  entries: number;
  breaks: { eventId: string; what: string }[];
}

/**
 * Verifies the ledger of one user from the amounts alone: every event nets to zero and has the change that its rows add up
 * to, no row was written outside the transaction of its event, every wallet is numbered without a gap, and every running
 * total is the sum of the amounts so far.
 */
export async function proveUser(db: Db, userId: string): Promise<Proof> {
  const query = sql<Proof>`
    with mine as materialized (
      select event_id, account, amount, seq, total, xid from ledger.entries where user_id = ${userId}),
    booked as materialized (
      select coalesce(e.id, n.event_id) as event_id, bool_or(e.id is not null) as is_known, count(n.event_id) as legs,
             coalesce(sum(n.amount), 0) as net, bool_or(n.xid is distinct from e.xid and n.xid is not null) as is_strange,
             max(e.paid_change) as paid_change, max(e.bonus_change) as bonus_change,
             coalesce(sum(n.amount) filter (where n.account = 'wallet_paid'), 0) as paid,
             coalesce(sum(n.amount) filter (where n.account = 'wallet_bonus'), 0) as bonus
      from mine n full join (
        select id, xid, paid_change, bonus_change from ledger.events where user_id = ${userId}) e on e.id = n.event_id
      group by coalesce(e.id, n.event_id)),
    chain as (
      select event_id, seq, total, row_number() over w as expected_seq, sum(amount) over w as expected_total
      from mine where seq is not null window w as (partition by account order by seq)),
    wrong as (
      select event_id, what from booked cross join lateral (values
        ('has no rows', is_known and legs = 0), ('does not net to zero', net <> 0 or legs = 1),
        ('has rows from elsewhere', is_strange),
        ('says another change than its rows', (paid_change, bonus_change) <> (paid, bonus))) w (what, is_so)
      where is_so
      union all
      select event_id, case when seq <> expected_seq then 'breaks the numbering'
        when total <> expected_total then 'breaks the running total' else 'is below zero' end
      from chain where seq <> expected_seq or total <> expected_total or total < 0)
    select coalesce(sum(amount) filter (where account = 'wallet_paid'), 0)::bigint as "balancePaid",
           coalesce(sum(amount) filter (where account = 'wallet_bonus'), 0)::bigint as "balanceBonus",
           count(*) as entries, coalesce((select json_agg(b) from (
             select event_id as "eventId", what from wrong limit 100) b), '[]') as breaks
    from mine`;
  return (await query.execute(db)).rows[0] ?? { balancePaid: 0, balanceBonus: 0, entries: 0, breaks: [] };
}

export interface ProofResult {
  holds: boolean;
  upToNo: number;
  checkedAt: Date;
  ageS: number;
  /** Events that are not proven yet. */
  eventsBehind: number;
  /** Age of the oldest of them; at least the time since the last proof during which some were waiting. */
  behindS: number;
}

/** Above this, events behind are estimated from the sequence. */
const countedAtMost = 10_000;

/** The last result of the scheduled proof, with its age and backlog. */
export async function findProofResult(db: Db): Promise<ProofResult | undefined> {
  const query = sql<ProofResult>`
    select p.holds, p.up_to_no as "upToNo", p.created_at as "checkedAt",
           greatest(0, extract(epoch from clock() - p.created_at))::float8 as "ageS",
           case when p.is_far then p.last_value - p.up_to_no else u.events end as "eventsBehind",
           coalesce(greatest(0, extract(epoch from clock() - least(u.oldest, p.waiting_since))), 0)::float8 as "behindS"
    from (
      select v.*, s.last_value, s.last_value - v.up_to_no > ${sql.lit(countedAtMost)} as is_far
      from ledger.proofs v cross join ledger.events_no_seq s order by v.no desc limit 1) p
    cross join lateral (
      select count(*) as events, min(e.created_at) as oldest from ledger.events e
      where e.no > p.up_to_no
        and e.no <= case when p.is_far then p.up_to_no + ${sql.lit(countedAtMost)} else 9223372036854775807 end) u`;
  return (await query.execute(db)).rows[0];
}

interface ProofProgress {
  events: number;
  /** Whether more events can be proven now. */
  more: boolean;
}

/** Proves the next events, in the database. */
export async function proveNext(tx: Tx, most: number): Promise<ProofProgress> {
  const { rows } = await sql<ProofProgress>`select events, more from ledger.prove(${most})`.execute(tx);
  return rows[0] ?? { events: 0, more: false };
}

/** Proves broken events again. */
export async function recheckBreaks(tx: Tx, most: number): Promise<void> {
  await sql`select ledger.recheck(${most})`.execute(tx);
}
