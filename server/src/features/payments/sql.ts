import { type SqlBool, sql } from 'kysely';
import type { Db, Tx } from '../../kit/db/database.ts';
import { isoTime, jsonArray } from '../../kit/db/fragments.ts';
import { executePrepared } from '../../kit/db/prepared.ts';
import { type Keyset, pageRows, type TimeCursor } from '../../kit/page.ts';
import type { HourFigure, TimeSpan } from '../../kit/time.ts';
import { type Environment, pendingWindow, type TransactionKind, type TransactionStatus } from './rules.ts';

export interface TransactionRow {
  id: string;
  kind: TransactionKind;
  userId: string;
  platform: string;
  productId: string;
  packageId: string | null;
  subscriptionId: string | null;
  transactionId: string | null;
  coinsGranted: number;
  bonusCoins: number;
  amountCents: number;
  currency: string;
  amountUsdCents: number;
  /** The rate by which the amount was converted into US dollars, and its day. */
  exchangeRate: string | null;
  exchangeRateDate: string | null;
  /** Whether the provider did not report the amount, so that it is the price. */
  isAmountAssumed: boolean;
  expectedUsdCents: number | null;
  region: string | null;
  status: TransactionStatus;
  refundReason: string | null;
  failureReason: string | null;
  failedAt: Date | null;
  refundedCents: number;
  lastRefundAt: Date | null;
  coinsDue: number;
  bonusDue: number;
  promoDue: number;
  coinsTaken: number;
  underpaidCents: number;
  netUsdCents: number;
  eventId: string | null;
  /** The admin who requested that it be completed by hand; null if its rail reported it. */
  creditedBy: string | null;
  environment: Environment;
  isFamilyShared: boolean;
  quantity: number;
  feeCents: number | null;
  taxCents: number | null;
  disputedAt: Date | null;
  disputeReason: string | null;
  disputeClosedAt: Date | null;
  /** The provider's id of the dispute, if it reports one. */
  disputeId: string | null;
  /** When the provider last reversed its refunds: those from before count no more. */
  refundReversedAt: Date | null;
  createdAt: Date;
  completedAt: Date | null;
}

const columns = sql.raw(`
  id, kind, user_id as "userId", platform, product_id as "productId", package_id as "packageId",
  subscription_id as "subscriptionId", transaction_id as "transactionId", coins_granted as "coinsGranted",
  bonus_coins as "bonusCoins", amount_cents as "amountCents", currency, amount_usd_cents as "amountUsdCents",
  usd_rate as "exchangeRate", usd_rate_day as "exchangeRateDate", is_amount_assumed as "isAmountAssumed",
  expected_usd_cents as "expectedUsdCents", region, status, refund_reason as "refundReason",
  failure_reason as "failureReason", failed_at as "failedAt", refunded_cents as "refundedCents",
  last_refund_at as "lastRefundAt",
  coins_due as "coinsDue", bonus_due as "bonusDue", promo_due as "promoDue", coins_taken as "coinsTaken", underpaid_cents as "underpaidCents",
  net_usd_cents as "netUsdCents", event_id as "eventId", credited_by as "creditedBy",
  environment, is_family_shared as "isFamilyShared", quantity, fee_cents as "feeCents", tax_cents as "taxCents",
  disputed_at as "disputedAt", dispute_reason as "disputeReason", dispute_closed_at as "disputeClosedAt", dispute_id as "disputeId",
  refund_reversed_at as "refundReversedAt",
  created_at as "createdAt", completed_at as "completedAt"`);
export const select = sql<TransactionRow>`select ${columns} from transactions`;

export async function findTransaction(db: Db, userId: string, id: string): Promise<TransactionRow | undefined> {
  return (await sql<TransactionRow>`${select} where user_id = ${userId} and id = ${id}`.execute(db)).rows[0];
}

/** A payment of any user, by our id. */
export async function findPurchase(db: Db, id: string): Promise<TransactionRow | undefined> {
  return (await sql<TransactionRow>`${select} where id = ${id}`.execute(db)).rows[0];
}

export async function listPurchases(db: Db, ids: readonly string[]): Promise<TransactionRow[]> {
  return (await sql<TransactionRow>`${select} where id = any(${[...ids]}::uuid[])`.execute(db)).rows;
}

/** A payment of any user, by its transaction id at the rail. */
export async function findByTransactionId(
  db: Db,
  rail: string,
  transactionId: string,
): Promise<TransactionRow | undefined> {
  const query = sql<TransactionRow>`${select} where platform = ${rail} and transaction_id = ${transactionId}`;
  return (await query.execute(db)).rows[0];
}

export async function listByTransactionIds(
  db: Db,
  keys: readonly { readonly rail: string; readonly transactionId: string }[],
): Promise<TransactionRow[]> {
  const [rails, ids] = [keys.map(({ rail }) => rail), keys.map(({ transactionId }) => transactionId)];
  const query = sql<TransactionRow>`
    ${select} where (platform, transaction_id) in (select * from unnest(${rails}::text[], ${ids}::text[]))`;
  return (await query.execute(db)).rows;
}

/** The payment of any user with this transaction id, and the purchase of this user with this id. */
export async function listCandidates(
  tx: Tx,
  rail: string,
  transactionId: string,
  purchase: { readonly userId: string; readonly id: string | null },
): Promise<TransactionRow[]> {
  const query = sql<TransactionRow>`
    ${select} where platform = ${rail} and transaction_id = ${transactionId}
    union all
    ${select} where user_id = ${purchase.userId} and id = ${purchase.id}
      and (platform, transaction_id) is distinct from (${rail}, ${transactionId})`;
  return (await query.execute(tx)).rows;
}

export type NewTransaction = Readonly<
  Pick<
    TransactionRow,
    | 'id'
    | 'kind'
    | 'userId'
    | 'platform'
    | 'productId'
    | 'packageId'
    | 'subscriptionId'
    | 'transactionId'
    | 'coinsGranted'
    | 'bonusCoins'
    | 'amountCents'
    | 'currency'
    | 'amountUsdCents'
    | 'exchangeRate'
    | 'exchangeRateDate'
    | 'isAmountAssumed'
    | 'expectedUsdCents'
    | 'region'
    | 'failureReason'
    | 'failedAt'
    | 'eventId'
    | 'environment'
    | 'isFamilyShared'
    | 'quantity'
    | 'feeCents'
    | 'taxCents'
  > & {
    status: 'pending' | 'completed';
    /** When it was paid, by the provider's clock. */
    paidAt: Date | null;
  }
>;

export interface WrittenTransaction extends NewTransaction {
  /** Whether its row exists: it was pending before. */
  readonly isKnown: boolean;
}

/** A payment before it is completed. */
export type KnownPayment = Pick<
  TransactionRow,
  | 'id'
  | 'userId'
  | 'platform'
  | 'productId'
  | 'packageId'
  | 'status'
  | 'transactionId'
  | 'region'
  | 'quantity'
  | 'coinsGranted'
  | 'bonusCoins'
  | 'amountUsdCents'
  | 'expectedUsdCents'
>;

export interface PaymentFacts {
  /** The payment of any user with that transaction id, and the purchase of this user with that id. */
  candidates: KnownPayment[];
  hasUnappliedRefund: boolean;
  hasMultiplier: boolean;
}

const known = sql.raw(`json_build_object('id', t.id, 'userId', t.user_id, 'platform', t.platform,
  'productId', t.product_id, 'packageId', t.package_id, 'status', t.status, 'transactionId', t.transaction_id,
  'region', t.region, 'quantity', t.quantity, 'coinsGranted', t.coins_granted, 'bonusCoins', t.bonus_coins,
  'amountUsdCents', t.amount_usd_cents, 'expectedUsdCents', t.expected_usd_cents) as json, t.id`);

/**
 * Reads what decides on payments, in their order. The users are locked. `limit` and `offset` keep each part an index lookup
 * per payment.
 */
export async function listPaymentFacts(
  tx: Tx,
  payments: readonly {
    readonly userId: string;
    readonly rail: string;
    readonly transactionId: string;
    readonly purchaseId: string | null;
  }[],
): Promise<PaymentFacts[]> {
  if (payments.length === 0) return [];
  const query = sql<PaymentFacts>`
    select array_remove(array[paid.json::text, pending.json::text], null)::json[] as candidates,
      exists (select from provider_refunds r
        where r.platform = q.rail and r.transaction_id = q.transaction_id and r.applied_at is null offset 0)
      or exists (select from provider_refunds r
        where r.user_id = q.user_id and r.purchase_id in (q.purchase_id, paid.id) and r.applied_at is null offset 0)
        as "hasUnappliedRefund",
      exists (select from waiting_multipliers m where m.user_id = q.user_id offset 0) as "hasMultiplier"
    from rows from (jsonb_to_recordset(${JSON.stringify(payments)}::jsonb)
      as ("userId" uuid, rail text, "transactionId" text, "purchaseId" uuid)) with ordinality
      as q (user_id, rail, transaction_id, purchase_id, n)
    left join lateral (select ${known} from transactions t
      where t.platform = q.rail and t.transaction_id = q.transaction_id limit 1) paid on true
    left join lateral (select ${known} from transactions t
      where t.user_id = q.user_id and t.id = q.purchase_id limit 1) pending on true
    order by q.n`;
  return executePrepared(tx, query);
}

/**
 * Writes payments and adds their value to what the users have spent. Returns the ids of those that were written: a payment
 * whose transaction id is taken is skipped. Concurrent writes of the same transaction id wait for each other. The users are
 * locked.
 */
export async function writeTransactions(
  tx: Tx,
  payments: readonly WrittenTransaction[],
  now: Date,
): Promise<ReadonlySet<string>> {
  if (payments.length === 0) return new Set();
  const query = sql<{ id: string }>`
    with given as materialized (
      select *, case when status = 'completed' then ${now}::timestamptz end as "completedAt"
      from jsonb_to_recordset(${JSON.stringify(payments)}::jsonb) as p ("isKnown" boolean, "userId" uuid, id uuid,
        kind text, platform text, "productId" text, "packageId" uuid, "subscriptionId" uuid, "transactionId" text,
        "coinsGranted" integer, "bonusCoins" integer, "amountCents" bigint, currency text, "amountUsdCents" bigint,
        "exchangeRate" numeric, "exchangeRateDate" date, "isAmountAssumed" boolean, "expectedUsdCents" bigint,
        region text, status text, "failureReason" text, "failedAt" timestamptz, "eventId" uuid, "paidAt" timestamptz,
        environment text, "isFamilyShared" boolean, quantity integer, "feeCents" bigint, "taxCents" bigint)),
    added as (
      insert into transactions (user_id, id, kind, platform, product_id, package_id, subscription_id, transaction_id,
        coins_granted, bonus_coins, amount_cents, currency, amount_usd_cents, usd_rate, usd_rate_day, is_amount_assumed,
        expected_usd_cents, region, status, failure_reason, failed_at, event_id, paid_at, environment, is_family_shared,
        quantity, fee_cents, tax_cents, created_at, completed_at, updated_at)
      select "userId", id, kind, platform, "productId", "packageId", "subscriptionId", "transactionId", "coinsGranted",
        "bonusCoins", "amountCents", currency, "amountUsdCents", "exchangeRate", "exchangeRateDate", "isAmountAssumed",
        "expectedUsdCents", region, status, "failureReason", "failedAt", "eventId", "paidAt", environment,
        "isFamilyShared", quantity, "feeCents", "taxCents", ${now}, "completedAt", ${now}
      from given where not "isKnown" order by platform, "transactionId"
      on conflict on constraint transactions_once do nothing returning id, user_id, net_usd_cents),
    changed as (
      update transactions t set status = p.status, transaction_id = p."transactionId", amount_cents = p."amountCents",
        currency = p.currency, amount_usd_cents = p."amountUsdCents", usd_rate = p."exchangeRate",
        usd_rate_day = p."exchangeRateDate", is_amount_assumed = p."isAmountAssumed",
        expected_usd_cents = p."expectedUsdCents", region = p.region, failure_reason = p."failureReason", failed_at = p."failedAt", event_id = p."eventId",
        paid_at = p."paidAt", environment = p.environment, is_family_shared = p."isFamilyShared",
        quantity = p.quantity, coins_granted = p."coinsGranted", bonus_coins = p."bonusCoins",
        fee_cents = p."feeCents", tax_cents = p."taxCents", completed_at = p."completedAt", updated_at = ${now}
      from given p where p."isKnown" and t.user_id = p."userId" and t.id = p.id
      returning t.id, t.user_id, t.net_usd_cents),
    written as materialized (select * from added union all select * from changed),
    spent as (
      update user_listing l set total_spend_cents = l.total_spend_cents + w.net_usd_cents
      from written w where l.user_id = w.user_id and w.net_usd_cents <> 0)
    select id from written`;
  return new Set((await executePrepared(tx, query)).map(({ id }) => id));
}

/** Writes a new payment, and returns whether its transaction id was free. */
export const insertTransaction = async (tx: Tx, row: NewTransaction, now: Date): Promise<boolean> =>
  (await writeTransactions(tx, [{ ...row, isKnown: false }], now)).has(row.id);

/** Marks a payment as completed by hand, at the time when the provider took the money, so that its revenue counts then. */
export async function markCredited(
  tx: Tx,
  { userId, id }: Pick<TransactionRow, 'userId' | 'id'>,
  adminId: string,
): Promise<void> {
  await sql`
    update transactions set credited_by = ${adminId}, completed_at = least(paid_at, completed_at)
    where user_id = ${userId} and id = ${id}`.execute(tx);
}

/** Records a dispute, unless a later one is known, and returns whether it did. */
export async function recordDispute(
  tx: Tx,
  { userId, id }: Pick<TransactionRow, 'userId' | 'id'>,
  { reason, at, disputeId }: { readonly reason: string; readonly at: Date; readonly disputeId: string | null },
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    update transactions set disputed_at = ${at}, dispute_reason = ${reason}, dispute_closed_at = null,
      dispute_id = ${disputeId}, updated_at = ${now}
    where user_id = ${userId} and id = ${id} and (disputed_at is null or disputed_at < ${at})
      and (refund_reversed_at is null or refund_reversed_at < ${at})
    returning id`.execute(tx);
  return rows.length > 0;
}

/** The pending purchase created nearest to a payment, one that failed only if there is no other. */
export async function findPendingNear(
  tx: Tx,
  {
    userId,
    rail,
    productId,
    paidAt,
  }: Pick<TransactionRow, 'userId' | 'productId'> & { readonly rail: string; readonly paidAt: Date },
): Promise<string | undefined> {
  const [from, to] = [paidAt.getTime() - pendingWindow.beforeMs, paidAt.getTime() + pendingWindow.afterMs];
  const query = sql<{ id: string }>`
    select id from transactions
    where user_id = ${userId} and platform = ${rail} and product_id = ${productId} and status = 'pending'
      and transaction_id is null and created_at between ${new Date(from)} and ${new Date(to)}
    order by failure_reason is not null, abs(extract(epoch from created_at - ${paidAt}::timestamptz)), id limit 1`;
  return (await query.execute(tx)).rows[0]?.id;
}

export async function recordFailure(
  tx: Tx,
  { userId, id }: Pick<TransactionRow, 'userId' | 'id'>,
  failure: { readonly reason: string; readonly at: Date },
  now: Date,
): Promise<void> {
  await tx
    .updateTable('transactions')
    .set({ failure_reason: failure.reason, failed_at: failure.at, updated_at: now })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute();
}

export const listTransactions = (db: Db, userId: string, keyset: Keyset): Promise<TransactionRow[]> =>
  pageRows(db, keyset, select, [sql<SqlBool>`user_id = ${userId}`]);

/** SQL columns with the circumstances of the last payment of a subscription; the defaults of one without payments. */
export const lastPaymentColumns = (subscription: string): string => {
  const last = (column: string) => `(
    select t.${column} from transactions t
    where t.user_id = ${subscription}.user_id and t.subscription_id = ${subscription}.id
    order by t.created_at desc, t.id desc limit 1)`;
  return `coalesce(${last('environment')}, 'production') as environment,
    coalesce(${last('is_family_shared')}, false) as "isFamilyShared"`;
};

/** The transactions of a user before a point in their timeline, newest first. */
export async function listTransactionsBefore(
  db: Db,
  userId: string,
  before: TimeCursor,
  limit: number,
): Promise<TransactionRow[]> {
  const query = sql<TransactionRow>`
    ${select} where user_id = ${userId} and (created_at, id) < (${before.at}, ${before.id}::uuid)
    order by created_at desc, id desc limit ${limit}`;
  return (await query.execute(db)).rows;
}

export async function listUserNames(
  db: Db,
  ids: readonly string[],
): Promise<{ id: string; label: string | null; isGuest: boolean }[]> {
  const query = sql<{ id: string; label: string | null; isGuest: boolean }>`
    select id, coalesce(display_name, email) as label, is_guest as "isGuest" from user_profiles
    where id = any(${[...ids]}::uuid[])`;
  return (await query.execute(db)).rows;
}

/** Whether the dispute of a payment is open. The payment of a lost one is refunded. */
export const hasOpenDispute = sql<SqlBool>`(
  disputed_at is not null and dispute_closed_at is null and status = 'completed')`;

/** Open disputes by rail. */
export async function countDisputes(db: Db): Promise<{ rail: string; open: number }[]> {
  const query = sql<{ rail: string; open: number }>`
    select platform as rail, count(*)::integer as open from transactions
    where ${hasOpenDispute} group by 1 order by 1`;
  return (await query.execute(db)).rows;
}

/** Payments by rail and hour, except pending ones. */
export async function countPaymentsByHour(db: Db, { from, before }: TimeSpan): Promise<HourFigure[]> {
  const query = sql<HourFigure>`
    select platform as subject, date_trunc('hour', created_at, 'UTC') as hour, count(*) as amount from transactions
    where created_at >= ${from} and created_at < ${before} and status <> 'pending'
      and environment = 'production' and not is_family_shared group by 1, 2`;
  return (await query.execute(db)).rows;
}

/** SQL of all payments of a user as a JSON array, oldest first. */
export const paymentsJson = (userId: string): string =>
  jsonArray(`
    select t.id, t.kind, t.platform, t.product_id as "productId", t.transaction_id as "transactionId", t.status,
      t.amount_cents as "amountCents", t.currency, t.refunded_cents as "refundedCents",
      t.coins_granted as "coinsGranted", t.bonus_coins as "bonusCoins", t.region,
      ${isoTime('t.created_at')} as "createdAt", ${isoTime('t.completed_at')} as "completedAt"
    from transactions t where t.user_id = ${userId} order by t.created_at, t.id`);
