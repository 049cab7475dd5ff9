import type { Tx } from '../../../kit/db/database.ts';
import * as audit from '../../audit/public.ts';
import * as ledger from '../../ledger/public.ts';
import { findPackageBySku } from '../../store/public.ts';
import { cancelRefunded, findProductNamed } from '../../subscriptions/public.ts';
import type { Verdict } from '../../system/public.ts';
import type { PurchasePorts } from '../ports.ts';
import {
  type AppliedRefund,
  applyRefund,
  findPromoCoins,
  keepRefund,
  latestProviderReason,
  markApplied,
  type ReasonSql,
  type RefundRow,
} from '../refunds.sql.ts';
import { planRefund, type RefundPlan, unsaid } from '../rules.ts';
import type { PurchaseData } from '../schema.ts';
import { findTransaction, type NewTransaction, type TransactionRow } from '../sql.ts';
import { matchPayment, unmatched } from './match.ts';

/**
 * A provider gave money back. The coins are taken back as far as they are there; where the payment has not come yet, the
 * refund waits for it.
 */
export async function refund(
  ctx: audit.ActCtx,
  ports: PurchasePorts,
  rail: string,
  occurredAt: Date,
  data: PurchaseData,
): Promise<Verdict> {
  const match = await matchPayment(ctx, rail, data, { isRefund: true });
  if ('outcome' in match) return match;
  const { user, payment } = match;
  const refused = await refusalOf(ctx, payment, data);
  if (refused) return refused;
  const { transactionId, productId, amountCents, currency, reason = unsaid.refund } = data;
  const made = {
    ...{ userId: user.id, platform: rail, transactionId, occurredAt, productId, amountCents, currency, reason },
    purchaseId: payment?.id ?? null,
  };
  const kept = await keepRefund(ctx.tx, made, ctx.now);
  if (kept === 'applied') return { outcome: 'ignored', detail: 'it was refunded before' };
  // Unmatched, so that one whose payment never comes is found; it is applied by itself when the payment does.
  if (payment?.status !== 'completed') return unmatched('it waits for the payment that it refunds');
  await apply(ctx, ports, payment, made);
  return { outcome: 'applied' };
}

/** Why nothing can come of a refund, if so. */
async function refusalOf(
  ctx: audit.ActCtx,
  payment: TransactionRow | undefined,
  { productId, currency }: PurchaseData,
): Promise<Verdict | undefined> {
  if (!payment) return (await isSold(ctx, productId)) ? undefined : unmatched('no product has this productId');
  if (payment.status === 'pending') return undefined;
  if (payment.currency !== currency) return unmatched('it was paid in another currency');
  return payment.status === 'refunded' ? { outcome: 'ignored', detail: 'all of it was refunded before' } : undefined;
}

const isSold = async ({ tx }: audit.ActCtx, productId: string): Promise<boolean> =>
  ((await findPackageBySku(tx, productId)) ?? (await findProductNamed(tx, productId))) !== undefined;

const isOf = (made: RefundRow, { userId, productId, currency }: NewTransaction): boolean =>
  made.userId === userId && made.productId === productId && made.currency === currency;

/** Whether what was refunded before it was paid is all of a payment. */
export function isCovered(paid: NewTransaction, waiting: readonly RefundRow[]): boolean {
  const refunds = waiting.filter((made) => isOf(made, paid));
  return refunds.length > 0 && refunds.reduce((sum, made) => sum + made.amountCents, 0) >= paid.amountCents;
}

/** What was refunded before it was paid, as far as we were told, is taken back once it is. */
export async function applyWaitingRefunds(
  ctx: audit.ActCtx,
  ports: PurchasePorts,
  paid: NewTransaction,
  waiting: readonly RefundRow[],
): Promise<void> {
  for (const made of waiting) {
    if (!isOf(made, paid)) {
      await recordMismatch(ctx, paid, made);
      continue;
    }
    const payment = await findTransaction(ctx.tx, paid.userId, paid.id);
    if (payment?.status === 'completed') await apply(ctx, ports, payment, made);
  }
}

/** A refund names a payment of someone else, of something else or in another currency: someone must look at it. */
async function recordMismatch(ctx: audit.ActCtx, { id }: NewTransaction, made: RefundRow): Promise<void> {
  const { userId, productId, amountCents, currency, occurredAt, reason } = made;
  await audit.record(ctx, {
    action: 'purchase.refund_mismatch',
    target: { type: 'purchase', id },
    reason,
    after: { userId, productId, amountCents, currency, occurredAt },
    flags: { refund_differs: true },
  });
}

/** What a provider gave back is a refund like any other, made by nobody here. */
async function apply(
  ctx: audit.ActCtx,
  { recordRefund }: PurchasePorts,
  payment: TransactionRow,
  made: RefundRow,
): Promise<void> {
  const { platform, transactionId, occurredAt, amountCents, reason } = made;
  const key = `refund:${platform}:${transactionId}:${occurredAt.toISOString()}:${amountCents}`;
  // Providers tell of their refunds in any order.
  const latestReason = latestProviderReason(payment, made);
  const taken = await takeBack(ctx, payment, { amountCents, reason, latestReason, occurredAt, key });
  await markApplied(ctx.tx, made, payment.id, taken, ctx.now);
  const { cents, coinsTaken, underpaidCents, eventId } = taken;
  await recordRefund(ctx, { payment, cents, reason, coinsTaken, underpaidCents, eventId });
}

/** What a refund of so many cents would take now. The caller has locked the user. */
export async function planFor(tx: Tx, payment: TransactionRow, amountCents: number): Promise<RefundPlan> {
  const promoCoins = await findPromoCoins(tx, payment);
  return planRefund({ ...payment, promoCoins }, amountCents, await ledger.findBalances(tx, payment.userId));
}

export interface Refund {
  readonly amountCents: number;
  readonly reason: string;
  readonly occurredAt: Date;
  /** Names it in the ledger, so that its coins are taken once. */
  readonly key: string;
  /** What the payment says of why it was refunded, where that is not this reason. */
  readonly latestReason?: ReasonSql;
}

/**
 * Takes the coins of a payment back, as far as they are there, and writes down on it what was refunded. A subscription
 * that it paid for is cancelled. The caller has locked the user and read the payment since.
 */
export async function takeBack(
  ctx: audit.ActCtx,
  payment: TransactionRow,
  refund: Refund,
): Promise<AppliedRefund & { readonly plan: RefundPlan }> {
  const plan = await planFor(ctx.tx, payment, refund.amountCents);
  const { cents, isWhole, due, taken, underpaidCents } = plan;
  const eventId = await moveBack(ctx, payment, refund.key, plan);
  const coinsTaken = taken.paid + taken.bonus;
  const dues = { coinsDue: due.paid, bonusDue: due.bonus, promoDue: due.promo };
  const applied = { cents, isWhole, ...dues, coinsTaken, underpaidCents, eventId };
  const { reason, latestReason = reason, occurredAt } = refund;
  await applyRefund(ctx.tx, payment, applied, { reason: latestReason, occurredAt }, ctx.now);
  if (payment.subscriptionId !== null) {
    const subscription = { userId: payment.userId, id: payment.subscriptionId };
    await cancelRefunded(ctx, subscription, occurredAt, { isWhole });
  }
  const { status, refundedCents } = payment;
  await audit.record(ctx, {
    action: 'purchase.refund',
    target: { type: 'purchase', id: payment.id },
    reason,
    before: { status, refundedCents },
    after: { status: isWhole ? 'refunded' : status, refundedCents: refundedCents + cents, coinsTaken, underpaidCents },
    ...(underpaidCents > 0 && { flags: { underpaid: true } }),
  });
  return { ...applied, plan };
}

async function moveBack(
  ctx: audit.ActCtx,
  { userId, id }: TransactionRow,
  key: string,
  { taken }: RefundPlan,
): Promise<string | null> {
  const { eventId } = await ledger.move(ctx, {
    ...{ userId, reason: 'refund', refType: 'purchase', refId: id, key },
    paid: { amount: -taken.paid, counter: 'sink_refund' },
    bonus: { amount: -taken.bonus, counter: 'sink_refund' },
  });
  return eventId;
}
