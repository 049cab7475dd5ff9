import { describe, expect, it } from 'vitest';
import { csvRows } from '../../kit/csv-read.ts';
import { reportOf, type SumReport, type TransactionReport } from './reports.ts';

const isTransactions = (report: TransactionReport | SumReport | undefined): report is TransactionReport =>
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

describe('a report of the App Store', () => {
  const salesHeader =
    'Provider\tProvider Country\tSKU\tDeveloper\tTitle\tVersion\tProduct Type Identifier\tUnits\tDeveloper Proceeds\tBegin Date\tEnd Date\tCustomer Currency\tCountry Code\tCurrency of Proceeds\tApple Identifier\tCustomer Price';
  const financialHeader =
    'Start Date\tEnd Date\tUPC\tISRC/ISBN\tVendor Identifier\tQuantity\tPartner Share\tExtended Partner Share\tPartner Share Currency\tSales or Return\tApple Identifier\tArtist/Show/Developer/Author\tTitle\tLabel/Studio/Network/Developer/Publisher\tGrid\tProduct Type Identifier\tISAN/Other Identifier\tCountry Of Sale\tPre-order Flag\tPromo Code\tCustomer Price\tCustomer Currency';
  const detailHeader =
    'Transaction Date\tSettlement Date\tApple Identifier\tSKU\tTitle\tDeveloper Name\tProduct Type Identifier\tCountry of Sale\tQuantity\tPartner Share\tExtended Partner Share\tPartner Share Currency\tCustomer Price\tCustomer Currency\tSale or Return\tPromo Code\tOrder Type\tRegion';

  const sumsIn = (header: string, row: string) => {
    const report = reportOf(namesIn(header));
    if (!report || !('readSum' in report)) throw new Error('not a report of sums');
    const cells = row.split('\t');
    return {
      name: report.name,
      sum: report.readSum(report.columns.map((one) => cells[namesIn(header).indexOf(one)] ?? '')),
    };
  };

  it.each([
    [
      'app-store-sales',
      salesHeader,
      'APPLE\tUS\tcoins_500\tWe\tCoins\t\tIA1\t50.00\t.42\t03/01/2026\t03/31/2026\tGBP\tGB\tGBP\t1\t.69',
      ['coins_500', '50', '3450', 'GBP', '2026-03-01', '2026-03-31'],
    ],
    [
      'app-store-sales',
      salesHeader,
      'APPLE\tUS\tvip\tWe\tVIP\t\tIAY\t-2\t.7\t03/01/2026\t03/01/2026\tJPY\tJP\tJPY\t1\t-980',
      ['vip', '-2', '-1960', 'JPY', '2026-03-01', '2026-03-01'],
    ],
    [
      'app-store-sales',
      salesHeader,
      'APPLE\tUS\tapp\tWe\tApp\t1.0\t1F\t100\t0\t03/01/2026\t03/31/2026\tUSD\tUS\tUSD\t1\t0',
      undefined,
    ],
    [
      'app-store-financial',
      financialHeader,
      '03/01/2026\t03/28/2026\t\t\tcoins_500\t-3\t3.49\t-10.47\tUSD\tR\t1\tWe\tCoins\t\t\tIA1\t\tUS\t\t\t4.99\tUSD',
      ['coins_500', '-3', '-1497', 'USD', '2026-03-01', '2026-03-28'],
    ],
    [
      'app-store-financial-detail',
      detailHeader,
      '03/05/2026\t04/10/2026\t1\tcoins_500\tCoins\tWe\tIA1\tUS\t1\t3.49\t3.49\tUSD\t4.99\tUSD\tR\t\t\tUS',
      ['coins_500', '-1', '-499', 'USD', '2026-03-05', '2026-03-05'],
    ],
    [
      'app-store-financial-detail',
      detailHeader,
      '5 March\t04/10/2026\t1\tcoins_500\tCoins\tWe\tIA1\tUS\tone\t3.49\t3.49\tUSD\t4.99\tUSD\tS\t\t\tUS',
      ['coins_500', '', '', 'USD', '', ''],
    ],
  ])('%s has sums of in-app purchases', (name, header, row, sum) => {
    expect(sumsIn(header, row)).toEqual({ name, sum });
  });
});

it.each(['', 'transaction_id,amount_cents,currency,created_at', 'Order Number,Financial Status'])(
  'a file with the header "%s" is none of these reports',
  (header) => {
    expect(reportOf(namesIn(header))).toBeUndefined();
  },
);
