import type { Tx } from '../../../kit/db/database.ts';
import { invalidTransition, notFound, refuse } from '../../../kit/errors.ts';
import type * as audit from '../../audit/public.ts';
import type { PurchasePorts } from '../ports.ts';
import { findPromoCoins } from '../refunds.sql.ts';
import type { PurchaseData } from '../schema.ts';
import { findNamed, findPendingNear, findTransaction, markCredited, type TransactionRow } from '../sql.ts';
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
 * Completes a payment that the rail has not reported, as its webhook would: under the same transaction id, so that a later
 * webhook credits nothing. The purchase that the viewer started for it is completed: the one that the admin names, or else
 * the pending one that fits. Refuses what the webhook would leave unmatched or ignore. The user is locked. The payment is
 * marked with the admin who asked for it, as nobody else says that it was paid.
 */
export async function completeByHand(
  ctx: audit.AuditCtx,
  ports: PurchasePorts,
  claimed: ClaimedPayment,
  creditedBy: string,
): Promise<CompletedByHand> {
  const { rail, data, paidAt } = claimed;
  const { userId, productId } = data;
  const purchaseId = await (data.purchaseId === undefined
    ? findPendingNear(ctx.tx, { userId, rail, productId, paidAt })
    : mustBePending(ctx.tx, userId, data.purchaseId));
  const reported = { rail, paidAt, data: { ...data, ...(purchaseId !== undefined && { purchaseId }) } };
  const { outcome } = await complete(ctx, ports, reported);
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

/** A purchase that was paid by another transaction meanwhile is not completed again. */
async function mustBePending(tx: Tx, userId: string, purchaseId: string): Promise<string> {
  const named = await findTransaction(tx, userId, purchaseId);
  if (named && named.status !== 'pending') refuse(invalidTransition, { currentState: named.status, allowed: [] });
  return purchaseId;
}
