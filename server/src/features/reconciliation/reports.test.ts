import { expect, it } from 'vitest';
import { openRails } from './rails.fixture.ts';

/** Reports of providers, as they are downloaded. */

const { newRail, send, pay, kept } = await openRails();

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

it('a report of sums is refused, since it names no payments', async () => {
  const before = await kept();
  const sums =
    'Start Date\tEnd Date\tVendor Identifier\tQuantity\tExtended Partner Share\n01/03/2026\t31/03/2026\tcoins_500\t3\t9.99\n';
  const { status, body } = await send(newRail(), sums);
  expect([status, body]).toMatchObject([
    400,
    { error: 'invalid_csv', line: 1, problem: expect.stringContaining('names no transactions') },
  ]);
  expect(await kept()).toEqual(before);
});
