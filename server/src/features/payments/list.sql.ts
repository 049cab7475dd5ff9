import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { guardedText } from '../../kit/csv.ts';
import type { Db } from '../../kit/db/database.ts';
import { eqId, filters, gte, inlineLiteral, lt } from '../../kit/db/filters.ts';
import { distinctValues, isoTime } from '../../kit/db/fragments.ts';
import { isId } from '../../kit/http/schema.ts';
import { type Keyset, pageSql } from '../../kit/page.ts';
import type { TransactionKind, TransactionStatus } from './rules.ts';
import { select, type TransactionRow } from './sql.ts';

/** What everybody paid, by what narrows it. */

export interface ListedTransactionRow extends TransactionRow {
  userName: string | null;
  /** Of whom no name is known, in most cases. */
  isGuest: boolean;
  userCountry: string | null;
  productName: string | null;
}

export interface TransactionFilters {
  /** Rails, or with `*` at the end all whose names begin so. */
  rail?: readonly string[] | undefined;
  status?: TransactionStatus | undefined;
  /** Whether it was declined and not paid since. */
  failed?: boolean | undefined;
  kind?: TransactionKind | undefined;
  country?: string | undefined;
  currency?: string | undefined;
  userId?: string | undefined;
  from?: Date | undefined;
  before?: Date | undefined;
  /** Pending for so many hours or longer: announced, and neither paid nor failed for good. */
  pendingHours?: number | undefined;
  /** Our id, or all of what the rail calls it, or of what was bought. */
  q?: string | undefined;
}

type Condition = RawBuilder<SqlBool>;

const conditionsOf = filters<Omit<TransactionFilters, 'rail' | 'q'>>({
  status: (status) => sql`status = ${inlineLiteral(status)}`,
  failed: (is) => sql`failure_reason is ${sql.raw(is ? 'not null' : 'null')}`,
  kind: (kind) => sql`kind = ${inlineLiteral(kind)}`,
  country: (country) => sql`region = ${inlineLiteral(country.toUpperCase())}`,
  currency: (currency) => sql`currency = ${inlineLiteral(currency)}`,
  userId: eqId('user_id'),
  from: gte('created_at'),
  before: lt('created_at'),
  pendingHours: (hours) => sql`status = 'pending' and created_at <= clock() - make_interval(hours => ${hours})`,
});

/** Each can be looked up in an index by itself, and no payment meets two of them. */
const namedBy = (q: string): Condition[] =>
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

/** All of the filters as one condition. */
const whereOf = ({ rail, q, ...given }: TransactionFilters): Condition =>
  allOf([
    ...conditionsOf(given),
    ...(rail === undefined ? [] : [anyOf(rail.map(paidBy))]),
    ...(q === undefined ? [] : [anyOf(namedBy(q))]),
  ]);

/** Of more rails than these each page is read from the newest of all. */
const mostRails = 20;

/**
 * What is asked for in parts, each of which an index gives in the order of the list; what is in two of its parts would
 * be shown twice.
 */
async function partsOf(db: Db, { rail, q, ...given }: TransactionFilters): Promise<Condition[]> {
  if (q !== undefined) return namedBy(q).map((named) => allOf([named, whereOf({ rail, ...given })]));
  if (rail === undefined) return [whereOf(given)];
  const isFamily = rail.some((name) => name.endsWith('*'));
  const names = isFamily
    ? (await distinctValues(db, 'platform', sql`from transactions`)).filter((name) =>
        rail.some((wanted) => isPaidBy(wanted, name)),
      )
    : [...new Set(rail)];
  if (names.length === 0) return [sql`false`];
  if (names.length > mostRails) return [whereOf({ rail, ...given })];
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

/** What the newest payments that meet the filters come to, so many at most. What is pending was not paid. */
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

/** The same payments for a file, in the order of the list. What may hold any text is kept from being a formula. */
export const transactionsCsv = (given: TransactionFilters): RawBuilder<unknown> => sql`
  select id, kind, user_id as "userId", ${text('platform', 'platform')}, ${text('product_id', 'productId')},
    ${text('transaction_id', 'transactionId')}, coins_granted as "coinsGranted", bonus_coins as "bonusCoins",
    amount_cents as "amountCents", currency, region, status, ${text('refund_reason', 'refundReason')},
    ${sql.raw(isoTime('created_at'))} as "createdAt", amount_usd_cents as "amountUsdCents",
    refunded_cents as "refundedCents", ${sql.raw(isoTime('completed_at'))} as "completedAt",
    ${text('failure_reason', 'failureReason')}
  from transactions where ${whereOf(given)} order by created_at desc, id desc`;
