import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { eqId, filters, inlineLiteral } from '../../kit/db/filters.ts';
import { distinctValues } from '../../kit/db/fragments.ts';
import { isId } from '../../kit/http/schema.ts';
import { type Keyset, pageRows } from '../../kit/page.ts';
import type { Environment, Interruption, SubscriptionEventType, SubscriptionStatus } from './rules.ts';
import { interruptionOf, type LastPaymentColumns, type SubscriptionRow } from './sql.ts';

export interface ListedSubscription extends SubscriptionRow {
  userId: string;
  userName: string | null;
  region: string | null;
  providerSubscriptionId: string | null;
  interruption: Interruption | null;
  environment: Environment;
  isFamilyShared: boolean;
  createdAt: Date;
  updatedAt: Date;
}

const selectWith = (lastPayment: LastPaymentColumns) => sql<ListedSubscription>`
  select s.id, s.user_id as "userId", coalesce(u.display_name, u.email) as "userName", s.platform,
    s.product_id as "productId", p.name as "productName", s.status, s.auto_renew as "autoRenew",
    s.current_period_start as "currentPeriodStart", s.current_period_end as "currentPeriodEnd",
    s.trial_end as "trialEnd", s.canceled_at as "canceledAt", s.price_cents as "priceCents", s.currency, s.region,
    s.provider_subscription_id as "providerSubscriptionId", s.created_at as "createdAt", s.updated_at as "updatedAt",
    ${sql.raw(interruptionOf('s'))}, ${sql.raw(lastPayment('s'))}
  from subscriptions s join subscription_products p on p.product_id = s.product_id
    join user_profiles u on u.id = s.user_id`;

export interface SubscriptionFilters {
  status?: SubscriptionStatus | undefined;
  /** A rail, a prefix that ends with `*`, or `comp`. */
  platform?: string | undefined;
  country?: string | undefined;
  productId?: string | undefined;
  userId?: string | undefined;
  q?: string | undefined;
}

const conditions = filters<Omit<SubscriptionFilters, 'platform'>>({
  status: (status) => sql`s.status = ${inlineLiteral(status)}`,
  country: (country) => sql`s.region = ${inlineLiteral(country.toUpperCase())}`,
  productId: (productId) => sql`s.product_id = ${inlineLiteral(productId)}`,
  userId: eqId('s.user_id'),
  q: (q) =>
    isId(q.toLowerCase())
      ? sql`(s.provider_subscription_id = ${q} or s.id = ${q})`
      : sql`s.provider_subscription_id = ${q}`,
});

/** Resolves a prefix to rails, since the index needs equality. */
async function soldBy(db: Db, platform: string): Promise<RawBuilder<SqlBool>> {
  if (!platform.endsWith('*')) return sql`s.platform = ${inlineLiteral(platform)}`;
  const known = await distinctValues(db, 'platform', sql`from subscriptions`);
  const names = known.filter((name) => name.startsWith(platform.slice(0, -1)));
  return names.length === 0 ? sql`false` : sql`s.platform in (${sql.join(names.map(inlineLiteral))})`;
}

export async function listSubscriptions(
  db: Db,
  { platform, ...given }: SubscriptionFilters,
  keyset: Keyset,
  lastPayment: LastPaymentColumns,
): Promise<ListedSubscription[]> {
  const ofPlatform = platform === undefined ? [] : [await soldBy(db, platform)];
  return pageRows(db, keyset, selectWith(lastPayment), [...conditions(given), ...ofPlatform]);
}

export async function findListed(
  db: Db,
  id: string,
  lastPayment: LastPaymentColumns,
): Promise<ListedSubscription | undefined> {
  return (await sql<ListedSubscription>`${selectWith(lastPayment)} where s.id = ${id}`.execute(db)).rows[0];
}

export interface HistoryRow {
  id: string;
  type: SubscriptionEventType;
  occurredAt: Date;
  receivedAt: Date;
  productName: string;
  transactionId: string | null;
  periodStart: Date;
  periodEnd: Date;
  accessUntil: Date | null;
  priceCents: number;
  currency: string;
  isPaid: boolean;
  bonusCoins: number;
}

/** The events of a subscription, newest first. */
export async function listHistory(db: Db, { userId, id }: { userId: string; id: string }): Promise<HistoryRow[]> {
  const query = sql<HistoryRow>`
    select e.id, e.type, e.occurred_at as "occurredAt", e.created_at as "receivedAt", p.name as "productName",
      e.transaction_id as "transactionId", e.period_start as "periodStart", e.period_end as "periodEnd",
      e.access_until as "accessUntil",
      e.price_cents as "priceCents", e.currency, e.is_paid as "isPaid", e.bonus_coins as "bonusCoins"
    from subscription_events e join subscription_products p on p.product_id = e.product_id
    where e.user_id = ${userId} and e.subscription_id = ${id}
    order by e.occurred_at desc, e.id desc limit 200`;
  return (await query.execute(db)).rows;
}
