import { CsvFault } from '../../kit/csv-read.ts';
import { parseDay, parseMoment } from '../../kit/http/schema.ts';
import { cleanId } from '../../kit/id.ts';
import { isCurrency } from '../../kit/iso-codes.ts';
import { dayMs } from '../../kit/time.ts';

/**
 * Compares a provider's file of payments with ours. Matches are counted; differences are stored, and an operator resolves
 * them: credits payments that we lack, or refunds those that the provider lacks. A credit mints coins on the word of an
 * admin, so it needs a second admin where a grant of as many coins would. A report that has only sums by product and
 * currency is compared with sums of our payments, which shows whether something differs, but not which payment.
 */

export const maxFileBytes = 100_000_000;

/** Required columns, in any order, unless the file is a known report of a provider. */
export const columns = ['transaction_id', 'amount_cents', 'currency', 'created_at'] as const;

export const buckets = ['missing_on_our_side', 'missing_on_provider_side', 'amount_mismatch', 'duplicates'] as const;
export type Bucket = (typeof buckets)[number];

/** Limits per admin and UTC day; rows are stored differences. */
export const dailyLimits = { runs: 100, rows: 1_000_000 } as const;

/** Disk space per byte of a file during the comparison: the line, its row, and the WAL of both. */
export const diskBytesPerByte = 5;

export const rowsKeptMs = 400 * dayMs;

/** When a suggested pending purchase was created relative to the payment, and how many are suggested. */
export const suggestion = { before: '1 day', after: '1 hour', most: 3 } as const;

/** With more differences, resolved ones are not counted, since each needs a lookup. */
export const maxCountedDifferences = 2_000;

const maxCents = 1_000_000_000_000;
const longestId = 255;

export interface ProviderLine {
  readonly line: number;
  readonly transactionId: string;
  /** Negative for a refund. */
  readonly amountCents: number;
  readonly currency: string;
  readonly createdAt: Date;
}

export const isRefundLine = ({ amountCents }: { readonly amountCents: number | null }): boolean =>
  amountCents !== null && amountCents < 0;

const lineProblems = {
  id_empty: 'transaction_id is empty',
  id_too_long: 'transaction_id is longer than 255 characters',
  amount_not_whole: 'amount_cents is not a whole number of cents',
  currency_unknown: 'currency is not the code of a currency',
  time_without_offset: 'created_at is not a time with its offset',
  no_rows: 'the file has no rows',
  units_not_whole: 'the units are not a whole number, or the price is no amount',
  day_unknown: 'the first or last day is not written as 03/31/2026',
  too_many_sums: 'the report has more than 5000 products and currencies',
} as const;

export const lineFault = (line: number, code: keyof typeof lineProblems): never => {
  throw new CsvFault(line, { code, text: lineProblems[code] });
};

/** Parses a line of a provider's file, or throws a `CsvFault`. */
export function readLine(line: number, cells: readonly string[]): ProviderLine {
  const transactionId = cleanId(cells[0] ?? '');
  const [, cents = '', code = '', time = ''] = cells.map((cell) => cell.trim());
  if (transactionId === '') lineFault(line, 'id_empty');
  if (transactionId.length > longestId) lineFault(line, 'id_too_long');
  const amountCents = /^-?\d{1,13}$/.test(cents) ? Number(cents) : Number.NaN;
  if (!(Math.abs(amountCents) <= maxCents)) lineFault(line, 'amount_not_whole');
  const currency = code.toUpperCase();
  if (!isCurrency(currency)) lineFault(line, 'currency_unknown');
  const createdAt = parseMoment(time) ?? lineFault(line, 'time_without_offset');
  return { line, transactionId, amountCents, currency, createdAt };
}

/** What was sold and refunded of a product in a currency. */
export interface Sum {
  readonly units: number;
  readonly soldCents: number;
  /** Zero or more. */
  readonly refundedCents: number;
}
export interface ProductSum extends Sum {
  readonly productId: string;
  readonly currency: string;
}
/** A product and currency in the report, or sold by us in its period, or both. */
export interface ComparedSum {
  readonly productId: string;
  readonly currency: string;
  readonly theirs: Sum | null;
  readonly ours: Sum | null;
}

const maxSums = 5_000;

export interface SumLine {
  readonly productId: string;
  readonly currency: string;
  /** Negative for a refund. */
  readonly units: number;
  readonly cents: number;
  readonly from: string;
  readonly last: string;
}

/** Parses a row of a report of sums, or throws a `CsvFault`. */
export function readSumLine(
  line: number,
  [id, units, cents, code, from, last]: readonly [string, string, string, string, string, string],
): SumLine {
  const productId = cleanId(id);
  if (productId === '') lineFault(line, 'id_empty');
  if (productId.length > longestId) lineFault(line, 'id_too_long');
  const currency = code.toUpperCase();
  if (!isCurrency(currency)) lineFault(line, 'currency_unknown');
  if (units === '' || cents === '' || Math.abs(Number(cents)) > maxCents) lineFault(line, 'units_not_whole');
  if (!(parseDay(from) && parseDay(last)) || from > last) lineFault(line, 'day_unknown');
  return { productId, currency, units: Number(units), cents: Number(cents), from, last };
}

/** The sums of a report, and its first and last day. */
export class ReportSums {
  readonly #sums = new Map<string, ProductSum>();
  from = '9999-12-31';
  last = '0001-01-01';

  add(line: number, { productId, currency, units, cents, from, last }: SumLine): void {
    const key = `${currency} ${productId}`;
    const { units: sold, soldCents, refundedCents } = this.#sums.get(key) ?? nothing;
    const after =
      units < 0
        ? { units: sold, soldCents, refundedCents: refundedCents - cents }
        : { units: sold + units, soldCents: soldCents + cents, refundedCents };
    this.#sums.set(key, { productId, currency, ...after });
    if (this.#sums.size > maxSums) lineFault(line, 'too_many_sums');
    if (from < this.from) this.from = from;
    if (last > this.last) this.last = last;
  }

  /** Compares with ours, ordered by product and currency. */
  compare(ours: readonly ProductSum[]): ComparedSum[] {
    const oursByKey = new Map(ours.map((sum) => [`${sum.currency} ${sum.productId}`, sum]));
    const keys = new Set([...this.#sums.keys(), ...oursByKey.keys()]);
    const compared = [...keys].flatMap((key) => {
      const [theirs, own] = [this.#sums.get(key), oursByKey.get(key)];
      const named = theirs ?? own;
      if (!named) return [];
      const { productId, currency } = named;
      return { productId, currency, theirs: theirs ? sumOf(theirs) : null, ours: own ? sumOf(own) : null };
    });
    return compared.toSorted((a, b) => compareTexts(a.productId, b.productId) || compareTexts(a.currency, b.currency));
  }
}

const nothing: Sum = { units: 0, soldCents: 0, refundedCents: 0 };
const sumOf = ({ units, soldCents, refundedCents }: Sum): Sum => ({ units, soldCents, refundedCents });
const compareTexts = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

export function bucketOfSum({ theirs, ours }: ComparedSum): Exclude<Bucket, 'duplicates'> | 'matched' {
  if (!ours) return 'missing_on_our_side';
  if (!theirs) return 'missing_on_provider_side';
  const isSame =
    theirs.units === ours.units && theirs.soldCents === ours.soldCents && theirs.refundedCents === ours.refundedCents;
  return isSame ? 'matched' : 'amount_mismatch';
}

/** Number of products and their net amounts, theirs or else ours, by bucket and currency. */
export function totalsOfSums(sums: readonly ComparedSum[]): Total[] {
  const totals = new Map<string, Total>();
  for (const sum of sums) {
    const { theirs, ours, currency } = sum;
    const bucket = bucketOfSum(sum);
    const { soldCents, refundedCents } = theirs ?? ours ?? nothing;
    const key = `${bucket} ${currency}`;
    const { count, amountCents } = totals.get(key) ?? { count: 0, amountCents: 0 };
    totals.set(key, { bucket, currency, count: count + 1, amountCents: amountCents + soldCents - refundedCents });
  }
  return [...totals.values()];
}

export interface Total {
  readonly bucket: Bucket | 'matched';
  readonly currency: string;
  readonly count: number;
  readonly amountCents: number;
}

/** Totals of matched lines: all distinct lines except those in a bucket. */
export function matchedTotals(lines: readonly Omit<Total, 'bucket'>[], found: readonly Total[]): Total[] {
  const different = found.filter(({ bucket }) => bucket === 'missing_on_our_side' || bucket === 'amount_mismatch');
  const left = lines.map((line) => {
    const same = different.filter(({ currency }) => currency === line.currency);
    const sum = (of: 'count' | 'amountCents') => same.reduce((all, total) => all + total[of], 0);
    const rest = { count: line.count - sum('count'), amountCents: line.amountCents - sum('amountCents') };
    return { bucket: 'matched' as const, currency: line.currency, ...rest };
  });
  return left.filter(({ count }) => count > 0);
}

export const countIn = (totals: readonly Total[], bucket: Total['bucket']): number =>
  totals.filter((total) => total.bucket === bucket).reduce((all, { count }) => all + count, 0);
