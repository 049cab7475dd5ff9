import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import Stripe from 'stripe';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createCard } from './card.ts';
import { openCardApi } from './card-api.ts';
import type { MoneyOrder } from './provider.ts';

/** A provider that speaks the documented protocol: form-encoded requests, and answers that are repeated for the same key. */

interface StoredRefund {
  id: string;
  status: string;
  amount: number;
  payment: string;
  failure_reason?: string;
  metadata: { refundId: string };
}
interface Answer {
  status: number;
  body: unknown;
}

const key = 'sk_test_key';
const invoice = {
  id: 'in_1',
  parent: { subscription_details: { subscription: 'sub_1', metadata: { userId: 'user-1', productId: 'vip_monthly' } } },
  lines: { data: [] },
};
const refunds: StoredRefund[] = [];
const answers = new Map<string, Answer & { readonly form: string }>();
const calls: { method: string; path: string; form: string; version: unknown; type: unknown }[] = [];
const events = new EventEmitter();
/** What the provider does with the next orders. */
let nextRefund: Pick<StoredRefund, 'status' | 'failure_reason'> = { status: 'succeeded' };
let nextError: Answer | undefined;
let isSilent = false;

const errorOf = (status: number, error: object): Answer => ({ status, body: { error } });

function refundOf(form: URLSearchParams): Answer {
  const payment = form.get('payment_intent') ?? form.get('charge') ?? '';
  const amount = Number(form.get('amount'));
  const isRefunded = (one: StoredRefund) => one.payment === payment && !['failed', 'canceled'].includes(one.status);
  const before = refunds.filter(isRefunded).reduce((sum, one) => sum + one.amount, 0);
  if (before >= 999) return errorOf(400, { code: 'charge_already_refunded', type: 'invalid_request_error' });
  const id = `re_${refunds.length + 1}`;
  const refund = {
    id,
    object: 'refund',
    amount,
    payment,
    metadata: { refundId: form.get('metadata[refundId]') ?? '' },
  };
  refunds.push({ ...refund, ...nextRefund });
  return { status: 200, body: { ...refund, ...nextRefund } };
}

function place(form: string, idempotencyKey: string): Answer {
  const known = answers.get(idempotencyKey);
  if (known && known.form !== form) return errorOf(400, { type: 'idempotency_error' });
  const answer = known ?? nextError ?? refundOf(new URLSearchParams(form));
  // Answers are kept once the execution has begun, also those of errors of the server.
  if (![409, 429].includes(answer.status)) answers.set(idempotencyKey, { ...answer, form });
  return answer;
}

function list(path: string, query: URLSearchParams): Answer {
  if (path === '/v1/refunds') {
    const payment = query.get('payment_intent') ?? query.get('charge');
    return { status: 200, body: { object: 'list', data: refunds.filter((one) => one.payment === payment) } };
  }
  const isPaid = query.get('invoice') === 'in_1' && query.get('status') === 'paid';
  if (isPaid)
    return {
      status: 200,
      body: { data: [{ invoice: 'in_1', payment: { type: 'payment_intent', payment_intent: 'pi_9' } }] },
    };
  const isOfInvoice =
    query.get('payment[type]') === 'payment_intent' && query.get('payment[payment_intent]') === 'pi_9';
  return { status: 200, body: { data: isOfInvoice && query.get('expand[]') === 'data.invoice' ? [{ invoice }] : [] } };
}

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://provider');
  const form = await text(request);
  const { method = '', headers } = request;
  calls.push({ method, path: pathname, form, version: headers['stripe-version'], type: headers['content-type'] });
  const isAllowed = headers.authorization === `Bearer ${key}`;
  const answer = !isAllowed
    ? errorOf(401, { type: 'invalid_request_error' })
    : method === 'POST'
      ? place(form, String(headers['idempotency-key']))
      : list(pathname, searchParams);
  if (method === 'POST') events.emit('placed');
  if (isSilent && method === 'POST') return;
  response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body));
}

const server = createServer((request, response) => void serve(request, response));
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const address = server.address();
const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  refunds.length = 0;
  answers.clear();
  calls.length = 0;
  nextRefund = { status: 'succeeded' };
  nextError = undefined;
  isSilent = false;
});

const api = openCardApi({ key, url });
const order: MoneyOrder = { refundId: 'r-1', transactionId: 'pi_1', amountCents: 500, currency: 'USD' };

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
    isSilent = true;
    const placed = once(events, 'placed');
    const child = orderInProcess();
    await placed;
    child.kill('SIGKILL');
    const [, signal] = await once(child, 'exit');
    expect(signal).toBe('SIGKILL');
    isSilent = false;
    expect(await api.returnMoney(order)).toEqual({ status: 'returned' });
    expect(refunds).toMatchObject([{ amount: 500, metadata: { refundId: 'r-1' } }]);
  });

  it('that failed is placed again under another key, once', async () => {
    nextRefund = { status: 'failed', failure_reason: 'expired_or_canceled_card' };
    const failed = { status: 'failed', code: 'expired_or_canceled_card', isRetryable: false };
    expect(await api.returnMoney({ ...order, amountCents: 999 })).toEqual(failed);
    nextRefund = { status: 'succeeded' };
    const again = () => api.returnMoney({ ...order, amountCents: 999 });
    expect(await Promise.all([again(), again()])).toEqual([{ status: 'returned' }, { status: 'returned' }]);
    expect(await again()).toEqual({ status: 'returned' });
    expect(refunds.map(({ status }) => status)).toEqual(['failed', 'succeeded']);
    expect([...answers.keys()]).toEqual(['r-1', 'r-1-2']);
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
    nextRefund = refund;
    expect(await api.returnMoney(order)).toEqual(result);
  });

  it.each([
    [errorOf(400, { code: 'charge_disputed', type: 'invalid_request_error' }), 'charge_disputed', false],
    [errorOf(402, { type: 'card_error' }), 'card_error', false],
    [errorOf(409, { code: 'lock_timeout' }), 'lock_timeout', true],
    [errorOf(429, { code: 'rate_limit' }), 'rate_limit', true],
    [{ status: 500, body: 'no JSON of an error' }, 'status_500', true],
  ])('that is refused with %j has failed', async (error, code, isRetryable) => {
    nextError = error;
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
    isSilent = true;
    const hurried = openCardApi({ key, url, timeoutMs: 200 });
    expect(await hurried.returnMoney(order)).toEqual({ status: 'failed', code: 'unreachable', isRetryable: true });
    isSilent = false;
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
    nextRefund = { status: 'pending' };
    expect(await returnMoney?.({ ...order, refundId: 'r-2', amountCents: 499 })).toEqual({ outcome: 'ordered' });
    const more = { ...order, refundId: 'r-3' };
    expect(await returnMoney?.(more)).toEqual({ outcome: 'refused', reason: 'charge_already_refunded' });
    nextError = errorOf(429, { code: 'rate_limit' });
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
      .then((message) => card.translate(message.payload));
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
    await expect(deliver(disputeOf('pi_9'), { key, url: 'http://127.0.0.1:1' })).rejects.toThrow('unavailable');
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
