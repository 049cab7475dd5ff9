import { sql } from 'kysely';
import type { Tx } from '../../kit/db/database.ts';
import type { PromoConfig, PromoTerms, PromoType } from './rules.ts';

/** What decides about a redemption. Whoever has one of these holds the promo's lock. */
export interface LockedPromo extends PromoTerms {
  id: string;
  code: string;
  segmentId: string | null;
}

interface LockedRow {
  code: string;
  id: string | null;
  type: PromoType;
  config: PromoConfig;
  budgetCoins: number;
  spentCoins: number;
  startsAt: Date;
  endsAt: Date;
  segmentId: string | null;
}

const isLocked = (row: LockedRow): row is LockedRow & { id: string } => row.id !== null;

const columns = sql.raw(`id, type, config, budget_coins as "budgetCoins", spent_coins as "spentCoins",
  starts_at as "startsAt", ends_at as "endsAt", segment_id as "segmentId"`);

/**
 * Locks the promos of these codes in the order of their ids. Without `wait` those that another transaction holds are
 * named in `held` instead; what is in neither is not there.
 */
export async function lockPromos(
  tx: Tx,
  codes: readonly string[],
  { wait }: { readonly wait: boolean },
): Promise<{ locked: Map<string, LockedPromo>; held: Set<string> }> {
  const { rows } = await sql<LockedRow>`
    with locked as (
      select ${columns} from promos where code = any(${[...codes]}) and deleted_at is null
      order by id for no key update ${sql.raw(wait ? '' : 'skip locked')})
    select p.code, l.* from promos p left join locked l on l.id = p.id
    where p.code = any(${[...codes]}) and p.deleted_at is null`.execute(tx);
  const locked = new Map(rows.filter(isLocked).map((row) => [row.code, row]));
  const held = wait ? [] : rows.filter((row) => !isLocked(row)).map(({ code }) => code);
  return { locked, held: new Set(held) };
}

export interface PromoUse {
  readonly userId: string;
  readonly promoId: string;
}

/** How often each of these users has redeemed the promo beside them, in their order. */
export async function countUses(tx: Tx, pairs: readonly PromoUse[]): Promise<number[]> {
  const [users, promos] = [pairs.map(({ userId }) => userId), pairs.map(({ promoId }) => promoId)];
  const { rows } = await sql<{ uses: number }>`
    select (select count(*)::integer from promo_redemptions r where r.user_id = q.user_id and r.promo_id = q.promo_id) as uses
    from unnest(${users}::uuid[], ${promos}::uuid[]) with ordinality as q (user_id, promo_id, n) order by q.n`.execute(
    tx,
  );
  return rows.map(({ uses }) => uses);
}

export interface NewRedemption extends PromoUse {
  readonly id: string;
  readonly coinsGranted: number;
  readonly eventId: string | null;
  readonly usedAt: Date | null;
  readonly subscriptionId: string | null;
  readonly trialEnd: Date | null;
  /** The terms of a multiplier, which is used later: changes to the promo do not change them. */
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

/** Adds to what promos have given away, in all and on the UTC day of a moment. They are locked. */
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

export interface WaitingMultiplier {
  redemptionId: string;
  promoId: string;
  /** Null where it was redeemed before these were kept. */
  config: PromoConfig | null;
}

/** The multiplier that a user has been waiting with for longest, unless this purchase has used one already. */
export async function findWaiting(
  tx: Tx,
  userId: string,
  transactionId: string,
): Promise<WaitingMultiplier | undefined> {
  const { rows } = await sql<WaitingMultiplier>`
    select id as "redemptionId", promo_id as "promoId", config from promo_redemptions
    where user_id = ${userId} and used_at is null and not exists (
      select from promo_redemptions u where u.user_id = ${userId} and u.transaction_id = ${transactionId})
    order by created_at, id limit 1`.execute(tx);
  return rows[0];
}

/** Also one that is removed meanwhile: who redeemed it before keeps it. */
export async function lockUsedPromo(tx: Tx, id: string): Promise<LockedPromo | undefined> {
  const { rows } = await sql<LockedPromo>`
    select code, ${columns} from promos where id = ${id} for no key update`.execute(tx);
  return rows[0];
}

export interface UsedMultiplier {
  readonly userId: string;
  readonly redemptionId: string;
  readonly transactionId: string;
  readonly coins: number;
  readonly eventId: string | null;
}

export async function markUsed(tx: Tx, used: UsedMultiplier, now: Date): Promise<void> {
  await tx
    .updateTable('promo_redemptions')
    .set({
      used_at: now,
      transaction_id: used.transactionId,
      coins_granted: used.coins,
      event_id: used.eventId,
    })
    .where('user_id', '=', used.userId)
    .where('id', '=', used.redemptionId)
    .execute();
}
