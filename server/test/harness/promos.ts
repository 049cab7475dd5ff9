import { sql } from 'kysely';
import { expect } from 'vitest';
import { systemCtx } from '../../src/features/audit/public.ts';
import { move } from '../../src/features/ledger/public.ts';
import type { MultiplierBonus } from '../../src/features/payments/public.ts';
import { lockMultiplier, useMultiplier } from '../../src/features/promos/public.ts';
import { lockUser } from '../../src/features/users/public.ts';
import { newId } from '../../src/kit/id.ts';
import type { AdminActor } from './actor.ts';
import type { World } from './world.ts';

/** Promos as an admin makes them. */

export interface PromoOptions {
  code?: string;
  type?: 'coin_grant' | 'bonus_multiplier' | 'trial_ext';
  config?: object;
  budgetCoins?: number;
  window?: { start: string; end: string };
  segmentId?: string | null;
}

export const openWindow = { start: '2020-01-01T00:00:00Z', end: '2099-01-01T00:00:00Z' };

export interface MadePromo {
  readonly id: string;
  readonly code: string;
}

/** By default 50 coins, once for each user. */
export async function makePromo(admin: AdminActor, options: PromoOptions = {}): Promise<MadePromo> {
  const code = `T-${newId().slice(-12)}`.toUpperCase();
  const usual = { code, type: 'coin_grant', config: { amount: 50 }, budgetCoins: 10_000, window: openWindow };
  const { status, body } = await admin.post<MadePromo>('/admin/promos', { ...usual, ...options });
  expect(status, JSON.stringify(body)).toBe(201);
  return { id: body.id, code: body.code };
}

/** What is never true of promos, as rows: what they spent beside what was given, days, movements, uses and budgets. */
export async function promoViolations(world: World): Promise<object[]> {
  const { rows } = await sql<{ what: string; id: string }>`
    with given as (
      select promo_id, count(*) as uses, coalesce(sum(coins_granted), 0) as coins from promo_redemptions group by promo_id)
    select 'spent another sum than was given, or passed its budget' as what, p.code as id
      from promos p left join given g on g.promo_id = p.id
      where p.spent_coins <> coalesce(g.coins, 0) or p.spent_coins > p.budget_coins
    union all
    select 'has days that do not add up', p.code from promos p left join given g on g.promo_id = p.id
      left join (select promo_id, sum(redemptions) as uses, sum(coins) as coins from promo_days group by promo_id) d
        on d.promo_id = p.id
      where (coalesce(d.uses, 0), coalesce(d.coins, 0)) <> (coalesce(g.uses, 0), coalesce(g.coins, 0))
    union all
    select 'was redeemed too often by one user', r.promo_id::text from promo_redemptions r join promos p on p.id = r.promo_id
      group by r.promo_id, r.user_id, p.config having count(*) > (p.config->>'max_uses_per_user')::integer
    union all
    select 'is a redemption without its coins, or the other way round', coalesce(r.id, e.id)::text
      from (select * from promo_redemptions where coins_granted > 0) r
      full join (
        select e.id, e.user_id, sum(n.amount) as coins, coalesce(n.ref_id, e.ref_id) as ref_id
        from ledger.events e join ledger.entries n on n.user_id = e.user_id and n.event_id = e.id
        where n.account = 'wallet_bonus' and coalesce(n.reason, e.reason) = 'promo_grant'
          and coalesce(n.ref_type, e.ref_type) = 'promo'
        group by e.id, e.user_id, coalesce(n.ref_id, e.ref_id)) e
        on e.id = r.event_id and e.user_id = r.user_id
      where r.id is null or e.id is null or e.coins <> r.coins_granted or e.ref_id <> r.promo_id::text
    union all
    select 'is used by two redemptions', transaction_id::text from promo_redemptions where transaction_id is not null
      group by transaction_id having count(*) > 1`.execute(world.database.db);
  return rows;
}

/** Completes a purchase of so many coins, as far as a multiplier sees of it; several at once wait for each other. */
export async function completePurchase(
  world: World,
  userId: string,
  coins: number,
): Promise<MultiplierBonus | undefined> {
  const [id, packageId] = [newId(), newId()];
  return world.database.transaction(async (tx, now) => {
    await lockUser(tx, userId);
    await sql`insert into coin_packages (id, sku, coins, price_cents, currency, rails)
      values (${packageId}, ${packageId}, ${coins}, 99, 'USD', '{ios_store}')`.execute(tx);
    await sql`insert into transactions (user_id, id, kind, platform, product_id, package_id, transaction_id, amount_cents,
        currency, amount_usd_cents, status, completed_at)
      values (${userId}, ${id}, 'coin_pack', 'ios_store', ${packageId}, ${packageId}, ${id}, 99, 'USD', 99, 'completed',
        ${now})`.execute(tx);
    const [ctx, purchase] = [systemCtx(tx, now), { userId, transactionId: id, coins }];
    const multiplier = await lockMultiplier(ctx, purchase);
    if (!multiplier) return undefined;
    const cause = { reason: 'promo_grant', refType: 'promo', refId: multiplier.promoId, key: id };
    const bonus = { amount: multiplier.coins, counter: 'source_promo' as const };
    const { eventId } = await move(ctx, { userId, ...cause, bonus });
    await useMultiplier(ctx, purchase, multiplier, eventId ?? id);
    return multiplier;
  });
}
