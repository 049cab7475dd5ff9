import type { Tx } from '../../../kit/db/database.ts';
import * as audit from '../../audit/public.ts';
import * as ledger from '../../ledger/public.ts';
import { findPackageBySku } from '../../store/public.ts';
import { cancelRefunded, findProductByStoreId, restoreRefunded } from '../../subscriptions/public.ts';
import { type EventResult, settleUnmatched } from '../../webhooks/public.ts';
import type { PurchasePorts } from '../ports.ts';
import {
  type AppliedRefund,
  type AppliedRefundRow,
  applyRefund,
  applyReversal,
  findPromoCoins,
  latestProviderReason,
  listAppliedRefunds,
  markApplied,
  markReversed,
  type ProviderRefundRow,
  type ReasonSql,
  type ReversedCoins,
  storeRefund,
  sumOfRefunds,
  type UnappliedRefundRow,
} from '../refunds.sql.ts';
import { defaultReasons, planRefund, type RefundPlan, refundName, shareOf } from '../rules.ts';
import type { NamedPurchase } from '../schema.ts';
import { findTransaction, type NewTransaction, recordDispute, type TransactionRow } from '../sql.ts';
import { matchPayment, unmatched } from './match.ts';

export interface ReportedRefund {
  readonly rail: string;
  readonly occurredAt: Date;
  readonly data: NamedPurchase;
  /** Null for the history of the demo, which no event reported. */
  readonly webhookId: string | null;
}

/**
 * Applies a provider's refund: reverses as many of the coins as the user still has. A refund that arrives before its
 * payment is stored and applied with it.
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
  const reported = {
    ...refundedOf(data),
    userId: user.id,
    platform: rail,
    occurredAt,
    purchaseId: payment?.id ?? null,
  };
  if (isPaid && !isComparable(reported, payment)) return unmatched('other_currency');
  const isUnapplied = await storeRefund(ctx.tx, reported, webhookId, ctx.now);
  if (!isUnapplied) return { outcome: 'ignored', detail: 'already_refunded' };
  if (isPaid) return resultOf(await applyToPayment(ctx, ports, payment, reported));
  // Unmatched, so that operators can find a refund whose payment never arrives.
  const isKnown = payment !== undefined || (await isSold(ctx, data.productId));
  return unmatched(isKnown ? 'waiting_for_payment' : 'unknown_product');
}

/** What was refunded, and why: without an amount, all of the payment. */
function refundedOf(data: NamedPurchase) {
  const { transactionId, productId, currency, amountCents, refundPercentage, reason, disputeId = null } = data;
  if (currency === undefined) throw new Error('a refund has no currency');
  return {
    transactionId,
    productId,
    currency,
    amountCents: amountCents ?? 0,
    percentage: refundPercentage ?? (amountCents === undefined ? 100 : null),
    reason: reason ?? defaultReasons.refund,
    disputeId,
  };
}

/** Records that the payer disputes a payment. Nothing is reversed until the dispute is lost, which is a refund. */
export async function dispute(ctx: audit.AuditCtx, { rail, occurredAt, data }: ReportedRefund): Promise<EventResult> {
  const match = await matchPayment(ctx, rail, data, { isRefund: true });
  if ('outcome' in match) return match;
  const { payment } = match;
  if (!payment || payment.status === 'pending') return unmatched('waiting_for_payment');
  const { amountCents, disputeId = null, reason = defaultReasons.dispute } = data;
  if (!(await recordDispute(ctx.tx, payment, { reason, at: occurredAt, disputeId }, ctx.now))) {
    return { outcome: 'ignored', detail: 'outdated' };
  }
  await audit.record(ctx, {
    action: 'purchase.dispute',
    target: { type: 'purchase', id: payment.id },
    reason,
    after: { amountCents, disputedAt: occurredAt },
    flags: { disputed: true },
  });
  return { outcome: 'applied' };
}

/** Returns the coins that the provider's refunds took which it reverses, and closes the dispute that it ends. */
export async function reverseRefunds(
  ctx: audit.AuditCtx,
  ports: PurchasePorts,
  { rail, occurredAt: at, data }: ReportedRefund,
): Promise<EventResult> {
  const match = await matchPayment(ctx, rail, data, { isRefund: true });
  if ('outcome' in match) return match;
  const { payment } = match;
  if (!payment || payment.status === 'pending') return unmatched('waiting_for_payment');
  const { disputeId = null, reason = defaultReasons.dispute } = data;
  const { isWhole, isKnown, refunds } = meantBy(data, payment, await listAppliedRefunds(ctx.tx, payment, at));
  const isOpen = payment.disputedAt !== null && payment.disputeClosedAt === null;
  const endsDispute = isOpen && (payment.disputeId === null || payment.disputeId === disputeId);
  if (!isKnown && !endsDispute) {
    return { ...unmatched('waiting_for_refund'), waitsFor: refundName(data.transactionId) };
  }
  await markReversed(ctx.tx, refunds, ctx.now);
  await applyReversal(ctx.tx, payment, { refunds, at, isWhole, disputeId, reason }, ctx.now);
  if (refunds.length === 0 && !endsDispute) return { outcome: 'ignored', detail: 'nothing_to_reverse' };
  const returned = await returnCoins(ctx, ports, payment, refunds);
  await audit.record(ctx, {
    action: 'purchase.refund_reverse',
    target: { type: 'purchase', id: payment.id },
    before: { status: payment.status, refundedCents: payment.refundedCents },
    after: { status: refunds.length > 0 ? 'completed' : payment.status, ...returned },
  });
  return { outcome: 'applied' };
}

/** Returns the coins that reversed refunds took, and the subscription that they canceled. */
async function returnCoins(
  ctx: audit.AuditCtx,
  ports: PurchasePorts,
  payment: TransactionRow,
  refunds: readonly AppliedRefundRow[],
) {
  const { userId, id, platform, transactionId, subscriptionId, status, refundedCents } = payment;
  const { paid, bonus, cents, coinsTaken } = sumOfRefunds(refunds);
  const [first] = refunds;
  if (!first) return { refundedCents, coinsReturned: 0, eventId: null };
  const { eventId } = await ledger.move(ctx, {
    ...{ userId, reason: 'refund_reversal', refType: 'purchase', refId: id },
    // A refund is reversed only once.
    key: `refund_reversal:${platform}:${transactionId}:${first.occurredAt.toISOString()}:${first.amountCents}`,
    paid: { amount: paid, counter: 'sink_refund' },
    bonus: { amount: bonus, counter: 'sink_refund' },
  });
  await ports.reverseRefunds(ctx, payment, refunds);
  if (status === 'refunded' && subscriptionId !== null && transactionId !== null) {
    await restoreRefunded(ctx, { userId, id: subscriptionId }, transactionId);
  }
  return { refundedCents: refundedCents - cents, coinsReturned: coinsTaken, eventId };
}

interface Meant {
  /** Whether it reverses all refunds of the payment so far. */
  readonly isWhole: boolean;
  /** False if it precedes the refund that it reverses. */
  readonly isKnown: boolean;
  /** Without those that only confirmed what admins refunded. */
  readonly refunds: readonly AppliedRefundRow[];
}

/**
 * The refunds that a reversal means: those by the dispute that it names, or else all of the payment if it is of all that was
 * paid, or else the newest of its amount, or else all that make it up.
 */
function meantBy(
  { disputeId, amountCents }: NamedPurchase,
  payment: TransactionRow,
  applied: readonly AppliedRefundRow[],
): Meant {
  const reversible = applied.filter(
    ({ cents, confirmedCents, coinsTaken }) => cents >= confirmedCents && (cents > 0 || coinsTaken > 0),
  );
  if (disputeId !== undefined) {
    return { isWhole: false, isKnown: true, refunds: reversible.filter((one) => one.disputeId === disputeId) };
  }
  if (amountCents === undefined || amountCents >= payment.amountCents) {
    return { isWhole: true, isKnown: true, refunds: reversible };
  }
  const isOfAmount = (one: AppliedRefundRow) => one.disputeId === null && centsOf(one, payment) === amountCents;
  const newest = reversible.find(isOfAmount);
  if (newest) return { isWhole: false, isKnown: true, refunds: [newest] };
  const refunds = reversible.filter((one) => one.disputeId === null);
  const makeUp = refunds.reduce((sum, one) => sum + centsOf(one, payment), 0) === amountCents;
  return { isWhole: false, isKnown: makeUp || applied.some(isOfAmount), refunds: makeUp ? refunds : [] };
}

const resultOf = (hasEffect: boolean): EventResult =>
  hasEffect ? { outcome: 'applied' } : { outcome: 'ignored', detail: 'nothing_to_refund' };

const isSold = async ({ tx }: audit.AuditCtx, productId: string): Promise<boolean> =>
  ((await findPackageBySku(tx, productId)) ?? (await findProductByStoreId(tx, productId))) !== undefined;

/** An assumed amount may be in another currency than what was paid; a share of it is the same. */
const isComparable = (
  { percentage, currency }: Pick<ProviderRefundRow, 'percentage' | 'currency'>,
  payment: Pick<NewTransaction, 'currency' | 'isAmountAssumed'>,
): boolean => currency === payment.currency || (payment.isAmountAssumed && percentage !== null);

const isRefundOf = (refund: ProviderRefundRow, payment: NewTransaction): boolean =>
  refund.userId === payment.userId && refund.productId === payment.productId && isComparable(refund, payment);

/** Whether refunds that arrived before a payment cover all of it. */
export function isFullyRefundedAlready(payment: NewTransaction, unapplied: readonly ProviderRefundRow[]): boolean {
  const refunds = unapplied.filter((refund) => isRefundOf(refund, payment));
  return refunds.length > 0 && refunds.reduce((sum, one) => sum + centsOf(one, payment), 0) >= payment.amountCents;
}

/** Applies refunds that arrived before their payment, and updates the outcome of their events. */
export async function applyUnappliedRefunds(
  ctx: audit.AuditCtx,
  ports: PurchasePorts,
  paid: NewTransaction,
  unapplied: readonly UnappliedRefundRow[],
): Promise<void> {
  for (const { webhookIds, ...refund } of unapplied) {
    if (!isRefundOf(refund, paid)) {
      await recordMismatch(ctx, paid, refund);
      continue;
    }
    const payment = await findTransaction(ctx.tx, paid.userId, paid.id);
    if (!payment || payment.status === 'pending') continue;
    await settleUnmatched(ctx.tx, webhookIds, resultOf(await applyToPayment(ctx, ports, payment, refund)));
  }
}

/** Flags a refund whose user, product or currency differs from its payment, for operators to investigate. */
async function recordMismatch(ctx: audit.AuditCtx, { id }: NewTransaction, refund: ProviderRefundRow): Promise<void> {
  const { userId, productId, amountCents, currency, occurredAt, reason } = refund;
  await audit.record(ctx, {
    action: 'purchase.refund_mismatch',
    target: { type: 'purchase', id },
    reason,
    after: { userId, productId, amountCents, currency, occurredAt },
    flags: { refund_differs: true },
  });
}

/**
 * Applies a provider's refund to its payment, and returns whether it had an effect. The part that confirms refunds made by
 * admins reverses nothing. The user is locked.
 */
async function applyToPayment(
  ctx: audit.AuditCtx,
  ports: PurchasePorts,
  payment: TransactionRow,
  refund: ProviderRefundRow,
): Promise<boolean> {
  if (isReversedAlready(payment, refund)) {
    const nothing = { cents: 0, coinsTaken: 0, underpaidCents: 0, eventId: null, confirmedCents: 0, dues: null };
    await markApplied(ctx.tx, refund, { ...nothing, purchaseId: payment.id, isReversed: true }, ctx.now);
    return false;
  }
  const cents = centsOf(refund, payment);
  const refundableCents = payment.amountCents - payment.refundedCents;
  const { occurredAt } = refund;
  const confirmedCents = await ports.confirmRefunds(ctx, {
    purchaseId: payment.id,
    cents,
    refundableCents,
    occurredAt,
  });
  const unconfirmedCents = cents - confirmedCents;
  // A payment of 0 has only coins to reverse.
  const reverses = payment.status === 'completed' && (unconfirmedCents > 0 || payment.amountCents === 0);
  const applied = reverses
    ? await reverseByProvider(ctx, ports, payment, refund, unconfirmedCents)
    : { cents: 0, coinsTaken: 0, underpaidCents: 0, eventId: null, dues: null };
  const dues = 'plan' in applied ? duesOf(applied.plan) : null;
  await markApplied(ctx.tx, refund, { ...applied, dues, purchaseId: payment.id, confirmedCents }, ctx.now);
  return reverses || confirmedCents > 0;
}

/** Whether the provider reversed a refund before it reported it. */
function isReversedAlready(payment: TransactionRow, { occurredAt, disputeId }: ProviderRefundRow): boolean {
  const { refundReversedAt, disputeClosedAt } = payment;
  if (refundReversedAt && occurredAt <= refundReversedAt) return true;
  return (
    disputeId !== null && disputeId === payment.disputeId && disputeClosedAt !== null && occurredAt <= disputeClosedAt
  );
}

const duesOf = ({ due, taken }: RefundPlan): ReversedCoins => ({
  coinsDue: due.paid,
  bonusDue: due.bonus,
  promoDue: due.promo,
  paidTaken: taken.paid,
  bonusTaken: taken.bonus,
});

/** The cents that a provider refunded: its share of the payment, if it reports one. */
const centsOf = (
  { percentage, amountCents }: Pick<ProviderRefundRow, 'percentage' | 'amountCents'>,
  payment: Pick<NewTransaction, 'amountCents'>,
): number => (percentage === null ? amountCents : shareOf(payment.amountCents, percentage));

async function reverseByProvider(
  ctx: audit.AuditCtx,
  { recordRefund }: PurchasePorts,
  payment: TransactionRow,
  refund: ProviderRefundRow,
  unconfirmedCents: number,
): Promise<AppliedRefund & { readonly plan: RefundPlan }> {
  const { platform, transactionId, occurredAt, amountCents, reason } = refund;
  const isAllOfIt = unconfirmedCents === centsOf(refund, payment);
  const key = `refund:${platform}:${transactionId}:${occurredAt.toISOString()}:${amountCents}`;
  // Providers report their refunds in any order.
  const latestReason = latestProviderReason(payment, refund);
  const applied = await reverseCredit(ctx, payment, {
    amountCents: unconfirmedCents,
    percentage: isAllOfIt ? refund.percentage : null,
    reason,
    latestReason,
    occurredAt,
    key,
  });
  const { cents, coinsTaken, underpaidCents, eventId } = applied;
  await recordRefund(ctx, { payment, cents, reason, coinsTaken, underpaidCents, eventId });
  return applied;
}

/** Plans a refund with the current balances, plus `returned`. The caller has locked the user. */
export async function planWithBalances(
  tx: Tx,
  payment: TransactionRow,
  amountCents: number,
  { returned, percentage }: Pick<Refund, 'returned' | 'percentage'> = {},
): Promise<RefundPlan> {
  const { coins: promoCoins } = await findPromoCoins(tx, payment);
  const { paid, bonus } = await ledger.findBalances(tx, payment.userId);
  const balances = { paid: paid + (returned?.paid?.amount ?? 0), bonus: bonus + (returned?.bonus?.amount ?? 0) };
  return planRefund({ ...payment, promoCoins }, amountCents, balances, percentage);
}

export interface Refund {
  readonly amountCents: number;
  /** The share of the payment, if the provider reports that. */
  readonly percentage?: number | null;
  readonly reason: string;
  readonly occurredAt: Date;
  /** Idempotency key of its ledger event. */
  readonly key: string;
  /** The reason to store on the payment, if it differs from `reason`. */
  readonly latestReason?: ReasonSql;
  /** Coins that are returned to the wallets first, in the same event. */
  readonly returned?: ledger.Part;
}

/**
 * Reverses the coins of a payment, at most the balance of the user, and records the refund on it. A full refund of a
 * subscription payment cancels the subscription. The caller has locked the user and read the payment since.
 */
export async function reverseCredit(
  ctx: audit.AuditCtx,
  payment: TransactionRow,
  refund: Refund,
): Promise<AppliedRefund & { readonly plan: RefundPlan }> {
  const plan = await planWithBalances(ctx.tx, payment, refund.amountCents, refund);
  const { cents, isWhole, due, taken, underpaidCents } = plan;
  const eventId = await postReversal(ctx, payment, refund, plan);
  const coinsTaken = taken.paid + taken.bonus;
  const dues = { coinsDue: due.paid, bonusDue: due.bonus, promoDue: due.promo };
  const applied = { cents, isWhole, ...dues, coinsTaken, underpaidCents, eventId };
  const { reason, latestReason = reason, occurredAt } = refund;
  await applyRefund(ctx.tx, payment, applied, { reason: latestReason, occurredAt }, ctx.now);
  const { userId, subscriptionId, transactionId, lastRefundAt } = payment;
  if (isWhole && subscriptionId !== null && transactionId !== null) {
    // Partial refunds may be reported in any order: the latest ends the period.
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

async function postReversal(
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
