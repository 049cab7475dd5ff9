/**
 * What everybody paid, for those who look after the money: a list by what narrows it, with what it comes to, as a file,
 * and each payment with all that belongs to it.
 */

/** Totals are of so many payments at most; narrower filters give exact ones. */
export const mostSummed = 100_000;
export const mostUnlocks = 200;
export const mostEvents = 50;

interface Paid {
  readonly status: string;
  readonly amountCents: number;
  readonly refundedCents: number;
}

/** What can still be given back of a payment, where so much of it waits to be. */
export const refundableCents = ({ status, amountCents, refundedCents }: Paid, pendingCents: number): number =>
  status === 'completed' ? Math.max(0, amountCents - refundedCents - pendingCents) : 0;
