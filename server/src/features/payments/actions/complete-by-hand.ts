import type { Tx } from '../../../kit/db/database.ts';
import { invalidTransition, notFound, refuse } from '../../../kit/errors.ts';
import type * as audit from '../../audit/public.ts';
import type { PurchasePorts } from '../ports.ts';
import { findPromoCoins } from '../refunds.sql.ts';
import type { NamedPurchase } from '../schema.ts';
import { findByTransactionId, findPendingNear, findTransaction, markCredited, type TransactionRow } from '../sql.ts';
import { complete } from './pay.ts';

export interface ClaimedPayment {
  readonly rail: string;
  readonly data: Pick<NamedPurchase, 'purchaseId' | 'productId' | 'transactionId'> & {
    readonly userId: string;
    readonly amountCents: number;
    readonly currency: string;
  };
  readonly paidAt: Date;
}

export interface CompletedByHand {
  readonly purchase: TransactionRow;
  /** All coins credited, including those of a multiplier. */
  readonly coins: number;
  /** Whether exactly the price was paid, in US dollars. */
  readonly isAtPrice: boolean;
}

/**
 * Completes a payment that the rail has not reported, as its webhook would: under the same transaction id, so that a later
 * webhook credits nothing. Completes the named purchase, or else the pending one that matches. Refuses what the webhook
 * would leave unmatched or ignore. The user is locked. The requesting admin is stored on the payment, since only that admin
 * claims that it was paid.
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
  const purchase = await findByTransactionId(ctx.tx, rail, data.transactionId);
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

async function mustBePending(tx: Tx, userId: string, purchaseId: string): Promise<string> {
  const named = await findTransaction(tx, userId, purchaseId);
  if (named && named.status !== 'pending') refuse(invalidTransition, { currentState: named.status, allowed: [] });
  return purchaseId;
}
