import { inDecimals, rescaled } from './money.ts';
import type { MoneyOrder } from './provider.ts';
import { at, idAt, listAt, textAt } from './wire.ts';

/** The part of the card provider's API that is used here: refunds, and which invoice a payment belongs to. */

/**
 * The card provider’s amounts are whole numbers of units with its own number of decimals, which differs from ISO 4217 for
 * three currencies: ISK and UGX have two, and MGA has none.
 */
const withoutDecimals = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '));
const withThreeDecimals = new Set('BHD JOD KWD OMR TND'.split(' '));

function apiDecimals(currency: string): number {
  const code = currency.toUpperCase();
  if (withoutDecimals.has(code)) return 0;
  return withThreeDecimals.has(code) ? 3 : 2;
}

export const minorFromApi = (units: number, currency: string): number | undefined =>
  rescaled(units, apiDecimals(currency), currency);

export const minorToApi = (minor: number, currency: string): number | undefined =>
  inDecimals(minor, currency, apiDecimals(currency));

/** The version that requests and answers follow, whatever the default of the account is. */
const apiVersion = '2026-10-28.endive';

export interface CardApiOptions {
  /** A secret or restricted key that may write refunds and read invoices. */
  readonly key: string;
  readonly url?: string | undefined;
  readonly timeoutMs?: number | undefined;
}

export type MoneyResult =
  | { readonly status: 'returned' | 'pending' }
  | {
      readonly status: 'failed';
      /** The provider’s code, or ours: `unreachable`, `key_refused`, `payment_not_found`, `amount_invalid`. */
      readonly code: string;
      /** Whether the same order may succeed later: the provider cannot be reached, or an operator corrects the key. */
      readonly isRetryable: boolean;
    };

export interface CardApi {
  /**
   * Orders the return of money, once: an order that was already placed is found by its refund id, also after the provider
   * has forgotten the idempotency key, which it does after a day. One that failed is placed again if an admin asks for it.
   */
  returnMoney(order: MoneyOrder): Promise<MoneyResult>;
  /** The paid invoice of a payment intent with its subscription, if it belongs to one. */
  subscriptionInvoiceOf(paymentIntent: string): Promise<{ readonly invoice: unknown } | Failure>;
}

export type Failure = Extract<MoneyResult, { readonly status: 'failed' }>;
type Answer = { readonly body: unknown } | Failure;

const failure = (code: string, isRetryable: boolean): Failure => ({ status: 'failed', code, isRetryable });

interface Call {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly idempotencyKey?: string;
}

async function answerOf(response: Response): Promise<Answer> {
  const { status, ok } = response;
  const body: unknown = await response.json().catch(() => undefined);
  if (ok && body !== undefined) return { body };
  if (status === 401 || status === 403) return failure('key_refused', true);
  const code = textAt(body, 'error.code') ?? textAt(body, 'error.type') ?? `status_${status}`;
  return failure(code, ok || status === 409 || status === 429 || status >= 500);
}

async function call(options: CardApiOptions, { method, path, fields, idempotencyKey }: Call): Promise<Answer> {
  const { key, url = 'https://api.stripe.com', timeoutMs = 10_000 } = options;
  const form = new URLSearchParams(fields).toString();
  const headers = {
    authorization: `Bearer ${key}`,
    'stripe-version': apiVersion,
    ...(method === 'POST' && { 'content-type': 'application/x-www-form-urlencoded' }),
    ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
  };
  try {
    const response = await fetch(`${url}${path}${method === 'GET' ? `?${form}` : ''}`, {
      method,
      headers,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
      ...(method === 'POST' && { body: form }),
    });
    return await answerOf(response);
  } catch {
    return failure('unreachable', true);
  }
}

type Payment = { readonly payment_intent: string } | { readonly charge: string };

async function paymentOf(options: CardApiOptions, transactionId: string): Promise<Payment | Failure> {
  if (transactionId.startsWith('pi_')) return { payment_intent: transactionId };
  if (!transactionId.startsWith('in_')) return { charge: transactionId };
  const answer = await call(options, {
    method: 'GET',
    path: '/v1/invoice_payments',
    fields: { invoice: transactionId, status: 'paid' },
  });
  if ('status' in answer) return answer;
  const intent = idAt(answer.body, 'data.0.payment.payment_intent');
  const charge = idAt(answer.body, 'data.0.payment.charge');
  if (intent !== undefined) return { payment_intent: intent };
  return charge === undefined ? failure('payment_not_found', false) : { charge };
}

/** What a refund at the provider means. One that needs an action of the payer is pending. */
export function moneyResultOf(refund: unknown): MoneyResult {
  const status = textAt(refund, 'status');
  if (status === 'succeeded') return { status: 'returned' };
  if (status === 'failed' || status === 'canceled') return failure(textAt(refund, 'failure_reason') ?? status, false);
  return { status: 'pending' };
}

async function returnMoney(options: CardApiOptions, order: MoneyOrder): Promise<MoneyResult> {
  const { refundId, retries, transactionId, amountCents, currency } = order;
  const amount = minorToApi(amountCents, currency);
  if (amount === undefined || amount <= 0) return failure('amount_invalid', false);
  const payment = await paymentOf(options, transactionId);
  if ('status' in payment) return payment;
  const known = await call(options, { method: 'GET', path: '/v1/refunds', fields: { ...payment, limit: '100' } });
  if ('status' in known) return known;
  const ordered = listAt(known.body, 'data').filter((refund) => textAt(refund, 'metadata.refundId') === refundId);
  const earlier = ordered.map(moneyResultOf).find(({ status }) => status !== 'failed');
  if (earlier !== undefined) return earlier;
  const placed = await call(options, {
    method: 'POST',
    path: '/v1/refunds',
    fields: { ...payment, amount: String(amount), reason: 'requested_by_customer', 'metadata[refundId]': refundId },
    // The provider repeats its answer to a key for a day, also a refusal, which leaves no refund to find.
    idempotencyKey: retries === 0 ? refundId : `${refundId}:${retries}`,
  });
  return 'status' in placed ? placed : moneyResultOf(placed.body);
}

async function subscriptionInvoiceOf(options: CardApiOptions, paymentIntent: string) {
  const answer = await call(options, {
    method: 'GET',
    path: '/v1/invoice_payments',
    fields: {
      'payment[type]': 'payment_intent',
      'payment[payment_intent]': paymentIntent,
      'expand[]': 'data.invoice',
    },
  });
  if ('status' in answer) return answer;
  const invoices = listAt(answer.body, 'data').map((payment) => ({ invoice: at(payment, 'invoice') }));
  return (
    invoices.find(({ invoice }) => idAt(invoice, 'parent.subscription_details.subscription')) ?? { invoice: undefined }
  );
}

export const openCardApi = (options: CardApiOptions): CardApi => ({
  returnMoney: (order) => returnMoney(options, order),
  subscriptionInvoiceOf: (paymentIntent) => subscriptionInvoiceOf(options, paymentIntent),
});
