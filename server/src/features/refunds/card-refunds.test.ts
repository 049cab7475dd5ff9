import Stripe from 'stripe';
import { afterAll, describe, expect, it } from 'vitest';
import { anonymous, makeAdminActor } from '../../../test/harness/actor.ts';
import { railsWith } from '../../../test/harness/payment-provider.ts';
import { findWebhookEvent, makePackage, purchasesOf } from '../../../test/harness/payments.ts';
import { ledgerViolations, makeViewer, type Viewer, walletOf } from '../../../test/harness/viewer.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { cardKey, errorOf, openCardProvider } from '../../gateways/payments/card.fixture.ts';
import { createCard } from '../../gateways/payments/card.ts';
import { openCardApi } from '../../gateways/payments/card-api.ts';
import { deliveriesOf } from '../../jobs.ts';
import { newId } from '../../kit/id.ts';
import { drainOutbox } from '../../kit/outbox.ts';

/** Refunds and disputes of card payments, as the card provider reports them. */

const secret = 'whsec_test';
const provider = await openCardProvider();
afterAll(() => provider.close());
const card = createCard({ secrets: [secret], api: openCardApi({ key: cardKey, url: provider.url }) });
const rails = railsWith(card);
const world = await openWorld({}, {}, undefined, undefined, { rails });
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

interface RefundBody {
  id: string;
  status: string;
  money: string;
  moneyReason: string | null;
  confirmedCents: number;
}
const shown = async (id: string) => (await finance.get<RefundBody>(`/admin/refunds/${id}`)).body;
const deliver = () => drainOutbox(world.database, deliveriesOf(world.media, world.push, world.database, rails));
const retry = async (id: string) => (await finance.post(`/admin/refunds/${id}/retry-money`)).status;
const settled = async (id: string) => {
  const { money, moneyReason, confirmedCents } = await shown(id);
  return [money, moneyReason, confirmedCents];
};

/** Refunds 2 US dollars in the panel, and orders the money. */
async function order({ viewer }: Payment, { by = finance } = {}) {
  const [paid] = await purchasesOf(finance, viewer.id);
  const body = { purchaseId: paid?.id, amountCents: 200, reason: 'Bought by accident', reverseUnlocks: false };
  const refunded = await by.post<RefundBody & { approvalId: string }>('/admin/refunds', body);
  await deliver();
  return refunded.body;
}

const expired = 'expired_or_canceled_card';
const half = { status: 'completed', refundedCents: 200, coins: 550 - 101 - 11 };

describe('money that was ordered, and failed', () => {
  it('is ordered again, and takes the coins once', async () => {
    const payment = await pay();
    const { id } = await order(payment);
    expect(await settled(id)).toEqual(['returned', null, 0]);
    await payment.refunded(200, 0, 4000);
    expect(await settled(id)).toEqual(['returned', null, 200]);
    provider.fail();
    await payment.refund(200, 'failed', 8000, id);
    expect(await settled(id)).toEqual(['failed', expired, 0]);
    expect(await retry(id)).toBe(200);
    await deliver();
    await payment.refunded(200, 0, 12_000);
    expect(await settled(id)).toEqual(['returned', null, 200]);
    expect(await stateOf(payment)).toEqual(half);
    const { body } = await finance.get<{ items: object[] }>(`/admin/refunds?userId=${payment.viewer.id}`);
    expect(body.items).toHaveLength(1);
  });

  it('stays failed when the refund is reported late, and takes the coins once when it is ordered again', async () => {
    for (const isAfterRetry of [false, true]) {
      const payment = await pay();
      const { id } = await order(payment);
      provider.fail();
      await payment.refund(200, 'failed', 8000, id);
      if (!isAfterRetry) await payment.refunded(200, 0, 4000);
      expect(await settled(id)).toEqual(['failed', expired, 0]);
      expect(await retry(id)).toBe(200);
      await deliver();
      if (isAfterRetry) await payment.refunded(200, 0, 4000);
      await payment.refunded(200, 0, 12_000);
      expect(await settled(id)).toEqual(['returned', null, 200]);
      expect(await stateOf(payment)).toEqual(half);
    }
  });

  it('is returned by a refund that is made at the provider in its place', async () => {
    const payment = await pay();
    const { id } = await order(payment);
    await payment.refund(200, 'failed', 8000, id);
    await payment.refunded(200, 0, 9000);
    expect(await settled(id)).toEqual(['returned', null, 200]);
    expect(await stateOf(payment)).toEqual(half);
  });

  it('is not returned while the provider only says that the refund was made', async () => {
    provider.nextRefund = { status: 'pending' };
    const payment = await pay();
    const { id } = await order(payment);
    provider.reset();
    await payment.refunded(200, 0, 4000);
    expect(await settled(id)).toEqual(['pending', null, 200]);
    await payment.refund(200, 'succeeded', 8000, id);
    expect(await settled(id)).toEqual(['returned', null, 200]);
  });

  it('because it was refused at once is ordered again on the same day', async () => {
    provider.nextError = errorOf(400, { code: 'balance_insufficient', type: 'invalid_request_error' });
    const payment = await pay();
    const { id } = await order(payment);
    expect(await settled(id)).toEqual(['failed', 'balance_insufficient', 0]);
    provider.nextError = undefined;
    expect(await retry(id)).toBe(200);
    await deliver();
    expect(await settled(id)).toEqual(['returned', null, 0]);
    expect(provider.refunds.filter(({ metadata }) => metadata.refundId === id)).toHaveLength(1);
  });
});

describe('money of a payment in test mode', () => {
  const decider = makeAdminActor(world, 'finance');

  it('is returned like any other, after the approval that a value of nothing needs', async () => {
    const payment = await pay({ livemode: false });
    const { approvalId, id, status } = await order(payment);
    expect(status).toBe('pending');
    const { body } = await finance.get(`/admin/approvals/${approvalId}`);
    expect(body).toMatchObject({ reason: 'value_unknown' });
    expect((await (await decider).post(`/admin/approvals/${approvalId}/approve`, {})).status).toBe(200);
    await deliver();
    expect(provider.refunds.filter(({ metadata }) => metadata.refundId === id)).toHaveLength(1);
    expect(await settled(id)).toEqual(['returned', null, 0]);
    await payment.refund(200, 'failed', 8000, id);
    expect(await settled(id)).toEqual(['failed', expired, 0]);
    provider.fail();
    expect(await retry(id)).toBe(200);
    await deliver();
    expect(await settled(id)).toEqual(['returned', null, 0]);
  });
});

describe('a refund of a subscription', () => {
  it('that arrives while the key is refused is applied by a replay with the right key', async () => {
    const product = { name: 'VIP', productId: 'vip_monthly', periodDays: 30, priceCents: 999, currency: 'USD' };
    const sold = { ...product, bonusCoins: 100 };
    expect((await superadmin.post('/admin/subscription-products', sold)).status).toBe(201);
    const viewer = await makeViewer(world);
    const start = Math.floor(paidAt / 1000);
    const details = { subscription: 'sub_1', metadata: { userId: viewer.id, productId: 'vip_monthly' } };
    const line = {
      amount: 999,
      period: { start, end: start + 30 * 86_400 },
      parent: { subscription_item_details: {} },
    };
    const invoice = { id: 'in_1', billing_reason: 'subscription_create', currency: 'usd', amount_paid: 999 };
    const parts = { parent: { subscription_details: details }, lines: { data: [line] } };
    expect(await report({ type: 'invoice.paid', object: { ...invoice, ...parts } })).toMatchObject({
      outcome: 'applied',
    });
    expect(await walletOf(viewer)).toMatchObject({ bonus: 100 });
    provider.subscriber = viewer.id;
    provider.isKeyRefused = true;
    const object = { id: 'ch_9', payment_intent: 'pi_9', currency: 'usd', amount: 999, amount_refunded: 999 };
    const lost = await report({ type: 'charge.refunded', object, previous: { amount_refunded: 0 }, after: 60 });
    expect(lost).toMatchObject({ outcome: 'unmatched' });
    provider.isKeyRefused = false;
    const replayed = await superadmin.post<{ outcome: string }>(`/admin/webhooks/${lost?.id}/replay`);
    expect(replayed.body).toMatchObject({ outcome: 'applied' });
    expect(await walletOf(viewer)).toMatchObject({ bonus: 0 });
    expect(await purchasesOf(finance, viewer.id)).toMatchObject([{ transactionId: 'in_1', status: 'refunded' }]);
  });
});

it('the ledger is consistent afterwards', async () => {
  expect(await ledgerViolations(world)).toEqual([]);
});
