import { expect, it } from 'vitest';
import { makePackage, sendPayment } from '../../../test/harness/payments.ts';
import { openRails, url } from './rails.fixture.ts';

/** Reports of providers, as they are downloaded. */

const { world, payments, viewer, newRail, send, pay, kept } = await openRails();

const header =
  '"Order Number","Order Charged Date","Order Charged Timestamp","Financial Status","Currency of Sale","Charged Amount"';

it('the sales report of a store is compared by its own columns', async () => {
  const rail = newRail();
  const at = '2026-03-10T12:00:00Z';
  const row = (id: string, status: string, amount: string) =>
    `${id},2026-03-10,${Date.parse(at) / 1000},${status},USD,"${amount}"`;
  await pay(rail, 'GPA.1');
  await pay(rail, 'GPA.2', { amountCents: 123_450 });
  const file = [
    header,
    row('GPA.1', 'Charged', '9.99'),
    row('GPA.2', 'Charged', '1,234.50'),
    row('GPA.3', 'Charged', '4.99'),
  ];
  const { status, body } = await send(rail, `\uFEFF${file.join('\r\n')}\r\n`);
  expect([status, body]).toMatchObject([
    200,
    {
      period: { start: '2026-03-10', end: '2026-03-10' },
      matched: 2,
      missingOnOurSide: [
        { line: 4, transactionId: 'GPA.3', amountCents: 499, currency: 'USD', createdAt: '2026-03-10T12:00:00.000Z' },
      ],
      amountMismatch: [],
    },
  ]);
});

const salesReport = (...rows: string[]): string =>
  [
    'Provider\tSKU\tProduct Type Identifier\tUnits\tBegin Date\tEnd Date\tCustomer Currency\tCustomer Price',
    ...rows.map((row) => `APPLE\t${row.replaceAll(' ', '\t')}`),
    'Total_Rows\t5',
    '',
  ].join('\n');

it('a report of sums has a payment that was reported later on the same UTC day, on the day of its zone', async () => {
  const rail = newRail();
  const pack = await makePackage(world, { rails: [rail] });
  // Half past eleven in the evening of 28 February in California.
  const paidAt = '2026-03-01T07:30:00Z';
  const reportedAt = new Date('2026-03-01T10:30:00Z');
  await world.clock.shift(`${(reportedAt.getTime() - Date.now()) / 1000} seconds`);
  const data = { userId: viewer.id, productId: pack.sku, transactionId: 'late-1', amountCents: 499, currency: 'USD' };
  const event = { type: 'purchase.completed', occurredAt: paidAt, data };
  expect((await sendPayment(world, rail, event, { sentAt: reportedAt })).status).toBe(204);
  await world.clock.shift('0');
  const resultOn = async (day: string) => {
    const { body } = await send(rail, salesReport(`${pack.sku} IA1 1 ${day} ${day} USD 4.99`));
    const { items } = (await payments.get<{ items: object[] }>(`${url}/${body.id}/sums`)).body;
    return items;
  };
  expect(await resultOn('02/28/2026')).toMatchObject([{ result: 'matched', ours: { units: 1, soldCents: 499 } }]);
  expect(await resultOn('03/01/2026')).toMatchObject([{ result: 'missing_on_our_side', ours: null }]);
});

it('a report of sums is compared with our sums by product and currency, on the days of its zone', async () => {
  const rail = newRail();
  const [first, second] = [await makePackage(world, { rails: [rail] }), await makePackage(world, { rails: [rail] })];
  // 1 March in California is from 08:00 UTC to 08:00 UTC of the next day.
  const sold = { currency: 'USD', amountCents: 499 };
  await pay(rail, 'sum-1', { ...sold, at: '2026-03-01T08:00:00Z', sku: first.sku });
  await pay(rail, 'sum-2', { ...sold, at: '2026-03-02T07:59:59Z', sku: first.sku });
  await pay(rail, 'sum-3', { ...sold, at: '2026-03-02T08:00:00Z', sku: first.sku });
  await pay(rail, 'sum-4', { currency: 'EUR', amountCents: 999, at: '2026-03-01T12:00:00Z', sku: second.sku });
  await pay(rail, 'sum-5', { currency: 'EUR', amountCents: 999, at: '2026-03-01T13:00:00Z', sku: first.sku });
  const refunded = {
    userId: viewer.id,
    productId: first.sku,
    transactionId: 'sum-2',
    amountCents: 499,
    currency: 'USD',
  };
  const refundedAt = '2026-03-01T20:00:00Z';
  await world.clock.shift(`${(Date.parse(refundedAt) - Date.now()) / 1000} seconds`);
  await sendPayment(
    world,
    rail,
    { type: 'purchase.refunded', occurredAt: refundedAt, data: refunded },
    { sentAt: new Date(refundedAt) },
  );
  await world.clock.shift('0');
  const { status, body } = await send(
    rail,
    salesReport(
      `${first.sku} IA1 2.00 03/01/2026 03/01/2026 USD 4.99`,
      `${first.sku} IA1 -1.00 03/01/2026 03/01/2026 USD -4.99`,
      `${second.sku} IA1 1 03/01/2026 03/01/2026 EUR 10.99`,
      'gone IAY 3 03/01/2026 03/01/2026 JPY 980',
      'our.app 1F 100 03/01/2026 03/01/2026 USD 0',
    ),
  );
  const day = '2026-03-01';
  expect([status, body]).toMatchObject([
    200,
    { kind: 'sums', period: { start: day, end: day }, fileRows: 4, matched: 1, handled: null, missingOnOurSide: [] },
  ]);
  expect(body.counts).toEqual({ missingOnOurSide: 1, missingOnProviderSide: 1, amountMismatch: 1, duplicates: 0 });
  const { items } = (await payments.get<{ items: { productId: string }[] }>(`${url}/${body.id}/sums`)).body;
  const of = (productId: string) => items.filter((one) => one.productId === productId);
  const none = { units: 0, soldCents: 0, refundedCents: 0 };
  expect(of(first.sku)).toMatchObject([
    { currency: 'EUR', result: 'missing_on_provider_side', theirs: null, ours: { units: 1, soldCents: 999 } },
    { currency: 'USD', result: 'matched', theirs: { units: 2, soldCents: 998, refundedCents: 499 } },
  ]);
  expect(of(second.sku)).toMatchObject([
    {
      currency: 'EUR',
      result: 'amount_mismatch',
      theirs: { soldCents: 1099 },
      ours: { ...none, units: 1, soldCents: 999 },
    },
  ]);
  expect(of('gone')).toMatchObject([{ currency: 'JPY', result: 'missing_on_our_side', theirs: { soldCents: 2940 } }]);
  expect(await kept()).toMatchObject({ lines: 0 });
});

it.each([
  ['coins IA1 one 03/01/2026 03/01/2026 USD 4.99', 'units_not_whole'],
  ['coins IA1 1 2026-03-01 03/01/2026 USD 4.99', 'day_unknown'],
  ['coins IA1 1 03/02/2026 03/01/2026 USD 4.99', 'day_unknown'],
  ['coins IA1 1 03/01/2026 03/01/2026 XXY 4.99', 'currency_unknown'],
])('a report of sums with the row %s is refused', async (row, problemCode) => {
  const before = await kept();
  const { status, body } = await send(newRail(), salesReport(row), '', payments, { prefer: 'fault-codes' });
  expect([status, body]).toMatchObject([400, { error: 'invalid_csv', line: 2, problemCode }]);
  expect(await kept()).toEqual(before);
});
