import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createAggregator, railOf } from './aggregator.ts';

const open = { authorizations: ['Bearer a long random text'], signingSecrets: [] };
const createFor = (rail: string) => createAggregator({ rail, ...open });
const [apple, google, web] = ['ios_store', 'android_store', 'card_web'].map(createFor);

const page = readFileSync(new URL('../../../../docs/providers/aggregator.md', import.meta.url), 'utf8');

const userId = '01930000-0000-7000-8000-000000000011';

/** The provider's published samples, without fields that mean nothing here. */
const common = {
  period_type: 'NORMAL',
  environment: 'PRODUCTION',
  transaction_id: '123456789012345',
  original_transaction_id: '123456789012345',
  is_family_share: false,
  country_code: 'US',
  app_user_id: userId,
  original_app_user_id: '$RCAnonymousID:87c6049c58069238dce29853916d624c',
  aliases: ['$RCAnonymousID:8069238d6049ce87cc529853916d624c'],
  currency: 'USD',
  price: 0,
  price_in_purchased_currency: 0,
  store: 'APP_STORE',
  tax_percentage: 0,
  commission_percentage: 0.3,
  id: '12345678-1234-1234-1234-123456789012',
  app_id: '1234567890',
};
type Sample = Readonly<Record<string, unknown>>;
const samples: ReadonlyMap<string, Sample> = new Map([
  [
    'INITIAL_PURCHASE',
    {
      ...common,
      event_timestamp_ms: 1658726378679,
      product_id: 'com.subscription.weekly',
      purchased_at_ms: 1658726374000,
      expiration_at_ms: 1659331174000,
      price: 4.99,
      price_in_purchased_currency: 4.99,
    },
  ],
  [
    'RENEWAL',
    {
      ...common,
      event_timestamp_ms: 1658726405017,
      product_id: 'com.subscription.weekly',
      purchased_at_ms: 1658755132000,
      expiration_at_ms: 1659359932000,
      country_code: 'DE',
      currency: 'EUR',
      is_trial_conversion: false,
      price: 8.14,
      price_in_purchased_currency: 7.99,
    },
  ],
  [
    'CANCELLATION',
    {
      ...common,
      event_timestamp_ms: 1601337615995,
      product_id: 'com.revenuecat.myapp.monthly',
      purchased_at_ms: 1601258901000,
      expiration_at_ms: 1601336705000,
      transaction_id: '100000000000000',
      original_transaction_id: '100000000000000',
      cancel_reason: 'CUSTOMER_SUPPORT',
      price: -9.99,
      price_in_purchased_currency: -9.99,
      tax_percentage: 0.1109,
    },
  ],
  [
    'UNCANCELLATION',
    {
      ...common,
      event_timestamp_ms: 1663982135337,
      product_id: 'com.subscription.monthly',
      purchased_at_ms: 1662643092000,
      expiration_at_ms: 1665235092000,
    },
  ],
  [
    'NON_RENEWING_PURCHASE',
    {
      ...common,
      event_timestamp_ms: 1658726522314,
      product_id: '2100_tokens',
      purchased_at_ms: 1658726519000,
      expiration_at_ms: null,
      country_code: 'CA',
      currency: 'CAD',
      price: 25.487,
      price_in_purchased_currency: 32.99,
      commission_percentage: 0.15,
    },
  ],
  [
    'SUBSCRIPTION_PAUSED',
    {
      ...common,
      event_timestamp_ms: 1652796516000,
      product_id: 'premium',
      purchased_at_ms: 1652681048845,
      expiration_at_ms: 1655366648845,
      auto_resume_at_ms: 1657951448845,
      store: 'PLAY_STORE',
    },
  ],
  [
    'BILLING_ISSUE',
    {
      ...common,
      event_timestamp_ms: 1601337601013,
      product_id: 'com.revenuecat.myapp.monthly',
      purchased_at_ms: 1598640647000,
      expiration_at_ms: 1601319047000,
      transaction_id: '100000000000002',
      original_transaction_id: '100000000000000',
    },
  ],
  [
    'EXPIRATION',
    {
      ...common,
      event_timestamp_ms: 1697451462232,
      product_id: 'com.subscription.weekly',
      purchased_at_ms: 1696846623000,
      expiration_at_ms: 1697451423000,
      expiration_reason: 'UNSUBSCRIBE',
      tax_percentage: 0.012,
    },
  ],
  [
    'TRANSFER',
    {
      app_id: '1234567890',
      event_timestamp_ms: 78789789798798,
      id: 'CD489E0E-5D52-4E03-966B-A7F17788E432',
      store: 'APP_STORE',
      environment: 'PRODUCTION',
      transferred_from: ['00005A1C-6091-4F81-BE77-F0A83A271AB6'],
      transferred_to: ['4BEDB450-8EF2-11E9-B475-0800200C9A66'],
    },
  ],
  [
    'REFUND_REVERSED',
    {
      ...common,
      event_timestamp_ms: 1697451462232,
      product_id: 'com.subscription.weekly',
      purchased_at_ms: 1696846623000,
      expiration_at_ms: 1697451423000,
      price: 5.0,
      price_in_purchased_currency: 5.0,
      tax_percentage: 0.012,
      renewal_number: 3,
    },
  ],
  [
    'PRODUCT_CHANGE',
    {
      ...common,
      event_timestamp_ms: 1601338594769,
      product_id: 'com.revenuecat.myapp.monthly',
      new_product_id: 'com.revenuecat.myapp.yearly',
      purchased_at_ms: 1601304429682,
      expiration_at_ms: 1601311606660,
      transaction_id: 'GPA.1234-1234-1234-12345',
      original_transaction_id: 'GPA.1234-1234-1234-12345',
      store: 'PLAY_STORE',
    },
  ],
  [
    'SUBSCRIPTION_EXTENDED',
    {
      ...common,
      event_timestamp_ms: 1697451462232,
      product_id: 'com.subscription.weekly',
      purchased_at_ms: 1696846623000,
      expiration_at_ms: 1697451423000,
      tax_percentage: 0.012,
    },
  ],
  [
    'INVOICE_ISSUANCE',
    {
      ...common,
      event_timestamp_ms: 1745004447300,
      product_id: 'com.subscription.monthly',
      period_type: null,
      purchased_at_ms: 1745004447283,
      expiration_at_ms: null,
      transaction_id: null,
      original_transaction_id: null,
      price_in_purchased_currency: 9.0,
      store: 'RC_BILLING',
      tax_percentage: null,
      commission_percentage: null,
    },
  ],
  [
    'TEMPORARY_ENTITLEMENT_GRANT',
    {
      event_timestamp_ms: 1744824815307,
      app_user_id: '41234567890',
      store: 'APP_STORE',
      id: '12345678-1234-1234-1234-123456789012',
      app_id: '1234567890',
    },
  ],
  [
    'VIRTUAL_CURRENCY_TRANSACTION',
    {
      adjustments: [{ amount: 100, currency: { code: 'CRD' } }],
      app_user_id: '1234567890',
      event_timestamp_ms: 1658726378679,
      product_id: '1M_100credits',
      purchase_environment: 'PRODUCTION',
      source: 'in_app_purchase',
      store: 'APP_STORE',
      transaction_id: '123456789012345',
      virtual_currency_transaction_id: 'vatx123456789012345',
    },
  ],
  [
    'EXPERIMENT_ENROLLMENT',
    {
      event_timestamp_ms: 1658726378679,
      app_user_id: userId,
      experiment_id: 'prexpca1234abcd',
      experiment_variant: 'b',
      id: '12345678-1234-1234-1234-123456789012',
    },
  ],
]);

/** Of types without a published sample: a purchase with all fields, which must have no effect either. */
const anySample: Sample = { ...samples.get('INITIAL_PURCHASE') };
const messageOf = (type: string, changes: Sample = {}) => ({
  api_version: '1.0',
  event: { ...(samples.get(type) ?? anySample), type, ...changes },
});

function translate(type: string, changes: Sample = {}) {
  const message = messageOf(type, changes);
  return [apple, google, web].flatMap((provider) => provider?.translate(message) ?? []);
}

interface Row {
  readonly type: string;
  readonly changes: Sample;
  readonly names: readonly string[];
}

const codesIn = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);

/** Rows of the page that begin with an event type. */
const rows: readonly Row[] = page.split('\n').flatMap((line) => {
  const [, event = '', condition = '', here = ''] = line.split('|');
  const [type] = codesIn(event);
  const names = codesIn(here).filter((code) => /^(?:purchase|subscription)\./.test(code));
  if (type === undefined || !/^[A-Z_]+$/.test(type) || !(names.length > 0 || here.startsWith(' nothing'))) return [];
  const changes = codesIn(condition).map((code) => {
    const [name = '', value = ''] = code.split('=');
    return [name, /^(?:\d+|null)$/.test(value) ? JSON.parse(value) : value] as const;
  });
  return [{ type, changes: Object.fromEntries(changes), names }];
});

describe('the table of docs/providers/aggregator.md', () => {
  it.each(rows)('says what happens for $type $changes', ({ type, changes, names }) => {
    expect(translate(type, changes).map((event) => event.type)).toEqual(names);
  });

  it('has all types that the provider documents and publishes samples of', () => {
    const listed = new Set(rows.map(({ type }) => type));
    const documented =
      'TEST INITIAL_PURCHASE RENEWAL CANCELLATION UNCANCELLATION NON_RENEWING_PURCHASE SUBSCRIPTION_PAUSED EXPIRATION BILLING_ISSUE PRODUCT_CHANGE TRANSFER SUBSCRIPTION_EXTENDED TEMPORARY_ENTITLEMENT_GRANT REFUND_REVERSED INVOICE_ISSUANCE VIRTUAL_CURRENCY_TRANSACTION EXPERIMENT_ENROLLMENT PURCHASE_REDEEMED SUBSCRIBER_ALIAS PRICE_INCREASE_CONSENT_REQUIRED PRICE_INCREASE_CONSENT_APPROVED';
    for (const type of [...documented.split(' '), ...samples.keys()]) expect(listed).toContain(type);
    expect(rows.length).toBeGreaterThan(30);
  });

  it('says which rail each store has', () => {
    for (const [store, rail] of [
      ['APP_STORE', 'ios_store'],
      ['MAC_APP_STORE', 'ios_store'],
      ['PLAY_STORE', 'android_store'],
      ['STRIPE', 'card_web'],
      ['RC_BILLING', 'card_web'],
      ['PADDLE', 'card_web'],
      ['AMAZON', undefined],
      ['PROMOTIONAL', undefined],
    ] as const) {
      expect([store, railOf({ event: { store } })]).toEqual([store, rail]);
      expect(page).toMatch(new RegExp(`\\| [^|]*\`${store}\`[^|]* \\| ${rail === undefined ? 'none' : `\`${rail}\``}`));
    }
  });
});

const monthly = {
  userId,
  productId: 'com.revenuecat.myapp.monthly',
  subscriptionId: '100000000000000',
  periodStart: '2020-08-28T18:50:47.000Z',
  periodEnd: '2020-09-28T18:50:47.000Z',
  autoRenew: true,
  currency: 'USD',
  region: 'US',
  environment: 'production',
  isFamilyShared: false,
};

describe('published samples', () => {
  it('of a purchase have the amount, fee and tax to the cent', () => {
    expect(translate('NON_RENEWING_PURCHASE')).toEqual([
      {
        type: 'purchase.completed',
        occurredAt: '2022-07-25T05:22:02.314Z',
        data: {
          userId,
          productId: '2100_tokens',
          transactionId: '123456789012345',
          amountCents: 3299,
          currency: 'CAD',
          amountUsdCents: 2549,
          taxCents: 0,
          feeCents: 495,
          region: 'CA',
          environment: 'production',
          isFamilyShared: false,
        },
      },
    ]);
  });

  it('of a renewal have the payment and the period', () => {
    expect(translate('RENEWAL')).toEqual([
      {
        type: 'subscription.renewed',
        occurredAt: '2022-07-25T05:20:05.017Z',
        data: {
          userId,
          productId: 'com.subscription.weekly',
          subscriptionId: '123456789012345',
          transactionId: '123456789012345',
          periodStart: '2022-07-25T13:18:52.000Z',
          periodEnd: '2022-08-01T13:18:52.000Z',
          autoRenew: true,
          priceCents: 799,
          currency: 'EUR',
          amountUsdCents: 814,
          taxCents: 0,
          feeCents: 240,
          region: 'DE',
          environment: 'production',
          isFamilyShared: false,
        },
      },
    ]);
  });

  it('of a refund have the amount that went back', () => {
    expect(translate('CANCELLATION')).toMatchObject([
      {
        type: 'purchase.refunded',
        data: { transactionId: '100000000000000', amountCents: 999, taxCents: 111, reason: 'customer_support' },
      },
    ]);
    expect(translate('CANCELLATION', { price: null, price_in_purchased_currency: null })).toMatchObject([
      { data: { amountCents: undefined, refundPercentage: 100 } },
    ]);
  });

  it('of a billing problem keep the last paid period, and access until the end of the grace period', () => {
    const occurredAt = '2020-09-29T00:00:01.013Z';
    const data = { ...monthly, reason: 'billing_error' };
    expect(translate('BILLING_ISSUE')).toEqual([{ type: 'subscription.held', occurredAt, data }]);
    expect(translate('BILLING_ISSUE', { grace_period_expiration_at_ms: 1601923647000 })).toEqual([
      { type: 'subscription.grace', occurredAt, data: { ...data, accessUntil: '2020-10-05T18:47:27.000Z' } },
    ]);
  });

  it('of a pause leave access until the end of the period', () => {
    expect(translate('SUBSCRIPTION_PAUSED')).toMatchObject([
      { type: 'subscription.paused', data: { periodEnd: '2022-06-16T08:04:08.845Z', autoRenew: true } },
    ]);
  });

  it('of a trial report no payment', () => {
    const [event] = translate('INITIAL_PURCHASE', { period_type: 'TRIAL', price_in_purchased_currency: 0 });
    expect(event?.data).toMatchObject({ trialEnd: '2022-08-01T05:19:34.000Z' });
    expect(event?.data).not.toHaveProperty('priceCents');
    expect(event?.data.transactionId).toBeUndefined();
  });

  it('of a cancellation say that the subscription does not renew', () => {
    expect(translate('CANCELLATION', { cancel_reason: 'UNSUBSCRIBE' })).toMatchObject([
      { data: { autoRenew: false, reason: 'unsubscribe', periodEnd: '2020-09-28T23:45:05.000Z' } },
    ]);
  });
});

describe('an event', () => {
  it('has the exact cents of prices from 0.99 to 999.99', () => {
    const prices = Array.from({ length: 1_001 }, (_, index) => 99 + Math.round((index * 99_900) / 1_000));
    const wrong = prices.filter((cents) => {
      const message = messageOf('NON_RENEWING_PURCHASE', { price_in_purchased_currency: cents / 100 });
      const data = apple?.translate(message)[0]?.data;
      return !data || !('amountCents' in data) || data.amountCents !== cents;
    });
    expect(wrong).toEqual([]);
    expect(translate('NON_RENEWING_PURCHASE', { price_in_purchased_currency: 1200, currency: 'JPY' })).toMatchObject([
      { data: { amountCents: 1200 } },
    ]);
  });

  it('of the sandbox or of a store for tests is no revenue', () => {
    expect(translate('RENEWAL', { environment: 'SANDBOX' })).toMatchObject([{ data: { environment: 'sandbox' } }]);
    const inTestStore = messageOf('NON_RENEWING_PURCHASE', { environment: 'SANDBOX', store: 'TEST_STORE' });
    expect(google?.translate(inTestStore)).toMatchObject([{ data: { environment: 'sandbox' } }]);
  });

  it('of a family member is marked', () => {
    expect(translate('INITIAL_PURCHASE', { is_family_share: true })).toMatchObject([
      { data: { isFamilyShared: true } },
    ]);
  });

  it('is about the viewer that the app named, whatever the aggregator calls them', () => {
    const anonymous = '$RCAnonymousID:8069238d6049ce87cc529853916d624c';
    const names = { app_user_id: anonymous, original_app_user_id: anonymous };
    expect(translate('RENEWAL', { ...names, aliases: [anonymous, userId] })).toMatchObject([{ data: { userId } }]);
    expect(translate('RENEWAL', names)[0]?.data.userId).toBeUndefined();
  });

  it('is reported by the rail of its store alone', () => {
    const bought = messageOf('NON_RENEWING_PURCHASE');
    expect([apple, google, web].map((provider) => provider?.translate(bought).length)).toEqual([1, 0, 0]);
    expect(translate('NON_RENEWING_PURCHASE', { store: 'AMAZON' })).toEqual([]);
  });

  it.each([
    undefined,
    null,
    3,
    [],
    {},
    { event: null },
    { event: { type: 'RENEWAL', store: 'APP_STORE' } },
    messageOf('toString'),
    messageOf('RENEWAL', { expiration_at_ms: 1e300 }),
  ])('without the fields of its type reports nothing (%#)', (payload) => {
    expect(apple?.translate(payload)).toEqual([]);
  });
});

describe('a message of the aggregator', () => {
  const body = Buffer.from(JSON.stringify(messageOf('RENEWAL')));
  const now = new Date('2026-11-19T12:00:00.000Z');
  const nowS = now.getTime() / 1000;
  const signatureOf = (secret: string, timestamp = nowS, bytes = body) =>
    `t=${timestamp},v1=${createHmac('sha256', secret).update(`${timestamp}.`).update(bytes).digest('hex')}`;
  const [authorization, older] = ['Bearer a long random text', 'Basic of last year'];
  const verify = (headers: object, given: { signingSecrets?: string[]; authorizations?: string[] }, bytes = body) =>
    createAggregator({ rail: 'ios_store', authorizations: [], signingSecrets: [], ...given }).verify(
      { ...headers },
      bytes,
      now,
    );

  it('is accepted with exactly the configured header, under the id of its event', async () => {
    const given = { authorizations: [authorization, older] };
    expect(await verify({ authorization }, given)).toEqual({
      id: '12345678-1234-1234-1234-123456789012',
      sentAt: new Date(1658726405017),
      payload: JSON.parse(body.toString()),
    });
    expect(await verify({ authorization: older }, given)).toMatchObject({ id: common.id });
    for (const wrong of [undefined, '', 'bearer a long random text', `${authorization} `, authorization.slice(7)]) {
      await expect(verify({ authorization: wrong }, given)).rejects.toThrow('invalid_signature');
    }
  });

  it('is accepted with a signature of the last five minutes', async () => {
    const given = { signingSecrets: ['new secret', 'old secret'] };
    const header = 'x-revenuecat-webhook-signature';
    expect(await verify({ [header]: signatureOf('old secret') }, given)).toMatchObject({ id: common.id, sentAt: now });
    for (const wrong of [
      undefined,
      signatureOf('another secret'),
      signatureOf('new secret', nowS - 301),
      signatureOf('new secret', nowS, Buffer.from('{}')),
    ]) {
      await expect(verify({ [header]: wrong, authorization }, given)).rejects.toThrow('invalid_signature');
    }
  });

  it('needs both where both are configured, and is refused where nothing is', async () => {
    const given = { signingSecrets: ['secret'], authorizations: [authorization] };
    const signed = { 'x-revenuecat-webhook-signature': signatureOf('secret') };
    expect(await verify({ ...signed, authorization }, given)).toMatchObject({ id: common.id });
    await expect(verify(signed, given)).rejects.toThrow('invalid_signature');
    await expect(verify({ authorization }, given)).rejects.toThrow('invalid_signature');
    await expect(verify({ ...signed, authorization }, {})).rejects.toThrow('invalid_signature');
    await expect(verify({ authorization: '' }, { authorizations: [''] })).rejects.toThrow('invalid_signature');
  });

  it('that is no JSON is kept under a digest of its text', async () => {
    const text = Buffer.from('no JSON');
    expect(await verify({ authorization }, { authorizations: [authorization] }, text)).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f]{64}$/),
      payload: undefined,
    });
  });
});
