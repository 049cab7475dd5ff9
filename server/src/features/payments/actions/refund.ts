import type { Tx } from '../../../kit/db/database.ts';
import * as audit from '../../audit/public.ts';
import * as ledger from '../../ledger/public.ts';
import { findPackageBySku } from '../../store/public.ts';
import { cancelRefunded, findProductNamed } from '../../subscriptions/public.ts';
import { type EventDetail, type EventResult, settleUnmatched } from '../../webhooks/public.ts';
import type { PurchasePorts } from '../ports.ts';
import {
  type AppliedRefund,
  applyRefund,
  findPromoCoins,
  keepRefund,
  latestProviderReason,
  markApplied,
  type ProviderRefundRow,
  type ReasonSql,
  type WaitingRefundRow,
} from '../refunds.sql.ts';
import { defaultReasons, planRefund, type RefundPlan } from '../rules.ts';
import type { PurchaseData } from '../schema.ts';
import { findTransaction, type NewTransaction, type TransactionRow } from '../sql.ts';
import { matchPayment, unmatched } from './match.ts';

/** What a rail told of a refund, and the event that it told it by. */
export interface ReportedRefund {
  readonly rail: string;
  readonly occurredAt: Date;
  readonly data: PurchaseData;
  /** Null in the demo, whose past was told by nobody. */
  readonly webhookId: string | null;
}

/**
 * A provider gave money back. The coins are taken back as far as they are there; where the payment has not come yet, the
 * refund waits for it.
 */
export async function refund(
  ctx: audit.AuditCtx,
  ports: PurchasePorts,
  { rail, occurredAt, data, webhookId }: ReportedRefund,
): Promise<EventResult> {
  const match = await matchPayment(ctx, rail, data, { isRefund: true });
  if ('outcome' in match) return match;
  const { user, payment } = match;
  const isPaid = payment !== undefined && payment.status !== 'pending';
  if (isPaid && payment.currency !== data.currency) return unmatched('other_currency');
  const { transactionId, productId, amountCents, currency, reason = defaultReasons.refund } = data;
  const made = {
    userId: user.id,
    platform: rail,
    transactionId,
    occurredAt,
    productId,
    amountCents,
    currency,
    reason,
    purchaseId: payment?.id ?? null,
  };
  const kept = await keepRefund(ctx.tx, made, webhookId, ctx.now);
  if (kept === 'applied') return { outcome: 'ignored', detail: 'already_refunded' };
  // Unmatched, so that one whose payment never comes is found; it is applied by itself when the payment does.
  if (!isPaid) return unmatched(await whyItWaits(ctx, payment, productId));
  return resultOf(await apply(ctx, ports, payment, made));
}

const resultOf = (isNews: boolean): EventResult =>
  isNews ? { outcome: 'applied' } : { outcome: 'ignored', detail: 'nothing_to_refund' };

/** The payment of a product that nobody knows waits as well, until the product is made. */
async function whyItWaits(
  ctx: audit.AuditCtx,
  payment: TransactionRow | undefined,
  productId: string,
): Promise<EventDetail> {
  const isKnown = payment !== undefined || (await isSold(ctx, productId));
  return isKnown ? 'waiting_for_payment' : 'unknown_product';
}

const isSold = async ({ tx }: audit.AuditCtx, productId: string): Promise<boolean> =>
  ((await findPackageBySku(tx, productId)) ?? (await findProductNamed(tx, productId))) !== undefined;

const isOf = (made: ProviderRefundRow, { userId, productId, currency }: NewTransaction): boolean =>
  made.userId === userId && made.productId === productId && made.currency === currency;

/** Whether what was refunded before it was paid is all of a payment. */
export function isCovered(paid: NewTransaction, waiting: readonly ProviderRefundRow[]): boolean {
  const refunds = waiting.filter((made) => isOf(made, paid));
  return refunds.length > 0 && refunds.reduce((sum, made) => sum + made.amountCents, 0) >= paid.amountCents;
}

/** What was refunded before it was paid, as far as we were told, is taken back once it is, and the inbox says so. */
export async function applyWaitingRefunds(
  ctx: audit.AuditCtx,
  ports: PurchasePorts,
  paid: NewTransaction,
  waiting: readonly WaitingRefundRow[],
): Promise<void> {
  for (const { webhookIds, ...made } of waiting) {
    if (!isOf(made, paid)) {
      await recordMismatch(ctx, paid, made);
      continue;
    }
    const payment = await findTransaction(ctx.tx, paid.userId, paid.id);
    if (!payment || payment.status === 'pending') continue;
    await settleUnmatched(ctx.tx, webhookIds, resultOf(await apply(ctx, ports, payment, made)));
  }
}

/** A refund names a payment of someone else, of something else or in another currency: someone must look at it. */
async function recordMismatch(ctx: audit.AuditCtx, { id }: NewTransaction, made: ProviderRefundRow): Promise<void> {
  const { userId, productId, amountCents, currency, occurredAt, reason } = made;
  await audit.record(ctx, {
    action: 'purchase.refund_mismatch',
    target: { type: 'purchase', id },
    reason,
    after: { userId, productId, amountCents, currency, occurredAt },
    flags: { refund_differs: true },
  });
}

/**
 * What a provider gave back is a refund like any other, made by nobody here. As far as it tells of refunds that admins have
 * made, it takes nothing. Answers whether it was news. The user is locked, so that no two tell of the same one.
 */
async function apply(
  ctx: audit.AuditCtx,
  ports: PurchasePorts,
  payment: TransactionRow,
  made: ProviderRefundRow,
): Promise<boolean> {
  const { amountCents: cents } = made;
  const leftCents = payment.amountCents - payment.refundedCents;
  const confirmedCents = await ports.confirmRefunds(ctx, { purchaseId: payment.id, cents, leftCents });
  const rest = cents - confirmedCents;
  // Where nothing was paid, nothing can be given back but the coins.
  const isTaken = payment.status === 'completed' && (rest > 0 || payment.amountCents === 0);
  const taken = isTaken ? await takeRest(ctx, ports, payment, made, rest) : nothingTaken;
  await markApplied(ctx.tx, made, { purchaseId: payment.id, confirmedCents }, taken, ctx.now);
  return isTaken || confirmedCents > 0;
}

const nothingTaken = { cents: 0, coinsTaken: 0, underpaidCents: 0, eventId: null } as const;

async function takeRest(
  ctx: audit.AuditCtx,
  { recordRefund }: PurchasePorts,
  payment: TransactionRow,
  made: ProviderRefundRow,
  rest: number,
): Promise<AppliedRefund> {
  const { platform, transactionId, occurredAt, amountCents, reason } = made;
  const key = `refund:${platform}:${transactionId}:${occurredAt.toISOString()}:${amountCents}`;
  // Providers tell of their refunds in any order.
  const latestReason = latestProviderReason(payment, made);
  const taken = await takeBack(ctx, payment, { amountCents: rest, reason, latestReason, occurredAt, key });
  const { cents, coinsTaken, underpaidCents, eventId } = taken;
  await recordRefund(ctx, { payment, cents, reason, coinsTaken, underpaidCents, eventId });
  return taken;
}

/** What a refund of so many cents would take now, once `returned` is in the wallets. The caller has locked the user. */
export async function planFor(
  tx: Tx,
  payment: TransactionRow,
  amountCents: number,
  returned?: ledger.Part,
): Promise<RefundPlan> {
  const { coins: promoCoins } = await findPromoCoins(tx, payment);
  const { paid, bonus } = await ledger.findBalances(tx, payment.userId);
  const balances = { paid: paid + (returned?.paid?.amount ?? 0), bonus: bonus + (returned?.bonus?.amount ?? 0) };
  return planRefund({ ...payment, promoCoins }, amountCents, balances);
}

export interface Refund {
  readonly amountCents: number;
  readonly reason: string;
  readonly occurredAt: Date;
  /** Names it in the ledger, so that its coins are taken once. */
  readonly key: string;
  /** What the payment says of why it was refunded, where that is not this reason. */
  readonly latestReason?: ReasonSql;
  /** Coins that return to the wallets first, as part of the same event. */
  readonly returned?: ledger.Part;
}

/**
 * Takes back the coins of a payment, at most what the wallet has, and records the refund on it. Once all of a
 * subscription payment is refunded, the subscription is canceled. The caller has locked the user and read the payment since.
 */
export async function takeBack(
  ctx: audit.AuditCtx,
  payment: TransactionRow,
  refund: Refund,
): Promise<AppliedRefund & { readonly plan: RefundPlan }> {
  const plan = await planFor(ctx.tx, payment, refund.amountCents, refund.returned);
  const { cents, isWhole, due, taken, underpaidCents } = plan;
  const eventId = await moveBack(ctx, payment, refund, plan);
  const coinsTaken = taken.paid + taken.bonus;
  const dues = { coinsDue: due.paid, bonusDue: due.bonus, promoDue: due.promo };
  const applied = { cents, isWhole, ...dues, coinsTaken, underpaidCents, eventId };
  const { reason, latestReason = reason, occurredAt } = refund;
  await applyRefund(ctx.tx, payment, applied, { reason: latestReason, occurredAt }, ctx.now);
  const { userId, subscriptionId, transactionId, lastRefundAt } = payment;
  if (isWhole && subscriptionId !== null && transactionId !== null) {
    // Its parts may be reported in any order: the last of them ends the period.
    const endsAt = lastRefundAt && lastRefundAt > occurredAt ? lastRefundAt : occurredAt;
    await cancelRefunded(ctx, { userId, id: subscriptionId }, { transactionId, occurredAt: endsAt });
  }
  const { status, refundedCents } = payment;
  const states = isWhole ? { before: { status }, after: { status: 'refunded' } } : undefined;
  await audit.record(ctx, {
    action: 'purchase.refund',
    target: { type: 'purchase', id: payment.id },
    reason,
    before: { ...states?.before, refundedCents },
    after: { ...states?.after, refundedCents: refundedCents + cents, coinsTaken, underpaidCents },
    ...(underpaidCents > 0 && { flags: { underpaid: true } }),
  });
  return { ...applied, plan };
}

async function moveBack(
  ctx: audit.AuditCtx,
  { userId, id }: TransactionRow,
  { key, returned }: Refund,
  { taken }: RefundPlan,
): Promise<string | null> {
  const cause = { userId, reason: 'refund', refType: 'purchase', refId: id, key };
  const legs: ledger.Part = {
    paid: { amount: -taken.paid, counter: 'sink_refund' },
    bonus: { amount: -taken.bonus, counter: 'sink_refund' },
  };
  const { eventId } = returned
    ? await ledger.moveParts(ctx, { ...cause, parts: [returned, legs] })
    : await ledger.move(ctx, { ...cause, ...legs });
  return eventId;
}
