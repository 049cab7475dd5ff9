import { newId } from '../../../kit/id.ts';
import type * as audit from '../../audit/public.ts';
import { applySubscriptionEvent, findProductNamed, type ProviderEventType } from '../../subscriptions/public.ts';
import type { Verdict } from '../../system/public.ts';
import { listWaiting } from '../refunds.sql.ts';
import { periodWorth } from '../rules.ts';
import type { PeriodData } from '../schema.ts';
import { findNamed, insertTransaction, type NewTransaction } from '../sql.ts';
import { recordCompletion } from './pay.ts';
import { applyWaitingRefunds } from './refund.ts';
import { NameTaken, unlessTaken } from './undo.ts';

export interface ReportedPeriod {
  readonly type: ProviderEventType;
  readonly occurredAt: Date;
  readonly data: PeriodData;
}

/** Applies what a rail tells of a subscription. A period that was paid for is a payment like any other. */
export const applyPeriod = (ctx: audit.ActCtx, rail: string, event: ReportedPeriod): Promise<Verdict> =>
  unlessTaken(ctx, (part) => applyEvent(part, rail, event));

async function applyEvent(ctx: audit.ActCtx, rail: string, event: ReportedPeriod): Promise<Verdict> {
  const { outcome, detail, subscription, payment } = await applySubscriptionEvent(ctx, rail, event);
  const { transactionId, productId, priceCents, currency, region } = event.data;
  const verdict: Verdict = { outcome, ...(detail !== undefined && { detail }) };
  if (!subscription || !payment || transactionId === undefined) return verdict;
  const product = await findProductNamed(ctx.tx, productId);
  const amount = { amountCents: priceCents, currency, amountUsdCents: event.data.amountUsdCents };
  const { amountUsdCents, expectedUsdCents, isUnknown } = periodWorth(amount, product);
  const paid: NewTransaction = {
    ...{ id: newId(), kind: 'subscription', userId: subscription.userId, platform: rail, productId, transactionId },
    ...{ packageId: null, subscriptionId: subscription.id, coinsGranted: 0, bonusCoins: payment.bonusCoins },
    ...{ amountCents: priceCents, currency, amountUsdCents, expectedUsdCents, region: region?.toUpperCase() ?? null },
    ...{ status: 'completed', failureReason: null, failedAt: null, eventId: payment.eventId },
  };
  if (!(await insertTransaction(ctx.tx, paid, ctx.now))) {
    const known = await findNamed(ctx.tx, rail, transactionId);
    if (known?.userId === paid.userId && known.subscriptionId === paid.subscriptionId) return verdict;
    // Its coins are posted by now, and must not stay.
    throw new NameTaken();
  }
  if (expectedUsdCents !== null || isUnknown) {
    await recordCompletion(ctx, paid, isUnknown ? { amount_unknown: true } : {});
  }
  await applyWaitingRefunds(ctx, paid, await listWaiting(ctx.tx, paid));
  return { outcome: 'applied' };
}
