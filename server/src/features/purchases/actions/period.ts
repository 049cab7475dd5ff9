import { newId } from '../../../kit/id.ts';
import type * as audit from '../../audit/public.ts';
import { applySubscriptionEvent, findProductNamed, type ReportedEvent } from '../../subscriptions/public.ts';
import type { Verdict } from '../../system/public.ts';
import { usdCentsOf } from '../rules.ts';
import { findNamed, insertTransaction, type NewTransaction } from '../sql.ts';
import { applyWaitingRefunds } from './refund.ts';
import { NameTaken, unlessTaken } from './undo.ts';

/** Applies what a rail tells of a subscription. A period that was paid for is a payment like any other. */
export const applyPeriod = (ctx: audit.ActCtx, rail: string, event: ReportedEvent): Promise<Verdict> =>
  unlessTaken(ctx, (part) => applyEvent(part, rail, event));

async function applyEvent(ctx: audit.ActCtx, rail: string, event: ReportedEvent): Promise<Verdict> {
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
  if (!(await insertTransaction(ctx.tx, paid, ctx.now))) {
    const known = await findNamed(ctx.tx, rail, transactionId);
    if (known?.userId === paid.userId && known.subscriptionId === paid.subscriptionId) return verdict;
    // Its coins are posted by now, and must not stay.
    throw new NameTaken();
  }
  await applyWaitingRefunds(ctx, paid);
  return { outcome: 'applied' };
}
