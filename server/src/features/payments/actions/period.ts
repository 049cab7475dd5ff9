import { newId } from '../../../kit/id.ts';
import type * as audit from '../../audit/public.ts';
import { applySubscriptionEvent, findProductByStoreId, type ProviderEventType } from '../../subscriptions/public.ts';
import type { EventResult } from '../../webhooks/public.ts';
import type { PurchasePorts } from '../ports.ts';
import { listUnappliedRefunds } from '../refunds.sql.ts';
import { circumstancesOf, hasTwoUsdAmounts, periodPaid } from '../rules.ts';
import type { NamedPeriod } from '../schema.ts';
import { findByTransactionId, insertTransaction, type NewTransaction } from '../sql.ts';
import { TransactionIdTaken, treatDuplicateAsUnmatched } from './match.ts';
import { ratesOf, recordCompletion } from './pay.ts';
import { applyUnappliedRefunds } from './refund.ts';

interface ReportedPeriod {
  readonly type: ProviderEventType;
  readonly occurredAt: Date;
  readonly data: NamedPeriod;
}

/** Applies a subscription event. The payment of a period is stored like any other payment. */
export const applyPeriod = (
  ctx: audit.AuditCtx,
  ports: PurchasePorts,
  rail: string,
  event: ReportedPeriod,
): Promise<EventResult> => treatDuplicateAsUnmatched(ctx, (part) => applyEvent(part, ports, rail, event));

async function applyEvent(
  ctx: audit.AuditCtx,
  ports: PurchasePorts,
  rail: string,
  event: ReportedPeriod,
): Promise<EventResult> {
  const { outcome, detail, subscription, payment } = await applySubscriptionEvent(ctx, rail, event);
  const { transactionId } = event.data;
  if (subscription && payment && transactionId !== undefined) {
    const { bonusCoins, eventId } = payment;
    const brought = { userId: subscription.userId, subscriptionId: subscription.id, bonusCoins, eventId };
    // Not every event has a region.
    const region = event.data.region?.toUpperCase() ?? subscription.region;
    const paid = { rail, data: { ...event.data, transactionId }, paidAt: event.occurredAt };
    if (await pay(ctx, ports, paid, { ...brought, region })) return { outcome: 'applied' };
  }
  return { outcome, ...(detail !== undefined && { detail }) };
}

type Brought = Pick<NewTransaction, 'userId' | 'subscriptionId' | 'bonusCoins' | 'eventId' | 'region'>;

interface PaidPeriod {
  readonly rail: string;
  readonly data: NamedPeriod & { readonly transactionId: string };
  readonly paidAt: Date;
}

/** Stores the payment of a period, and returns whether it is new. */
async function pay(ctx: audit.AuditCtx, ports: PurchasePorts, period: PaidPeriod, brought: Brought): Promise<boolean> {
  const { rail, data, paidAt } = period;
  const { transactionId, productId } = data;
  const product = await findProductByStoreId(ctx.tx, productId);
  if (!product) throw new Error('a period of an unknown product was applied');
  const { isUnknown, ...amounts } = periodPaid(data, product, (await ratesOf(ctx.tx, [period])).get(period));
  const paid: NewTransaction = {
    id: newId(),
    kind: 'subscription',
    platform: rail,
    productId,
    transactionId,
    packageId: null,
    coinsGranted: 0,
    ...brought,
    ...amounts,
    ...circumstancesOf(data),
    quantity: 1,
    status: 'completed',
    failureReason: null,
    failedAt: null,
    paidAt,
  };
  if (!(await insertTransaction(ctx.tx, paid, ctx.now))) {
    await mustBeSamePeriod(ctx, paid, transactionId);
    return false;
  }
  const differs = hasTwoUsdAmounts({ ...data, amountCents: data.priceCents });
  if (paid.expectedUsdCents !== null || isUnknown || differs) {
    const flags = { ...(isUnknown && { amount_unknown: true }), ...(differs && { amount_differs: true }) };
    await recordCompletion(ctx, paid, flags);
  }
  await applyUnappliedRefunds(ctx, ports, paid, await listUnappliedRefunds(ctx.tx, paid));
  return true;
}

/** The coins of the period are posted already; throwing rolls them back if the transaction id belongs to another payment. */
async function mustBeSamePeriod({ tx }: audit.AuditCtx, paid: NewTransaction, transactionId: string): Promise<void> {
  const known = await findByTransactionId(tx, paid.platform, transactionId);
  if (known?.userId !== paid.userId || known.subscriptionId !== paid.subscriptionId) throw new TransactionIdTaken();
}
