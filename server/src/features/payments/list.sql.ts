import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { guardedText } from '../../kit/csv.ts';
import type { Db } from '../../kit/db/database.ts';
import { eqId, filters, gte, inlineLiteral, lt } from '../../kit/db/filters.ts';
import { distinctValues, isoTime } from '../../kit/db/fragments.ts';
import { isId } from '../../kit/http/schema.ts';
import { type Keyset, pageSql } from '../../kit/page.ts';
import type { TransactionKind, TransactionStatus } from './rules.ts';
import { hasOpenDispute, select, type TransactionRow } from './sql.ts';

export interface ListedTransactionRow extends TransactionRow {
  userName: string | null;
  isGuest: boolean;
  userCountry: string | null;
  productName: string | null;
}

export interface TransactionFilters {
  /** Rails, or prefixes of rails that end with `*`. */
  rail?: readonly string[] | undefined;
  status?: TransactionStatus | undefined;
  /** Whether it failed and was not paid since. */
  failed?: boolean | undefined;
  /** Whether its dispute is open. */
  disputed?: boolean | undefined;
  kind?: TransactionKind | undefined;
  country?: string | undefined;
  currency?: string | undefined;
  userId?: string | undefined;
  from?: Date | undefined;
  before?: Date | undefined;
  /** Pending for at least so many hours. */
  pendingHours?: number | undefined;
  /** Our id, the transaction id or the product id. */
  q?: string | undefined;
}

type Condition = RawBuilder<SqlBool>;

const conditionsOf = filters<Omit<TransactionFilters, 'rail' | 'q'>>({
  status: (status) => sql`status = ${inlineLiteral(status)}`,
  failed: (is) => sql`failure_reason is ${sql.raw(is ? 'not null' : 'null')}`,
  disputed: (is) => (is ? hasOpenDispute : sql`not ${hasOpenDispute}`),
  kind: (kind) => sql`kind = ${inlineLiteral(kind)}`,
  country: (country) => sql`region = ${inlineLiteral(country.toUpperCase())}`,
  currency: (currency) => sql`currency = ${inlineLiteral(currency)}`,
  userId: eqId('user_id'),
  from: gte('created_at'),
  before: lt('created_at'),
  pendingHours: (hours) => sql`status = 'pending' and created_at <= clock() - make_interval(hours => ${hours})`,
});

/** Each condition has an index of its own, and no payment meets two of them. */
const matchesOf = (q: string): Condition[] =>
  isId(q.toLowerCase())
    ? [sql`id = ${q.toLowerCase()}`]
    : [sql`transaction_id = ${q}`, sql`product_id = ${q} and (transaction_id is null or transaction_id <> ${q})`];

const paidBy = (rail: string): Condition =>
  rail.endsWith('*') ? sql`starts_with(platform, ${rail.slice(0, -1)})` : sql`platform = ${inlineLiteral(rail)}`;

const isPaidBy = (rail: string, name: string): boolean =>
  rail.endsWith('*') ? name.startsWith(rail.slice(0, -1)) : name === rail;

const anyOf = (conditions: readonly Condition[]): Condition => sql`(${sql.join(conditions, sql` or `)})`;
const allOf = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql`true` : sql`${sql.join(conditions, sql` and `)}`;

const whereOf = ({ rail, q, ...given }: TransactionFilters): Condition =>
  allOf([
    ...conditionsOf(given),
    ...(rail === undefined ? [] : [anyOf(rail.map(paidBy))]),
    ...(q === undefined ? [] : [anyOf(matchesOf(q))]),
  ]);

/** With more rails, a page is read from the payments of all rails, newest first. */
const maxRailParts = 20;

/** Splits the filters into disjoint parts, each of which an index returns in the order of the list. */
async function partsOf(db: Db, { rail, q, ...given }: TransactionFilters): Promise<Condition[]> {
  if (q !== undefined) return matchesOf(q).map((match) => allOf([match, whereOf({ rail, ...given })]));
  if (rail === undefined) return [whereOf(given)];
  const isFamily = rail.some((name) => name.endsWith('*'));
  const names = isFamily
    ? (await distinctValues(db, 'platform', sql`from transactions`)).filter((name) =>
        rail.some((wanted) => isPaidBy(wanted, name)),
      )
    : [...new Set(rail)];
  if (names.length === 0) return [sql`false`];
  if (names.length > maxRailParts) return [whereOf({ rail, ...given })];
  return names.map((name) => whereOf({ rail: [name], ...given }));
}

const names = sql.raw(`
  coalesce(u.display_name, u.email) as "userName", u.is_guest as "isGuest", u.country_code as "userCountry",
  (select p.name from subscription_product_names p where t.kind = 'subscription' and p.product_id = t."productId"
    limit 1)
    as "productName"`);
const withUsers = sql.raw('join user_profiles u on u.id = t."userId"');

export async function listTransactionsOfAll(
  db: Db,
  given: TransactionFilters,
  keyset: Keyset,
): Promise<ListedTransactionRow[]> {
  const { after, orderBy, limit } = pageSql(keyset);
  const parts = (await partsOf(db, given)).map(
    (part) => sql`(${select} where ${after} and ${part} order by ${orderBy} limit ${limit})`,
  );
  const query = sql<ListedTransactionRow>`
    select t.*, ${names} from (${sql.join(parts, sql` union all `)}) t ${withUsers}
    order by t."createdAt" desc, t.id desc limit ${limit}`;
  return (await query.execute(db)).rows;
}

export async function findListedTransaction(db: Db, id: string): Promise<ListedTransactionRow | undefined> {
  const query = sql<ListedTransactionRow>`select t.*, ${names} from (${select} where id = ${id}) t ${withUsers}`;
  return (await query.execute(db)).rows[0];
}

export interface TransactionTotals {
  count: number;
  failedCount: number;
  grossUsdCents: number;
  refundedUsdCents: number;
}

/** Totals of the newest `most` payments that match the filters. */
export async function sumTransactions(db: Db, given: TransactionFilters, most: number): Promise<TransactionTotals> {
  const newest = sql`order by created_at desc, id desc limit ${sql.lit(most)}`;
  const parts = (await partsOf(db, given)).map(
    (part) => sql`(
      select created_at, id, status, failure_reason, amount_usd_cents, net_usd_cents from transactions where ${part} ${newest})`,
  );
  const query = sql<TransactionTotals>`
    select count(*)::integer as count, count(t.failure_reason)::integer as "failedCount",
      coalesce(sum(t.amount_usd_cents) filter (where t.status <> 'pending'), 0)::bigint as "grossUsdCents",
      coalesce(sum(t.amount_usd_cents - t.net_usd_cents) filter (where t.status <> 'pending'), 0)::bigint
        as "refundedUsdCents"
    from (select * from (${sql.join(parts, sql` union all `)}) p ${newest}) t`;
  return (await query.execute(db)).rows[0] ?? { count: 0, failedCount: 0, grossUsdCents: 0, refundedUsdCents: 0 };
}

const text = (column: string, name: string) => sql`${guardedText(column)} as ${sql.id(name)}`;

/** The same payments as CSV rows, in the order of the list. Free text is guarded against CSV formulas. */
export const transactionsCsv = (given: TransactionFilters): RawBuilder<unknown> => sql`
  select id, kind, user_id as "userId", ${text('platform', 'platform')}, ${text('product_id', 'productId')},
    ${text('transaction_id', 'transactionId')}, coins_granted as "coinsGranted", bonus_coins as "bonusCoins",
    amount_cents as "amountCents", currency, region, status, ${text('refund_reason', 'refundReason')},
    ${sql.raw(isoTime('created_at'))} as "createdAt", amount_usd_cents as "amountUsdCents",
    refunded_cents as "refundedCents", ${sql.raw(isoTime('completed_at'))} as "completedAt",
    ${text('failure_reason', 'failureReason')}
  from transactions where ${whereOf(given)} order by created_at desc, id desc`;

/** When the newest payment of each rail that has any began, without those that were never paid. */
export async function listLastPaid(db: Db): Promise<ReadonlyMap<string, Date>> {
  const platforms = await distinctValues(db, 'platform', sql`from transactions`);
  const query = sql<{ platform: string; at: Date }>`
    select p.platform, t.created_at as at from unnest(${platforms}::text[]) p (platform)
    cross join lateral (
      select created_at from transactions where platform = p.platform and status <> 'pending'
      order by created_at desc, id desc limit 1) t`;
  return new Map((await query.execute(db)).rows.map(({ platform, at }) => [platform, at]));
}
