import { newId } from '../../../kit/id.ts';
import type * as audit from '../../audit/public.ts';
import { applySubscriptionEvent, findProductNamed, type ReportedEvent } from '../../subscriptions/public.ts';
import type { Verdict } from '../../system/public.ts';
import { usdCentsOf } from '../rules.ts';
import { insertTransaction, type NewTransaction } from '../sql.ts';
import { applyWaitingRefunds } from './refund.ts';

/** Applies what a rail tells of a subscription. A period that was paid for is a payment like any other. */
export async function applyPeriod(ctx: audit.ActCtx, rail: string, event: ReportedEvent): Promise<Verdict> {
  const { outcome, detail, subscription, payment } = await applySubscriptionEvent(ctx, rail, event);
  const { transactionId, productId, priceCents, currency, region } = event.data;
  const verdict: Verdict = { outcome, ...(detail !== undefined && { detail }) };
  if (!subscription || !payment || transactionId === undefined) return verdict;
  const product = await findProductNamed(ctx.tx, productId);
  const paid: NewTransaction = {
    ...{ id: newId(), kind: 'subscription', userId: subscription.userId, platform: rail, productId, transactionId },
    ...{ packageId: null, subscriptionId: subscription.id, coinsGranted: 0, bonusCoins: payment.bonusCoins },
    ...{ amountCents: priceCents, currency, expectedUsdCents: null, region: region?.toUpperCase() ?? null },
    amountUsdCents: usdCentsOf({ amountCents: priceCents, currency }, product?.priceCents ?? priceCents),
    ...{ status: 'completed', failureReason: null, failedAt: null, eventId: payment.eventId },
  };
  if (!(await insertTransaction(ctx.tx, paid, ctx.now))) return verdict;
  await applyWaitingRefunds(ctx, paid);
  return { outcome: 'applied' };
}
