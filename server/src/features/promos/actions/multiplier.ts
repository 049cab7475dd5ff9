import type { Ctx } from '../../../kit/http/endpoint.ts';
import { move } from '../../ledger/public.ts';
import type { CompletedPurchase } from '../../purchases/public.ts';
import { addSpending, findWaiting, lockUsedPromo, markUsed } from '../redeem.sql.ts';
import { bonusOf } from '../rules.ts';

export interface MultiplierUse {
  readonly redemptionId: string;
  readonly promoId: string;
  readonly code: string;
  /** None where the budget was gone. */
  readonly coinsGranted: number;
  readonly eventId: string | null;
}

/**
 * Uses the multiplier that a user has been waiting with for longest, if there is one: extra coins as far as the promo's
 * limit and its budget go. It is used up whatever is left of them.
 */
export async function useMultiplier(
  ctx: Pick<Ctx, 'tx' | 'now' | 'effects'>,
  { userId, transactionId, coins }: CompletedPurchase,
): Promise<MultiplierUse | undefined> {
  const waiting = await findWaiting(ctx.tx, userId, transactionId);
  const promo = waiting && (await lockUsedPromo(ctx.tx, waiting.promoId));
  if (!promo) return undefined;
  const { redemptionId, config } = waiting;
  const coinsGranted = bonusOf({ ...promo, config: config ?? promo.config }, coins);
  const { eventId } = await move(ctx, {
    userId,
    reason: 'promo_grant',
    refType: 'promo',
    refId: promo.id,
    key: `promo:${redemptionId}`,
    bonus: { amount: coinsGranted, counter: 'source_promo' },
  });
  await markUsed(ctx.tx, { userId, redemptionId, transactionId, coins: coinsGranted, eventId }, ctx.now);
  await addSpending(ctx.tx, [{ promoId: promo.id, redemptions: 0, coins: coinsGranted }], ctx.now);
  return { redemptionId, promoId: promo.id, code: promo.code, coinsGranted, eventId };
}
