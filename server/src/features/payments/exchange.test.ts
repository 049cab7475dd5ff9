import { describe, expect, it } from 'vitest';
import { makeAdminActor } from '../../../test/harness/actor.ts';
import { makePackage, purchaseData, purchasesOf, sendPayment, sendPurchase } from '../../../test/harness/payments.ts';
import { makeViewer, type Viewer } from '../../../test/harness/viewer.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { newId } from '../../kit/id.ts';

/** The value in US dollars of payments in other currencies. */

const world = await openWorld();
const finance = await makeAdminActor(world, 'finance');
const superadmin = await makeAdminActor(world, 'superadmin');
const pack = await makePackage(world);
const rates = [
  'IDR,2026-02-27,0.00006',
  'IDR,2026-03-01,0.0000617',
  'IDR,2026-03-02,0.00007',
  'JPY,2026-01-01,0.0065',
  'KWD,2026-01-01,3.25',
  'EGP,2026-03-01,0.02',
];
const csv = `currency,day,usd_per_unit\n${rates.join('\n')}\n`;
expect((await finance.post('/admin/exchange-rates', { csv })).status).toBe(200);

interface Shown {
  id: string;
  amountUsdCents: number;
  expectedUsdCents: number | null;
  exchangeRate: string | null;
  exchangeRateDate: string | null;
}

/** What the detail of the only payment of a user shows. */
async function detailOf({ id }: Viewer): Promise<Shown> {
  const [purchase] = await purchasesOf(finance, id);
  return (await finance.get<Shown>(`/admin/payments/transactions/${purchase?.id}`)).body;
}

async function pay(amount: object, occurredAt?: string, viewer?: Viewer): Promise<Viewer> {
  const payer = viewer ?? (await makeViewer(world));
  const from = occurredAt === undefined ? {} : { occurredAt };
  expect(await sendPurchase(world, 'completed', purchaseData(payer, pack, amount), from)).toMatchObject({
    outcome: 'applied',
  });
  return payer;
}

const rupiah = { amountCents: 16_000_000, currency: 'IDR' };

describe('a payment in another currency', () => {
  it.each([
    ['2026-02-28T23:59:59.999Z', 960, '0.00006', '2026-02-27'],
    ['2026-03-01T00:00:00.000Z', 987, '0.0000617', '2026-03-01'],
    ['2026-03-02T01:00:00.000+03:00', 987, '0.0000617', '2026-03-01'],
    ['2026-06-01T00:00:00.000Z', 1120, '0.00007', '2026-03-02'],
  ])(
    'of %s is worth %i US cents, by the newest rate that is not later than its UTC day',
    async (at, usd, rate, day) => {
      expect(await detailOf(await pay(rupiah, at))).toMatchObject({
        amountUsdCents: usd,
        expectedUsdCents: 999,
        exchangeRate: rate,
        exchangeRateDate: day,
      });
    },
  );

  it.each([
    [{ amountCents: 1_500, currency: 'JPY' }, 975],
    [{ amountCents: 3_074, currency: 'KWD' }, 999],
  ])('is converted from its minor units: %j is worth %i US cents', async (amount, usd) => {
    expect(await detailOf(await pay(amount))).toMatchObject({ amountUsdCents: usd });
  });

  it('is worth the price without a rate, and says that it was not converted', async () => {
    const none = { amountUsdCents: 999, expectedUsdCents: null, exchangeRate: null, exchangeRateDate: null };
    expect(await detailOf(await pay({ amountCents: 5_000, currency: 'EUR' }))).toMatchObject(none);
    expect(await detailOf(await pay(rupiah, '2026-02-26T23:59:59.999Z'))).toMatchObject(none);
  });

  it('is worth what its provider says, whatever the rate', async () => {
    const viewer = await pay({ ...rupiah, amountUsdCents: 950 });
    const reported = { amountUsdCents: 950, exchangeRate: null, exchangeRateDate: null };
    expect(await detailOf(viewer)).toMatchObject(reported);
  });

  it('keeps its value when another rate is set later', async () => {
    const viewer = await pay({ amountCents: 50_000, currency: 'EGP' });
    const before = await detailOf(viewer);
    expect(before).toMatchObject({ amountUsdCents: 1000, exchangeRate: '0.02' });
    expect(
      (await finance.put('/admin/exchange-rates', { currency: 'EGP', day: '2026-03-01', usdPerUnit: '0.03' })).status,
    ).toBe(200);
    expect(await detailOf(viewer)).toMatchObject(before);
    expect(await detailOf(await pay({ amountCents: 50_000, currency: 'EGP' }))).toMatchObject({
      amountUsdCents: 1500,
      exchangeRate: '0.03',
    });
  });

  it('that completes a pending purchase is compared with the price of that time', async () => {
    const viewer = await makeViewer(world);
    const pending = await viewer.post<{ id: string }>('/v1/store/purchases', { sku: pack.sku, rail: 'ios_store' });
    await pay({ ...rupiah, purchaseId: pending.body.id }, undefined, viewer);
    const [purchase] = await purchasesOf(finance, viewer.id);
    expect(purchase).toMatchObject({ id: pending.body.id, amountUsdCents: 987, expectedUsdCents: 999 });
  });

  it('is no revenue in the sandbox of a provider, and then not converted', async () => {
    const viewer = await pay({ ...rupiah, environment: 'sandbox' });
    expect(await detailOf(viewer)).toMatchObject({ amountUsdCents: 0, exchangeRate: null });
  });

  it('is refunded at its own rate', async () => {
    const viewer = await pay({ amountCents: 16_000_000, currency: 'IDR' });
    const { id } = await detailOf(viewer);
    const refund = await finance.post<{ id: string }>('/admin/refunds', {
      purchaseId: id,
      amountCents: 8_000_000,
      reason: 'Half of it',
      reverseUnlocks: false,
    });
    expect((await finance.get(`/admin/refunds/${refund.body.id}`)).body).toMatchObject({
      status: 'executed',
      amountUsdCents: 494,
    });
    expect((await finance.get(`/admin/users/${viewer.id}`)).body).toMatchObject({ totalSpendCents: 493 });
  });
});

it('A period paid in another currency is converted, also if its product has no price in US dollars', async () => {
  const product = { productId: 'vip_egypt', name: 'VIP', periodDays: 30, priceCents: 20_000, currency: 'EGP' };
  expect((await finance.post('/admin/subscription-products', product)).status).toBe(201);
  await finance.put('/admin/exchange-rates', { currency: 'EGP', day: '2026-10-01', usdPerUnit: '0.0205' });
  const viewer = await makeViewer(world);
  const occurredAt = '2026-10-01T12:00:00.000Z';
  const data = { userId: viewer.id, subscriptionId: newId(), productId: 'vip_egypt', transactionId: newId() };
  const period = { periodStart: occurredAt, periodEnd: '2026-10-31T12:00:00.000Z', autoRenew: true };
  const paid = { ...data, ...period, priceCents: 10_000, currency: 'EGP' };
  await sendPayment(world, 'ios_store', { type: 'subscription.started', occurredAt, data: paid });
  expect(await detailOf(viewer)).toMatchObject({
    amountUsdCents: 205,
    expectedUsdCents: 410,
    exchangeRate: '0.0205',
    exchangeRateDate: '2026-10-01',
  });
  const { body } = await superadmin.get(`/admin/users/${viewer.id}`);
  expect(body).toMatchObject({ totalSpendCents: 205 });
});
