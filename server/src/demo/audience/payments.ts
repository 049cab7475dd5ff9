import { hourMs } from '../../kit/time.ts';
import { payingIn } from '../purchases.ts';
import type { Person } from './people.ts';
import type { SeededRandom } from './random.ts';
import { type AudienceRows, date } from './rows.ts';
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
  readonly rows: AudienceRows;
  readonly random: SeededRandom;
  readonly packages: ReadonlyMap<string, Package>;
  readonly now: number;
}

/** How often the packages are bought relative to each other. */
const choices = {
  little: { coins_100: 8, coins_300: 1 },
  much: { coins_100: 3, coins_300: 4, coins_500: 2, coins_1100: 0.5 },
} as const;

const [declinedShare, accidentShare] = [0.05, 0.025];

/** Tries to buy a package. A purchase by accident is refunded, and returns false like a declined one. */
export function buy(buyer: Buyer, at: number): boolean {
  const { person, random, packages } = buyer;
  if (person.pays === 'never' || !random.chance(person.pays === 'much' ? 0.95 : 0.7)) return false;
  const [sku] = random.weighted(Object.entries(choices[person.pays]), ([, weight]) => weight);
  const pack = packages.get(sku);
  if (!pack) return false;
  const payment = paymentFor(buyer, pack, at);
  if (random.chance(declinedShare)) {
    decline(buyer, payment, random.pick(['card_declined', 'insufficient_funds', 'timed_out']));
    return false;
  }
  const refundedAt = at + Math.floor(random.between(0.3, 3) * hourMs);
  const isAccident = random.chance(accidentShare) && refundedAt < buyer.now;
  complete(buyer, payment, isAccident ? { at: refundedAt, reason: 'bought_by_accident' } : undefined);
  return !isAccident;
}

/** Charges some users twice for one purchase, and refunds the second payment: an alert is raised for these refunds. */
export const doubleCharge = {
  rail: 'localwallet_dana',
  country: 'ID',
  hoursAgo: 9,
  people: 16,
  leastUsers: 1_000,
  reason: 'charged_twice',
} as const;

export function chargeTwice(buyer: Buyer): void {
  const { packages, random, now } = buyer;
  const { rail, hoursAgo, reason } = doubleCharge;
  const pack = packages.get('coins_100');
  if (!pack) return;
  const at = now - Math.floor(random.between(hoursAgo - 3, hoursAgo + 3) * hourMs);
  complete(buyer, paymentFor(buyer, pack, at, rail));
  const second = at + random.integer(4_000, 50_000);
  complete(buyer, paymentFor(buyer, pack, second, rail), { at: second + random.integer(1, 4) * hourMs, reason });
}

type Payment = ReturnType<typeof paymentFor>;

function paymentFor({ person, random }: Buyer, pack: Package, at: number, requiredRail?: string) {
  const { country } = person.market;
  // Most people use the same rail each time.
  const { rail: usual, currency, rate } = payingIn(country, pack.sku, person.index + (random.chance(0.1) ? 1 : 0));
  const rail = requiredRail ?? usual;
  const id = random.id(at);
  return {
    at,
    pack,
    id,
    userId: person.id,
    rail,
    transactionId: `${rail.slice(0, 3).toUpperCase()}-${id.slice(-12)}`,
    country,
    currency,
    amountCents: Math.round(pack.priceCents * rate),
  };
}

/** The columns of `transactions` that are the same for each outcome. */
const transactionOf = ({ at, pack, id, userId, rail, transactionId, country, currency, amountCents }: Payment) => ({
  user_id: userId,
  id,
  kind: 'coin_pack',
  platform: rail,
  product_id: pack.sku,
  package_id: pack.id,
  transaction_id: transactionId,
  coins_granted: pack.coins,
  bonus_coins: pack.bonusCoins,
  amount_cents: amountCents,
  currency,
  amount_usd_cents: pack.priceCents,
  region: country,
  created_at: date(at),
});

interface Outcome {
  readonly status: string;
  readonly failure?: string;
  readonly paidAt?: Date;
  readonly eventId?: string;
  readonly refund?: { readonly at: number; readonly reason: string };
}

function addTransaction(
  { rows }: Buyer,
  payment: Payment,
  { status, failure, paidAt, eventId, refund }: Outcome,
): void {
  const { at, pack, amountCents } = payment;
  const refundedAt = refund ? date(refund.at) : null;
  rows.tables.transactions.push({
    ...transactionOf(payment),
    status,
    failure_reason: failure ?? null,
    failed_at: failure === undefined ? null : date(at),
    event_id: eventId ?? null,
    paid_at: paidAt ?? null,
    completed_at: paidAt ?? null,
    updated_at: refundedAt ?? date(at),
    refunded_cents: refund ? amountCents : 0,
    refund_reason: refund?.reason ?? null,
    last_refund_at: refundedAt,
    coins_due: refund ? pack.coins : 0,
    bonus_due: refund ? pack.bonusCoins : 0,
    coins_taken: refund ? pack.coins + pack.bonusCoins : 0,
  });
}

interface Entry {
  readonly at: number;
  readonly action: string;
  readonly reason?: string;
  readonly before?: object;
  readonly after: object;
}

function record({ rows, random }: Buyer, { id }: Payment, { at, action, reason, before, after }: Entry): void {
  rows.tables.audit_log.push({
    id: random.id(at),
    action,
    admin_email: 'system',
    target_type: 'purchase',
    target_id: id,
    reason: reason ?? null,
    before: before ?? null,
    after,
    created_at: date(at),
  });
}

function decline(buyer: Buyer, payment: Payment, failure: string): void {
  const { at, userId, pack } = payment;
  addTransaction(buyer, payment, { status: 'pending', failure });
  const after = { status: 'pending', userId, productId: pack.sku, failureReason: failure };
  record(buyer, payment, { at, action: 'purchase.fail', after });
}

function complete(buyer: Buyer, payment: Payment, refund?: Outcome['refund']): void {
  const { at, id, userId, rail, transactionId, pack, amountCents, currency } = payment;
  const { coins: paid, bonusCoins: bonus } = pack;
  const eventId = buyer.wallet.move(
    { at, key: `purchase:${rail}:${transactionId}`, reason: 'iap', refType: 'purchase', refId: id },
    { paid, bonus, counterPaid: `source_iap_${rail}`, counterBonus: 'source_bonus' },
  );
  const outcome = { status: refund ? 'refunded' : 'completed', paidAt: date(at), eventId };
  addTransaction(buyer, payment, { ...outcome, ...(refund && { refund }) });
  const bought = { platform: rail, productId: pack.sku, coinsGranted: paid, bonusCoins: bonus, amountCents, currency };
  record(buyer, payment, { at, action: 'purchase.complete', after: { status: 'completed', userId, ...bought } });
  if (refund) reverse(buyer, payment, refund);
}

/** A refund by the rail: as the rail reported it, and as a refund like any other. */
function reverse(buyer: Buyer, payment: Payment, { at, reason }: NonNullable<Outcome['refund']>): void {
  const { wallet, rows, random } = buyer;
  const { id, userId, rail, transactionId, pack, amountCents, currency } = payment;
  const coins = pack.coins + pack.bonusCoins;
  const eventId = wallet.move(
    {
      at,
      key: `refund:${rail}:${transactionId}:${date(at).toISOString()}:${amountCents}`,
      reason: 'refund',
      refType: 'purchase',
      refId: id,
    },
    { paid: -pack.coins, bonus: 0 - pack.bonusCoins, counterPaid: 'sink_refund', counterBonus: 'sink_refund' },
  );
  const refunded = {
    user_id: userId,
    purchase_id: id,
    product_id: pack.sku,
    platform: rail,
    amount_cents: amountCents,
    currency,
    reason,
    event_id: eventId,
    created_at: date(at),
  };
  rows.tables.refunds.push({
    ...refunded,
    id: random.id(at),
    status: 'executed',
    amount_usd_cents: pack.priceCents,
    coins_deducted: coins,
    executed_at: date(at),
  });
  rows.tables.provider_refunds.push({
    ...refunded,
    transaction_id: transactionId,
    occurred_at: date(at),
    applied_at: date(at),
    refunded_cents: amountCents,
    coins_taken: coins,
  });
  record(buyer, payment, {
    at,
    action: 'purchase.refund',
    reason,
    before: { status: 'completed', refundedCents: 0 },
    after: { status: 'refunded', refundedCents: amountCents, coinsTaken: coins, underpaidCents: 0 },
  });
}
