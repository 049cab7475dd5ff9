import type { Workflow } from '../../kit/workflow.ts';

/**
 * A refund returns a purchase in full or in part, and reverses as many of its coins as the user still has. An admin with
 * the permission executes a small refund at once. A large one, one requested without the permission, and one of a purchase
 * that was completed by hand need a second admin. A refund by the provider has no requester.
 */

export const refundStatuses = ['pending', 'executed', 'rejected'] as const;
export type RefundStatus = (typeof refundStatuses)[number];

/** Whether the provider was ordered to return the money, and what came of it; `none` where only the provider can. */
export const moneyStates = ['none', 'pending', 'returned', 'failed'] as const;
export type MoneyState = (typeof moneyStates)[number];

/** Outbox messages that order money back. */
export const moneyTopic = 'refunds.money';

/** A refund is decided together with its approval. The requester may reject it, which cancels it. */
export const refundMoves = {
  approve: { from: ['pending'], to: 'executed', requires: 'decide' },
  reject: { from: ['pending'], to: 'rejected', requires: 'reject' },
  cancel: { from: ['pending'], to: 'rejected', requires: 'withdraw' },
} as const satisfies Workflow<RefundStatus>;

/** The largest refund that needs no second admin: 50 US dollars. */
export const autoExecuteMaxUsdCents = 5000;

export interface PaidAmounts {
  readonly amountCents: number;
  readonly amountUsdCents: number;
}

/**
 * The value by which a refund is judged. Where an exchange rate was used, which one admin may set, the price counts if it is
 * higher.
 */
export const judgedAmounts = ({
  amountCents,
  amountUsdCents,
  expectedUsdCents,
  exchangeRate,
}: PaidAmounts & { readonly expectedUsdCents: number | null; readonly exchangeRate: string | null }): PaidAmounts => ({
  amountCents,
  amountUsdCents: exchangeRate === null ? amountUsdCents : Math.max(amountUsdCents, expectedUsdCents ?? 0),
});

/** Whether a refund needs a second admin, at the exchange rate of its purchase. It does if the value is unknown. */
export function exceedsAutoExecute(amountCents: number, purchase: PaidAmounts): boolean {
  if (purchase.amountUsdCents === 0) return true;
  return (
    BigInt(amountCents) * BigInt(purchase.amountUsdCents) >
    BigInt(autoExecuteMaxUsdCents) * BigInt(purchase.amountCents)
  );
}

/** The total that one admin refunded of a purchase, if it exceeds the limit while this refund does not. It is flagged. */
export const splitTotal = (usdCents: number, totalUsdCents: number): number | null =>
  usdCents <= autoExecuteMaxUsdCents && totalUsdCents > autoExecuteMaxUsdCents ? totalUsdCents : null;

/** A part of a purchase in US cents at its exchange rate, rounded half up. */
function inUsdCents(amountCents: number, purchase: PaidAmounts): number {
  const of = BigInt(purchase.amountCents);
  if (of === 0n) return 0;
  return Number((2n * BigInt(amountCents) * BigInt(purchase.amountUsdCents) + of) / (2n * of));
}

/** The value of the next refund of a purchase. It is a difference of totals, so that rounding errors do not add up. */
export const nextPartInUsdCents = (
  amountCents: number,
  purchase: PaidAmounts & { readonly refundedCents: number },
): number =>
  // A purchase of 0 in another currency may have a value in US cents.
  purchase.amountCents === 0
    ? purchase.amountUsdCents
    : inUsdCents(purchase.refundedCents + amountCents, purchase) - inUsdCents(purchase.refundedCents, purchase);

/** The part of a purchase that is neither refunded nor in a pending refund. */
export const refundableCents = (
  purchase: { readonly status: string; readonly amountCents: number; readonly refundedCents: number },
  pendingCents: number,
): number =>
  purchase.status === 'completed' ? Math.max(0, purchase.amountCents - purchase.refundedCents - pendingCents) : 0;

/**
 * How many of the cents that a provider reports as refunded confirm refunds by admins that it had not reported yet. All, if
 * the amount equals one of those or their sum. Otherwise it is a separate refund, up to the remaining cents of the purchase,
 * and only what exceeds them confirms refunds by admins.
 */
export function matchProviderRefund(reported: number, remaining: number, unconfirmed: readonly number[]): number {
  const total = unconfirmed.reduce((sum, cents) => sum + cents, 0);
  if (total === reported || unconfirmed.includes(reported)) return reported;
  return Math.min(total, Math.max(0, reported - remaining));
}

/** The reject reasons of refunds whose request was withdrawn or expired. */
export const autoRejectReasons = { cancelled: 'request_cancelled', expired: 'request_expired' } as const;
