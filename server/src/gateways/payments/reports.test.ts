import { describe, expect, it } from 'vitest';
import { csvRows } from '../../kit/csv-read.ts';
import { type AggregateReport, reportOf, type TransactionReport } from './reports.ts';

const isTransactions = (report: TransactionReport | AggregateReport | undefined): report is TransactionReport =>
  report !== undefined && 'read' in report;

const namesIn = (header: string): string[] =>
  header.split(header.includes('\t') ? '\t' : ',').map((name) => name.replaceAll('"', '').trim().toLowerCase());

/** What the reconciliation reads from a file with these lines. */
async function linesOf(...file: string[]) {
  const report = reportOf(namesIn(file[0] ?? ''));
  if (!isTransactions(report)) throw new Error('not a report of transactions');
  const stream = (async function* () {
    yield Buffer.from(`${file.join('\n')}\n`);
  })();
  const lines: (readonly string[] | undefined)[] = [];
  for await (const rows of csvRows(stream, () => report.columns))
    lines.push(...rows.map(({ cells }) => report.read(cells)));
  return { name: report.name, lines };
}

describe('the estimated sales of Google Play', () => {
  const header =
    'Order Number,Order Charged Date,Order Charged Timestamp,Financial Status,Device Model,Product Title,Product ID,Product Type,SKU ID,Currency of Sale,Item Price,Taxes Collected,Charged Amount,City of Buyer,State of Buyer,Postal Code of Buyer,Country of Buyer';
  const row = (status: string, currency: string, amount: string) =>
    `GPA.1,2026-01-01,1767268948,${status},d2x,"Coins, 500",com.example,inapp,coins_500,${currency},1,0,${amount},,,,GB`;

  it('are read with the second of each order; refunds are negative', async () => {
    const file = [
      header,
      row('Charged', 'GBP', '27.99'),
      row('Refund', 'GBP', '27.99'),
      row('Partial refund', 'GBP', '-5.00'),
    ];
    const at = '2026-01-01T12:02:28.000Z';
    expect(await linesOf(...file)).toEqual({
      name: 'play-sales',
      lines: [
        ['GPA.1', '2799', 'GBP', at],
        ['GPA.1', '-2799', 'GBP', at],
        ['GPA.1', '-500', 'GBP', at],
      ],
    });
  });

  it('are read in currencies with other decimals, and with separators of thousands', async () => {
    const file = [
      header,
      row('Charged', 'IDR', '"15,000.00"'),
      row('Charged', 'KRW', '"1,200"'),
      row('Charged', 'KWD', '1.5'),
    ];
    const { lines } = await linesOf(...file);
    expect(lines.map((line) => line?.[1])).toEqual(['1500000', '1200', '1500']);
  });

  it('have only the day in older files, and empty cells where something is no amount or time', async () => {
    const older = 'Order Number,Order Charged Date,Financial Status,Currency of Sale,Charged Amount';
    expect(
      await linesOf(
        older,
        'GPA.1,2026-01-01,Charged,USD,0.99',
        'GPA.2,Jan 1,Charged,USD,free',
        'GPA.3,2026-01-01,Pending,USD,1',
      ),
    ).toEqual({
      name: 'play-sales',
      lines: [['GPA.1', '99', 'USD', '2026-01-01T00:00:00Z'], ['GPA.2', '', 'USD', ''], undefined],
    });
  });
});

describe('the earnings of Google Play', () => {
  const header =
    'Description,Transaction Date,Transaction Time,Tax Type,Transaction Type,Refund Type,Product Title,Product id,Product Type,Sku Id,Hardware,Buyer Country,Buyer State,Buyer Postal Code,Buyer Currency,Amount (Buyer Currency),Currency Conversion Rate,Merchant Currency,Amount (Merchant Currency)';
  const row = (time: string, type: string, amount: string, date = '"Sep 3, 2026"') =>
    `GPA.1,${date},${time},,${type},,Coins,com.example,inapp,coins_500,phone,GB,,,GBP,${amount},1,GBP,${amount}`;

  it('are read without fees and taxes, in the currency that the viewer paid in', async () => {
    const file = [
      header,
      row('10:01:02 PDT', 'Charge', '3.99'),
      row('10:01:02 PDT', 'Google fee', '-0.60'),
      row('10:01:02 PDT', 'Tax', '-0.60'),
      row('1:00:00 PM PST', 'Charge refund', '-3.99'),
      row('12:30:00 AM UTC', 'Charge', '3.99', '"Dec 31, 2026"'),
      row('25 past one', 'Charge', '3.99'),
    ];
    expect(await linesOf(...file)).toEqual({
      name: 'play-earnings',
      lines: [
        ['GPA.1', '399', 'GBP', '2026-09-03T10:01:02-07:00'],
        undefined,
        undefined,
        ['GPA.1', '-399', 'GBP', '2026-09-03T13:00:00-08:00'],
        ['GPA.1', '399', 'GBP', '2026-12-31T00:30:00Z'],
        ['GPA.1', '399', 'GBP', ''],
      ],
    });
  });
});

describe('the itemized balance report of the card provider', () => {
  const header =
    'balance_transaction_id,created_utc,created,currency,gross,fee,net,reporting_category,source_id,description,customer_facing_amount,customer_facing_currency,charge_id,payment_intent_id,invoice_id,subscription_id';
  const row = (category: string, gross: string, facing: string, ids: string) =>
    `txn_1,2026-11-01 10:22:31,2026-11-01 12:22:31,usd,${gross},0.44,0,${category},x,,${facing},${ids}`;

  it('names payments as the events do, in the currency of the payment', async () => {
    const file = [
      header,
      row('charge', '4.99', '4.99,usd', 'ch_1,pi_1,,'),
      row('charge', '3.30', '500,jpy', 'ch_2,pi_2,,'),
      row('charge', '14.99', '14.99,usd', 'ch_3,pi_3,in_3,sub_1'),
      row('charge', '14.99', '14.99,usd', 'ch_4,pi_4,in_4,'),
      row('charge', '1.00', ',', 'ch_5,,,'),
      row('refund', '-4.99', '4.99,usd', 'ch_1,pi_1,,'),
      row('dispute', '-4.99', '4.99,usd', 'ch_1,pi_1,,'),
      row('payout', '-100.00', ',', ',,,'),
    ];
    const at = '2026-11-01T10:22:31Z';
    expect(await linesOf(...file)).toEqual({
      name: 'card-balance',
      lines: [
        ['pi_1', '499', 'USD', at],
        ['pi_2', '500', 'JPY', at],
        ['in_3', '1499', 'USD', at],
        ['pi_4', '1499', 'USD', at],
        ['ch_5', '100', 'USD', at],
        ['pi_1', '-499', 'USD', at],
        undefined,
        undefined,
      ],
    });
  });
});

describe('a file', () => {
  it.each([
    [
      'app-store-financial',
      'Start Date\tEnd Date\tUPC\tISRC/ISBN\tVendor Identifier\tQuantity\tPartner Share\tExtended Partner Share\tPartner Share Currency\tSales or Return\tApple Identifier',
    ],
    [
      'app-store-sales',
      'Provider\tProvider Country\tSKU\tDeveloper\tTitle\tVersion\tProduct Type Identifier\tUnits\tDeveloper Proceeds\tBegin Date\tEnd Date\tCustomer Currency\tCountry Code\tCurrency of Proceeds\tApple Identifier\tCustomer Price',
    ],
  ])('of the App Store (%s) is known, but names no transactions', (name, header) => {
    expect(reportOf(namesIn(header))).toEqual({ name });
  });

  it.each(['', 'transaction_id,amount_cents,currency,created_at', 'Order Number,Financial Status'])(
    'with the header "%s" is none of these reports',
    (header) => {
      expect(reportOf(namesIn(header))).toBeUndefined();
    },
  );
});
