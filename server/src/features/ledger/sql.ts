import { sql } from 'kysely';
import type { CallerValue } from '../../kit/db/batched-read.ts';
import type { Db, Tx } from '../../kit/db/database.ts';
import { isoTime } from '../../kit/db/json.ts';
import { newId } from '../../kit/id.ts';
import { type Keyset, pageRows } from '../../kit/page.ts';
import { asItem, type Movement, type PostedMovement } from './rules.ts';

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
export async function postMany(
  tx: Tx,
  movements: readonly Movement[],
  { wait }: { wait: boolean },
): Promise<PostedMovement[]> {
  if (movements.length === 0) return [];
  const items = JSON.stringify(movements.map((movement, n) => asItem(movement, n, newId())));
  const { rows } = await sql<PostedMovement>`
    select outcome, event_id as "eventId", paid, bonus from ledger.post(${items}::jsonb, ${wait})
    order by n`.execute(tx);
  return rows;
}

/** Whether a key has moved this user's coins. */
export async function isPosted(db: Db, userId: string, key: string): Promise<boolean> {
  const query = sql`select from ledger.events where user_id = ${userId} and idem_key = ${key}`;
  return (await query.execute(db)).rows.length > 0;
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
  `'{"account":"wallet_${wallet}","amount":' || e.${wallet}_change || '}'`;
/** Only the wallets that changed, in the order of the entries, as the text of a JSON list. */
const accounts = `'[' || case when e.paid_change = 0 then ${account('bonus')} when e.bonus_change = 0 then ${account('paid')}
  else ${account('bonus')} || ',' || ${account('paid')} end || ']'`;

/** Events as the user sees them: the net change of the wallets, and by which wallet. */
export function listEntries(db: Db, userId: string, keyset: Keyset): Promise<EntryRow[]> {
  const select = sql<EntryRow>`
    select e.no::text as id, e.id as "eventId", e.paid_change + e.bonus_change as amount, e.reason,
      e.ref_type as "refType", e.ref_id as "refId", e.created_at as "createdAt", (${sql.raw(accounts)})::json as accounts
    from ledger.events e`;
  return pageRows(db, keyset, select, [sql`e.user_id = ${userId}`]);
}

const quoted = (column: string): string => `to_json(${column})::text`;
/** The same as JSON, put together as text: the database's own functions look every type up again for every row. */
const entryJson = `'{"id":"' || e.no || '","eventId":"' || e.id || '","amount":' || e.paid_change + e.bonus_change
  || ',"reason":' || ${quoted('e.reason')} || ',"refType":' || ${quoted('e.ref_type')} || ',"refId":' || ${quoted('e.ref_id')}
  || ',"createdAt":"' || ${isoTime('e.created_at')} || '","accounts":' || ${accounts} || '}'`;

/** A user's wallet as JSON: the balances, each looked up once because of the `offset`, and the newest entries. */
const walletJson = (userId: string): string => `
  (select '{"balanceTotal":' || b.paid + b.bonus || ',"balancePaid":' || b.paid || ',"balanceBonus":' || b.bonus
    || ',"recentEntries":[' || coalesce((
      select string_agg(${entryJson}, ',')
      from (select * from ledger.events e where e.user_id = ${userId} order by e.no desc limit 20) e), '') || ']}'
   from (select ${balanceColumns(userId)} offset 0) b)`;

/** The caller's wallet, asked for with the caller; it changes with every event of theirs, and with nothing else. */
export const ownWallet: CallerValue<string> = {
  name: 'wallet',
  sql: walletJson,
  version: (userId) =>
    `coalesce((select e.no from ledger.events e where e.user_id = ${userId} order by e.no desc limit 1), 0)`,
};

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
