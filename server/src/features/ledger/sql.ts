import { sql } from 'kysely';
import type { Db, Tx } from '../../kit/db/database.ts';
import type { Answering, Own } from '../../kit/db/hot-read.ts';
import { newId } from '../../kit/id.ts';
import { asItem, type Movement, type Posted } from './rules.ts';

export interface EntryRow {
  id: string;
  eventId: string;
  amount: number;
  reason: string;
  refType: string;
  refId: string;
  createdAt: Date;
  accounts: { account: string; amount: number }[];
}

/**
 * Sends movements to the ledger, one for each user; the answers come in the same order. Without `wait`, a user whom
 * another transaction holds is passed over and said to be busy, so that none of the others waits for them.
 */
export async function postMany(tx: Tx, movements: readonly Movement[], { wait }: { wait: boolean }): Promise<Posted[]> {
  if (movements.length === 0) return [];
  const items = JSON.stringify(movements.map((movement, n) => asItem(movement, n, newId())));
  const { rows } = await sql<Posted>`
    select outcome, event_id as "eventId", paid, bonus from ledger.post(${items}::jsonb, ${wait})
    order by n`.execute(tx);
  return rows;
}

export interface Balances {
  paid: number;
  bonus: number;
}

/** The newest row of each wallet: one step in the index, however long the history. */
export const balanceColumns = (userId: string): string => `
  coalesce((select total from ledger.entries where user_id = ${userId} and account = 'wallet_paid' and seq is not null
    order by seq desc limit 1), 0) as paid,
  coalesce((select total from ledger.entries where user_id = ${userId} and account = 'wallet_bonus' and seq is not null
    order by seq desc limit 1), 0) as bonus`;

export async function findBalances(db: Db, userId: string): Promise<Balances> {
  const query = sql<Balances>`select ${sql.raw(balanceColumns('u.id'))} from (select ${userId}::uuid as id) u`;
  return (await query.execute(db)).rows[0] ?? { paid: 0, bonus: 0 };
}

const account = (wallet: 'paid' | 'bonus'): string =>
  `json_build_object('account', 'wallet_${wallet}', 'amount', e.${wallet}_change)`;
/** Only the wallets that changed, in the order of the entries. */
const accounts = `case when e.paid_change = 0 then json_build_array(${account('bonus')})
  when e.bonus_change = 0 then json_build_array(${account('paid')})
  else json_build_array(${account('bonus')}, ${account('paid')}) end`;

/** Events as the user sees them: the net change of the wallets, and by which wallet. */
export const entryColumns = `
  e.no::text as id, e.id as "eventId", e.paid_change + e.bonus_change as amount, e.reason, e.ref_type as "refType",
  e.ref_id as "refId", e.created_at as "createdAt", ${accounts} as accounts`;

export async function listEntries(db: Db, userId: string, before: string | null, limit: number): Promise<EntryRow[]> {
  const query = sql<EntryRow>`
    select ${sql.raw(entryColumns)} from ledger.events e
    where e.user_id = ${userId} and (${before}::bigint is null or e.no < ${before}::bigint)
    order by e.no desc limit ${limit}`;
  return (await query.execute(db)).rows;
}

/** Where both wallets stand, as one text: it changes with every movement of the user's coins, and with nothing else. */
const standing = (userId: string): string => {
  const newest = (account: string): string => `coalesce((select seq || ':' || total from ledger.entries
    where user_id = ${userId} and account = '${account}' and seq is not null order by seq desc limit 1), '')`;
  return `${newest('wallet_paid')} || ' ' || ${newest('wallet_bonus')}`;
};

export const ownStanding: Own<string> = { name: 'standing', sql: standing };

export interface WalletRow extends Balances, Answering {
  standing: string;
  recent: EntryRow[];
}

/** Balances and newest entries of many users in one statement, for the wallets that are read at the same moment. */
export const walletStatement = `
  select q.n, ${standing('q.id')} as standing, ${balanceColumns('q.id')}, coalesce((
    select json_agg(r) from (
      select ${entryColumns} from ledger.events e
      where e.user_id = q.id order by e.no desc limit 20) r), '[]') as recent
  from unnest($1::uuid[]) with ordinality as q (id, n)`;

export interface EventRow {
  eventId: string;
  userId: string;
  reason: string;
  refType: string;
  refId: string;
  createdAt: Date;
  entries: { id: string; account: string; userId: string; amount: number }[];
}

export async function findEvent(db: Db, id: string): Promise<EventRow | undefined> {
  const query = sql<EventRow>`
    select e.id as "eventId", e.user_id as "userId", e.reason, e.ref_type as "refType", e.ref_id as "refId",
           e.created_at as "createdAt",
           json_agg(json_build_object('id', n.id::text, 'account', n.account, 'userId', n.user_id, 'amount', n.amount)
             order by n.leg) as entries
    from ledger.events e join ledger.entries n on n.user_id = e.user_id and n.event_id = e.id
    where e.id = ${id} group by e.user_id, e.no`;
  return (await query.execute(db)).rows[0];
}

export interface Break {
  userId: string;
  eventId: string;
  what: string;
}

/**
 * Recomputes a user's book from the amounts alone: every event nets to zero, every wallet is numbered without a gap,
 * every running total is the sum of what came before, and no row came from outside the transaction of its event.
 */
const breaksOf = (userIds: string): string => `
  select user_id as "userId", event_id as "eventId", 'does not net to zero' as what from ledger.entries
    where user_id in (${userIds}) group by user_id, event_id having sum(amount) <> 0 or count(*) < 2
  union all
  select e.user_id, e.id, 'has no rows' from ledger.events e where e.user_id in (${userIds}) and not exists (
    select from ledger.entries n where n.user_id = e.user_id and n.event_id = e.id)
  union all
  select distinct n.user_id, n.event_id, 'has rows from elsewhere' from ledger.entries n
    where n.user_id in (${userIds}) and not exists (
      select from ledger.events e where e.user_id = n.user_id and e.id = n.event_id and e.xid = n.xid)
  union all
  select e.user_id, e.id, 'says another change than its rows' from ledger.events e cross join lateral (
    select coalesce(sum(amount) filter (where account = 'wallet_paid'), 0) as paid,
           coalesce(sum(amount) filter (where account = 'wallet_bonus'), 0) as bonus
    from ledger.entries n where n.user_id = e.user_id and n.event_id = e.id) w
    where e.user_id in (${userIds}) and (e.paid_change, e.bonus_change) <> (w.paid, w.bonus)
  union all
  select user_id, event_id, case when seq <> expected_seq then 'breaks the numbering'
    when total <> expected_total then 'breaks the running total' else 'is below zero' end
  from (select user_id, event_id, seq, total, row_number() over w as expected_seq, sum(amount) over w as expected_total
    from ledger.entries where user_id in (${userIds}) and seq is not null
    window w as (partition by user_id, account order by seq)) chain
  where seq <> expected_seq or total <> expected_total or total < 0`;

export interface Proof {
  balancePaid: number;
  balanceBonus: number;
  entries: number;
  breaks: Break[];
}

export async function proveUser(db: Db, userId: string): Promise<Proof> {
  const query = sql<Proof>`
    with mine as (select ${userId}::uuid as id),
    sums as (select coalesce(sum(amount) filter (where account = 'wallet_paid'), 0)::bigint as "balancePaid",
                    coalesce(sum(amount) filter (where account = 'wallet_bonus'), 0)::bigint as "balanceBonus",
                    count(*) as entries from ledger.entries where user_id = (select id from mine))
    select sums.*, coalesce((select json_agg(b) from (${sql.raw(breaksOf('select id from mine'))} limit 100) b), '[]') as breaks
    from sums`;
  return (await query.execute(db)).rows[0] ?? { balancePaid: 0, balanceBonus: 0, entries: 0, breaks: [] };
}

export interface Verdict {
  holds: boolean;
  events: number;
  upToNo: number;
  breaks: Break[];
  createdAt: Date;
}

export async function findVerdict(db: Db): Promise<Verdict | undefined> {
  const query = sql<Verdict>`
    select holds, events, up_to_no as "upToNo", breaks, created_at as "createdAt"
    from ledger.proofs order by up_to_no desc, created_at desc, id desc limit 1`;
  return (await query.execute(db)).rows[0];
}

/** A transaction is over within this time: what began earlier and is not to be seen was undone. */
const settledMs = 60_000;

/**
 * Proves the books of those whose coins moved since the last proof, and keeps the verdict. Numbers are given before
 * COMMIT, so only events below the first one that may still have unseen neighbours are taken. Books that were found
 * broken are looked at again each time: a verdict holds only once they are mended.
 */
export async function proveMoved(tx: Tx, last: Verdict | undefined, most: number, now: Date): Promise<number> {
  const sinceNo = last?.upToNo ?? 0;
  const settled = new Date(now.getTime() - settledMs);
  const moved = await sql<{ events: number; upTo: number; users: string[] }>`
    select count(*) as events, coalesce(max(no), ${sinceNo}) as "upTo", coalesce(array_agg(distinct user_id), '{}') as users
    from (select no, user_id from ledger.events
      where no > ${sinceNo} and no < coalesce(
        (select min(no) from ledger.events where no > ${sinceNo}
          and (created_at >= ${settled} or xid >= pg_snapshot_xmin(pg_current_snapshot()))), 9223372036854775807)
      order by no limit ${most}) e`.execute(tx);
  const { events = 0, upTo = sinceNo, users = [] } = moved.rows[0] ?? {};
  const broken = last?.breaks.map(({ userId }) => userId) ?? [];
  if (events === 0 && broken.length === 0) return 0;
  const breaks = await findBreaks(tx, [...new Set([...users, ...broken])]);
  await sql`insert into ledger.proofs (id, holds, events, up_to_no, breaks, created_at)
    values (${newId()}, ${breaks.length === 0}, ${events}, ${upTo}, ${JSON.stringify(breaks)}, ${now})`.execute(tx);
  return events;
}

async function findBreaks(tx: Tx, users: string[]): Promise<Break[]> {
  const found = await sql<Break>`
    with moved as (select unnest(${users}::uuid[]) as id) ${sql.raw(breaksOf('select id from moved'))} limit 1000`.execute(
    tx,
  );
  return found.rows;
}
