import Stripe from 'stripe';
import { afterAll, describe, expect, it } from 'vitest';
import { anonymous, makeAdminActor } from '../../../test/harness/actor.ts';
import { railsWith } from '../../../test/harness/payment-provider.ts';
import { findWebhookEvent, makePackage, purchasesOf } from '../../../test/harness/payments.ts';
import { ledgerViolations, makeViewer, type Viewer, walletOf } from '../../../test/harness/viewer.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { cardKey, openCardProvider } from '../../gateways/payments/card.fixture.ts';
import { createCard } from '../../gateways/payments/card.ts';
import { openCardApi } from '../../gateways/payments/card-api.ts';
import { newId } from '../../kit/id.ts';

/** Refunds and disputes of card payments, as the card provider reports them. */

const secret = 'whsec_test';
const provider = await openCardProvider();
afterAll(() => provider.close());
const card = createCard({ secrets: [secret], api: openCardApi({ key: cardKey, url: provider.url }) });
const world = await openWorld({}, {}, undefined, undefined, { rails: railsWith(card) });
const finance = await makeAdminActor(world, 'finance');
const superadmin = await makeAdminActor(world, 'superadmin');
const pack = await makePackage(world, { coins: 500, bonusCoins: 50, priceCents: 999, rails: ['card_web'] });

const paidAt = Date.now() - 3_600_000;

interface Reported {
  type: string;
  object: object;
  previous?: object;
  /** Seconds after the payment. */
  after?: number;
  livemode?: boolean;
}

/** Reports an event as the provider does, and returns what the inbox stored. */
async function report({ type, object, previous, after = 0, livemode = true }: Reported) {
  const id = `evt_${newId()}`;
  const created = Math.floor(paidAt / 1000) + after;
  const data = { object, ...(previous && { previous_attributes: previous }) };
  const event = { id, object: 'event', type, created, livemode, data };
  const payload = JSON.stringify(event);
  const headers = { 'stripe-signature': Stripe.webhooks.generateTestHeaderString({ payload, secret }) };
  const url = '/v1/subscriptions/webhook/card_web';
  expect((await anonymous(world).call('POST', url, event, { headers })).status).toBe(204);
  return findWebhookEvent(world, id);
}

interface Payment {
  viewer: Viewer;
  intent: string;
  /** Reports that so many cents were refunded in all, and before. */
  refunded: (total: number, before: number, after: number) => ReturnType<typeof report>;
  dispute: (state: 'created' | 'closed', status: string, after: number) => ReturnType<typeof report>;
  /** Reports on a refund made at the provider, or ordered here. */
  refund: (amount: number, status: string, after: number, refundId?: string) => ReturnType<typeof report>;
}

async function pay({ livemode = true } = {}): Promise<Payment> {
  const viewer = await makeViewer(world);
  const intent = `pi_${newId()}`;
  const metadata = { productId: pack.sku };
  const session = { id: 'cs_1', mode: 'payment', payment_status: 'paid', amount_total: 999, currency: 'usd' };
  const object = { ...session, payment_intent: intent, client_reference_id: viewer.id, metadata };
  await report({ type: 'checkout.session.completed', object, livemode });
  const of = { payment_intent: intent, charge: 'ch_1', currency: 'usd' };
  const disputeId = `du_${newId()}`;
  return {
    viewer,
    intent,
    refunded: (total, before, after) =>
      report({
        type: 'charge.refunded',
        object: { ...of, id: 'ch_1', amount: 999, amount_refunded: total },
        previous: { amount_refunded: before },
        after,
        livemode,
      }),
    dispute: (state, status, after) =>
      report({
        type: `charge.dispute.${state}`,
        object: { ...of, id: disputeId, amount: 999, reason: 'fraudulent', status },
        after,
        livemode,
      }),
    refund: (amount, status, after, refundId) =>
      report({
        type: status === 'failed' ? 'refund.failed' : 'refund.updated',
        object: {
          ...of,
          id: 're_1',
          amount,
          status,
          ...(status === 'failed' && { failure_reason: 'expired_or_canceled_card' }),
          ...(refundId !== undefined && { metadata: { refundId } }),
        },
        after,
        livemode,
      }),
  };
}

async function stateOf({ viewer }: Payment) {
  const [paid] = await purchasesOf(finance, viewer.id);
  const { paid: coins, bonus } = await walletOf(viewer);
  return { status: paid?.status, refundedCents: paid?.refundedCents, coins: coins + bonus };
}

const disputeOf = async ({ viewer }: Payment) => {
  const { body } = await finance.get<{ items: { disputedAt: string | null; disputeClosedAt: string | null }[] }>(
    `/admin/users/${viewer.id}/purchases`,
  );
  const [paid] = body.items;
  return [paid?.disputedAt !== null, paid?.disputeClosedAt !== null];
};

const reversedIn = async ({ viewer }: Payment) => {
  const { body } = await finance.get<{ items: { amountCents: number; reversedAt: string | null }[] }>(
    `/admin/refunds?userId=${viewer.id}`,
  );
  return body.items.flatMap(({ amountCents, reversedAt }) => (reversedAt === null ? [] : amountCents));
};

describe('the end of a dispute', () => {
  it.each(['warning_closed', 'won'])('(%s) returns nothing of a refund', async (status) => {
    const payment = await pay();
    await payment.dispute('created', 'warning_needs_response', 10);
    await payment.refunded(999, 0, 20);
    const gone = { status: 'refunded', refundedCents: 999, coins: 0 };
    expect(await stateOf(payment)).toEqual(gone);
    expect(await payment.dispute('closed', status, 30)).toMatchObject({ outcome: 'applied' });
    expect(await stateOf(payment)).toEqual(gone);
    expect(await disputeOf(payment)).toEqual([true, true]);
    expect(await reversedIn(payment)).toEqual([]);
  });

  it('that was lost, and is won after all, returns what it took and nothing else', async () => {
    const payment = await pay();
    await payment.refunded(200, 0, 5);
    await payment.dispute('created', 'needs_response', 10);
    await payment.dispute('closed', 'lost', 20);
    expect(await stateOf(payment)).toEqual({ status: 'refunded', refundedCents: 999, coins: 0 });
    expect(await payment.dispute('closed', 'won', 30)).toMatchObject({ outcome: 'applied' });
    expect(await stateOf(payment)).toEqual({ status: 'completed', refundedCents: 200, coins: 550 - 101 - 11 });
    expect(await reversedIn(payment)).toEqual([799]);
  });

  it('is known when its beginning and its loss are reported late', async () => {
    const payment = await pay();
    expect(await payment.dispute('closed', 'won', 30)).toMatchObject({ outcome: 'ignored' });
    await payment.dispute('closed', 'lost', 20);
    expect(await payment.dispute('created', 'needs_response', 10)).toMatchObject({ outcome: 'ignored' });
    expect(await stateOf(payment)).toEqual({ status: 'completed', refundedCents: 0, coins: 550 });
    expect(await disputeOf(payment)).toEqual([true, true]);
  });
});

describe('a refund made at the provider that fails', () => {
  it('returns the coins that it took, and leaves other refunds and disputes', async () => {
    const payment = await pay();
    await payment.refunded(100, 0, 10);
    await payment.refunded(300, 100, 20);
    await payment.dispute('created', 'needs_response', 25);
    const before = await stateOf(payment);
    expect(before).toMatchObject({ refundedCents: 300 });
    expect(await payment.refund(200, 'failed', 30)).toMatchObject({ outcome: 'applied' });
    expect(await stateOf(payment)).toEqual({ status: 'completed', refundedCents: 100, coins: 550 - 51 - 6 });
    expect(await disputeOf(payment)).toEqual([true, false]);
    expect(await reversedIn(payment)).toEqual([200]);
  });

  it('is reversed although its failure is reported first', async () => {
    const payment = await pay();
    await payment.refunded(100, 0, 10);
    const early = await payment.refund(200, 'failed', 30);
    expect(early).toMatchObject({ outcome: 'unmatched', detail: 'waiting_for_refund' });
    await payment.refunded(300, 100, 20);
    await world.runner.runNow('media_sync');
    const { body } = await superadmin.get(`/admin/webhooks/${early?.id}`);
    expect(body).toMatchObject({ outcome: 'applied' });
    expect(await stateOf(payment)).toMatchObject({ refundedCents: 100, coins: 550 - 51 - 6 });
  });

  it('twice in one second returns the coins of both', async () => {
    const payment = await pay();
    await payment.refunded(100, 0, 10);
    await payment.refunded(300, 100, 20);
    for (const amount of [100, 200]) await payment.refund(amount, 'failed', 30);
    expect(await stateOf(payment)).toEqual({ status: 'completed', refundedCents: 0, coins: 550 });
  });
});

it('the ledger is consistent afterwards', async () => {
  expect(await ledgerViolations(world)).toEqual([]);
});
