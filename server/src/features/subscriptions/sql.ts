import { type SqlBool, sql } from 'kysely';
import { arrayLiteral } from '../../kit/db/batched-read.ts';
import type { Db, Tx } from '../../kit/db/database.ts';
import { isoTime, jsonArray } from '../../kit/db/fragments.ts';
import { executePrepared } from '../../kit/db/prepared.ts';
import { newId } from '../../kit/id.ts';
import { type Keyset, pageSql, type TimeCursor } from '../../kit/page.ts';
import {
  daysAfter,
  graceDays,
  type Interruption,
  interruptions,
  type SubscriptionStatus,
  subscriptionEventTypes,
} from './rules.ts';

export interface ProductRow {
  id: string;
  productId: string;
  name: string;
  periodDays: number;
  priceCents: number;
  currency: string;
  bonusCoins: number;
  unlocksAll: boolean;
  status: 'active' | 'paused';
  revision: number;
  createdAt: Date;
  updatedAt: Date;
}

const productColumns = sql.raw(`
  id, product_id as "productId", name, period_days as "periodDays", price_cents as "priceCents", currency,
  bonus_coins as "bonusCoins", unlocks_all as "unlocksAll", status, revision, created_at as "createdAt",
  updated_at as "updatedAt"`);

export async function listProducts(db: Db, status: string | undefined, keyset: Keyset): Promise<ProductRow[]> {
  const page = pageSql(keyset);
  const wanted = status === undefined ? sql<SqlBool>`true` : sql<SqlBool>`status = ${status}`;
  const query = sql<ProductRow>`select ${productColumns} from subscription_products
    where ${page.after} and ${wanted} order by ${page.orderBy} limit ${page.limit}`;
  return (await query.execute(db)).rows;
}

export async function findProduct(db: Db, id: string): Promise<ProductRow | undefined> {
  const query = sql<ProductRow>`select ${productColumns} from subscription_products where id = ${id}`;
  return (await query.execute(db)).rows[0];
}

export async function findProductByStoreId(db: Db, productId: string): Promise<ProductRow | undefined> {
  const query = sql<ProductRow>`select ${productColumns} from subscription_products where product_id = ${productId}`;
  return (await query.execute(db)).rows[0];
}

export async function lockProduct(tx: Tx, id: string): Promise<ProductRow | undefined> {
  const query = sql<ProductRow>`
    select ${productColumns} from subscription_products where id = ${id} for no key update`;
  return (await query.execute(tx)).rows[0];
}

export type ProductFields = Omit<ProductRow, 'id' | 'productId' | 'revision' | 'createdAt' | 'updatedAt'>;

const columnsOf = ({ periodDays, priceCents, bonusCoins, unlocksAll, ...same }: ProductFields) => ({
  ...same,
  period_days: periodDays,
  price_cents: priceCents,
  bonus_coins: bonusCoins,
  unlocks_all: unlocksAll,
});

export async function insertProduct(
  tx: Tx,
  id: string,
  productId: string,
  fields: ProductFields,
  now: Date,
): Promise<void> {
  const times = { created_at: now, updated_at: now };
  await tx
    .insertInto('subscription_products')
    .values({ id, product_id: productId, ...columnsOf(fields), ...times })
    .execute();
}

export async function updateProduct(tx: Tx, id: string, fields: ProductFields, now: Date): Promise<void> {
  await tx
    .updateTable('subscription_products')
    .set((eb) => ({ ...columnsOf(fields), updated_at: now, revision: eb('revision', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

export interface SubscriptionRow {
  id: string;
  platform: string;
  productId: string;
  productName: string;
  status: SubscriptionStatus;
  autoRenew: boolean;
  currentPeriodStart: Date;
  currentPeriodEnd: Date;
  trialEnd: Date | null;
  canceledAt: Date | null;
  priceCents: number;
  currency: string;
}

const subscriptionColumnsWith = (moment: (column: string) => string): string => `
  id, platform, product_id as "productId",
  (select name from subscription_products p where p.product_id = subscriptions.product_id) as "productName", status, auto_renew as "autoRenew",
  ${moment('current_period_start')} as "currentPeriodStart", ${moment('current_period_end')} as "currentPeriodEnd",
  ${moment('trial_end')} as "trialEnd", ${moment('canceled_at')} as "canceledAt", price_cents as "priceCents", currency`;
const subscriptionColumns = sql.raw(subscriptionColumnsWith((column) => column));

const textArray = (texts: readonly string[]): string => `array[${texts.map((text) => `'${text}'`).join(', ')}]`;

/** SQL of what interrupts a subscription: its last event that changes the status, as in `statusAfter`. */
export const interruptionOf = (subscription: string): string => `
  case when ${subscription}.status in ('past_due', 'canceled') then (
    select case when e.type = any (${textArray(interruptions)}) then e.type end from subscription_events e
    where e.user_id = ${subscription}.user_id and e.subscription_id = ${subscription}.id
      and e.type not in ('changed', 'trial_extended') and e.is_whole_refund is not false
    order by e.occurred_at desc, array_position(${textArray(subscriptionEventTypes)}, e.type) desc, e.period_start desc
    limit 1) end as interruption`;

/** SQL columns with the `environment` of the last payment of a subscription and whether it `isFamilyShared`. */
export type LastPaymentColumns = (subscription: string) => string;

/** SQL of a user's subscriptions as a JSON array, latest end first. */
export const subscriptionsJson = (
  userId: string,
  lastPayment: LastPaymentColumns,
): string => `coalesce((select json_agg(s) from (
  select ${subscriptionColumnsWith(isoTime)}, ${interruptionOf('subscriptions')}, ${lastPayment('subscriptions')}
  from subscriptions
  where user_id = ${userId} order by current_period_end desc, id desc limit 200) s), '[]')`;

/** SQL of whether a user has a current subscription that unlocks everything, paid or comp. */
export const unlockingSubscription = (userId: string): string => `exists (
  select from running_subscriptions s join subscription_products p on p.product_id = s.product_id
  where s.user_id = ${userId} and p.unlocks_all)`;

/** Those of these users with a current subscription that unlocks everything, paid or comp. */
export async function listUnlockingSubscribers(db: Db, userIds: readonly string[]): Promise<ReadonlySet<string>> {
  const query = sql<{ userId: string }>`
    select s.user_id as "userId" from running_subscriptions s
      join subscription_products p on p.product_id = s.product_id
    where s.user_id = any(${arrayLiteral(userIds)}::uuid[]) and p.unlocks_all`;
  return new Set((await executePrepared(db, query)).map(({ userId }) => userId));
}

export async function findSubscription(db: Db, userId: string, id: string): Promise<SubscriptionRow | undefined> {
  const query = sql<SubscriptionRow>`
    select ${subscriptionColumns} from subscriptions where user_id = ${userId} and id = ${id}`;
  return (await query.execute(db)).rows[0];
}

/** Days of comp subscriptions that a user was given since a moment. */
export async function findCompedDays(db: Db, userId: string, since: Date): Promise<number> {
  const endBefore = sql`(
    select max(e.period_end) from subscription_events e
    where e.user_id = s.user_id and e.subscription_id = s.id and e.type = 'given' and e.occurred_at < ${since})`;
  const query = sql<{ days: number }>`
    select coalesce(sum(extract(epoch from
        s.current_period_end - coalesce(${endBefore}, s.current_period_start)) / 86400), 0)::integer as days
    from subscriptions s where s.user_id = ${userId} and s.platform = 'comp'`;
  return (await query.execute(db)).rows[0]?.days ?? 0;
}

/** The current comp of a product. The user is locked. */
export async function findRunningComp(
  tx: Tx,
  userId: string,
  productId: string,
  now: Date,
): Promise<SubscriptionRow | undefined> {
  const query = sql<SubscriptionRow>`
    select ${subscriptionColumns} from subscriptions where user_id = ${userId} and platform = 'comp'
    and product_id = ${productId} and status = 'active' and current_period_end > ${now} limit 1`;
  return (await query.execute(tx)).rows[0];
}

export async function insertComp(
  tx: Tx,
  comp: {
    readonly id: string;
    readonly userId: string;
    readonly productId: string;
    readonly currency: string;
    readonly region: string | null;
    readonly start: Date;
    readonly end: Date;
  },
): Promise<void> {
  await tx
    .insertInto('subscriptions')
    .values({
      user_id: comp.userId,
      id: comp.id,
      platform: 'comp',
      product_id: comp.productId,
      status: 'active',
      auto_renew: false,
      current_period_start: comp.start,
      current_period_end: comp.end,
      price_cents: 0,
      currency: comp.currency,
      region: comp.region,
      created_at: comp.start,
      updated_at: comp.start,
    })
    .execute();
}

export async function extendComp(tx: Tx, userId: string, id: string, end: Date, now: Date): Promise<void> {
  await tx
    .updateTable('subscriptions')
    .set({ current_period_end: end, updated_at: now })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute();
}

/**
 * Updates subscriptions whose period has ended: one that renews is past due until the grace period ends, all others have
 * expired.
 */
export async function expireSubscriptions(tx: Tx, now: Date, most: number) {
  const { rows } = await sql<{ id: string; from: SubscriptionStatus; to: SubscriptionStatus }>`
    with elapsed as (select user_id, id, status from subscriptions
      where status in ('trialing', 'active', 'past_due', 'canceled') and current_period_end <= ${now}
        and (status <> 'past_due' or not auto_renew or current_period_end <= ${daysAfter(now, -graceDays)})
      order by current_period_end limit ${most} for no key update skip locked)
    update subscriptions s set updated_at = ${now}, status = case
      when s.auto_renew and s.status in ('trialing', 'active') and s.current_period_end > ${daysAfter(now, -graceDays)}
      then 'past_due' else 'expired' end
    from elapsed e where s.user_id = e.user_id and s.id = e.id
    returning s.id, e.status as "from", s.status as "to"`.execute(tx);
  return rows;
}

export interface SubscriptionEventRow {
  id: string;
  at: Date;
  productId: string;
  productName: string;
  platform: string;
  status: SubscriptionStatus;
  interruption: Interruption | null;
  currentPeriodEnd: Date;
}

/** Subscriptions of a user before a point in their timeline, newest first. */
export async function listSubscriptionsBefore(
  db: Db,
  userId: string,
  before: TimeCursor,
  limit: number,
): Promise<SubscriptionEventRow[]> {
  const query = sql<SubscriptionEventRow>`
    select s.id, s.created_at as at, s.product_id as "productId", p.name as "productName", s.platform, s.status,
      ${sql.raw(interruptionOf('s'))}, s.current_period_end as "currentPeriodEnd"
    from subscriptions s join subscription_products p on p.product_id = s.product_id
    where s.user_id = ${userId} and (s.created_at, s.id) < (${before.at}, ${before.id}::uuid)
    order by s.created_at desc, s.id desc limit ${limit}`;
  return (await query.execute(db)).rows;
}

export interface Trial {
  readonly userId: string;
  readonly id: string;
}

/** The current trial of each of these users, the one that ends last if there are several. The users are locked. */
export async function listRunningTrials(
  tx: Tx,
  userIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, Trial>> {
  const { rows } = await sql<Trial>`
    select distinct on (user_id) user_id as "userId", id from subscriptions
    where user_id = any(${[...userIds]}::uuid[]) and status = 'trialing'
      and least(trial_end, current_period_end) > ${now}
    order by user_id, coalesce(trial_end, current_period_end) desc, id`.execute(tx);
  return new Map(rows.map((trial) => [trial.userId, trial]));
}

/**
 * Extends trials and their periods, and returns the new ends by user. The days are stored as events of their own, so that
 * they are added to whatever the provider reports.
 */
export async function extendTrials(
  tx: Tx,
  extensions: readonly (Trial & { readonly days: number })[],
  now: Date,
): Promise<ReadonlyMap<string, Date>> {
  if (extensions.length === 0) return new Map();
  const given = extensions.map((extension) => ({ ...extension, eventId: newId() }));
  const { rows } = await sql<{ userId: string; trialEnd: Date }>`
    with extended as (
      update subscriptions s set trial_end = coalesce(s.trial_end, s.current_period_end) + e.days * interval '1 day',
        current_period_end = s.current_period_end + e.days * interval '1 day', updated_at = ${now}
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
        as e ("userId" uuid, id uuid, days integer, "eventId" uuid)
      where s.user_id = e."userId" and s.id = e.id
      returning e."eventId", e.days, s.*),
    stored as (
      insert into subscription_events (user_id, id, subscription_id, type, occurred_at, product_id, period_start,
        period_end, trial_end, auto_renew, price_cents, currency, region, is_paid, added_days, created_at)
      select user_id, "eventId", id, 'trial_extended', greatest(${now}::timestamptz,
          -- Two at the same moment must be distinct events.
          (select max(b.occurred_at) + interval '1 ms' from subscription_events b
           where b.user_id = x.user_id and b.subscription_id = x.id and b.type = 'trial_extended')),
        product_id, current_period_start, current_period_end, trial_end, auto_renew, price_cents, currency, region, false,
        days, ${now}
      from extended x)
    select user_id as "userId", trial_end as "trialEnd" from extended`.execute(tx);
  return new Map(rows.map(({ userId, trialEnd }) => [userId, trialEnd]));
}

/** SQL of all subscriptions of a user as a JSON array, oldest first. */
export const ownSubscriptionsJson = (userId: string): string =>
  jsonArray(`
    select ${subscriptionColumnsWith(isoTime)} from subscriptions
    where user_id = ${userId} order by created_at, id`);

/** Subscriptions of a user that a provider continues to charge for. */
export async function listRenewing(db: Db, userId: string): Promise<SubscriptionRow[]> {
  const query = sql<SubscriptionRow>`
    select ${subscriptionColumns} from subscriptions
    where user_id = ${userId} and auto_renew and platform <> 'comp' and status <> 'expired'
    order by current_period_end, id`;
  return (await query.execute(db)).rows;
}
