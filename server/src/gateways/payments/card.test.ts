import fc from 'fast-check';
import Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { createCard, moneyEventsIn } from './card.ts';

const secrets = ['whsec_newest', 'whsec_older'];
const card = createCard({ secrets, products: new Map([['price_yearly', 'vip_yearly']]) });
const now = new Date('2026-11-19T12:00:00.000Z');
const nowS = now.getTime() / 1000;

const body = Buffer.from(JSON.stringify({ id: 'evt_1', type: 'ping', created: nowS, text: 'قصة' }));
type EventType = Stripe.Event['type'];

const headerOf = (options: { timestamp?: number; secret?: string; payload?: string } = {}) =>
  Stripe.webhooks.generateTestHeaderString({
    payload: body.toString(),
    secret: 'whsec_newest',
    timestamp: nowS,
    ...options,
  });
const verify = (header: unknown, bytes = body) =>
  card.verify(typeof header === 'string' ? { 'stripe-signature': header } : {}, bytes, now);

describe('a message of the card provider', () => {
  it('is accepted with a header made by the provider’s library, under its own id', async () => {
    expect(await verify(headerOf())).toEqual({ id: 'evt_1', sentAt: now, payload: JSON.parse(body.toString()) });
    expect(await verify(headerOf({ secret: 'whsec_older' }))).toMatchObject({ id: 'evt_1' });
  });

  it('is accepted if one of several signatures is right, as during the rotation of a secret', async () => {
    const [, mine] = headerOf().split(',');
    const [, theirs] = headerOf({ secret: 'whsec_unknown' }).split(',');
    expect(await verify(`t=${nowS},${theirs},${mine},v0=abc`)).toMatchObject({ id: 'evt_1' });
    await expect(verify(`t=${nowS},${theirs}`)).rejects.toThrow('invalid_signature');
  });

  it('is accepted for 300 seconds', async () => {
    expect(await verify(headerOf({ timestamp: nowS - 300 }))).toMatchObject({ id: 'evt_1' });
    await expect(verify(headerOf({ timestamp: nowS - 301 }))).rejects.toThrow('invalid_signature');
    await expect(verify(headerOf({ timestamp: nowS + 301 }))).rejects.toThrow('invalid_signature');
  });

  it('is refused if any one byte of it was changed', async () => {
    const header = headerOf();
    for (let index = 0; index < body.length; index++) {
      const changed = Buffer.from(body);
      changed[index] = (changed[index] ?? 0) ^ 1;
      await expect(verify(header, changed)).rejects.toThrow('invalid_signature');
    }
  });

  it.each([
    ['no header', undefined],
    ['an empty header', ''],
    ['no time', headerOf().replace(/^t=\d+,/, '')],
    ['another time', headerOf().replace(String(nowS), String(nowS - 1))],
    ['two times', `t=${nowS},${headerOf()}`],
    ['the signature under another name', headerOf().replace('v1=', 'v0=')],
    ['half a signature', headerOf().slice(0, -2)],
    ['a signature with the key in Base64', headerOf({ secret: 'newest' })],
  ])('is refused with %s', async (_name, header) => {
    await expect(verify(header)).rejects.toThrow('invalid_signature');
  });

  it('and 1,000 altered copies of it get the same verdict as from the provider’s library', async () => {
    const [header, text] = [headerOf(), body.toString()];
    const alter = (original: string, place: number, code: number) =>
      `${original.slice(0, place)}${String.fromCharCode(code)}${original.slice(place + 1)}`;
    const verdictOf = (judge: () => unknown) =>
      Promise.resolve()
        .then(judge)
        .then(() => 'accepted')
        .catch(() => 'refused');
    const place = fc.nat(header.length + text.length - 1);
    await fc.assert(
      fc.asyncProperty(place, fc.integer({ min: 32, max: 126 }), async (index, code) => {
        const isInHeader = index < header.length;
        const altered = isInHeader ? alter(header, index, code) : header;
        const payload = isInHeader ? text : alter(text, index - header.length, code);
        const ours = await verdictOf(() => verify(altered, Buffer.from(payload)));
        const judge = () =>
          Stripe.webhooks.signature?.verifyHeader(payload, altered, 'whsec_newest', 300, undefined, now.getTime());
        expect(ours).toBe(await verdictOf(judge));
      }),
      { numRuns: 1000 },
    );
  });

  it('that is no JSON is kept under a digest of its text', async () => {
    const text = Buffer.from('no JSON');
    const message = await verify(headerOf({ payload: 'no JSON' }), text);
    expect(message).toMatchObject({ id: expect.stringMatching(/^[0-9a-f]{64}$/), payload: undefined });
    expect(card.translate(message.payload)).toEqual([]);
  });
});

const created = Date.parse('2026-11-01T10:00:00Z') / 1000;
const occurredAt = '2026-11-01T10:00:00.000Z';
const start = created - 86_400;
const end = created + 29 * 86_400;
const [periodStart, periodEnd] = ['2026-10-31T10:00:00.000Z', '2026-11-30T10:00:00.000Z'];
const userId = '01930000-0000-7000-8000-000000000011';
const purchaseId = '01930000-0000-7000-8000-000000000022';

const eventOf = (type: EventType | 'toString', object: object, more: object = {}) => ({
  id: 'evt_2',
  object: 'event',
  type,
  created,
  livemode: true,
  data: { object, ...more },
});
const changed = (type: EventType, object: object, previous: object) =>
  eventOf(type, object, { previous_attributes: previous });

/** Parts of the provider's objects as its library declares them, so that no field is made up. */
type Part<T> = T extends readonly (infer Item)[]
  ? readonly Part<Item>[]
  : T extends object
    ? { readonly [K in keyof T]?: Part<T[K]> }
    : T;

const session = {
  id: 'cs_1',
  object: 'checkout.session',
  mode: 'payment',
  payment_status: 'paid',
  payment_intent: 'pi_1',
  amount_total: 999,
  currency: 'usd',
  client_reference_id: userId,
  metadata: { productId: 'coins_500', purchaseId },
  customer_details: { address: { country: 'DE' } },
  total_details: { amount_tax: 160 },
} satisfies Part<Stripe.Checkout.Session>;
const purchase = {
  userId,
  purchaseId,
  productId: 'coins_500',
  transactionId: 'pi_1',
  amountCents: 999,
  taxCents: 160,
  currency: 'USD',
  region: 'DE',
  environment: 'production',
};

describe('payments at a checkout', () => {
  it.each<[EventType, string, string, object]>([
    ['checkout.session.completed', 'paid', 'completed', {}],
    ['checkout.session.completed', 'no_payment_required', 'completed', {}],
    ['checkout.session.completed', 'unpaid', 'pending', {}],
    ['checkout.session.async_payment_succeeded', 'paid', 'completed', {}],
    ['checkout.session.async_payment_failed', 'unpaid', 'failed', { reason: 'async_payment_failed' }],
  ])('%s (%s) is purchase.%s', (type, payment_status, name, more) => {
    expect(card.translate(eventOf(type, { ...session, payment_status }))).toEqual([
      { type: `purchase.${name}`, occurredAt, data: { ...purchase, ...more } },
    ]);
  });

  it('name the user in their metadata where they have no reference', () => {
    const other = { ...session, client_reference_id: null, metadata: { ...session.metadata, userId: 'user-2' } };
    expect(card.translate(eventOf('checkout.session.completed', other))).toMatchObject([
      { data: { userId: 'user-2' } },
    ]);
  });

  it('in test mode are of the sandbox', () => {
    const event = { ...eventOf('checkout.session.completed', session), livemode: false };
    expect(card.translate(event)).toMatchObject([{ data: { environment: 'sandbox' } }]);
  });

  it('that are free name their session', () => {
    const free = { ...session, payment_status: 'no_payment_required', payment_intent: null, amount_total: 0 };
    expect(card.translate(eventOf('checkout.session.completed', free))).toMatchObject([
      { data: { transactionId: 'cs_1', amountCents: 0 } },
    ]);
  });

  it('of a subscription are reported by its invoice alone, and saved cards are no payment', () => {
    for (const mode of ['subscription', 'setup']) {
      expect(card.translate(eventOf('checkout.session.completed', { ...session, mode }))).toEqual([]);
    }
  });

  it.each([
    ['jpy', 500, 500],
    ['kwd', 5120, 5120],
    ['idr', 1_500_000, 1_500_000],
    // Two decimals at the provider, none in ISO 4217.
    ['isk', 500, 5],
    ['ugx', 150_000, 1500],
    // No decimals at the provider, two in ISO 4217.
    ['mga', 4000, 400_000],
  ])('in %s of %d units are %d in minor units of ISO 4217', (currency, amount_total, amountCents) => {
    expect(card.translate(eventOf('checkout.session.completed', { ...session, currency, amount_total }))).toMatchObject(
      [{ data: { amountCents, currency: currency.toUpperCase() } }],
    );
  });
});

const charge = {
  id: 'ch_1',
  object: 'charge',
  payment_intent: 'pi_1',
  amount: 999,
  amount_refunded: 500,
  currency: 'usd',
  metadata: { userId, productId: 'coins_500' },
} satisfies Part<Stripe.Charge>;
const dispute = {
  id: 'du_1',
  object: 'dispute',
  charge: 'ch_1',
  payment_intent: 'pi_1',
  amount: 999,
  currency: 'usd',
  reason: 'fraudulent',
  status: 'needs_response',
} satisfies Part<Stripe.Dispute>;
const refund = {
  id: 're_1',
  object: 'refund',
  payment_intent: 'pi_1',
  charge: 'ch_1',
  amount: 300,
  currency: 'usd',
} satisfies Part<Stripe.Refund>;

describe('money that goes back', () => {
  const payment = { userId, productId: 'coins_500', transactionId: 'pi_1', currency: 'USD', environment: 'production' };

  it('in parts is reported part by part', () => {
    const parts = [
      changed('charge.refunded', { ...charge, amount_refunded: 200 }, { amount_refunded: 0 }),
      changed('charge.refunded', { ...charge, amount_refunded: 999, refunded: true }, { amount_refunded: 200 }),
    ];
    expect(parts.map((event) => card.translate(event))).toEqual([
      [{ type: 'purchase.refunded', occurredAt, data: { ...payment, amountCents: 200 } }],
      [{ type: 'purchase.refunded', occurredAt, data: { ...payment, amountCents: 799 } }],
    ]);
  });

  it.each<[EventType, string, string]>([
    ['charge.dispute.created', 'needs_response', 'disputed'],
    ['charge.dispute.created', 'warning_needs_response', 'disputed'],
    ['charge.dispute.closed', 'won', 'refund_reversed'],
    ['charge.dispute.closed', 'warning_closed', 'refund_reversed'],
    ['charge.dispute.closed', 'lost', 'refunded'],
  ])('%s (%s) is purchase.%s', (type, status, name) => {
    const data = {
      transactionId: 'pi_1',
      amountCents: 999,
      currency: 'USD',
      environment: 'production',
      reason: 'fraudulent',
    };
    expect(card.translate(eventOf(type, { ...dispute, status }))).toEqual([
      { type: `purchase.${name}`, occurredAt, data: { ...data, disputeId: 'du_1' } },
    ]);
  });

  it('but does not arrive has not been refunded', () => {
    const failed = { ...refund, status: 'failed', failure_reason: 'lost_or_stolen_card' };
    expect(card.translate(eventOf('refund.failed', failed))).toMatchObject([
      {
        type: 'purchase.refund_reversed',
        data: { transactionId: 'pi_1', amountCents: 300, reason: 'lost_or_stolen_card' },
      },
    ]);
  });

  it('by an order of ours is reported by the order’s id', () => {
    const own = { ...refund, metadata: { refundId: 'r-1' } };
    expect(moneyEventsIn(eventOf('refund.updated', { ...own, status: 'succeeded' }))).toEqual([
      { type: 'refund.returned', refundId: 'r-1', occurredAt },
    ]);
    const failed = { ...own, status: 'failed', failure_reason: 'expired_or_canceled_card' };
    for (const type of ['refund.failed', 'refund.updated', 'charge.refund.updated'] as const) {
      expect(moneyEventsIn(eventOf(type, failed))).toEqual([
        { type: 'refund.failed', refundId: 'r-1', occurredAt, code: 'expired_or_canceled_card' },
      ]);
      expect(card.translate(eventOf(type, failed))).toEqual([]);
    }
    expect(moneyEventsIn(eventOf('refund.updated', { ...own, status: 'canceled' }))).toMatchObject([
      { code: 'canceled' },
    ]);
    expect(moneyEventsIn(eventOf('refund.updated', { ...own, status: 'pending' }))).toEqual([]);
    expect(moneyEventsIn(eventOf('refund.updated', { ...refund, status: 'succeeded' }))).toEqual([]);
    expect(moneyEventsIn(eventOf('charge.updated', { ...charge, metadata: { refundId: 'r-1' } }))).toEqual([]);
  });
});

const details = { subscription: 'sub_1', metadata: { userId, productId: 'vip_monthly' } };
const line = {
  amount: 1499,
  period: { start, end },
  pricing: { price_details: { price: 'price_monthly' } },
  parent: { subscription_item_details: { proration: false } },
} satisfies Part<Stripe.InvoiceLineItem>;
const invoice = {
  id: 'in_1',
  object: 'invoice',
  billing_reason: 'subscription_cycle',
  attempt_count: 1,
  currency: 'eur',
  amount_due: 1499,
  amount_paid: 1499,
  total_taxes: [{ amount: 200 }, { amount: 39 }],
  customer_address: { country: 'FR' },
  // Of the period before, in the invoice of a renewal.
  period_start: start - 30 * 86_400,
  period_end: start,
  next_payment_attempt: null,
  parent: { type: 'subscription_details', subscription_details: details },
  lines: { data: [line] },
} satisfies Part<Stripe.Invoice>;
const period = {
  userId,
  productId: 'vip_monthly',
  subscriptionId: 'sub_1',
  transactionId: 'in_1',
  periodStart,
  periodEnd,
  autoRenew: true,
  priceCents: 1499,
  taxCents: 239,
  currency: 'EUR',
  region: 'FR',
  environment: 'production',
};

describe('invoices of subscriptions', () => {
  it.each([
    ['subscription_create', 1, 'started'],
    ['subscription_cycle', 1, 'renewed'],
    ['subscription_cycle', 3, 'recovered'],
    ['subscription_update', 1, 'changed'],
  ])('paid for %s at attempt %d are subscription.%s', (billing_reason, attempt_count, name) => {
    expect(card.translate(eventOf('invoice.paid', { ...invoice, billing_reason, attempt_count }))).toEqual([
      { type: `subscription.${name}`, occurredAt, data: period },
    ]);
  });

  it('have the same meaning in the API before 2025', () => {
    const { parent: _parent, total_taxes: _taxes, ...rest } = invoice;
    const older = {
      ...rest,
      tax: 239,
      subscription: 'sub_1',
      subscription_details: { metadata: details.metadata },
      lines: { data: [{ amount: 1499, period: { start, end }, proration: false, price: { id: 'price_monthly' } }] },
    };
    expect(card.translate(eventOf('invoice.paid', older))).toEqual([
      { type: 'subscription.renewed', occurredAt, data: period },
    ]);
  });

  it('take their period from the line of the new period, and not from prorations', () => {
    const proration = {
      ...line,
      amount: -700,
      period: { start, end: end + 1 },
      parent: { subscription_item_details: { proration: true } },
    };
    const yearly = { ...line, amount: 9900, pricing: { price_details: { price: 'price_yearly' } } };
    const lines = { data: [proration, { ...line, amount: 0 }, yearly] };
    expect(
      card.translate(eventOf('invoice.paid', { ...invoice, billing_reason: 'subscription_update', lines })),
    ).toEqual([{ type: 'subscription.changed', occurredAt, data: { ...period, productId: 'vip_yearly' } }]);
  });

  it('take their period from the subscription, and not from what else was sold with it', () => {
    const { parent: _parent, ...extra } = { ...line, amount: 500, period: { start, end: end + 1 } };
    expect(card.translate(eventOf('invoice.paid', { ...invoice, lines: { data: [extra, line] } }))).toEqual([
      { type: 'subscription.renewed', occurredAt, data: period },
    ]);
  });

  it('that are free because a trial begins report no payment', () => {
    const free = {
      ...invoice,
      billing_reason: 'subscription_create',
      amount_paid: 0,
      lines: { data: [{ ...line, amount: 0 }] },
    };
    expect(card.translate(eventOf('invoice.paid', free))).toEqual([]);
  });

  it('without a subscription are not reported', () => {
    expect(card.translate(eventOf('invoice.paid', { ...invoice, billing_reason: 'manual' }))).toEqual([]);
    expect(card.translate(eventOf('invoice.paid', { ...invoice, parent: null }))).toEqual([]);
  });

  it('that could not be collected leave access until an hour after the next attempt, and end it without one', () => {
    const failed = {
      ...period,
      transactionId: undefined,
      taxCents: undefined,
      periodStart: '2026-10-01T10:00:00.000Z',
      periodEnd: periodStart,
      reason: 'payment_failed',
    };
    const next = { ...invoice, amount_paid: 0, next_payment_attempt: created + 3 * 86_400 };
    expect(card.translate(eventOf('invoice.payment_failed', next))).toEqual([
      { type: 'subscription.grace', occurredAt, data: { ...failed, accessUntil: '2026-11-04T11:00:00.000Z' } },
    ]);
    expect(card.translate(eventOf('invoice.payment_failed', invoice))).toEqual([
      { type: 'subscription.held', occurredAt, data: failed },
    ]);
    for (const billing_reason of ['subscription_create', 'subscription_update']) {
      expect(card.translate(eventOf('invoice.payment_failed', { ...invoice, billing_reason }))).toEqual([]);
    }
  });
});

const item = {
  current_period_start: start,
  current_period_end: end,
  quantity: 1,
  price: { id: 'price_monthly', unit_amount: 1499 },
} satisfies Part<Stripe.SubscriptionItem>;
const subscription = {
  id: 'sub_1',
  object: 'subscription',
  status: 'active',
  currency: 'eur',
  cancel_at: null,
  cancel_at_period_end: false,
  pause_collection: null,
  trial_end: null,
  metadata: details.metadata,
  items: { data: [item] },
} satisfies Part<Stripe.Subscription>;
const report = {
  userId,
  productId: 'vip_monthly',
  subscriptionId: 'sub_1',
  periodStart,
  periodEnd,
  autoRenew: true,
  priceCents: 1499,
  currency: 'EUR',
  environment: 'production',
};

describe('changes of a subscription', () => {
  const update = (now: object, before: object) =>
    card.translate(changed('customer.subscription.updated', { ...subscription, ...now }, before));

  it.each([
    [
      'is canceled at the end of its period',
      { cancel_at_period_end: true, cancel_at: end, cancellation_details: { reason: 'cancellation_requested' } },
      { cancel_at_period_end: false, cancel_at: null },
      'canceled',
      { autoRenew: false, reason: 'cancellation_requested' },
    ],
    [
      'is canceled at a moment of its period',
      { cancel_at: created },
      { cancel_at: null },
      'canceled',
      { autoRenew: false, periodEnd: occurredAt },
    ],
    ['is no longer canceled', {}, { cancel_at_period_end: true, cancel_at: end }, 'resumed', {}],
    ['is paused because its trial ended without a card', { status: 'paused' }, { status: 'trialing' }, 'paused', {}],
    ['is paused without service', { pause_collection: { behavior: 'void' } }, { pause_collection: null }, 'paused', {}],
    ['is resumed', {}, { pause_collection: { behavior: 'void', resumes_at: null } }, 'resumed', {}],
    ['has exhausted its attempts', { status: 'unpaid' }, { status: 'past_due' }, 'held', {}],
    [
      'has another plan',
      { items: { data: [{ ...item, price: { id: 'price_yearly', unit_amount: 9900 } }] } },
      { items: { data: [item] } },
      'changed',
      { productId: 'vip_yearly', priceCents: 9900 },
    ],
    [
      'has a longer trial',
      { status: 'trialing', trial_end: end },
      { trial_end: created },
      'changed',
      { trialEnd: periodEnd },
    ],
  ])('one that %s', (_title, now, before, name, more) => {
    expect(update(now, before)).toEqual([{ type: `subscription.${name}`, occurredAt, data: { ...report, ...more } }]);
  });

  it('that have no effect on access are not reported', () => {
    expect(update({}, { metadata: {} })).toEqual([]);
    expect(update({}, { items: { data: [{ current_period_end: start }] }, latest_invoice: 'in_0' })).toEqual([]);
    expect(update({ pause_collection: { behavior: 'mark_uncollectible' } }, { pause_collection: null })).toEqual([]);
    expect(update({ status: 'active' }, { status: 'incomplete' })).toEqual([]);
    expect(update({ status: 'incomplete_expired' }, { status: 'incomplete' })).toEqual([]);
    // Ends in a later period.
    expect(update({ cancel_at: end + 86_400 }, { cancel_at: null })).toEqual([]);
  });

  it('several at once are reported one by one', () => {
    const now = { cancel_at_period_end: true, items: { data: [{ ...item, price: { id: 'price_yearly' } }] } };
    const events = update(now, { cancel_at_period_end: false, items: { data: [item] } });
    expect(events.map(({ type }) => type)).toEqual(['subscription.canceled', 'subscription.changed']);
  });

  it('a trial starts without a payment', () => {
    const trial = { ...subscription, status: 'trialing', trial_end: end };
    expect(card.translate(eventOf('customer.subscription.created', trial))).toEqual([
      { type: 'subscription.started', occurredAt, data: { ...report, trialEnd: periodEnd } },
    ]);
    expect(card.translate(eventOf('customer.subscription.created', subscription))).toEqual([]);
  });

  it('its end is reported with the moment and the reason', () => {
    const ended = {
      ...subscription,
      status: 'canceled',
      ended_at: created,
      cancellation_details: { reason: 'payment_failed' },
    };
    expect(card.translate(eventOf('customer.subscription.deleted', ended))).toEqual([
      {
        type: 'subscription.expired',
        occurredAt,
        data: { ...report, autoRenew: false, periodEnd: occurredAt, reason: 'payment_failed' },
      },
    ]);
  });

  it('pauses have events of their own', () => {
    const paused = { ...subscription, status: 'paused' };
    expect(card.translate(eventOf('customer.subscription.paused', paused))).toMatchObject([
      { type: 'subscription.paused' },
    ]);
    expect(card.translate(eventOf('customer.subscription.resumed', subscription))).toMatchObject([
      { type: 'subscription.resumed' },
    ]);
  });

  it('are read in the API before 2025, where the period was that of the subscription', () => {
    const older = { current_period_start: start, current_period_end: end, items: { data: [{ price: item.price }] } };
    expect(update({ ...older, cancel_at_period_end: true }, { cancel_at_period_end: false })).toEqual([
      { type: 'subscription.canceled', occurredAt, data: { ...report, autoRenew: false } },
    ]);
  });
});

it.each([
  undefined,
  null,
  7,
  [],
  {},
  { type: 'invoice.paid' },
  eventOf('charge.refunded', []),
  eventOf('invoice.paid', { lines: 3 }),
  eventOf('charge.refunded', { ...charge, amount_refunded: '5' }),
  eventOf('toString', session),
  eventOf('account.updated', {}),
])('payload %# reports nothing', (payload) => {
  expect(card.translate(payload)).toEqual([]);
  expect(moneyEventsIn(payload)).toEqual([]);
});
