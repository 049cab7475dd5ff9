import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db, Tx } from '../../kit/db/database.ts';
import { contains, eq, eqId, filters } from '../../kit/db/filters.ts';
import { isoTime, jsonArray } from '../../kit/db/fragments.ts';
import { isId } from '../../kit/http/schema.ts';
import { type Keyset, pageRows, type TimeCursor } from '../../kit/page.ts';
import {
  type PromoConfig,
  type PromoDay,
  type PromoStatus,
  type PromoTerms,
  type PromoType,
  paceDays,
  surge,
} from './rules.ts';
import type { PromoRow, RedemptionRow } from './schema.ts';

/** As a subquery, so that it is evaluated once. */
const now = '(select clock())';
const status = `case when p.starts_at > ${now} then 'upcoming' when p.ends_at <= ${now} then 'ended'
  when p.budget_coins - p.spent_coins < case p.type when 'coin_grant' then (p.config->>'amount')::bigint
    when 'bonus_multiplier' then 1 else 0 end then 'exhausted'
  else 'running' end`;
const select = sql<PromoRow>`
  select p.id, p.code, p.type, p.config, p.budget_coins as "budgetCoins", p.spent_coins as "spentCoins",
    p.starts_at as "startsAt", p.ends_at as "endsAt", p.segment_id as "segmentId", s.name as "segmentName",
    d.redemptions, d."recentCoins", h."hourCoins", ${sql.raw(status)} as status, p.revision, p.created_at as "createdAt",
    p.updated_at as "updatedAt"
  from promos p left join segment_names s on s.id = p.segment_id
  cross join lateral (
    select coalesce(sum(redemptions), 0)::bigint as redemptions, coalesce(sum(coins)
      filter (where day > (${sql.raw(now)} at time zone 'UTC')::date - ${sql.raw(String(paceDays))}), 0)::bigint as "recentCoins"
    from promo_days where promo_id = p.id) d
  cross join lateral (
    select coalesce(sum(coins), 0)::bigint as "hourCoins" from promo_hours
    where promo_id = p.id::text
      and hour >= date_trunc('hour', ${sql.raw(now)}, 'UTC') - interval '${sql.raw(String(surge.hours - 1))} hours') h`;
const notDeleted = sql<SqlBool>`p.deleted_at is null`;

export interface PromoFilters {
  status?: PromoStatus | undefined;
  type?: PromoType | undefined;
  segmentId?: string | undefined;
  q?: string | undefined;
}

const conditions = filters<PromoFilters>({
  status: (word) => sql<SqlBool>`${sql.raw(status)} = ${word}`,
  type: eq('p.type'),
  segmentId: eqId('p.segment_id'),
  q: contains('p.code'),
});

export const listPromos = (db: Db, given: PromoFilters, keyset: Keyset): Promise<PromoRow[]> =>
  pageRows(db, keyset, select, [notDeleted, ...conditions(given)]);

const matches = (idOrCode: string): RawBuilder<SqlBool> =>
  isId(idOrCode.toLowerCase())
    ? sql<SqlBool>`p.id = ${idOrCode.toLowerCase()}`
    : sql<SqlBool>`p.code = ${idOrCode.toUpperCase()}`;

export async function findPromo(db: Db, idOrCode: string): Promise<PromoRow | undefined> {
  return (await sql<PromoRow>`${select} where ${notDeleted} and ${matches(idOrCode)}`.execute(db)).rows[0];
}

/** Locks before it reads, to see what a concurrent transaction committed. */
export async function lockPromo(tx: Tx, id: string): Promise<PromoRow | undefined> {
  await sql`select from promos where id = ${id} for no key update`.execute(tx);
  return findPromo(tx, id);
}

export type PromoFields = Pick<PromoRow, 'config' | 'budgetCoins' | 'startsAt' | 'endsAt' | 'segmentId'>;

const columnsOf = ({ config, budgetCoins, startsAt, endsAt, segmentId }: PromoFields) => ({
  config: JSON.stringify(config),
  budget_coins: budgetCoins,
  starts_at: startsAt,
  ends_at: endsAt,
  segment_id: segmentId,
});

export async function insertPromo(
  tx: Tx,
  { id, code, type }: Pick<PromoRow, 'id' | 'code' | 'type'>,
  fields: PromoFields,
  now: Date,
): Promise<void> {
  await tx
    .insertInto('promos')
    .values({ id, code, type, ...columnsOf(fields), created_at: now, updated_at: now })
    .execute();
}

export async function updatePromo(tx: Tx, id: string, fields: PromoFields, now: Date): Promise<void> {
  await tx
    .updateTable('promos')
    .set((eb) => ({ ...columnsOf(fields), updated_at: now, revision: eb('revision', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

/** The code stays reserved. The segment is released, so that it can be deleted. */
export async function removePromo(tx: Tx, id: string, now: Date): Promise<void> {
  await sql`update promos set deleted_at = ${now}, segment_id = null, updated_at = ${now}, revision = revision + 1
    where id = ${id}`.execute(tx);
}

/**
 * Adds to the coins that an admin gave to budgets without a second admin on this UTC day, and returns the sum. The row stays
 * locked until the transaction ends.
 */
export async function addBudgeted(tx: Tx, adminId: string, now: Date, coins: number): Promise<number> {
  const { rows } = await sql<{ coins: number }>`
    insert into admin_promo_budgets_by_day as d (admin_id, day, coins)
    values (${adminId}, (${now}::timestamptz at time zone 'UTC')::date, ${coins})
    on conflict on constraint admin_promo_budgets_by_day_pk do update set coins = d.coins + excluded.coins
    returning coins`.execute(tx);
  return rows[0]?.coins ?? 0;
}

/** The promos that target these segments, oldest first. */
export async function listSegmentUses(db: Db, segmentIds: readonly string[]) {
  const query = sql<{ segmentId: string; type: 'promo'; id: string; label: string }>`
    select segment_id as "segmentId", 'promo' as type, id, code as label from promos
    where segment_id = any(${[...segmentIds]}::uuid[]) and deleted_at is null order by created_at, id`;
  return (await query.execute(db)).rows;
}

export async function listDays(db: Db, promoId: string): Promise<PromoDay[]> {
  const query = sql<PromoDay>`
    select day::text as day, redemptions, coins from promo_days where promo_id = ${promoId} order by day`;
  return (await query.execute(db)).rows;
}

const redemptions = sql<RedemptionRow>`
  select r.id, r.promo_id as "promoId", p.code, p.type, r.user_id as "userId", u.display_name as "displayName",
    u.is_guest as "isGuest", r.coins_granted as "coinsGranted", r.event_id as "eventId", r.used_at as "usedAt",
    r.transaction_id as "transactionId", r.trial_end as "trialEnd", r.created_at as "createdAt"
  from promo_redemptions r join promos p on p.id = r.promo_id join user_profiles u on u.id = r.user_id`;

export const listPromoRedemptions = (db: Db, promoId: string, keyset: Keyset): Promise<RedemptionRow[]> =>
  pageRows(db, keyset, redemptions, [sql<SqlBool>`r.promo_id = ${promoId}`]);

export const listUserRedemptions = (db: Db, userId: string, keyset: Keyset): Promise<RedemptionRow[]> =>
  pageRows(db, keyset, redemptions, [sql<SqlBool>`r.user_id = ${userId}`]);

/** Redemptions of a user before a point in their timeline, newest first. */
export async function listRedemptionsBefore(
  db: Db,
  userId: string,
  before: TimeCursor,
  limit: number,
  { withoutCoins }: { readonly withoutCoins: boolean },
): Promise<RedemptionRow[]> {
  const query = sql<RedemptionRow>`
    ${redemptions} where r.user_id = ${userId} and (r.created_at, r.id) < (${before.at}, ${before.id}::uuid)
      and (p.type <> 'coin_grant' or not ${withoutCoins})
    order by r.created_at desc, r.id desc limit ${limit}`;
  return (await query.execute(db)).rows;
}

/** Redemptions of a promo since a moment, newest first. */
export async function listRecentRedemptions(
  db: Db,
  promoId: string,
  since: Date,
  limit: number,
): Promise<RedemptionRow[]> {
  const query = sql<RedemptionRow>`
    ${redemptions} where r.promo_id = ${promoId} and r.created_at >= ${since}
    order by r.created_at desc, r.id desc limit ${limit}`;
  return (await query.execute(db)).rows;
}

/** The budgets of promos that have not ended. */
export async function listBudgets(db: Db, ids: readonly string[]) {
  const query = sql<Pick<PromoRow, 'id' | 'budgetCoins' | 'spentCoins' | 'startsAt' | 'endsAt'>>`
    select id, budget_coins as "budgetCoins", spent_coins as "spentCoins", starts_at as "startsAt", ends_at as "endsAt"
    from promos where id = any(${[...ids]}::uuid[]) and deleted_at is null and ends_at > clock()`;
  return (await query.execute(db)).rows;
}

/** The terms of a promo whose row is locked. */
export interface LockedPromo extends PromoTerms {
  id: string;
  code: string;
  segmentId: string | null;
}

type LockedRow = Omit<LockedPromo, 'id'> & { id: string | null };

const isLocked = (row: LockedRow): row is LockedRow & { id: string } => row.id !== null;

const termColumns = sql.raw(`id, type, config, budget_coins as "budgetCoins", spent_coins as "spentCoins",
  starts_at as "startsAt", ends_at as "endsAt", segment_id as "segmentId"`);

/**
 * Locks the promos of these codes in the order of their ids. Without `wait`, codes of promos locked by another transaction
 * are returned as `busy`. Unknown codes are in neither.
 */
export async function lockPromos(
  tx: Tx,
  codes: readonly string[],
  { wait }: { readonly wait: boolean },
): Promise<{ locked: Map<string, LockedPromo>; busy: Set<string> }> {
  const { rows } = await sql<LockedRow>`
    with locked as (
      select ${termColumns} from promos where code = any(${[...codes]}) and deleted_at is null
      order by id for no key update ${sql.raw(wait ? '' : 'skip locked')})
    select p.code, l.* from promos p left join locked l on l.id = p.id
    where p.code = any(${[...codes]}) and p.deleted_at is null`.execute(tx);
  const locked = new Map(rows.filter(isLocked).map((row) => [row.code, row]));
  const busy = wait ? [] : rows.filter((row) => !isLocked(row)).map(({ code }) => code);
  return { locked, busy: new Set(busy) };
}

interface PromoUse {
  readonly userId: string;
  readonly promoId: string;
}

/** For each pair, how often the user has redeemed the promo. */
export async function countUses(tx: Tx, pairs: readonly PromoUse[]): Promise<number[]> {
  const [users, promos] = [pairs.map(({ userId }) => userId), pairs.map(({ promoId }) => promoId)];
  const { rows } = await sql<{ uses: number }>`
    select (select count(*)::integer from promo_redemptions r where r.user_id = q.user_id and r.promo_id = q.promo_id) as uses
    from unnest(${users}::uuid[], ${promos}::uuid[]) with ordinality as q (user_id, promo_id, n) order by q.n`.execute(
    tx,
  );
  return rows.map(({ uses }) => uses);
}

interface NewRedemption extends PromoUse {
  readonly id: string;
  readonly coinsGranted: number;
  readonly eventId: string | null;
  readonly usedAt: Date | null;
  readonly subscriptionId: string | null;
  readonly trialEnd: Date | null;
  /** The terms of a multiplier at redemption, which later edits of the promo do not change. */
  readonly config: PromoConfig | null;
  readonly createdAt: Date;
}

export async function insertRedemptions(tx: Tx, redemptions: readonly NewRedemption[]): Promise<void> {
  if (redemptions.length === 0) return;
  await sql`
    insert into promo_redemptions (user_id, id, promo_id, coins_granted, event_id, used_at, subscription_id, trial_end,
      config, created_at)
    select "userId", id, "promoId", "coinsGranted", "eventId", "usedAt", "subscriptionId", "trialEnd",
      config, "createdAt"
    from jsonb_to_recordset(${JSON.stringify(redemptions)}::jsonb) as r ("userId" uuid, id uuid, "promoId" uuid,
      "coinsGranted" integer, "eventId" uuid, "usedAt" timestamptz, "subscriptionId" uuid, "trialEnd" timestamptz,
      config jsonb, "createdAt" timestamptz)`.execute(tx);
}

export interface Spending {
  readonly promoId: string;
  readonly redemptions: number;
  readonly coins: number;
}

/** Adds to the coins spent by promos, in total and on the UTC day of `now`. They are locked. */
export async function addSpending(tx: Tx, spending: readonly Spending[], now: Date): Promise<void> {
  if (spending.length === 0) return;
  await sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(spending)}::jsonb)
        as g ("promoId" uuid, redemptions integer, coins bigint)),
    spent as (
      update promos p set spent_coins = p.spent_coins + g.coins from given g where p.id = g."promoId" and g.coins > 0)
    insert into promo_days as d (promo_id, day, redemptions, coins)
    select "promoId", (${now}::timestamptz at time zone 'UTC')::date, redemptions, coins from given
    on conflict on constraint promo_days_pk do update
      set redemptions = d.redemptions + excluded.redemptions, coins = d.coins + excluded.coins`.execute(tx);
}

/** The oldest unused multiplier of a user, unless this purchase has used one. `config` is null for older redemptions. */
export async function findUnusedMultiplier(tx: Tx, userId: string, transactionId: string) {
  const { rows } = await sql<{ redemptionId: string; promoId: string; config: PromoConfig | null }>`
    select id as "redemptionId", promo_id as "promoId", config from promo_redemptions
    where user_id = ${userId} and used_at is null and not exists (
      select from promo_redemptions u where u.user_id = ${userId} and u.transaction_id = ${transactionId})
    order by created_at, id limit 1`.execute(tx);
  return rows[0];
}

/** Also a deleted promo: its redemptions stay valid. */
export async function lockUsedPromo(tx: Tx, id: string): Promise<LockedPromo | undefined> {
  const { rows } = await sql<LockedPromo>`
    select code, ${termColumns} from promos where id = ${id} for no key update`.execute(tx);
  return rows[0];
}

interface UsedMultiplier {
  readonly userId: string;
  readonly redemptionId: string;
  readonly transactionId: string;
  readonly coins: number;
  readonly eventId: string | null;
}

export async function markUsed(tx: Tx, used: UsedMultiplier, now: Date): Promise<void> {
  await tx
    .updateTable('promo_redemptions')
    .set({ used_at: now, transaction_id: used.transactionId, coins_granted: used.coins, event_id: used.eventId })
    .where('user_id', '=', used.userId)
    .where('id', '=', used.redemptionId)
    .execute();
}

/** SQL of all redemptions of a user as a JSON array, oldest first. */
export const redemptionsJson = (userId: string): string =>
  jsonArray(`
    select r.id, p.code, p.type, r.coins_granted as "coinsGranted", ${isoTime('r.created_at')} as "createdAt"
    from promo_redemptions r join promos p on p.id = r.promo_id
    where r.user_id = ${userId} order by r.created_at, r.id`);
