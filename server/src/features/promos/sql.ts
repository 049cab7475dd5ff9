import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db, Tx } from '../../kit/db/database.ts';
import { contains, eq, eqId, filters } from '../../kit/db/filters.ts';
import { isId } from '../../kit/http/schema.ts';
import { type Keyset, pageRows, type TimeCursor } from '../../kit/page.ts';
import { type PromoConfig, type PromoDay, type PromoStatus, type PromoType, paceDays, surge } from './rules.ts';

export interface PromoRow {
  id: string;
  code: string;
  type: PromoType;
  config: PromoConfig;
  budgetCoins: number;
  spentCoins: number;
  startsAt: Date;
  endsAt: Date;
  segmentId: string | null;
  segmentName: string | null;
  redemptions: number;
  /** Of the days that the pace is taken from. */
  recentCoins: number;
  /** Of the last hours, as the alerts have added them up. */
  hourCoins: number;
  status: PromoStatus;
  revision: number;
  createdAt: Date;
  updatedAt: Date;
}

/** Asked for once, and not for each promo and each of its days. */
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
const there = sql<SqlBool>`p.deleted_at is null`;

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
  pageRows(db, keyset, select, [there, ...conditions(given)]);

const named = (idOrCode: string): RawBuilder<SqlBool> =>
  isId(idOrCode.toLowerCase())
    ? sql<SqlBool>`p.id = ${idOrCode.toLowerCase()}`
    : sql<SqlBool>`p.code = ${idOrCode.toUpperCase()}`;

export async function findPromo(db: Db, idOrCode: string): Promise<PromoRow | undefined> {
  return (await sql<PromoRow>`${select} where ${there} and ${named(idOrCode)}`.execute(db)).rows[0];
}

/** Locks first and reads then, so that what is read is what the one before has left. */
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

/** Its code stays taken. It is for no segment any more, which can then be deleted. */
export async function removePromo(tx: Tx, id: string, now: Date): Promise<void> {
  await sql`update promos set deleted_at = ${now}, segment_id = null, updated_at = ${now}, revision = revision + 1
    where id = ${id}`.execute(tx);
}

/**
 * Adds to what an admin gave to budgets without a second person on the UTC day of a moment, and returns the sum. The row
 * stays locked until the transaction ends.
 */
export async function addBudgeted(tx: Tx, adminId: string, now: Date, coins: number): Promise<number> {
  const { rows } = await sql<{ coins: number }>`
    insert into admin_promo_budgets_by_day as d (admin_id, day, coins)
    values (${adminId}, (${now}::timestamptz at time zone 'UTC')::date, ${coins})
    on conflict on constraint admin_promo_budgets_by_day_pk do update set coins = d.coins + excluded.coins
    returning coins`.execute(tx);
  return rows[0]?.coins ?? 0;
}

export interface SegmentUseRow {
  segmentId: string;
  type: 'promo';
  id: string;
  label: string;
}

/** The promos that are for these segments, oldest first. */
export async function listSegmentUses(db: Db, segmentIds: readonly string[]): Promise<SegmentUseRow[]> {
  const query = sql<SegmentUseRow>`
    select segment_id as "segmentId", 'promo' as type, id, code as label from promos
    where segment_id = any(${[...segmentIds]}::uuid[]) and deleted_at is null order by created_at, id`;
  return (await query.execute(db)).rows;
}

export async function listDays(db: Db, promoId: string): Promise<PromoDay[]> {
  const query = sql<PromoDay>`
    select day::text as day, redemptions, coins from promo_days where promo_id = ${promoId} order by day`;
  return (await query.execute(db)).rows;
}

export interface RedemptionRow {
  id: string;
  promoId: string;
  code: string;
  type: PromoType;
  userId: string;
  displayName: string | null;
  isGuest: boolean;
  coinsGranted: number;
  eventId: string | null;
  usedAt: Date | null;
  transactionId: string | null;
  trialEnd: Date | null;
  createdAt: Date;
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

/** The same before a point in a user's story, newest first. */
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

/** What a promo gave since a moment, newest first. */
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

/** The budgets of promos, but for those that are over. */
export async function listBudgets(db: Db, ids: readonly string[]) {
  const query = sql<Pick<PromoRow, 'id' | 'budgetCoins' | 'spentCoins' | 'startsAt' | 'endsAt'>>`
    select id, budget_coins as "budgetCoins", spent_coins as "spentCoins", starts_at as "startsAt", ends_at as "endsAt"
    from promos where id = any(${[...ids]}::uuid[]) and deleted_at is null and ends_at > clock()`;
  return (await query.execute(db)).rows;
}
