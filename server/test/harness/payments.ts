import { expect } from 'vitest';
import { newId } from '../../src/kit/id.ts';
import { signMessage } from '../../src/kit/webhooks.ts';
import { type Actor, type Answer, anonymous } from './actor.ts';
import type { World } from './world.ts';

/** Packages, and what rails tell of their payments. */

export interface PackageOptions {
  sku?: string;
  coins?: number;
  bonusCoins?: number;
  priceCents?: number;
  currency?: string;
  rails?: readonly string[];
  status?: 'active' | 'paused';
}

export interface SoldPackage extends Required<PackageOptions> {
  readonly id: string;
}

export async function makePackage({ database }: World, options: PackageOptions = {}): Promise<SoldPackage> {
  const id = newId();
  const made = {
    id,
    sku: `coins_${id.slice(-12)}`,
    coins: 100,
    bonusCoins: 10,
    priceCents: 999,
    currency: 'USD',
    rails: ['ios_store', 'android_store', 'localwallet_*'],
    status: 'active' as const,
    ...options,
  };
  await database.db
    .insertInto('coin_packages')
    .values({
      id,
      sku: made.sku,
      coins: made.coins,
      bonus_coins: made.bonusCoins,
      price_cents: made.priceCents,
      currency: made.currency,
      rails: [...made.rails],
      status: made.status,
    })
    .execute();
  return made;
}

/** A user who has paid so many US cents. */
export async function insertSpending({ database }: World, userId: string, cents: number): Promise<void> {
  await database.db
    .insertInto('transactions')
    .values({
      user_id: userId,
      id: newId(),
      kind: 'subscription',
      platform: 'card_web',
      product_id: 'vip',
      transaction_id: newId(),
      amount_cents: cents,
      currency: 'USD',
      amount_usd_cents: cents,
      status: 'completed',
    })
    .execute();
  await database.pool.query('update user_listing set total_spend_cents = $2 where user_id = $1', [userId, cents]);
}

export interface PaymentEvent {
  readonly type: string;
  readonly occurredAt: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface SendOptions {
  id?: string;
  sentAt?: Date;
  secret?: readonly string[];
  headers?: Record<string, string>;
}

const secretOf = ({ config: { secrets, payments } }: World, rail: string): readonly string[] =>
  payments.webhookSecrets[rail] ?? secrets.paymentsWebhook;

/** Says something as a rail would. */
export function sendPayment(
  world: World,
  rail: string,
  event: object,
  options: SendOptions = {},
): Promise<Answer<{ error?: string }>> {
  const { id = newId(), sentAt = new Date(), secret = secretOf(world, rail) } = options;
  const signed = signMessage(secret, { id, sentAt }, Buffer.from(JSON.stringify(event)));
  const headers = { ...signed, ...options.headers };
  return anonymous(world).call('POST', `/v1/subscriptions/webhook/${rail}`, event, { headers });
}

/** What became of an event. */
export async function findWebhookEvent({ database }: World, eventId: string) {
  const query = 'select id, source, outcome, detail, attempts from webhook_events where event_id = $1';
  const { rows } = await database.pool.query<{ id: string; source: string; outcome: string; detail: string | null }>(
    query,
    [eventId],
  );
  return rows[0];
}

/** The outcomes of all messages of one type about a payment, in alphabetical order. */
export async function outcomesOf({ database }: World, type: string, transactionId: string): Promise<string[]> {
  const query = `select outcome from webhook_events
    where event ->> 'type' = $1 and event #>> '{purchase,transactionId}' = $2 order by outcome`;
  const { rows } = await database.pool.query<{ outcome: string }>(query, [type, transactionId]);
  return rows.map(({ outcome }) => outcome);
}

/** What a rail says of a payment for a package. */
export const purchaseData = ({ id: userId }: { readonly id: string }, pack: SoldPackage, more: object = {}) => ({
  userId,
  productId: pack.sku,
  transactionId: newId(),
  amountCents: pack.priceCents,
  currency: 'USD',
  region: 'EG',
  ...more,
});

/** Says that something became of a payment, and answers what came of that. */
export async function sendPurchase(
  world: World,
  type: string,
  data: object,
  { rail = 'ios_store', occurredAt = '2026-03-01T12:00:00.000Z' }: { rail?: string; occurredAt?: string } = {},
) {
  const id = newId();
  const { status } = await sendPayment(world, rail, { type: `purchase.${type}`, occurredAt, data }, { id });
  expect(status).toBe(204);
  return findWebhookEvent(world, id);
}

export interface TransactionBody {
  id: string;
  kind: string;
  userId: string;
  platform: string;
  productId: string;
  transactionId: string | null;
  region: string | null;
  status: string;
  refundedCents: number;
  eventId: string | null;
  error: string;
}

/** What a user paid, oldest first. */
export async function purchasesOf(reader: Actor, userId: string): Promise<TransactionBody[]> {
  const { body } = await reader.get<{ items: TransactionBody[] }>(`/admin/users/${userId}/purchases?limit=200`);
  return body.items.toReversed();
}
