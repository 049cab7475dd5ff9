import type { Ctx } from '../../../kit/http/endpoint.ts';
import type { CompletedPurchase, MultiplierBonus } from '../../payments/public.ts';
import { addSpending, findWaiting, lockUsedPromo, markUsed } from '../redeem.sql.ts';
import { bonusOf } from '../rules.ts';

/**
 * The multiplier that a user redeemed first and has not used, and what it adds to a purchase within the limit and the
 * budget of its promo. The promo is locked.
 */
export async function lockMultiplier(
  { tx }: Pick<Ctx, 'tx'>,
  { userId, transactionId, coins }: CompletedPurchase,
): Promise<MultiplierBonus | undefined> {
  const waiting = await findWaiting(tx, userId, transactionId);
  const promo = waiting && (await lockUsedPromo(tx, waiting.promoId));
  if (!promo) return undefined;
  const { redemptionId, config } = waiting;
  return { redemptionId, promoId: promo.id, coins: bonusOf({ ...promo, config: config ?? promo.config }, coins) };
}

/** Marks a multiplier as used by a purchase whose coins are posted, also where nothing was left of the budget. */
export async function useMultiplier(
  { tx, now }: Pick<Ctx, 'tx' | 'now'>,
  { userId, transactionId }: Pick<CompletedPurchase, 'userId' | 'transactionId'>,
  { redemptionId, promoId, coins }: MultiplierBonus,
  postedEventId: string,
): Promise<void> {
  const eventId = coins === 0 ? null : postedEventId;
  await markUsed(tx, { userId, redemptionId, transactionId, coins, eventId }, now);
  await addSpending(tx, [{ promoId, redemptions: 0, coins }], now);
}
