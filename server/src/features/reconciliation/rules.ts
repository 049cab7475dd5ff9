import { CsvFault } from '../../kit/csv-read.ts';
import { parseMoment } from '../../kit/http/schema.ts';
import { cleanId } from '../../kit/id.ts';
import { isCurrency } from '../../kit/iso-codes.ts';
import { dayMs } from '../../kit/time.ts';

/**
 * A provider's file of payments is laid beside ours. What agrees is counted; what does not is kept, and an operator goes
 * on from there: credits what we lack, or refunds what the provider lacks. A credit mints coins on an admin's word, so
 * what is too much for one person to grant waits for a second one here too.
 */

export const maxFileBytes = 100_000_000;

/** The columns that a file must have, in any order. */
export const columns = ['transaction_id', 'amount_cents', 'currency', 'created_at'] as const;

export const buckets = ['missing_on_our_side', 'missing_on_provider_side', 'amount_mismatch', 'duplicates'] as const;
export type Bucket = (typeof buckets)[number];

/** What one admin may have compared in a UTC day: runs, and rows that they keep. */
export const dailyLimits = { runs: 100, rows: 1_000_000 } as const;

/** How much of the disk a byte of a file takes while it is compared: the line, its row, and the log of both. */
export const diskBytesPerByte = 5;

/** What a run found is kept row by row for so long. */
export const rowsKeptMs = 400 * dayMs;

/** A purchase that was started so long before or after a payment may be what was paid for; the nearest ones are suggested. */
export const suggestion = { before: '1 day', after: '1 hour', most: 3 } as const;

/** Of more differences than these it is not counted how many were dealt with: each is looked up. */
export const mostCounted = 2_000;

const maxCents = 1_000_000_000_000;
const longestId = 255;

export interface ProviderLine {
  readonly line: number;
  readonly transactionId: string;
  /** Negative where it is a refund. */
  readonly amountCents: number;
  readonly currency: string;
  readonly createdAt: Date;
}

/** A negative amount is money that the provider gave back. */
export const isRefundLine = ({ amountCents }: { readonly amountCents: number | null }): boolean =>
  amountCents !== null && amountCents < 0;

/** What can be wrong with a line, by its code. */
const lineProblems = {
  id_empty: 'transaction_id is empty',
  id_too_long: 'transaction_id is longer than 255 characters',
  amount_not_whole: 'amount_cents is not a whole number of cents',
  currency_unknown: 'currency is not the code of a currency',
  time_without_offset: 'created_at is not a time with its offset',
  no_rows: 'the file has no rows',
} as const;

export const lineFault = (line: number, code: keyof typeof lineProblems): never => {
  throw new CsvFault(line, { code, text: lineProblems[code] });
};

/** Reads a line of a provider's file, or throws what is wrong with it. */
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

/** What a bucket holds in one currency. */
export interface Total {
  readonly bucket: Bucket | 'matched';
  readonly currency: string;
  readonly count: number;
  readonly amountCents: number;
}

/** What agreed: all first lines of the file but those that a bucket has. */
export function matchedTotals(lines: readonly Omit<Total, 'bucket'>[], found: readonly Total[]): Total[] {
  const taken = found.filter(({ bucket }) => bucket === 'missing_on_our_side' || bucket === 'amount_mismatch');
  const left = lines.map((line) => {
    const same = taken.filter(({ currency }) => currency === line.currency);
    const sum = (of: 'count' | 'amountCents') => same.reduce((all, total) => all + total[of], 0);
    const rest = { count: line.count - sum('count'), amountCents: line.amountCents - sum('amountCents') };
    return { bucket: 'matched' as const, currency: line.currency, ...rest };
  });
  return left.filter(({ count }) => count > 0);
}

/** How many rows a bucket holds in all currencies. */
export const countIn = (totals: readonly Total[], bucket: Total['bucket']): number =>
  totals.filter((total) => total.bucket === bucket).reduce((all, { count }) => all + count, 0);
