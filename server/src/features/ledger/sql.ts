import { type RawBuilder, sql } from 'kysely';
import type { Static } from 'typebox';
import type { CallerValue } from '../../kit/db/batched-read.ts';
import type { Db, Tx } from '../../kit/db/database.ts';
import { isoTime, jsonArray } from '../../kit/db/fragments.ts';
import { executePrepared } from '../../kit/db/prepared.ts';
import { newId } from '../../kit/id.ts';
import { type Keyset, pageRows } from '../../kit/page.ts';
import { asItem, type Movement, type Operation, type PostedMovement, pairsOf } from './rules.ts';
import type { CauseNames, EntryRow, LedgerEvent } from './schema.ts';

/** SQL of the `ref_id` of a row as UUID. Some causes have ids that are not UUIDs. */
const refId = (type: string, row = 'e'): string =>
  `case when ${row}.ref_type = '${type}' and ${row}.ref_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then ${row}.ref_id::uuid end`;
const inSeries = `'seriesId', s.id, 'seriesTitle', s.title, 'seriesTitleI18n', s.title_i18n`;
export const subjectSql = (row = 'e'): string => `coalesce(
  (select json_build_object('type', 'episode', 'id', n.id, ${inSeries}, 'episodeNumber', n.episode_number,
      'title', n.title, 'titleI18n', n.title_i18n, 'pictureAssetId', coalesce(n.thumb_asset_id, s.poster_asset_id))
    from episode_names n join series_names s on s.id = n.series_id where n.id = ${refId('episode', row)}),
  (select json_build_object('type', 'series', 'id', s.id, ${inSeries}, 'episodeNumber', null,
      'title', s.title, 'titleI18n', s.title_i18n, 'pictureAssetId', s.poster_asset_id)
    from series_names s where s.id = ${refId('series', row)})) as subject`;

/** SQL of the names of other causes: the code of a promo, the product of a purchase. */
export const causeSql = (row = 'e'): string => `coalesce(
  (select c.code from promo_codes c where c.id = ${refId('promo', row)}),
  (select c.product_id from purchase_names c where c.id = ${refId('purchase', row)})) as "causeLabel",
  (select c.bought from purchase_names c where c.id = ${refId('purchase', row)}) as bought`;

/**
 * Posts movements, one per user, and returns their results in order. Without `wait`, the movement of a user locked by
 * another transaction is skipped as `busy`.
 */
export async function postMany(
  tx: Tx,
  movements: readonly Movement[],
  { wait }: { wait: boolean },
): Promise<PostedMovement[]> {
  if (movements.length === 0) return [];
  const query = sql<PostedMovement>`
    with posted as (${postQuery(movements, { wait })})
    select outcome, event_id as "eventId", paid, bonus from posted order by n`;
  return executePrepared(tx, query);
}

/** Posts an operation of several parts as one event. */
export async function postParts(tx: Tx, operation: Operation): Promise<PostedMovement | undefined> {
  const { userId, reason, refType, refId, key, eventId = newId() } = operation;
  const cause = JSON.stringify({ reason, ref_type: refType, ref_id: refId });
  const { rows } = await sql<PostedMovement>`
    select outcome, event_id as "eventId", paid, bonus
    from ledger.post_parts(${eventId}, ${userId}, ${key}, ${cause}::jsonb, ${JSON.stringify(pairsOf(operation))}::jsonb)`.execute(
    tx,
  );
  return rows[0];
}

/** SQL that posts movements: rows of n, outcome, event_id, paid and bonus, where n counts from 0. */
export function postQuery(movements: readonly Movement[], { wait }: { wait: boolean }): RawBuilder<PostedMovement> {
  const items = JSON.stringify(movements.map((movement, n) => asItem(movement, n, newId())));
  return sql<PostedMovement>`
    select n, outcome, event_id, paid, bonus from ledger.post(${items}::jsonb, ${wait})`;
}

/** The movement of a user with an idempotency key. */
export async function findPosted(db: Db, userId: string, key: string): Promise<{ readonly refId: string } | undefined> {
  const query = sql<{ refId: string }>`
    select ref_id as "refId" from ledger.events where user_id = ${userId} and idem_key = ${key}`;
  return (await query.execute(db)).rows[0];
}

export interface Balances {
  paid: number;
  bonus: number;
}

/** SQL of the balances: the newest row of each wallet, a single index lookup. */
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
/** SQL of the wallets that changed as the text of a JSON array, in the order of the entries. */
const accounts = `'[' || case when e.paid_change = 0 and e.bonus_change = 0 then ''
  when e.paid_change = 0 then ${account('bonus')} when e.bonus_change = 0 then ${account('paid')}
  else ${account('bonus')} || ',' || ${account('paid')} end || ']'`;

/** Events of a user with the net change of the wallets. */
export function listEntries(db: Db, userId: string, keyset: Keyset): Promise<EntryRow[]> {
  const select = sql<EntryRow>`
    select e.no::text as id, e.id as "eventId", e.paid_change + e.bonus_change as amount, e.reason,
      e.ref_type as "refType", e.ref_id as "refId", e.created_at as "createdAt", (${sql.raw(accounts)})::json as accounts,
      ${sql.raw(subjectSql())}, ${sql.raw(causeSql())}
    from ledger.events e`;
  return pageRows(db, keyset, select, [sql`e.user_id = ${userId}`]);
}

const quoted = (column: string): string => `to_json(${column})::text`;
/** The same as JSON text, since `json_build_object` looks up types for every row. */
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

/** The caller's wallet. */
export const ownWallet: CallerValue<string> = { name: 'wallet', sql: walletJson };

const paidFor = `(select json_build_object('productId', p.product_id, 'platform', p.platform)
  from purchase_names p where p.id = ${refId('purchase')}) as "paidFor"`;

/** SQL of the refund by an admin that moved the coins, from its idempotency key. */
const refundId = `case when e.idem_key ~ '^(refund|unlock_reversal):[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
  then split_part(e.idem_key, ':', 2) end as "refundId"`;

interface EventRow extends Omit<Static<typeof LedgerEvent>, 'cause'>, CauseNames {
  userId: string;
  paidFor: { productId: string; platform: string } | null;
  refundId: string | null;
}

export async function findEvent(db: Db, id: string): Promise<EventRow | undefined> {
  const query = sql<EventRow>`
    select e.id as "eventId", e.user_id as "userId", e.reason, e.ref_type as "refType", e.ref_id as "refId",
           e.created_at as "createdAt",
           json_agg(json_build_object('id', n.id::text, 'account', n.account, 'userId', n.user_id, 'amount', n.amount)
             order by n.leg) as entries,
           ${sql.raw(subjectSql())}, ${sql.raw(causeSql())}, ${sql.raw(paidFor)}, ${sql.raw(refundId)}
    from ledger.events e join ledger.entries n on n.user_id = e.user_id and n.event_id = e.id
    where e.id = ${id} group by e.user_id, e.no`;
  return (await query.execute(db)).rows[0];
}

/** SQL of all coin movements of a user as a JSON array, oldest first. */
export const movementsJson = (userId: string): string =>
  jsonArray(`
    select e.id, e.reason, e.ref_type as "refType", e.ref_id as "refId", e.paid_change as "paid",
      e.bonus_change as "bonus", ${isoTime('e.created_at')} as "createdAt"
    from ledger.events e where e.user_id = ${userId} order by e.no`);
