import { invalidTransition, notFound, refuse } from '../../../kit/errors.ts';
import type * as audit from '../../audit/public.ts';
import type { PurchasePorts } from '../ports.ts';
import { findPromoCoins } from '../refunds.sql.ts';
import type { PurchaseData } from '../schema.ts';
import { findNamed, markCredited, type TransactionRow } from '../sql.ts';
import { complete } from './pay.ts';

export interface ClaimedPayment {
  readonly rail: string;
  readonly data: Pick<
    PurchaseData,
    'userId' | 'purchaseId' | 'productId' | 'transactionId' | 'amountCents' | 'currency'
  >;
  readonly paidAt: Date;
}

export interface CompletedByHand {
  readonly purchase: TransactionRow;
  /** All coins that it brought, those of a multiplier too. */
  readonly coins: number;
  /** Whether what was paid is exactly the price, in US dollars. */
  readonly isAtPrice: boolean;
}

/**
 * Completes a payment that a rail has not told of, as its webhook would: under the same name, so that news which come
 * later credit nothing. Refuses what the webhook would leave unmatched or ignore. It is
 * marked with who asked for it: nobody but them says that it was paid.
 */
export async function completeByHand(
  ctx: audit.AuditCtx,
  ports: PurchasePorts,
  claimed: ClaimedPayment,
  creditedBy: string,
): Promise<CompletedByHand> {
  const { rail, data } = claimed;
  const { outcome } = await complete(ctx, ports, claimed);
  const purchase = await findNamed(ctx.tx, rail, data.transactionId);
  if (outcome !== 'applied' && purchase) {
    return refuse(invalidTransition, { currentState: purchase.status, allowed: [] });
  }
  if (!purchase) return refuse(notFound, { field: data.purchaseId === undefined ? 'sku' : 'purchaseId' });
  await markCredited(ctx.tx, purchase, creditedBy);
  const { coins: promoCoins } = await findPromoCoins(ctx.tx, purchase);
  const isAtPrice = purchase.currency === 'USD' && purchase.expectedUsdCents === null;
  const coins = purchase.coinsGranted + purchase.bonusCoins + promoCoins;
  return { purchase: { ...purchase, creditedBy }, coins, isAtPrice };
}
