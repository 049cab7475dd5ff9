import { isInMinorUnits, minorUnits } from './money.ts';

/**
 * Report files of the providers, as lines for the reconciliation. A report is recognized by its header. The rows of one that
 * names transactions are mapped to `transaction_id`, `amount_cents`, `currency` and `created_at`, and those of one with sums
 * to product, units, cents, currency and days; what cannot be read becomes an empty cell, which the reconciliation refuses
 * with the number of the line.
 */

export const reportNames = ['play-sales', 'play-earnings', 'card-balance'] as const;

export interface TransactionReport {
  readonly name: (typeof reportNames)[number] | 'mapped';
  /** The columns that `read` needs, in its order, in lower case. */
  readonly columns: readonly string[];
  /** `transaction_id`, `amount_cents`, `currency` and `created_at` of a row; undefined if it is neither payment nor refund. */
  read(cells: readonly string[]): readonly [string, string, string, string] | undefined;
}

export type SumCells = readonly [
  productId: string,
  units: string,
  cents: string,
  currency: string,
  from: string,
  last: string,
];

/** Sums of in-app purchases by product, which name no transactions. Negative units were refunded. */
export interface SumReport {
  readonly name: 'app-store-sales' | 'app-store-financial' | 'app-store-financial-detail';
  /** The columns that `readSum` needs, in its order, in lower case. */
  readonly columns: readonly string[];
  /** The zone of its days. */
  readonly timeZone: string;
  /** Undefined for a row that is not about an in-app purchase. */
  readSum(cells: readonly string[]): SumCells | undefined;
  isFooter(cells: readonly string[]): boolean;
}

type Cells = (column: string) => string;

interface Layout {
  readonly name: (typeof reportNames)[number];
  /** Columns by which the report is recognized. */
  readonly required: readonly string[];
  /** Columns that some versions of the report have; a missing one is read as empty. */
  readonly optional: readonly string[];
  read(cell: Cells): readonly [string, string, string, string] | undefined;
}

const withoutSeparators = (amount: string): string =>
  /^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(amount) ? amount.replaceAll(',', '') : amount;

/** An amount such as `1,234.50`, in minor units; empty if it is no amount. */
function centsOf(amount: string, currency: string, sign?: '-'): string {
  const plain = withoutSeparators(amount);
  const cents = plain === '' ? undefined : minorUnits(plain, currency);
  if (cents === undefined) return '';
  return String(sign === '-' ? -Math.abs(cents) : cents);
}

/** Empty if it has more decimals than its currency: then it is another unit, or an amount before rounding. */
const exactCentsOf = (amount: string, currency: string): string =>
  isInMinorUnits(withoutSeparators(amount), currency) ? centsOf(amount, currency) : '';

/** Seconds since 1970. */
function momentOfSeconds(text: string): string {
  const date = /^\d{9,11}$/.test(text) ? new Date(Number(text) * 1000) : undefined;
  return date?.toISOString() ?? '';
}

/** All times of this report are in UTC. */
const momentOfDate = (text: string): string => (/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00:00Z` : '');

const momentInUtc = (text: string): string =>
  /^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}:\d{2}$/.test(text) ? `${text.replace(' ', 'T')}Z` : '';

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const zones: ReadonlyMap<string, string> = new Map([
  ['PDT', '-07:00'],
  ['PST', '-08:00'],
  ['UTC', 'Z'],
  ['GMT', 'Z'],
]);

/** `Sep 3, 2026` and `1:01:02 PM PDT` or `13:01:02 PDT`. */
function momentOfEarnings(date: string, time: string): string {
  const [, monthName = '', day = '', year = ''] = /^([A-Z][a-z]{2}) (\d{1,2}), (\d{4})$/.exec(date) ?? [];
  const [, hours = '', rest = '', half, zoneName = ''] =
    /^(\d{1,2})(:\d{2}:\d{2}) (?:(AM|PM) )?([A-Z]{3})$/.exec(time) ?? [];
  const month = months.indexOf(monthName.toLowerCase()) + 1;
  const zone = zones.get(zoneName);
  if (month === 0 || zone === undefined) return '';
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (half === 'PM' ? 12 : 0);
  const twoDigits = (part: string | number): string => String(part).padStart(2, '0');
  return `${year}-${twoDigits(month)}-${twoDigits(day)}T${twoDigits(hour)}${rest}${zone}`;
}

const layouts: readonly Layout[] = [
  {
    // Estimated sales of Google Play. The charged amount includes taxes.
    name: 'play-sales',
    required: ['order number', 'order charged date', 'financial status', 'currency of sale', 'charged amount'],
    optional: ['order charged timestamp'],
    read(cell) {
      const status = cell('financial status').toLowerCase();
      const isRefund = ['refund', 'refunded', 'partial refund'].includes(status);
      if (!isRefund && status !== 'charged') return undefined;
      const currency = cell('currency of sale');
      const cents = centsOf(cell('charged amount'), currency, isRefund ? '-' : undefined);
      const at = momentOfSeconds(cell('order charged timestamp')) || momentOfDate(cell('order charged date'));
      return [cell('order number'), cents, currency, at];
    },
  },
  {
    // Earnings of Google Play. Fees and taxes are rows of their own, which are no payments.
    name: 'play-earnings',
    required: [
      'description',
      'transaction date',
      'transaction time',
      'transaction type',
      'buyer currency',
      'amount (buyer currency)',
    ],
    optional: [],
    read(cell) {
      const type = cell('transaction type').toLowerCase();
      if (type !== 'charge' && type !== 'charge refund') return undefined;
      const currency = cell('buyer currency');
      const cents = centsOf(cell('amount (buyer currency)'), currency, type === 'charge refund' ? '-' : undefined);
      return [
        cell('description'),
        cents,
        currency,
        momentOfEarnings(cell('transaction date'), cell('transaction time')),
      ];
    },
  },
  {
    // Itemized balance change from activity of Stripe. Amounts of the balance are in the currency of the account, and those
    // that the customer paid in that of the payment. A dispute may be won later, which the report tells in another row.
    name: 'card-balance',
    required: ['balance_transaction_id', 'created_utc', 'currency', 'gross', 'reporting_category', 'payment_intent_id'],
    optional: ['charge_id', 'invoice_id', 'subscription_id', 'customer_facing_amount', 'customer_facing_currency'],
    read(cell) {
      const category = cell('reporting_category');
      if (category !== 'charge' && category !== 'refund') return undefined;
      const isPaid = cell('customer_facing_amount') !== '' && cell('customer_facing_currency') !== '';
      const currency = cell(isPaid ? 'customer_facing_currency' : 'currency').toUpperCase();
      const amount = cell(isPaid ? 'customer_facing_amount' : 'gross');
      const cents = centsOf(amount, currency, category === 'refund' ? '-' : undefined);
      const invoice = cell('subscription_id') === '' ? '' : cell('invoice_id');
      const id = invoice || cell('payment_intent_id') || cell('charge_id');
      return [id, cents, currency, momentInUtc(cell('created_utc'))];
    },
  },
];

/** Such as 03/31/2026. */
function dayOfSlashes(text: string): string {
  const [, month, day, year] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text) ?? [];
  return year === undefined ? '' : `${year}-${month}-${day}`;
}

interface SumLayout {
  readonly name: SumReport['name'];
  readonly product: string;
  readonly units: string;
  readonly from: string;
  readonly last: string;
}

/** Reports of the App Store, whose days are those of California. */
const sumLayouts: readonly SumLayout[] = [
  { name: 'app-store-sales', product: 'sku', units: 'units', from: 'begin date', last: 'end date' },
  {
    name: 'app-store-financial',
    product: 'vendor identifier',
    units: 'quantity',
    from: 'start date',
    last: 'end date',
  },
  {
    name: 'app-store-financial-detail',
    product: 'sku',
    units: 'quantity',
    from: 'transaction date',
    last: 'transaction date',
  },
];

const priceColumns = ['product type identifier', 'customer price', 'customer currency'] as const;
const directionColumns = ['sales or return', 'sale or return'];
const footers = ['total_rows', 'country of sale'];

const requiredOf = ({ product, units, from, last }: SumLayout) => [
  ...new Set([...priceColumns, product, units, from, last]),
];

function sumReportOf(layout: SumLayout, names: readonly string[]): SumReport {
  const { name, product, units, from, last } = layout;
  const columns = [...requiredOf(layout), ...directionColumns.filter((column) => names.includes(column))];
  return {
    name,
    columns,
    timeZone: 'America/Los_Angeles',
    isFooter: ([first = '']) => footers.includes(first.trim().toLowerCase()),
    readSum(cells) {
      const cell = (column: string): string => cells[columns.indexOf(column)]?.trim() ?? '';
      if (!/^(?:IA|FI)/i.test(cell('product type identifier'))) return undefined;
      const days = [dayOfSlashes(cell(from)), dayOfSlashes(cell(last))] as const;
      const currency = cell('customer currency');
      const price = centsOf(cell('customer price').replace(/^(-?)\./, '$10.'), currency);
      if (!/^-?\d{1,9}(?:\.0+)?$/.test(cell(units)) || price === '') return [cell(product), '', '', currency, ...days];
      // The price is that of one unit, and negative in some reports for returns.
      const isReturn = cell(units).startsWith('-') || directionColumns.some((column) => cell(column) === 'R');
      const count = Math.abs(Number(cell(units))) * (isReturn ? -1 : 1);
      return [cell(product), String(count), String(count * Math.abs(Number(price))), currency, ...days];
    },
  };
}

/** The report that has these columns, named in lower case; undefined if it is none of the known ones. */
export function reportOf(names: readonly string[]): TransactionReport | SumReport | undefined {
  const isPresent = (column: string): boolean => names.includes(column);
  const layout = layouts.find(({ required }) => required.every(isPresent));
  if (!layout) {
    const sums = sumLayouts.find((one) => requiredOf(one).every(isPresent));
    return sums && sumReportOf(sums, names);
  }
  const columns = [...layout.required, ...layout.optional.filter(isPresent)];
  return {
    name: layout.name,
    columns,
    read: (cells) => layout.read((column) => cells[columns.indexOf(column)]?.trim() ?? ''),
  };
}

/** Which columns of a file with other headings mean what. */
export interface ColumnMapping {
  readonly id: string;
  readonly amount: string;
  readonly date: string;
  /** A column, or the currency of the whole file. */
  readonly currency: { readonly column: string } | { readonly code: string };
  /** `major`: decimal numbers such as 9.99. */
  readonly unit: 'minor' | 'major';
}

/** A file with the columns that an operator names. Times without an offset are in UTC. */
export function mappedReport({ id, amount, date, currency, unit }: ColumnMapping): TransactionReport {
  const names = [id, amount, date, ...('column' in currency ? [currency.column] : [])];
  return {
    name: 'mapped',
    columns: names.map((name) => name.trim().toLowerCase()),
    read(cells) {
      const [transactionId = '', given = '', at = '', code = ''] = cells.map((cell) => cell.trim());
      const codeOfLine = 'code' in currency ? currency.code : code.toUpperCase();
      const cents = unit === 'major' ? exactCentsOf(given, codeOfLine) : given;
      return [transactionId, cents, codeOfLine, momentOfDate(at) || momentInUtc(at) || at];
    },
  };
}
