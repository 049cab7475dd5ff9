import type { Workflow } from '../../kit/workflow.ts';

/**
 * Money of a purchase is given back, whole or in part, and the coins that it brought are taken back as far as they are
 * there. A small refund is made at once by who may refund; a large one, one that is only asked for, or
 * one of a purchase that was completed by hand, waits for a second person. What a provider gives back by itself is a refund, too, which nobody asked for.
 */

export const refundStatuses = ['pending', 'executed', 'rejected'] as const;
export type RefundStatus = (typeof refundStatuses)[number];

/** Decided together with the approval that it waits for. The requester may reject, which is like cancelling. */
export const refundMoves = {
  approve: { from: ['pending'], to: 'executed', requires: 'decide' },
  reject: { from: ['pending'], to: 'rejected', requires: 'reject' },
  cancel: { from: ['pending'], to: 'rejected', requires: 'withdraw' },
} as const satisfies Workflow<RefundStatus>;

/** What one person may refund alone: 50 US dollars. */
export const autoExecuteMaxUsdCents = 5000;

export interface PaidAmounts {
  readonly amountCents: number;
  readonly amountUsdCents: number;
}

/** Whether so much of a purchase is over the line, at the rate of that purchase. What is worth nothing we know of is. */
export function exceedsAutoExecute(amountCents: number, purchase: PaidAmounts): boolean {
  if (purchase.amountUsdCents === 0) return true;
  return (
    BigInt(amountCents) * BigInt(purchase.amountUsdCents) >
    BigInt(autoExecuteMaxUsdCents) * BigInt(purchase.amountCents)
  );
}

/**
 * What one admin has refunded of a purchase in all, where that is over the line though each refund is not: nothing forbids
 * it, but others are told.
 */
export const splitOverLine = (ownUsdCents: number, togetherUsdCents: number): number | null =>
  ownUsdCents <= autoExecuteMaxUsdCents && togetherUsdCents > autoExecuteMaxUsdCents ? togetherUsdCents : null;

/** So much of a purchase in US cents at its own rate, rounded half up. */
function inUsdCents(amountCents: number, purchase: PaidAmounts): number {
  const of = BigInt(purchase.amountCents);
  if (of === 0n) return 0;
  return Number((2n * BigInt(amountCents) * BigInt(purchase.amountUsdCents) + of) / (2n * of));
}

/**
 * The next part of a purchase in US cents. It is what all parts so far are worth less what the earlier ones were: each
 * rounded by itself, the parts would be worth more or less than the purchase was.
 */
export const nextPartInUsdCents = (
  amountCents: number,
  purchase: PaidAmounts & { readonly refundedCents: number },
): number =>
  // What cost nothing in another currency may have been worth something in US cents, and is given back at once.
  purchase.amountCents === 0
    ? purchase.amountUsdCents
    : inUsdCents(purchase.refundedCents + amountCents, purchase) - inUsdCents(purchase.refundedCents, purchase);

/** What can still be asked back of a purchase, while some refunds wait. */
export const leftToRefund = (
  purchase: { readonly status: string; readonly amountCents: number; readonly refundedCents: number },
  pendingCents: number,
): number =>
  purchase.status === 'completed' ? Math.max(0, purchase.amountCents - purchase.refundedCents - pendingCents) : 0;

/**
 * A provider tells of so many cents: how many of them are of refunds that admins made and it had not told of. All, where
 * one of those, or all of them together, are exactly so much: that is the money which they promised. Any other amount is a
 * refund of its own as far as so much is left of the purchase, and only what goes beyond that must be theirs.
 */
export function confirmedBy(toldCents: number, leftCents: number, untold: readonly number[]): number {
  const inAll = untold.reduce((sum, cents) => sum + cents, 0);
  if (inAll === toldCents || untold.includes(toldCents)) return toldCents;
  return Math.min(inAll, Math.max(0, toldCents - leftCents));
}

/** What a refund says in place of a reason when its request ended by itself or was taken back. */
export const endedBy = { cancelled: 'request_cancelled', expired: 'request_expired' } as const;
