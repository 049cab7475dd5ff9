import * as audit from '../features/audit/public.ts';
import { announce, complete, fail } from '../features/payments/actions/pay.ts';
import { refund } from '../features/payments/actions/refund.ts';
import type { Tx } from '../kit/db/database.ts';
import { newId } from '../kit/id.ts';
import { dayMs, hourMs } from '../kit/time.ts';
import { purchasePorts } from '../ports.ts';
import { before } from './admin-context.ts';
import type { PastEvent } from './history.ts';

export interface Buyer {
  readonly id: string;
  readonly index: number;
  readonly country: string;
  readonly language: string;
  readonly name: string | null;
  /** What they bought, in hundreds of coins. */
  readonly packs: number;
  readonly daysAgo: number;
  readonly seenHoursAgo: number | null;
}

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

/** People begin small and buy more each time, and the last package is what was missing. */
function packsFor(hundreds: number): Pack[] {
  const bought: Pack[] = [];
  for (let left = hundreds; left > 0; left -= bought.at(-1)?.hundreds ?? left) {
    const affordable = packs.filter((pack) => pack.hundreds <= left);
    const next = affordable[Math.min(bought.length, affordable.length - 1)];
    if (next) bought.push(next);
  }
  return bought;
}

/** What a dollar is worth, in the smallest unit of the money that is paid with. */
const markets: Readonly<Record<string, { currency: string; rate: number; rails: readonly string[] }>> = {
  ID: { currency: 'IDR', rate: 16_200, rails: ['android_store', 'localwallet_gopay', 'localwallet_dana'] },
  EG: { currency: 'EGP', rate: 48.5, rails: ['android_store', 'ios_store'] },
  SA: { currency: 'SAR', rate: 3.75, rails: ['ios_store', 'ios_store', 'android_store'] },
};
const elsewhere = { currency: 'USD', rate: 1, rails: ['ios_store', 'android_store'] } as const;

/** By which rail and in which money someone of a country pays; `n` tells one payment from the next. */
export function payingIn(country: string, sku: string, n: number): { rail: string; currency: string; rate: number } {
  const { currency, rate, rails } = markets[country] ?? elsewhere;
  const usual = rails[n % rails.length] ?? 'ios_store';
  const rail = usual.startsWith('localwallet_') && sku === 'coins_1100' ? 'android_store' : usual;
  return { rail, currency, rate };
}

function paymentOf(buyer: Buyer, pack: Pack, n: number) {
  const { rail, currency, rate } = payingIn(buyer.country, pack.sku, buyer.index + n);
  const transactionId = `${rail.slice(0, 3).toUpperCase()}-${newId().slice(-12)}`;
  // Once someone paid less than the price, in a sale that the store held by itself.
  const amountUsdCents = buyer.index === 6 && n === 1 ? pack.usdCents - 60 : pack.usdCents;
  const amountCents = Math.round(amountUsdCents * rate);
  const paid = { userId: buyer.id, productId: pack.sku, transactionId, region: buyer.country, currency, amountCents };
  return { rail, data: { ...paid, amountUsdCents } };
}

/** Spread over the time from a user's first day to when they were last there. */
function boughtAt({ daysAgo, seenHoursAgo, index }: Buyer, n: number, of: number, now: Date): Date {
  const [first, last] = [daysAgo * dayMs, (seenHoursAgo ?? daysAgo * 24) * hourMs];
  return before(now, Math.max(first - ((first - last) * (n + 1)) / (of + 1), last) + (index * 13 + n) * 61_000);
}

interface PastPurchase {
  readonly n: number;
  readonly at: Date;
  readonly pack: Pack;
  /** The second one of some was given back by the store, wholly or in part. */
  readonly refundedAt?: Date;
}

export function purchasesOf(buyer: Buyer, now: Date): PastPurchase[] {
  const bought = packsFor(buyer.packs);
  return bought.map((pack, n) => {
    const at = boughtAt(buyer, n, bought.length, now);
    if (n !== 1 || buyer.packs < 12 || buyer.index % 2 === 1) return { n, at, pack };
    return { n, at, pack, refundedAt: new Date(Math.min(at.getTime() + 5 * hourMs, now.getTime())) };
  });
}

/** Every user's packages, as their rails would have told of them: credited, declined, refunded, or not paid yet. */
export const pastPurchases = (tx: Tx, now: Date, buyers: readonly Buyer[]): PastEvent[] =>
  buyers.flatMap((buyer) => [
    ...purchasesOf(buyer, now).flatMap((purchase) => paymentEvents(tx, buyer, purchase)),
    ...unpaidEvents(tx, now, buyer),
  ]);

function paymentEvents(tx: Tx, buyer: Buyer, { n, at, pack, refundedAt }: PastPurchase): PastEvent[] {
  const { rail, data } = paymentOf(buyer, pack, n);
  const pay = async () => {
    const { outcome } = await complete(audit.systemCtx(tx, at), purchasePorts, { rail, data, paidAt: at });
    if (outcome !== 'applied') throw new Error(`the demo’s payment was ${outcome}`);
  };
  if (refundedAt === undefined) return [{ at, run: pay }];
  const amountCents = buyer.index % 4 === 0 ? data.amountCents : Math.round(data.amountCents / 2);
  const given = { ...data, amountCents, reason: 'bought_by_accident' };
  const told = { rail, occurredAt: refundedAt, data: given, webhookId: null };
  const giveBack = () => refund(audit.systemCtx(tx, refundedAt), purchasePorts, told);
  return [
    { at, run: pay },
    { at: refundedAt, run: giveBack },
  ];
}

function unpaidEvents(tx: Tx, now: Date, buyer: Buyer): PastEvent[] {
  const { index, seenHoursAgo } = buyer;
  if (seenHoursAgo === null || index % 4 !== 3) return [];
  const at = before(now, seenHoursAgo * hourMs + 120_000);
  return [{ at, run: () => leaveUnpaid(tx, now, buyer, at) }];
}

async function leaveUnpaid(tx: Tx, now: Date, buyer: Buyer, at: Date): Promise<void> {
  const { id, index, country, language, name } = buyer;
  const caller = { id, countryCode: country, language, isGuest: name === null };
  const token = { id: newId(), expiresAt: now, version: 1 };
  const ctx = { ...audit.systemCtx(tx, at), requestId: newId(), ip: '203.0.113.1', caller: { ...caller, token } };
  const { id: purchaseId } = await announce(ctx, { sku: 'coins_300', rail: 'android_store' });
  if (index % 8 !== 3) return;
  const pack = { sku: 'coins_300', hundreds: 3, usdCents: 299 };
  const { data } = paymentOf(buyer, pack, 0);
  const declined = { ...data, purchaseId, reason: 'card_declined' };
  await fail(audit.systemCtx(tx, before(at, -60_000)), 'android_store', before(at, -60_000), declined);
}
