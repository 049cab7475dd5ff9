import { type SqlBool, sql } from 'kysely';
import type { Db, Tx } from '../../kit/db/database.ts';
import { executePrepared } from '../../kit/db/prepared.ts';
import { type Keyset, pageRows, type TimeCursor } from '../../kit/page.ts';
import type { HourFigure, TimeSpan } from '../../kit/time.ts';
import { pendingWindow, type TransactionKind, type TransactionStatus } from './rules.ts';

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
  /** Who asked for it to be completed by hand; null where its rail told of it. */
  creditedBy: string | null;
  createdAt: Date;
  completedAt: Date | null;
}

const columns = sql.raw(`
  id, kind, user_id as "userId", platform, product_id as "productId", package_id as "packageId",
  subscription_id as "subscriptionId", transaction_id as "transactionId", coins_granted as "coinsGranted",
  bonus_coins as "bonusCoins", amount_cents as "amountCents", currency, amount_usd_cents as "amountUsdCents",
  expected_usd_cents as "expectedUsdCents", region, status, refund_reason as "refundReason",
  failure_reason as "failureReason", failed_at as "failedAt", refunded_cents as "refundedCents",
  last_refund_at as "lastRefundAt",
  coins_due as "coinsDue", bonus_due as "bonusDue", promo_due as "promoDue", coins_taken as "coinsTaken", underpaid_cents as "underpaidCents",
  net_usd_cents as "netUsdCents", event_id as "eventId", credited_by as "creditedBy",
  created_at as "createdAt", completed_at as "completedAt"`);
export const select = sql<TransactionRow>`select ${columns} from transactions`;

export async function findTransaction(db: Db, userId: string, id: string): Promise<TransactionRow | undefined> {
  return (await sql<TransactionRow>`${select} where user_id = ${userId} and id = ${id}`.execute(db)).rows[0];
}

/** A payment by our id, whoever made it. */
export async function findPurchase(db: Db, id: string): Promise<TransactionRow | undefined> {
  return (await sql<TransactionRow>`${select} where id = ${id}`.execute(db)).rows[0];
}

export async function listPurchases(db: Db, ids: readonly string[]): Promise<TransactionRow[]> {
  return (await sql<TransactionRow>`${select} where id = any(${[...ids]}::uuid[])`.execute(db)).rows;
}

/** The payment that a rail calls so, whoever made it. */
export async function findNamed(db: Db, rail: string, transactionId: string): Promise<TransactionRow | undefined> {
  const query = sql<TransactionRow>`${select} where platform = ${rail} and transaction_id = ${transactionId}`;
  return (await query.execute(db)).rows[0];
}

/** The payments that rails name so. */
export async function listNamed(
  db: Db,
  names: readonly { readonly rail: string; readonly transactionId: string }[],
): Promise<TransactionRow[]> {
  const [rails, ids] = [names.map(({ rail }) => rail), names.map(({ transactionId }) => transactionId)];
  const query = sql<TransactionRow>`
    ${select} where (platform, transaction_id) in (select * from unnest(${rails}::text[], ${ids}::text[]))`;
  return (await query.execute(db)).rows;
}

/** The payment that a rail calls so, whoever made it, and the one that this user announced by this id. */
export async function listCandidates(
  tx: Tx,
  rail: string,
  transactionId: string,
  announced: { readonly userId: string; readonly id: string | null },
): Promise<TransactionRow[]> {
  const query = sql<TransactionRow>`
    ${select} where platform = ${rail} and transaction_id = ${transactionId}
    union all
    ${select} where user_id = ${announced.userId} and id = ${announced.id}
      and (platform, transaction_id) is distinct from (${rail}, ${transactionId})`;
  return (await query.execute(tx)).rows;
}

export interface NewTransaction {
  readonly id: string;
  readonly kind: TransactionKind;
  readonly userId: string;
  readonly platform: string;
  readonly productId: string;
  readonly packageId: string | null;
  readonly subscriptionId: string | null;
  readonly transactionId: string | null;
  readonly coinsGranted: number;
  readonly bonusCoins: number;
  readonly amountCents: number;
  readonly currency: string;
  readonly amountUsdCents: number;
  readonly expectedUsdCents: number | null;
  readonly region: string | null;
  readonly status: 'pending' | 'completed';
  readonly failureReason: string | null;
  readonly failedAt: Date | null;
  readonly eventId: string | null;
  /** When it was paid by the provider's clock. */
  readonly paidAt: Date | null;
}

/** A payment to be written: a new one, or one that was announced or has failed before. */
export interface WrittenTransaction extends NewTransaction {
  readonly isKnown: boolean;
}

/**
 * Writes payments down and counts what they are worth as spent. Answers the ids of those that were written: of a name that
 * is taken by another payment nothing is. Two transactions that bring the same name wait for each other. The users are
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
        "expectedUsdCents" bigint, region text, status text, "failureReason" text, "failedAt" timestamptz,
        "eventId" uuid, "paidAt" timestamptz)),
    added as (
      insert into transactions (user_id, id, kind, platform, product_id, package_id, subscription_id, transaction_id,
        coins_granted, bonus_coins, amount_cents, currency, amount_usd_cents, expected_usd_cents, region, status,
        failure_reason, failed_at, event_id, paid_at, created_at, completed_at, updated_at)
      select "userId", id, kind, platform, "productId", "packageId", "subscriptionId", "transactionId", "coinsGranted",
        "bonusCoins", "amountCents", currency, "amountUsdCents", "expectedUsdCents", region, status, "failureReason",
        "failedAt", "eventId", "paidAt", ${now}, "completedAt", ${now}
      from given where not "isKnown" order by platform, "transactionId"
      on conflict on constraint transactions_once do nothing returning id, user_id, net_usd_cents),
    changed as (
      update transactions t set status = p.status, transaction_id = p."transactionId", amount_cents = p."amountCents",
        currency = p.currency, amount_usd_cents = p."amountUsdCents", expected_usd_cents = p."expectedUsdCents",
        region = p.region, failure_reason = p."failureReason", failed_at = p."failedAt", event_id = p."eventId",
        paid_at = p."paidAt", completed_at = p."completedAt", updated_at = ${now}
      from given p where p."isKnown" and t.user_id = p."userId" and t.id = p.id
      returning t.id, t.user_id, t.net_usd_cents),
    written as materialized (select * from added union all select * from changed),
    spent as (
      update user_listing l set total_spend_cents = l.total_spend_cents + w.net_usd_cents
      from written w where l.user_id = w.user_id and w.net_usd_cents <> 0)
    select id from written`;
  return new Set((await executePrepared(tx, query)).map(({ id }) => id));
}

/** Writes a new payment down, and answers whether it was written. */
export const insertTransaction = async (tx: Tx, row: NewTransaction, now: Date): Promise<boolean> =>
  (await writeTransactions(tx, [{ ...row, isKnown: false }], now)).has(row.id);

/**
 * Marks a payment that an admin completed by hand. It counts as completed when the provider took the money, so that its
 * revenue is of that day.
 */
export async function markCredited(
  tx: Tx,
  { userId, id }: Pick<TransactionRow, 'userId' | 'id'>,
  adminId: string,
): Promise<void> {
  await sql`
    update transactions set credited_by = ${adminId}, completed_at = least(paid_at, completed_at)
    where user_id = ${userId} and id = ${id}`.execute(tx);
}

export interface PendingSearch {
  readonly userId: string;
  readonly rail: string;
  readonly productId: string;
  readonly paidAt: Date;
}

/**
 * The pending purchase of this user, rail and product that was started nearest to a payment, a declined one only where
 * there is no other; undefined if none fits.
 */
export async function findPendingNear(
  tx: Tx,
  { userId, rail, productId, paidAt }: PendingSearch,
): Promise<string | undefined> {
  const [from, to] = [paidAt.getTime() - pendingWindow.beforeMs, paidAt.getTime() + pendingWindow.afterMs];
  const query = sql<{ id: string }>`
    select id from transactions
    where user_id = ${userId} and platform = ${rail} and product_id = ${productId} and status = 'pending'
      and transaction_id is null and created_at between ${new Date(from)} and ${new Date(to)}
    order by failure_reason is not null, abs(extract(epoch from created_at - ${paidAt}::timestamptz)), id limit 1`;
  return (await query.execute(tx)).rows[0]?.id;
}

export async function noteFailure(
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

/** What a user paid, or is about to. */
export const listTransactions = (db: Db, userId: string, keyset: Keyset): Promise<TransactionRow[]> =>
  pageRows(db, keyset, select, [sql<SqlBool>`user_id = ${userId}`]);

/** The same before a point in their story, newest first. */
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

export interface UserNameRow {
  id: string;
  label: string | null;
  isGuest: boolean;
}

export async function listUserNames(db: Db, ids: readonly string[]): Promise<UserNameRow[]> {
  const query = sql<UserNameRow>`
    select id, coalesce(display_name, email) as label, is_guest as "isGuest" from user_profiles
    where id = any(${[...ids]}::uuid[])`;
  return (await query.execute(db)).rows;
}

/** Payments by rail and hour, but for those that wait. */
export async function countPaymentsByHour(db: Db, { from, before }: TimeSpan): Promise<HourFigure[]> {
  const query = sql<HourFigure>`
    select platform as subject, date_trunc('hour', created_at, 'UTC') as hour, count(*) as amount from transactions
    where created_at >= ${from} and created_at < ${before} and status <> 'pending' group by 1, 2`;
  return (await query.execute(db)).rows;
}
