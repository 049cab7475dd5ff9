import { CsvFault } from '../../kit/csv-read.ts';
import { parseMoment } from '../../kit/http/schema.ts';
import { cleanId } from '../../kit/id.ts';
import { isCurrency } from '../../kit/iso-codes.ts';
import { dayMs } from '../../kit/time.ts';

/**
 * Compares a provider's file of payments with ours. Matches are counted; differences are stored, and an operator resolves
 * them: credits payments that we lack, or refunds those that the provider lacks. A credit mints coins on the word of an
 * admin, so it needs a second admin where a grant of as many coins would.
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
  sums_only: 'the report has sums by product, and names no transactions',
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
