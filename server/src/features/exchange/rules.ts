import { CsvFault, type CsvRow } from '../../kit/csv-read.ts';
import { parseDay } from '../../kit/http/schema.ts';
import { isCurrency } from '../../kit/iso-codes.ts';
import { dayMs } from '../../kit/time.ts';

/**
 * The value of currencies in US dollars, by UTC day. A payment in another currency, whose value its provider does not report,
 * is converted by the newest rate that is not later than the day of the payment. The rate and its day are stored on the
 * payment, so a rate that is set later changes no payment.
 */

export const rateSources = ['hand', 'csv'] as const;
export type RateSource = (typeof rateSources)[number];

/** Older rates are marked in the panel; payments are still converted by them. */
export const staleAfterDays = 7;

export const maxCsvBytes = 1024 * 1024;
/** Columns of an uploaded file, in any order. */
export const columns = ['currency', 'day', 'usd_per_unit'] as const;

/** Of US dollars per unit: a decimal number, which is kept exactly as it was set. */
export const ratePattern = '^\\d{1,7}(?:\\.\\d{1,12})?$';
const rateFormat = new RegExp(ratePattern);

/** Whether a text that matches the pattern is more than zero. */
export const isPositive = (rate: string): boolean => /[1-9]/.test(rate);

export const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10);

export const isStale = (day: string, now: Date): boolean =>
  day < dayOf(new Date(now.getTime() - staleAfterDays * dayMs));

/** A rate that differs by more than this factor from the closest one that is set is reported, but stored. */
const unusualFactor = 1.5;
/** So is a first rate above it: no currency is worth as many US dollars, so it may be the inverse of what was meant. */
const highestUsualRate = 5;

export const isUnusual = (rate: string, closest: string | null): boolean => {
  if (closest === null) return Number(rate) > highestUsualRate;
  const ratio = Number(rate) / Number(closest);
  return ratio > unusualFactor || ratio < 1 / unusualFactor;
};

export interface DayRate {
  readonly currency: string;
  readonly day: string;
  readonly usdPerUnit: string;
}

const problems = {
  currency_unknown: 'currency is not the code of a currency',
  currency_is_usd: 'currency is USD, which needs no rate',
  day_invalid: 'day is not a day, such as 2026-11-19',
  day_in_future: 'day is in the future',
  rate_not_decimal: 'usd_per_unit is not a decimal number above 0, such as 0.0000617',
  rate_repeated: 'the file has two rates of this currency and day',
  no_rows: 'the file has no rows',
} as const;

export const fault = (line: number, code: keyof typeof problems): never => {
  throw new CsvFault(line, { code, text: problems[code] });
};

/** Parses a line of an uploaded file, or throws a `CsvFault`. */
export function readRate({ line, cells }: CsvRow, now: Date): DayRate {
  const [code = '', day = '', usdPerUnit = ''] = cells.map((cell) => cell.trim());
  const currency = code.toUpperCase();
  if (currency === 'USD') fault(line, 'currency_is_usd');
  if (!isCurrency(currency)) fault(line, 'currency_unknown');
  if (!parseDay(day)) fault(line, 'day_invalid');
  if (day > dayOf(now)) fault(line, 'day_in_future');
  if (!rateFormat.test(usdPerUnit) || !isPositive(usdPerUnit)) fault(line, 'rate_not_decimal');
  return { currency, day, usdPerUnit };
}
