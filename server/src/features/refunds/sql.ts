import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db, Tx } from '../../kit/db/database.ts';
import { eqId, filters, gte, inlineLiteral, lt } from '../../kit/db/filters.ts';
import { isoTime, jsonArray } from '../../kit/db/fragments.ts';
import { type Keyset, pageRows, type TimeCursor } from '../../kit/page.ts';
import type { MoneyState, RefundStatus } from './rules.ts';

interface Person {
  id: string;
  email: string;
  name: string;
}

/** The product as shown to admins: a package by its coins, a subscription by its name. */
interface BoughtRow {
  kind: 'coin_pack' | 'subscription';
  productName: string | null;
  coinsGranted: number;
  bonusCoins: number;
}

export interface RefundRow {
  id: string;
  userId: string;
  userName: string | null;
  isGuest: boolean;
  countryCode: string | null;
  purchaseId: string;
  productId: string;
  bought: BoughtRow;
  platform: string;
  status: RefundStatus;
  amountCents: number;
  currency: string;
  amountUsdCents: number;
  reason: string;
  reverseUnlocks: boolean;
  reversedUnlockIds: string[];
  coinsDeducted: number;
  underpaidCents: number;
  ledgerEventId: string | null;
  approvalId: string | null;
  requestedBy: Person | null;
  decidedBy: Person | null;
  rejectReason: string | null;
  createdAt: Date;
  executedAt: Date | null;
  rejectedAt: Date | null;
  confirmedCents: number;
  confirmedAt: Date | null;
  reversedAt: Date | null;
  money: MoneyState;
  moneyReason: string | null;
  moneyAt: Date | null;
}

const person = (alias: string): string =>
  `case when ${alias}.id is not null then json_build_object('id', ${alias}.id, 'email', ${alias}.email, 'name', ${alias}.name) end`;
const select = sql<RefundRow>`
  select r.id, r.user_id as "userId", coalesce(u.display_name, u.email) as "userName", u.is_guest as "isGuest",
    u.country_code as "countryCode", r.purchase_id as "purchaseId", r.product_id as "productId", p.bought, r.platform, r.status,
    r.amount_cents as "amountCents", r.currency, r.amount_usd_cents as "amountUsdCents", r.reason, r.reverse_unlocks as "reverseUnlocks",
    r.reversed_unlock_ids as "reversedUnlockIds", r.coins_deducted as "coinsDeducted",
    r.underpaid_cents as "underpaidCents", r.event_id as "ledgerEventId", r.approval_id as "approvalId",
    ${sql.raw(person('a'))} as "requestedBy", ${sql.raw(person('d'))} as "decidedBy", r.reject_reason as "rejectReason",
    r.created_at as "createdAt", r.executed_at as "executedAt", r.rejected_at as "rejectedAt",
    r.confirmed_cents as "confirmedCents", r.confirmed_at as "confirmedAt",
    r.reversed_at as "reversedAt", r.money, r.money_reason as "moneyReason", r.money_at as "moneyAt"
  from refunds r join user_profiles u on u.id = r.user_id
    join purchase_names p on p.user_id = r.user_id and p.id = r.purchase_id left join admin_names a on a.id = r.requested_by
    left join admin_names d on d.id = r.decided_by`;

export interface RefundFilters {
  status?: RefundStatus | undefined;
  userId?: string | undefined;
  purchaseId?: string | undefined;
  money?: MoneyState | undefined;
  from?: Date | undefined;
  before?: Date | undefined;
}

const conditions = filters<RefundFilters>({
  status: (status) => sql`r.status = ${inlineLiteral(status)}`,
  userId: eqId('r.user_id'),
  purchaseId: eqId('r.purchase_id'),
  money: (money) => sql`r.money = ${inlineLiteral(money)}`,
  from: gte('r.created_at'),
  before: lt('r.created_at'),
});

export const listRefunds = (db: Db, given: RefundFilters, keyset: Keyset): Promise<RefundRow[]> =>
  pageRows(db, keyset, select, conditions(given));

const rowsWhere = async (db: Db, where: RawBuilder<SqlBool>): Promise<RefundRow[]> =>
  (await sql<RefundRow>`${select} where ${where} order by r.created_at desc, r.id desc`.execute(db)).rows;

export const findRefund = async (db: Db, id: string): Promise<RefundRow | undefined> =>
  (await rowsWhere(db, sql`r.id = ${id}`))[0];

/** The refund that a request caused. The id was that of the request before it had a column of its own. */
export const findRefundByCause = async (db: Db, causeId: string): Promise<RefundRow | undefined> =>
  (await rowsWhere(db, sql`(r.cause_id = ${causeId} or r.id = ${causeId})`))[0];

export const findRefunds = (db: Db, ids: readonly string[]): Promise<RefundRow[]> =>
  rowsWhere(db, sql`r.id = any(${[...ids]}::uuid[])`);

/** All refunds of a purchase, newest first. */
export const listRefundsOf = (db: Db, purchaseId: string): Promise<RefundRow[]> =>
  rowsWhere(db, sql`r.purchase_id = ${purchaseId}`);

/** Refunds of a user before a point in their timeline, newest first. */
export async function listRefundsBefore(
  db: Db,
  userId: string,
  before: TimeCursor,
  limit: number,
): Promise<RefundRow[]> {
  const query = sql<RefundRow>`
    ${select} where r.user_id = ${userId} and (r.created_at, r.id) < (${before.at}, ${before.id}::uuid)
    order by r.created_at desc, r.id desc limit ${limit}`;
  return (await query.execute(db)).rows;
}

/** The cents in pending refunds, by purchase. */
export async function sumPending(db: Db, purchaseIds: readonly string[]): Promise<(purchaseId: string) => number> {
  const { rows } = await sql<{ id: string; cents: number }>`
    select purchase_id as id, sum(amount_cents)::bigint as cents from refunds
    where purchase_id = any(${[...purchaseIds]}::uuid[]) and status = 'pending' group by purchase_id`.execute(db);
  const sums = new Map(rows.map(({ id, cents }) => [id, cents]));
  return (id) => sums.get(id) ?? 0;
}

export type NewRefund = Readonly<
  Pick<
    RefundRow,
    | 'id'
    | 'userId'
    | 'purchaseId'
    | 'productId'
    | 'platform'
    | 'amountCents'
    | 'currency'
    | 'amountUsdCents'
    | 'reason'
    | 'reverseUnlocks'
    | 'coinsDeducted'
    | 'underpaidCents'
    | 'ledgerEventId'
  > & {
    status: 'pending' | 'executed';
    requestedBy: string | null;
    /** Id of the idempotent request; null if the provider made the refund. */
    causeId: string | null;
  }
>;

export async function insertRefund(tx: Tx, row: NewRefund, now: Date): Promise<void> {
  const executedAt = row.status === 'executed' ? now : null;
  await sql`
    insert into refunds (user_id, id, purchase_id, product_id, platform, status, amount_cents, currency, amount_usd_cents,
      reason, reverse_unlocks, coins_deducted, underpaid_cents, event_id, requested_by, cause_id, created_at,
      executed_at)
    values (${row.userId}, ${row.id}, ${row.purchaseId}, ${row.productId}, ${row.platform}, ${row.status},
      ${row.amountCents}, ${row.currency}, ${row.amountUsdCents}, ${row.reason}, ${row.reverseUnlocks},
      ${row.coinsDeducted}, ${row.underpaidCents}, ${row.ledgerEventId}, ${row.requestedBy}, ${row.causeId}, ${now},
      ${executedAt})`.execute(tx);
}

export async function setApproval(tx: Tx, id: string, approvalId: string): Promise<void> {
  await sql`update refunds set approval_id = ${approvalId} where id = ${id}`.execute(tx);
}

type Execution = Pick<
  RefundRow,
  'coinsDeducted' | 'underpaidCents' | 'ledgerEventId' | 'reversedUnlockIds' | 'amountUsdCents'
> & { readonly decidedBy: string | null };

export async function markExecuted(tx: Tx, id: string, done: Execution, now: Date): Promise<void> {
  await sql`
    update refunds set status = 'executed', executed_at = ${now}, coins_deducted = ${done.coinsDeducted},
      underpaid_cents = ${done.underpaidCents}, event_id = ${done.ledgerEventId},
      reversed_unlock_ids = ${done.reversedUnlockIds}::uuid[], decided_by = ${done.decidedBy},
      amount_usd_cents = ${done.amountUsdCents}
    where id = ${id}`.execute(tx);
}

/** Rejects pending refunds. Their approvals are locked. */
export async function markRejected(
  tx: Tx,
  rejections: readonly { readonly id: string; readonly reason: string }[],
  decidedBy: string | null,
  now: Date,
): Promise<void> {
  await sql`
    update refunds r set status = 'rejected', rejected_at = ${now}, reject_reason = x.reason, decided_by = ${decidedBy}
    from jsonb_to_recordset(${JSON.stringify(rejections)}::jsonb) as x (id uuid, reason text)
    where r.id = x.id`.execute(tx);
}

/** Marks refunds that the provider made of a purchase as reversed, by amount and coin movement. The user is locked. */
export async function markReversed(
  tx: Tx,
  { userId, purchaseId }: Pick<RefundRow, 'userId' | 'purchaseId'>,
  reversed: readonly { readonly cents: number; readonly eventId: string | null }[],
  now: Date,
): Promise<void> {
  for (const { cents, eventId } of reversed) {
    await sql`
      update refunds set reversed_at = ${now} where id = (
        select id from refunds
        where user_id = ${userId} and purchase_id = ${purchaseId} and requested_by is null and reversed_at is null
          and amount_cents = ${cents} and event_id is not distinct from ${eventId}
        order by created_at limit 1)`.execute(tx);
  }
}

/** Locks a refund, whose user is not locked: only what became of its money may be changed. */
export async function lockMoney(tx: Tx, id: string): Promise<MoneyRow | undefined> {
  const query = sql<MoneyRow>`
    select id, purchase_id as "purchaseId", platform, amount_cents as "amountCents", currency, money,
      money_at as "moneyAt", money_retries as retries, confirmed_cents as "confirmedCents"
    from refunds where id = ${id} for no key update`;
  return (await query.execute(tx)).rows[0];
}

export interface MoneyRow {
  readonly id: string;
  readonly purchaseId: string;
  readonly platform: string;
  readonly amountCents: number;
  readonly currency: string;
  readonly money: MoneyState;
  readonly moneyAt: Date | null;
  /** How often an admin ordered it again. */
  readonly retries: number;
  readonly confirmedCents: number;
}

/** Stores what became of the money. Until it is returned, what the provider reported was about an order that failed. */
export async function updateMoney(
  tx: Tx,
  id: string,
  { money, reason, at }: { readonly money: MoneyState; readonly reason: string | null; readonly at: Date },
): Promise<void> {
  const isOpen = sql`${money} in ('pending', 'failed')`;
  await sql`
    update refunds set money = ${money}, money_reason = ${reason}, money_at = ${at},
      money_failed_at = case when ${money} = 'failed' then greatest(money_failed_at, ${at}) else money_failed_at end,
      money_retries = money_retries + case when money = 'failed' and ${money} = 'pending' then 1 else 0 end,
      confirmed_cents = case when ${isOpen} then 0 else confirmed_cents end,
      confirmed_at = case when ${isOpen} then null else confirmed_at end
    where id = ${id}`.execute(tx);
}

/**
 * Refunds of a purchase by admins that a report of a moment may confirm, with the cents that are missing. A report from before
 * an order failed is about that order: it counts as a report of the whole refund, and confirms nothing.
 */
const unconfirmed = (purchaseId: string, reportedAt: Date) => sql`
  select id, executed_at, confirmed_cents as before, is_late, case when is_late then amount_cents else missing end as cents
  from (
    select *, amount_cents - confirmed_cents as missing,
      money_failed_at is not null and money_failed_at >= ${reportedAt} as is_late from refunds
    where purchase_id = ${purchaseId} and status = 'executed' and requested_by is not null) r
  where is_late or missing > 0`;

/** The cents of each refund by an admin that a report of the provider may confirm. The user is locked. */
export async function listUnconfirmedCents(tx: Tx, purchaseId: string, reportedAt: Date): Promise<number[]> {
  const { rows } = await sql<{ cents: number }>`${unconfirmed(purchaseId, reportedAt)}`.execute(tx);
  return rows.map(({ cents }) => cents);
}

/** A refund whose money could not be returned, and that was refunded at the provider since. */
const isMoneyBack = sql`r.money = 'failed' and n.sum <= n.reported`;

/**
 * Distributes reported cents over the unconfirmed refunds of a purchase: first one of exactly that amount, then the oldest.
 * Returns the confirmed cents of each before and after. The user is locked.
 */
export async function confirmRefunds(tx: Tx, purchaseId: string, cents: number, reportedAt: Date, now: Date) {
  const query = sql<{ id: string; before: number; after: number }>`
    with unconfirmed as (
      select *, ${cents}::bigint as reported,
        sum(cents) over (order by cents <> ${cents}, not is_late, executed_at, id rows unbounded preceding) as sum
      from (${unconfirmed(purchaseId, reportedAt)}) u)
    update refunds r set confirmed_at = ${now},
      confirmed_cents = r.confirmed_cents + least(n.cents, ${cents} - (n.sum - n.cents))::bigint,
      money = case when ${isMoneyBack} then 'returned' else r.money end,
      money_reason = case when ${isMoneyBack} then null else r.money_reason end,
      money_at = case when ${isMoneyBack} then ${reportedAt} else r.money_at end
    from unconfirmed n where r.id = n.id and n.sum - n.cents < ${cents} and not n.is_late
    returning r.id, n.before, r.confirmed_cents as after`;
  return (await query.execute(tx)).rows;
}

/** What one admin has refunded of a purchase or requested to, in US cents. */
export async function sumRequestedBy(tx: Tx, purchaseId: string, adminId: string): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(amount_usd_cents), 0)::bigint as cents from refunds
    where purchase_id = ${purchaseId} and requested_by = ${adminId} and status <> 'rejected'`.execute(tx);
  return rows[0]?.cents ?? 0;
}

export async function countPending(db: Db): Promise<number> {
  const query = sql<{ count: number }>`select count(*)::integer as count from refunds where status = 'pending'`;
  return (await query.execute(db)).rows[0]?.count ?? 0;
}

/**
 * Adds to the US cents that an admin refunded without a second admin on this UTC day, and returns the sum. The row stays
 * locked until the transaction ends, so concurrent refunds cannot exceed the limit together.
 */
export async function addRefunded(tx: Tx, adminId: string, now: Date, usdCents: number): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    insert into admin_refunds_by_day as d (admin_id, day, usd_cents)
    values (${adminId}, (${now}::timestamptz at time zone 'UTC')::date, ${usdCents})
    on conflict on constraint admin_refunds_by_day_pk do update set usd_cents = d.usd_cents + excluded.usd_cents
    returning usd_cents as cents`.execute(tx);
  return rows[0]?.cents ?? 0;
}

/** SQL of all refunds of a user as a JSON array, oldest first. */
export const refundsJson = (userId: string): string =>
  jsonArray(`
    select r.id, r.purchase_id as "purchaseId", r.status, r.amount_cents as "amountCents", r.currency,
      r.coins_deducted as "coinsDeducted", ${isoTime('r.created_at')} as "createdAt",
      ${isoTime('r.executed_at')} as "executedAt"
    from refunds r where r.user_id = ${userId} order by r.created_at, r.id`);
