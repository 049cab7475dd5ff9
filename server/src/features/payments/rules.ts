import { dayMs, hourMs } from '../../kit/time.ts';

/**
 * A viewer announces that they are about to buy a package; the rail tells by its webhook what became of the payment, and
 * the coins are credited then. A rail may also tell of a payment that nobody announced. Its events come late, twice and
 * in any order: what was paid for is credited once, and what a provider refunded is taken back.
 */

export const transactionStatuses = ['pending', 'completed', 'refunded'] as const;
export type TransactionStatus = (typeof transactionStatuses)[number];
export const transactionKinds = ['coin_pack', 'subscription'] as const;
export type TransactionKind = (typeof transactionKinds)[number];

export const purchaseEventTypes = ['purchase.completed', 'purchase.failed', 'purchase.refunded'] as const;

/** Why a payment failed or was refunded, where the rail does not say. */
export const defaultReasons = { failure: 'payment_failed', refund: 'provider_refund' } as const;

export const maxCents = 1_000_000_000_000;

/** How long before the provider took the money, or after it by another clock, the purchase that it paid for was started. */
export const pendingWindow = { beforeMs: 7 * dayMs, afterMs: hourMs } as const;

export interface Amount {
  readonly amountCents: number;
  readonly currency: string;
  readonly amountUsdCents?: number | undefined;
}

/** What a payment was worth in US cents: its amount in US dollars, else what the rail says, or else what the price was. */
export const paidUsdCents = ({ amountCents, currency, amountUsdCents }: Amount, priceUsdCents: number): number =>
  currency === 'USD' ? amountCents : (amountUsdCents ?? priceUsdCents);

/** Whether a rail names two different amounts of US dollars for one payment. */
export const hasTwoUsdAmounts = ({ amountCents, currency, amountUsdCents }: Amount): boolean =>
  currency === 'USD' && amountUsdCents !== undefined && amountUsdCents !== amountCents;

export interface Worth {
  readonly amountUsdCents: number;
  /** What it should have been worth, where that is something else. */
  readonly expectedUsdCents: number | null;
  /** Whether nothing tells what it was worth; it counts as nothing then. */
  readonly isUnknown: boolean;
}

export interface Price {
  readonly priceCents: number;
  readonly currency: string;
}

/** What a paid period was worth beside the price of its product, which may be in any currency. */
export function periodWorth(paid: Amount, price: Price | undefined): Worth {
  const priceUsdCents = price?.currency === 'USD' ? price.priceCents : undefined;
  if (paid.amountUsdCents === undefined && paid.currency !== 'USD' && priceUsdCents === undefined) {
    return { amountUsdCents: 0, expectedUsdCents: null, isUnknown: true };
  }
  const amountUsdCents = paidUsdCents(paid, priceUsdCents ?? 0);
  const expected = priceUsdCents ?? priceAtRate(paid, amountUsdCents, price);
  return { amountUsdCents, expectedUsdCents: expected === amountUsdCents ? null : expected, isUnknown: false };
}

/**
 * A price in US cents at the rate of a payment in the same currency, rounded half up and at most `maxCents`: a rail may
 * report any rate. Without a price in that currency, it is what was paid.
 */
function priceAtRate({ amountCents, currency }: Amount, amountUsdCents: number, price: Price | undefined): number {
  if (price?.currency !== currency || amountCents === 0) return amountUsdCents;
  const [worth, of] = [BigInt(price.priceCents) * BigInt(amountUsdCents), BigInt(amountCents)];
  const cents = (2n * worth + of) / (2n * of);
  return cents > BigInt(maxCents) ? maxCents : Number(cents);
}

/** A payment, and what refunds have asked back of it so far. */
export interface Refundable {
  readonly amountCents: number;
  readonly refundedCents: number;
  readonly coinsGranted: number;
  readonly bonusCoins: number;
  readonly coinsDue: number;
  readonly bonusDue: number;
  /** What a multiplier brought with it, and what was asked back of that. */
  readonly promoCoins: number;
  readonly promoDue: number;
}

export interface Held {
  readonly paid: number;
  readonly bonus: number;
}

export interface RefundPlan {
  /** At most what is left of the payment. */
  readonly cents: number;
  readonly isWhole: boolean;
  /** What is asked back of the coins, of the bonus coins and of what a multiplier brought. */
  readonly due: Held & { readonly promo: number };
  /** What each wallet gives. */
  readonly taken: Held;
  /** The part of the cents for which there were no coins. */
  readonly underpaidCents: number;
}

const ceilShare = (coins: number, cents: number, of: number): number =>
  Number((BigInt(coins) * BigInt(cents) + BigInt(of) - 1n) / BigInt(of));

/**
 * What a refund of so many cents takes: the same share of the coins, of the bonus coins and of those that a multiplier
 * brought, rounded up, and never more in all than was granted. What one wallet lacks is taken from the other, and what both lack is not taken.
 */
export function planRefund(payment: Refundable, amountCents: number, held: Held): RefundPlan {
  const { coinsGranted, bonusCoins, promoCoins, coinsDue, bonusDue, promoDue } = payment;
  const cents = Math.min(amountCents, payment.amountCents - payment.refundedCents);
  const isWhole = payment.refundedCents + cents === payment.amountCents;
  const [share, of] = payment.amountCents === 0 ? [1, 1] : [cents, payment.amountCents];
  const due = {
    paid: Math.min(ceilShare(coinsGranted, share, of), coinsGranted - coinsDue),
    bonus: Math.min(ceilShare(bonusCoins, share, of), bonusCoins - bonusDue),
    promo: Math.min(ceilShare(promoCoins, share, of), promoCoins - promoDue),
  };
  const bonusInAll = due.bonus + due.promo;
  const paid = Math.min(due.paid, held.paid);
  const bonus = Math.min(bonusInAll, held.bonus);
  const taken = {
    paid: paid + Math.min(bonusInAll - bonus, held.paid - paid),
    bonus: bonus + Math.min(due.paid - paid, held.bonus - bonus),
  };
  const dueInAll = due.paid + bonusInAll;
  const missing = dueInAll - taken.paid - taken.bonus;
  const underpaidCents = dueInAll === 0 ? 0 : Math.round((cents * missing) / dueInAll);
  return { cents, isWhole, due, taken, underpaidCents };
}
