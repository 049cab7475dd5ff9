import { hourMs } from '../../kit/time.ts';
import { payingIn } from '../purchases.ts';
import type { SeededRandom } from './chance.ts';
import type { Person } from './people.ts';
import type { PaymentRow, Rows } from './rows.ts';
import type { Wallet } from './wallet.ts';

export interface Package {
  readonly id: string;
  readonly sku: string;
  readonly coins: number;
  readonly bonusCoins: number;
  readonly priceCents: number;
}

export interface Buyer {
  readonly person: Person;
  readonly wallet: Wallet;
  readonly rows: Rows;
  readonly chance: SeededRandom;
  readonly packages: ReadonlyMap<string, Package>;
  readonly now: number;
}

/** What those who pay choose, and how often beside the others. */
const choices = {
  little: { coins_100: 8, coins_300: 1 },
  much: { coins_100: 3, coins_300: 4, coins_500: 2, coins_1100: 0.5 },
} as const;

const [declinedShare, accidentShare] = [0.05, 0.025];

/** Pays for a package, if that goes through; whoever did so by accident is given the money back, and stops for the day. */
export function buy(buyer: Buyer, at: number): 'bought' | 'not bought' {
  const { person, chance, packages, rows } = buyer;
  if (person.pays === 'never' || !chance.is(person.pays === 'much' ? 0.95 : 0.7)) return 'not bought';
  const [sku] = chance.weighted(Object.entries(choices[person.pays]), ([, weight]) => weight);
  const sold = packages.get(sku);
  if (!sold) return 'not bought';
  const payment = paymentFor(buyer, sold, at);
  if (chance.is(declinedShare)) {
    rows.payments.push({ ...payment, failure: chance.pick(['card_declined', 'insufficient_funds', 'timed_out']) });
    return 'not bought';
  }
  const eventId = credit(buyer, payment);
  const refundedAt = at + Math.floor(chance.between(0.3, 3) * hourMs);
  const isAccident = chance.is(accidentShare) && refundedAt < buyer.now;
  const refund = isAccident ? giveBack(buyer, payment, { at: refundedAt, reason: 'bought_by_accident' }) : undefined;
  rows.payments.push({ ...payment, eventId, ...(refund && { refund }) });
  return refund ? 'not bought' : 'bought';
}

function paymentFor({ person, chance }: Buyer, sold: Package, at: number, by?: string): PaymentRow {
  const { country } = person.market;
  // Most people pay by the same rail each time.
  const { rail: usual, currency, rate } = payingIn(country, sold.sku, person.index + (chance.is(0.1) ? 1 : 0));
  const rail = by ?? usual;
  const id = chance.id(at);
  return {
    id,
    userId: person.id,
    rail,
    sku: sold.sku,
    packageId: sold.id,
    coins: sold.coins,
    bonus: sold.bonusCoins,
    transactionId: `${rail.slice(0, 3).toUpperCase()}-${id.slice(-12)}`,
    currency,
    country,
    at,
    amountCents: Math.round(sold.priceCents * rate),
    usdCents: sold.priceCents,
  };
}

const credit = ({ wallet }: Buyer, { id, rail, transactionId, coins, bonus, at }: PaymentRow): string =>
  wallet.move(
    { at, key: `purchase:${rail}:${transactionId}`, reason: 'iap', refType: 'purchase', refId: id },
    { paid: coins, bonus, counterPaid: `source_iap_${rail}`, counterBonus: 'source_bonus' },
  );

/** A wallet took the money twice one morning, and gave it back: what an alert is raised for. */
export const incident = {
  rail: 'localwallet_dana',
  country: 'ID',
  hoursAgo: 9,
  people: 16,
  leastUsers: 1_000,
} as const;

export function payTwice(buyer: Buyer): void {
  const { packages, chance, rows, now } = buyer;
  const sold = packages.get('coins_100');
  if (!sold) return;
  const at = now - Math.floor(chance.between(incident.hoursAgo - 3, incident.hoursAgo + 3) * hourMs);
  const first = paymentFor(buyer, sold, at, incident.rail);
  rows.payments.push({ ...first, eventId: credit(buyer, first) });
  const second = paymentFor(buyer, sold, at + chance.whole(4_000, 50_000), incident.rail);
  const eventId = credit(buyer, second);
  const refund = giveBack(buyer, second, { at: second.at + chance.whole(1, 4) * hourMs, reason: 'charged_twice' });
  rows.payments.push({ ...second, eventId, refund });
}

function giveBack(
  { wallet, chance }: Buyer,
  payment: PaymentRow,
  { at, reason }: { readonly at: number; readonly reason: string },
) {
  const { id: refId, rail, transactionId, coins, bonus, amountCents } = payment;
  const key = `refund:${rail}:${transactionId}:${new Date(at).toISOString()}:${amountCents}`;
  const eventId = wallet.move(
    { at, key, reason: 'refund', refType: 'purchase', refId },
    { paid: -coins, bonus: 0 - bonus, counterPaid: 'sink_refund', counterBonus: 'sink_refund' },
  );
  return { id: chance.id(at), at, eventId, reason };
}
