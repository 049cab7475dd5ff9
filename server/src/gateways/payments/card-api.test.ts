import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import Stripe from 'stripe';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { errorOf, cardKey as key, openCardProvider } from './card.fixture.ts';
import { createCard } from './card.ts';
import { openCardApi } from './card-api.ts';
import type { MoneyOrder } from './provider.ts';

const provider = await openCardProvider();
const { url, refunds, answers, calls, events } = provider;
afterAll(() => provider.close());
beforeEach(() => provider.reset());

const api = openCardApi({ key, url });
const order: MoneyOrder = { refundId: 'r-1', retries: 0, transactionId: 'pi_1', amountCents: 500, currency: 'USD' };

describe('an order to return money', () => {
  it('is sent as a form with the id of the refund as its key', async () => {
    expect(await api.returnMoney(order)).toEqual({ status: 'returned' });
    expect(calls.at(-1)).toEqual({
      method: 'POST',
      path: '/v1/refunds',
      form: 'payment_intent=pi_1&amount=500&reason=requested_by_customer&metadata%5BrefundId%5D=r-1',
      version: Stripe.API_VERSION,
      type: 'application/x-www-form-urlencoded',
    });
    expect([...answers.keys()]).toEqual(['r-1']);
  });

  it('that is repeated returns money once, also after the provider has forgotten the key', async () => {
    await api.returnMoney(order);
    expect(await api.returnMoney(order)).toEqual({ status: 'returned' });
    answers.clear();
    expect(await api.returnMoney(order)).toEqual({ status: 'returned' });
    expect(refunds).toHaveLength(1);
    await api.returnMoney({ ...order, refundId: 'r-2', amountCents: 499 });
    expect(refunds.map(({ amount }) => amount)).toEqual([500, 499]);
  });

  it('whose process is killed between order and answer returns money once', async () => {
    provider.isSilent = true;
    const placed = once(events, 'placed');
    const child = orderInProcess();
    await placed;
    child.kill('SIGKILL');
    const [, signal] = await once(child, 'exit');
    expect(signal).toBe('SIGKILL');
    provider.isSilent = false;
    expect(await api.returnMoney(order)).toEqual({ status: 'returned' });
    expect(refunds).toMatchObject([{ amount: 500, metadata: { refundId: 'r-1' } }]);
  });

  it('that failed is placed again under another key, once, if an admin orders it again', async () => {
    provider.nextRefund = { status: 'failed', failure_reason: 'expired_or_canceled_card' };
    const failed = { status: 'failed', code: 'expired_or_canceled_card', isRetryable: false };
    expect(await api.returnMoney({ ...order, amountCents: 999 })).toEqual(failed);
    provider.nextRefund = { status: 'succeeded' };
    expect(await api.returnMoney({ ...order, amountCents: 999 })).toEqual(failed);
    const again = () => api.returnMoney({ ...order, amountCents: 999, retries: 1 });
    expect(await Promise.all([again(), again()])).toEqual([{ status: 'returned' }, { status: 'returned' }]);
    expect(await again()).toEqual({ status: 'returned' });
    expect(refunds.map(({ status }) => status)).toEqual(['failed', 'succeeded']);
    expect([...answers.keys()]).toEqual(['r-1', 'r-1:1']);
  });

  it('sent twice at once returns money once', async () => {
    const results = await Promise.all([api.returnMoney(order), api.returnMoney(order)]);
    expect(results).toEqual([{ status: 'returned' }, { status: 'returned' }]);
    expect(refunds).toHaveLength(1);
  });

  it.each([
    [{ status: 'pending' }, { status: 'pending' }],
    [{ status: 'requires_action' }, { status: 'pending' }],
    [
      { status: 'failed', failure_reason: 'expired_or_canceled_card' },
      { status: 'failed', code: 'expired_or_canceled_card', isRetryable: false },
    ],
    [{ status: 'canceled' }, { status: 'failed', code: 'canceled', isRetryable: false }],
  ])('that ends as %j is %j', async (refund, result) => {
    provider.nextRefund = refund;
    expect(await api.returnMoney(order)).toEqual(result);
  });

  it.each([
    [errorOf(400, { code: 'charge_disputed', type: 'invalid_request_error' }), 'charge_disputed', false],
    [errorOf(402, { type: 'card_error' }), 'card_error', false],
    [errorOf(409, { code: 'lock_timeout' }), 'lock_timeout', true],
    [errorOf(429, { code: 'rate_limit' }), 'rate_limit', true],
    [{ status: 500, body: 'no JSON of an error' }, 'status_500', true],
  ])('that is refused with %j has failed', async (error, code, isRetryable) => {
    provider.nextError = error;
    expect(await api.returnMoney(order)).toEqual({ status: 'failed', code, isRetryable });
    expect(refunds).toHaveLength(0);
  });

  it('for more than is left of the payment fails for good', async () => {
    await api.returnMoney({ ...order, amountCents: 999 });
    expect(await api.returnMoney({ ...order, refundId: 'r-2' })).toEqual({
      status: 'failed',
      code: 'charge_already_refunded',
      isRetryable: false,
    });
  });

  it('that is not answered in time, or cannot be sent, may work later', async () => {
    provider.isSilent = true;
    const hurried = openCardApi({ key, url, timeoutMs: 200 });
    expect(await hurried.returnMoney(order)).toEqual({ status: 'failed', code: 'unreachable', isRetryable: true });
    provider.isSilent = false;
    expect(await api.returnMoney(order)).toEqual({ status: 'returned' });
    expect(refunds).toHaveLength(1);
    const nowhere = openCardApi({ key, url: 'http://127.0.0.1:1' });
    expect(await nowhere.returnMoney(order)).toMatchObject({ code: 'unreachable', isRetryable: true });
    const wrongKey = openCardApi({ key: 'sk_test_wrong', url });
    expect(await wrongKey.returnMoney(order)).toEqual({ status: 'failed', code: 'key_refused', isRetryable: true });
  });

  it('for a subscription finds the payment of its invoice', async () => {
    expect(await api.returnMoney({ ...order, transactionId: 'in_1' })).toEqual({ status: 'returned' });
    expect(refunds).toMatchObject([{ payment: 'pi_9' }]);
    expect(await api.returnMoney({ ...order, refundId: 'r-2', transactionId: 'in_2' })).toEqual({
      status: 'failed',
      code: 'payment_not_found',
      isRetryable: false,
    });
  });

  it('counts in the units of the provider', async () => {
    await api.returnMoney({ ...order, transactionId: 'ch_1', amountCents: 5, currency: 'ISK' });
    expect(refunds).toMatchObject([{ payment: 'ch_1', amount: 500 }]);
    expect(await api.returnMoney({ ...order, amountCents: 0 })).toMatchObject({
      code: 'amount_invalid',
      isRetryable: false,
    });
  });
});

describe('the card provider as a payment provider', () => {
  const { returnMoney } = createCard({ secrets: [], api });

  it('says whether an order was taken, and throws if it may be taken later', async () => {
    expect(await returnMoney?.(order)).toEqual({ outcome: 'returned' });
    provider.nextRefund = { status: 'pending' };
    expect(await returnMoney?.({ ...order, refundId: 'r-2', amountCents: 499 })).toEqual({ outcome: 'ordered' });
    const more = { ...order, refundId: 'r-3' };
    expect(await returnMoney?.(more)).toEqual({ outcome: 'refused', reason: 'charge_already_refunded' });
    provider.nextError = errorOf(429, { code: 'rate_limit' });
    await expect(returnMoney?.({ ...order, refundId: 'r-4' })).rejects.toThrow('rate_limit');
  });

  it('returns no money without a key', () => {
    expect(createCard({ secrets: [] }).returnMoney).toBeUndefined();
  });
});

/** Sends the order from a process of its own. */
function orderInProcess(): ChildProcess {
  const script = `
    import { openCardApi } from ${JSON.stringify(new URL('./card-api.ts', import.meta.url).href)};
    await openCardApi(${JSON.stringify({ key, url })}).returnMoney(${JSON.stringify(order)});`;
  const args = ['--import', 'tsx', '--input-type=module', '--eval', script];
  return spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
}

describe('refunds and disputes of subscriptions', () => {
  const secret = 'whsec_test';
  const deliver = (payload: object, options: { key: string; url: string } = { key, url }) => {
    const sent = JSON.stringify(payload);
    const header = Stripe.webhooks.generateTestHeaderString({ payload: sent, secret });
    const card = createCard({ secrets: [secret], api: openCardApi(options) });
    return card
      .verify({ 'stripe-signature': header }, Buffer.from(sent), new Date())
      .then(async ({ payload }) => card.translate(await card.complete?.(payload)));
  };
  const disputeOf = (payment_intent: string) => ({
    id: 'evt_1',
    type: 'charge.dispute.created',
    created: 1_700_000_000,
    livemode: true,
    data: {
      object: { id: 'du_1', charge: 'ch_9', payment_intent, amount: 999, currency: 'usd', reason: 'fraudulent' },
    },
  });

  it('name the invoice that was paid, its product and its user', async () => {
    expect(await deliver(disputeOf('pi_9'))).toMatchObject([
      { type: 'purchase.disputed', data: { transactionId: 'in_1', productId: 'vip_monthly', userId: 'user-1' } },
    ]);
    expect(await deliver(disputeOf('pi_1'))).toMatchObject([{ data: { transactionId: 'pi_1', productId: undefined } }]);
  });

  it('are asked for again if the provider cannot be reached, and kept if it refuses our key', async () => {
    await expect(deliver(disputeOf('pi_9'), { key, url: 'http://127.0.0.1:1' })).rejects.toMatchObject({
      isRetryable: true,
    });
    expect(await deliver(disputeOf('pi_9'), { key: 'sk_wrong', url })).toMatchObject([
      { data: { transactionId: 'pi_9' } },
    ]);
  });

  it('are the only messages for which the provider is asked', async () => {
    const { data, ...rest } = disputeOf('pi_9');
    for (const type of ['charge.succeeded', 'invoice.paid', 'refund.updated']) await deliver({ ...rest, type, data });
    const own = { ...data.object, metadata: { refundId: 'r-1' } };
    await deliver({ ...rest, type: 'refund.failed', data: { object: own } });
    expect(calls).toEqual([]);
  });
});
