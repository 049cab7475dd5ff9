import * as audit from '../features/audit/public.ts';
import { complete, createPending, fail } from '../features/payments/actions/pay.ts';
import { refund } from '../features/payments/actions/refund.ts';
import type { User } from '../features/users/public.ts';
import type { Tx } from '../kit/db/database.ts';
import { newId } from '../kit/id.ts';
import { dayMs, hourMs } from '../kit/time.ts';
import { purchasePorts } from '../ports.ts';
import { before, contextFor, signedIn } from './admin-context.ts';
import type { PastEvent } from './history.ts';
import type { SampleUser } from './sample-users.ts';

export interface Buyer extends SampleUser {
  readonly id: string;
  readonly index: number;
}

/** A sample user who makes a request. */
export const callerOf = ({ id, country, language, name }: Buyer): User =>
  signedIn({ id, countryCode: country, language, isGuest: name === null });

interface Pack {
  readonly sku: string;
  readonly hundreds: number;
  readonly usdCents: number;
}

const packs: readonly Pack[] = [
  { sku: 'coins_100', hundreds: 1, usdCents: 99 },
  { sku: 'coins_300', hundreds: 3, usdCents: 299 },
  { sku: 'coins_500', hundreds: 5, usdCents: 499 },
  { sku: 'coins_1100', hundreds: 11, usdCents: 999 },
];

/** Each purchase is larger than the previous one; the last is the remainder. */
function packsFor(hundreds: number): Pack[] {
  const bought: Pack[] = [];
  for (let left = hundreds; left > 0; left -= bought.at(-1)?.hundreds ?? left) {
    const affordable = packs.filter((pack) => pack.hundreds <= left);
    const next = affordable[Math.min(bought.length, affordable.length - 1)];
    if (next) bought.push(next);
  }
  return bought;
}

/** `rate` is the price of a dollar in the smallest units of the currency, divided by 100. */
const markets: Readonly<Record<string, { currency: string; rate: number; rails: readonly string[] }>> = {
  ID: { currency: 'IDR', rate: 16_200, rails: ['android_store', 'localwallet_gopay', 'localwallet_dana'] },
  EG: { currency: 'EGP', rate: 48.5, rails: ['android_store', 'ios_store'] },
  SA: { currency: 'SAR', rate: 3.75, rails: ['ios_store', 'ios_store', 'android_store'] },
};
const otherMarket = { currency: 'USD', rate: 1, rails: ['ios_store', 'android_store'] } as const;

/** The rail and the currency of a payment; payments with different `n` use different rails. */
export function payingIn(country: string, sku: string, n: number): { rail: string; currency: string; rate: number } {
  const { currency, rate, rails } = markets[country] ?? otherMarket;
  const usual = rails[n % rails.length] ?? 'ios_store';
  const rail = usual.startsWith('localwallet_') && sku === 'coins_1100' ? 'android_store' : usual;
  return { rail, currency, rate };
}

function paymentOf(buyer: Buyer, pack: Pack, n: number) {
  const { rail, currency, rate } = payingIn(buyer.country, pack.sku, buyer.index + n);
  const transactionId = `${rail.slice(0, 3).toUpperCase()}-${newId().slice(-12)}`;
  // One payment is below the price, as in a sale of the store.
  const amountUsdCents = buyer.index === 6 && n === 1 ? pack.usdCents - 60 : pack.usdCents;
  const amountCents = Math.round(amountUsdCents * rate);
  const paid = { userId: buyer.id, productId: pack.sku, transactionId, region: buyer.country, currency, amountCents };
  return { rail, data: { ...paid, amountUsdCents } };
}

/** Spread over the time between the sign-up of the user and their last visit. */
function boughtAt({ daysAgo, seenHoursAgo, index }: Buyer, n: number, of: number, now: Date): Date {
  const [first, last] = [daysAgo * dayMs, (seenHoursAgo ?? daysAgo * 24) * hourMs];
  return before(now, Math.max(first - ((first - last) * (n + 1)) / (of + 1), last) + (index * 13 + n) * 61_000);
}

interface PastPurchase {
  readonly n: number;
  readonly at: Date;
  readonly pack: Pack;
  /** The second purchase of some users is refunded by the store, in full or in part. */
  readonly refundedAt?: Date;
}

export const isRefundedByStore = ({ packs }: SampleUser, index: number): boolean => packs >= 12 && index % 2 === 0;

export function purchasesOf(buyer: Buyer, now: Date): PastPurchase[] {
  const bought = packsFor(buyer.packs);
  return bought.map((pack, n) => {
    const at = boughtAt(buyer, n, bought.length, now);
    if (n !== 1 || !isRefundedByStore(buyer, buyer.index)) return { n, at, pack };
    return { n, at, pack, refundedAt: new Date(Math.min(at.getTime() + 5 * hourMs, now.getTime())) };
  });
}

/** The payments of all sample users: completed, declined, refunded and pending. */
export const purchaseEvents = (tx: Tx, now: Date, buyers: readonly Buyer[]): PastEvent[] =>
  buyers.flatMap((buyer) => [
    ...purchasesOf(buyer, now).flatMap((purchase) => paymentEvents(tx, buyer, purchase)),
    ...unpaidEvents(tx, now, buyer),
  ]);

function paymentEvents(tx: Tx, buyer: Buyer, { n, at, pack, refundedAt }: PastPurchase): PastEvent[] {
  const { rail, data } = paymentOf(buyer, pack, n);
  const run = async () => {
    const { outcome } = await complete(audit.systemCtx(tx, at), purchasePorts, { rail, data, paidAt: at });
    if (outcome !== 'applied') throw new Error(`the demo’s payment was ${outcome}`);
  };
  if (refundedAt === undefined) return [{ at, run }];
  const amountCents = buyer.index % 4 === 0 ? data.amountCents : Math.round(data.amountCents / 2);
  const refunded = { ...data, amountCents, reason: 'bought_by_accident' };
  const reported = { rail, occurredAt: refundedAt, data: refunded, webhookId: null };
  return [
    { at, run },
    { at: refundedAt, run: () => refund(audit.systemCtx(tx, refundedAt), purchasePorts, reported) },
  ];
}

/** Pending purchases of some users, half of them declined. */
function unpaidEvents(tx: Tx, now: Date, buyer: Buyer): PastEvent[] {
  const { index, seenHoursAgo } = buyer;
  if (seenHoursAgo === null || index % 4 !== 3) return [];
  const at = before(now, seenHoursAgo * hourMs + 120_000);
  const run = async () => {
    const { id: purchaseId } = await createPending(contextFor(tx, callerOf(buyer), at), {
      sku: 'coins_300',
      rail: 'android_store',
    });
    if (index % 8 !== 3) return;
    const { data } = paymentOf(buyer, { sku: 'coins_300', hundreds: 3, usdCents: 299 }, 0);
    const declinedAt = before(at, -60_000);
    const declined = { ...data, purchaseId, reason: 'card_declined' };
    await fail(audit.systemCtx(tx, declinedAt), 'android_store', declinedAt, declined);
  };
  return [{ at, run }];
}
