import { EventEmitter } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

/** A server that speaks the card provider's protocol: form-encoded requests, and answers that are repeated for the same key. */

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

export interface CardProvider {
  readonly url: string;
  readonly refunds: StoredRefund[];
  /** By idempotency key. */
  readonly answers: Map<string, Answer & { readonly form: string }>;
  readonly calls: { method: string; path: string; form: string; version: unknown; type: unknown }[];
  /** Emits `placed` for each order. */
  readonly events: EventEmitter;
  /** What becomes of the next orders. */
  nextRefund: Pick<StoredRefund, 'status' | 'failure_reason'>;
  nextError: Answer | undefined;
  /** Who pays the invoice of the payment intent `pi_9`. */
  subscriber: string;
  /** Whether orders are not answered. */
  isSilent: boolean;
  /** Whether our key is refused. */
  isKeyRefused: boolean;
  reset(): void;
  /** All refunds so far fail, as they may days after they were made. */
  fail(): void;
  close(): void;
}

export const cardKey = 'sk_test_key';
const invoiceOf = (userId: string) => ({
  id: 'in_1',
  parent: { subscription_details: { subscription: 'sub_1', metadata: { userId, productId: 'vip_monthly' } } },
  lines: { data: [] },
});

export const errorOf = (status: number, error: object): Answer => ({ status, body: { error } });

function listOf({ refunds, subscriber }: CardProvider, path: string, query: URLSearchParams): Answer {
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
  return {
    status: 200,
    body: { data: isOfInvoice && query.get('expand[]') === 'data.invoice' ? [{ invoice: invoiceOf(subscriber) }] : [] },
  };
}

export async function openCardProvider(): Promise<CardProvider> {
  function refundOf(form: URLSearchParams): Answer {
    const payment = form.get('payment_intent') ?? form.get('charge') ?? '';
    const amount = Number(form.get('amount'));
    const isRefunded = (one: StoredRefund) => one.payment === payment && !['failed', 'canceled'].includes(one.status);
    const before = provider.refunds.filter(isRefunded).reduce((sum, one) => sum + one.amount, 0);
    if (before >= 999) return errorOf(400, { code: 'charge_already_refunded', type: 'invalid_request_error' });
    const id = `re_${provider.refunds.length + 1}`;
    const refund = {
      id,
      object: 'refund',
      amount,
      payment,
      metadata: { refundId: form.get('metadata[refundId]') ?? '' },
      ...provider.nextRefund,
    };
    provider.refunds.push(refund);
    return { status: 200, body: refund };
  }

  function place(form: string, idempotencyKey: string): Answer {
    const known = provider.answers.get(idempotencyKey);
    if (known && known.form !== form) return errorOf(400, { type: 'idempotency_error' });
    const answer = known ?? provider.nextError ?? refundOf(new URLSearchParams(form));
    // Answers are kept once the execution has begun, also those of errors of the server.
    if (![409, 429].includes(answer.status)) provider.answers.set(idempotencyKey, { ...answer, form });
    return answer;
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://provider');
    const form = await text(request);
    const { method = '', headers } = request;
    const [version, type] = [headers['stripe-version'], headers['content-type']];
    provider.calls.push({ method, path: pathname, form, version, type });
    const isAllowed = headers.authorization === `Bearer ${cardKey}` && !provider.isKeyRefused;
    const answer = !isAllowed
      ? errorOf(401, { type: 'invalid_request_error' })
      : method === 'POST'
        ? place(form, String(headers['idempotency-key']))
        : listOf(provider, pathname, searchParams);
    if (method === 'POST') provider.events.emit('placed');
    if (provider.isSilent && method === 'POST') return;
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body));
  }

  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const initial = {
    subscriber: 'user-1',
    nextRefund: { status: 'succeeded' },
    nextError: undefined,
    isSilent: false,
    isKeyRefused: false,
  };
  const provider: CardProvider = {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    refunds: [],
    answers: new Map(),
    calls: [],
    events: new EventEmitter(),
    ...initial,
    reset() {
      provider.refunds.length = 0;
      provider.answers.clear();
      provider.calls.length = 0;
      Object.assign(provider, initial);
    },
    fail() {
      for (const refund of provider.refunds) refund.status = 'failed';
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return provider;
}
