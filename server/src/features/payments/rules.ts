import { dayMs, hourMs } from '../../kit/time.ts';
import type { Conversion } from '../exchange/public.ts';
import { type Environment, type ProviderEventType, providerEventTypes } from '../subscriptions/public.ts';

export { type Environment, environments } from '../subscriptions/public.ts';

/**
 * The app creates a pending purchase before the user pays; the rail reports the payment by webhook, and the coins are
 * credited then. A rail may also report a payment without a pending purchase. Events arrive late, repeatedly and in any
 * order: each payment is credited exactly once, and provider refunds reverse the credit.
 */

export const transactionStatuses = ['pending', 'completed', 'refunded'] as const;
export type TransactionStatus = (typeof transactionStatuses)[number];
export const transactionKinds = ['coin_pack', 'subscription'] as const;
export type TransactionKind = (typeof transactionKinds)[number];

/** Source of the events of a rail in the inbox. */
export const sourceName = 'payments';
export const sourceOfRail = (rail: string): string => `${sourceName}:${rail}`;
export const railOfSource = (source: string): string => source.slice(sourceName.length + 1);

export const purchaseEventTypes = [
  'purchase.completed',
  'purchase.pending',
  'purchase.failed',
  'purchase.refunded',
  'purchase.refund_reversed',
  'purchase.disputed',
] as const;

export const subscriptionTypeOf = (type: string): ProviderEventType | undefined =>
  providerEventTypes.find((name) => type === `subscription.${name}`);

/** Types of stored messages that report no event. */
export const messageTypes = {
  empty: 'message.empty',
  untranslated: 'message.untranslated',
  question: 'message.question',
} as const;

/** What reversals wait for that arrive before the refund which they reverse. */
export const refundName = (transactionId: string): string => `refund:${transactionId}`;

/** Outbox messages that pay what a store is owed for a purchase. */
export const settlementTopic = 'payments.settle';
/** Outbox messages that answer what a provider asks about a payment. */
export const answerTopic = 'payments.answer';

export const maxQuantity = 1_000;

/** Reasons of failures and refunds that the rail reports without one. */
export const defaultReasons = { failure: 'payment_failed', refund: 'provider_refund', dispute: 'disputed' } as const;

export const maxCents = 1_000_000_000_000;

/** When the pending purchase of a payment was created, relative to the payment. `afterMs` allows for clock skew. */
export const pendingWindow = { beforeMs: 7 * dayMs, afterMs: hourMs } as const;

export interface Amount {
  readonly amountCents: number;
  readonly currency: string;
  readonly amountUsdCents?: number | undefined;
}

type Reported = { readonly [Name in keyof Amount]?: Amount[Name] | undefined };

/** The reported amount of a payment: undefined if neither the amount in its currency nor that in US dollars is known. */
function reportedAmount({ amountCents, currency, amountUsdCents }: Reported): Amount | undefined {
  if (amountCents !== undefined && currency !== undefined) return { amountCents, currency, amountUsdCents };
  return amountUsdCents === undefined ? undefined : { amountCents: amountUsdCents, currency: 'USD' };
}

/** An amount with its value in US cents by an exchange rate, and the rate as it is stored; as it is without a rate. */
function convert(amount: Amount, rate: Conversion | undefined) {
  if (!rate || amount.currency === 'USD') return { amount, exchangeRate: null, exchangeRateDate: null };
  const { usdPerUnit: exchangeRate, day: exchangeRateDate, amountUsdCents } = rate;
  return { amount: { ...amount, amountUsdCents }, exchangeRate, exchangeRateDate };
}

/** The value of a payment in US cents: its amount if in US dollars, else the rail's `amountUsdCents`, else the price. */
export const paidUsdCents = ({ amountCents, currency, amountUsdCents }: Amount, priceUsdCents: number): number =>
  currency === 'USD' ? amountCents : (amountUsdCents ?? priceUsdCents);

interface Circumstances {
  readonly environment?: Environment | undefined;
  readonly isFamilyShared?: boolean | undefined;
  readonly feeCents?: number | undefined;
  readonly taxCents?: number | undefined;
}

/** What is stored of the circumstances of a payment, of which rails report only the unusual ones. */
export const circumstancesOf = ({
  environment = 'production',
  isFamilyShared = false,
  feeCents,
  taxCents,
}: Circumstances) => ({ environment, isFamilyShared, feeCents: feeCents ?? null, taxCents: taxCents ?? null });

/** Sandbox purchases and copies for family members of the payer are no revenue. */
export const countsAsRevenue = (paid: Pick<Circumstances, 'environment' | 'isFamilyShared'>): boolean =>
  paid.environment !== 'sandbox' && paid.isFamilyShared !== true;

/** Whether an exchange rate determines the value of a payment, if there is one. */
export const isConvertible = (paid: Circumstances & Pick<Reported, 'currency' | 'amountUsdCents'>): boolean =>
  countsAsRevenue(paid) && paid.amountUsdCents === undefined && paid.currency !== undefined && paid.currency !== 'USD';

/** A share of a payment in cents, rounded half up. Percentages are exact to a thousandth. */
export const shareOf = (amountCents: number, percentage: number): number =>
  Math.round((amountCents * Math.round(percentage * 1_000)) / 100_000);

/** Whether the rail reports two different US dollar amounts for one payment. */
export const hasTwoUsdAmounts = ({ amountCents, currency, amountUsdCents }: Reported): boolean =>
  currency === 'USD' && amountCents !== undefined && amountUsdCents !== undefined && amountUsdCents !== amountCents;

/** What is stored of the amount of a payment. */
interface Paid {
  readonly amountCents: number;
  readonly currency: string;
  readonly amountUsdCents: number;
  readonly expectedUsdCents: number | null;
  readonly isAmountAssumed: boolean;
  readonly exchangeRate: string | null;
  readonly exchangeRateDate: string | null;
}

/**
 * What was paid for a package, compared with its price. Without a reported amount, the price is the amount, so that the
 * purchase can be refunded; once it is completed, such an amount is marked, and is no revenue.
 */
export function packagePaid(
  data: Circumstances & Reported,
  priceUsdCents: number,
  { isCompleted, rate }: { readonly isCompleted: boolean; readonly rate?: Conversion | undefined },
): Paid {
  const isRevenue = countsAsRevenue(data);
  const reported = reportedAmount(data) ?? (data.isFamilyShared ? { amountCents: 0, currency: 'USD' } : undefined);
  const isAmountAssumed = isCompleted && !reported;
  const { amount, ...converted } = convert(reported ?? { amountCents: priceUsdCents, currency: 'USD' }, rate);
  const { amountCents, currency } = amount;
  const counts = isRevenue && !isAmountAssumed;
  const amountUsdCents = counts ? paidUsdCents(amount, priceUsdCents) : 0;
  const expectedUsdCents = !counts || amountUsdCents === priceUsdCents ? null : priceUsdCents;
  return { amountCents, currency, ...converted, amountUsdCents, expectedUsdCents, isAmountAssumed };
}

interface Worth {
  readonly amountUsdCents: number;
  /** The expected value, if it differs. */
  readonly expectedUsdCents: number | null;
  /** Whether the value is unknown and counts as 0. */
  readonly isUnknown: boolean;
}

interface Price {
  readonly priceCents: number;
  readonly currency: string;
}

/** The value of a paid period, compared with the price of its product, which may be in any currency. */
export function periodWorth(paid: Amount, price: Price | undefined): Worth {
  const priceUsdCents = price?.currency === 'USD' ? price.priceCents : undefined;
  if (paid.amountUsdCents === undefined && paid.currency !== 'USD' && priceUsdCents === undefined) {
    return { amountUsdCents: 0, expectedUsdCents: null, isUnknown: true };
  }
  const amountUsdCents = paidUsdCents(paid, priceUsdCents ?? 0);
  const expected = priceUsdCents ?? priceAtRate(paid, amountUsdCents, price);
  return { amountUsdCents, expectedUsdCents: expected === amountUsdCents ? null : expected, isUnknown: false };
}

const noWorth = { amountUsdCents: 0, expectedUsdCents: null };

/** What was paid for a period of a subscription product. Without a reported amount it is the price, and no revenue. */
export function periodPaid(
  { priceCents, ...data }: Circumstances & Omit<Reported, 'amountCents'> & { readonly priceCents?: number | undefined },
  product: Price,
  rate: Conversion | undefined,
): Paid & Pick<Worth, 'isUnknown'> {
  const { currency: code = product.currency, isFamilyShared } = data;
  const reported = isFamilyShared
    ? { amountCents: 0, currency: code }
    : reportedAmount({ ...data, amountCents: priceCents });
  const isAmountAssumed = !reported;
  const { priceCents: amountCents, currency } = product;
  const { amount, ...converted } = convert(reported ?? { amountCents, currency }, rate);
  const paid = { amountCents: amount.amountCents, currency: amount.currency, ...converted, isAmountAssumed };
  if (!countsAsRevenue(data)) return { ...paid, ...noWorth, isUnknown: false };
  return { ...paid, ...(isAmountAssumed ? { ...noWorth, isUnknown: true } : periodWorth(amount, product)) };
}

/**
 * A price in US cents at the exchange rate of a payment in the same currency, rounded half up, and at most `maxCents` since
 * a rail may report any rate. Without a price in that currency, the amount paid.
 */
function priceAtRate({ amountCents, currency }: Amount, amountUsdCents: number, price: Price | undefined): number {
  if (price?.currency !== currency || amountCents === 0) return amountUsdCents;
  const [worth, of] = [BigInt(price.priceCents) * BigInt(amountUsdCents), BigInt(amountCents)];
  const cents = (2n * worth + of) / (2n * of);
  return cents > BigInt(maxCents) ? maxCents : Number(cents);
}

/** A payment. The `…Due` fields are the coins that its refunds so far should have reversed. */
export interface Refundable {
  readonly amountCents: number;
  readonly refundedCents: number;
  readonly coinsGranted: number;
  readonly bonusCoins: number;
  readonly coinsDue: number;
  readonly bonusDue: number;
  /** Coins added by a multiplier. */
  readonly promoCoins: number;
  readonly promoDue: number;
}

export interface Balances {
  readonly paid: number;
  readonly bonus: number;
}

/** The answer to a question of a provider about a payment. */
export interface Usage {
  readonly coinsBought: number;
  readonly coinsSpent: number;
}

/**
 * The coins of a payment that are spent: neither taken back by refunds, nor among those that a refund of all that is left
 * would take (`planRefund`).
 */
export const coinsSpentOf = (
  {
    coinsGranted,
    bonusCoins,
    promoCoins,
    coinsTaken,
  }: Pick<Refundable, 'coinsGranted' | 'bonusCoins' | 'promoCoins'> & { readonly coinsTaken: number },
  left: Balances,
): number => Math.max(coinsGranted + bonusCoins + promoCoins - coinsTaken - left.paid - left.bonus, 0);

export interface RefundPlan {
  /** At most the part of the payment that is not refunded yet. */
  readonly cents: number;
  readonly isWhole: boolean;
  /** The purchased, bonus and multiplier coins that should be reversed. */
  readonly due: Balances & { readonly promo: number };
  /** The coins that are reversed, by wallet. */
  readonly taken: Balances;
  /** The part of the cents for which there are no coins to reverse. */
  readonly underpaidCents: number;
}

const ceilShare = (coins: number, cents: number, of: number): number =>
  Number((BigInt(coins) * BigInt(cents) + BigInt(of) - 1n) / BigInt(of));

/**
 * Plans a refund, whose share of the payment is `percentage` if it is not null, since cents are rounded. It reverses the same
 * share of the purchased, bonus and multiplier coins, rounded up, and in total never
 * more than was granted. Coins missing in one wallet are taken from the other; coins missing in both are not reversed.
 */
export function planRefund(
  payment: Refundable,
  amountCents: number,
  balances: Balances,
  percentage: number | null = null,
): RefundPlan {
  const { coinsGranted, bonusCoins, promoCoins, coinsDue, bonusDue, promoDue } = payment;
  const cents = Math.min(amountCents, payment.amountCents - payment.refundedCents);
  const isWhole = payment.refundedCents + cents === payment.amountCents;
  const ofPayment = payment.amountCents === 0 ? ([1, 1] as const) : ([cents, payment.amountCents] as const);
  const isCut = cents < amountCents;
  const [share, of] = percentage === null || isCut ? ofPayment : ([Math.round(percentage * 1_000), 100_000] as const);
  const due = {
    paid: Math.min(ceilShare(coinsGranted, share, of), coinsGranted - coinsDue),
    bonus: Math.min(ceilShare(bonusCoins, share, of), bonusCoins - bonusDue),
    promo: Math.min(ceilShare(promoCoins, share, of), promoCoins - promoDue),
  };
  const totalBonus = due.bonus + due.promo;
  const paid = Math.min(due.paid, balances.paid);
  const bonus = Math.min(totalBonus, balances.bonus);
  const taken = {
    paid: paid + Math.min(totalBonus - bonus, balances.paid - paid),
    bonus: bonus + Math.min(due.paid - paid, balances.bonus - bonus),
  };
  const totalDue = due.paid + totalBonus;
  const missing = totalDue - taken.paid - taken.bonus;
  const underpaidCents = totalDue === 0 ? 0 : Math.round((cents * missing) / totalDue);
  return { cents, isWhole, due, taken, underpaidCents };
}
