import { type Language, useLanguage } from '../words/define.ts';
import { currencyDecimals, minorUnits } from './currency.ts';

/** Western digits in Arabic too: codes, prices and times are compared with systems that show no others. */
export const localeOf: Record<Language, string> = { en: 'en-GB', ar: 'ar-u-nu-latn', id: 'id-ID' };

/** The first day of a week in these locales, 0 for Sunday, as CLDR has it; not every browser tells it. */
export const weekStartOf: Record<Language, 0 | 1 | 6> = { en: 1, ar: 6, id: 0 };

export interface Format {
  readonly number: (value: number) => string;
  /** What came in or went out, with its sign. */
  readonly signed: (value: number) => string;
  /** Short, such as 12K, where there is little room. */
  readonly compact: (value: number) => string;
  readonly percent: (share: number) => string;
  /** Minor units, as ISO 4217 has them, in their currency. */
  readonly money: (minor: number, currency: string) => string;
  readonly bytes: (count: number) => string;
  readonly dateTime: (moment: string | Date, zone: string) => string;
  /** What a time zone is called, such as "Western Indonesia Time". */
  readonly zone: (zone: string) => string;
  readonly date: (moment: string | Date, zone?: string) => string;
  /** A day's name, its date without the year, and its month with it; all in UTC. */
  readonly weekday: (moment: string | Date) => string;
  readonly weekdayLetter: (moment: string | Date) => string;
  readonly dayMonth: (moment: string | Date) => string;
  readonly month: (moment: string | Date) => string;
  /** Two days without their year, such as “21–23 Nov”; one where they are the same. In UTC. */
  readonly dayRange: (from: string | Date, to: string | Date) => string;
  /** A moment without its year, and one with the name of its day; both in UTC. */
  readonly dayTime: (moment: string | Date) => string;
  readonly longDateTime: (moment: string | Date) => string;
  /** How far away a moment is, in the largest unit that says something. */
  readonly ago: (moment: string | Date, now?: Date) => string;
  /** How far away a whole day such as 2030-01-31 is: "today", "tomorrow", "in 3 days". In UTC. */
  readonly daysAway: (day: string, now?: Date) => string;
  /** How long something took or lasts, in its two largest units. */
  readonly duration: (ms: number) => string;
  readonly list: (items: readonly string[]) => string;
  /** Several of which one is enough: “this, that or those”. */
  readonly anyOf: (items: readonly string[]) => string;
}

const units = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

/** How many days of the calendar, in UTC, a moment is away: "tomorrow" is the next day, not the next 24 hours. */
const daysBetween = (from: Date, to: Date): number =>
  Math.floor(to.getTime() / 86_400_000) - Math.floor(from.getTime() / 86_400_000);

const monthsBetween = (from: Date, to: Date): number =>
  (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth();

/** How many of a unit a moment is away; days, months and years are those of the calendar. */
function countOf(unit: (typeof units)[number][0], size: number, moment: Date, now: Date): number {
  if (unit === 'year') return moment.getUTCFullYear() - now.getUTCFullYear();
  if (unit === 'month') return monthsBetween(now, moment);
  if (unit === 'day') return daysBetween(now, moment);
  return Math.trunc((moment.getTime() - now.getTime()) / 1000 / size);
}

function relative(format: Intl.RelativeTimeFormat, moment: Date, now: Date): string {
  const seconds = Math.abs(moment.getTime() - now.getTime()) / 1000;
  // The 1st and the 31st are thirty days apart, and in one month: that is said in days.
  const fitting = units.filter(([unit, size]) => seconds >= size && countOf(unit, size, moment, now) !== 0);
  const [unit, size] = fitting[0] ?? ['second', 1];
  return format.format(countOf(unit, size, moment, now), unit);
}

/** Arabic has no letters for days and hours that everyone reads; its short words are short enough. */
function lasting(locale: string, ms: number): string {
  const show = (value: number, unit: string) => {
    const unitDisplay = locale.startsWith('ar') ? 'short' : 'narrow';
    return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay, maximumFractionDigits: 1 }).format(value);
  };
  const seconds = ms / 1000;
  if (seconds < 1) return show(Math.max(0, Math.round(ms)), 'millisecond');
  if (seconds < 60) return show(seconds, 'second');
  const at = Math.max(
    2,
    units.findIndex(([, length]) => seconds >= length),
  );
  const [first, second] = [units[at], units[at + 1]];
  if (!first || !second) return show(seconds, 'second');
  const rest = Math.floor((seconds % first[1]) / second[1]);
  const whole = show(Math.floor(seconds / first[1]), first[0]);
  return rest > 0 ? `${whole} ${show(rest, second[0])}` : whole;
}

/** Makes each once: the browser takes longer to make a formatter than to format a whole page with it. */
function memoized<Name extends string, Value>(make: (name: Name) => Value): (name: Name) => Value {
  const cache = new Map<Name, Value>();
  return (name) => {
    const found = cache.get(name) ?? make(name);
    cache.set(name, found);
    return found;
  };
}

/** The same for what has no name: made when it is first needed. */
function once<Value>(make: () => Value): () => Value {
  const made = memoized(make);
  return () => made('');
}

const day = { day: 'numeric', month: 'short', year: 'numeric' } as const;
const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

const dayParts = {
  weekday: { weekday: 'short', timeZone: 'UTC' },
  weekdayLetter: { weekday: 'narrow', timeZone: 'UTC' },
  dayMonth: { day: 'numeric', month: 'short', timeZone: 'UTC' },
  month: { month: 'long', year: 'numeric', timeZone: 'UTC' },
  dayTime: { day: 'numeric', month: 'short', ...time, timeZone: 'UTC' },
  longDateTime: { weekday: 'short', ...day, ...time, timeZone: 'UTC' },
} as const;

/** Where the browser leaves decimals out that the currency has, only those of a whole amount are. */
function moneyFormat(locale: string, currency: string): Intl.NumberFormat {
  const digits = currencyDecimals(currency);
  const usual = new Intl.NumberFormat(locale, { style: 'currency', currency }).resolvedOptions();
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    trailingZeroDisplay: (usual.maximumFractionDigits ?? digits) < digits ? 'stripIfInteger' : 'auto',
  });
}

/**
 * In Arabic sentences a currency in Latin letters would be torn apart, its sign on one side of the number and its letters
 * on the other. Which way an amount reads follows from the letters of its currency.
 */
function keptTogether(amount: string): string {
  const isArabic = /[\u0600-\u06ff]/.test(amount);
  return isArabic ? `\u2067${amount}\u2069` : `\u2066${amount.replaceAll('\u200f', '')}\u2069`;
}

/** Plus, or the minus of print, which is as wide as it. */
export function signOf(value: number): '+' | '−' | '' {
  if (value === 0) return '';
  return value > 0 ? '+' : '−';
}

function createFormat(language: Language): Format {
  const locale = localeOf[language];
  const number = once(() => new Intl.NumberFormat(locale));
  const compact = once(() => new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 }));
  const percent = once(() => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }));
  const ago = once(() => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }));
  const list = once(() => new Intl.ListFormat(locale, { type: 'conjunction' }));
  const dateTime = memoized((timeZone: string) => new Intl.DateTimeFormat(locale, { ...day, ...time, timeZone }));
  const date = memoized((timeZone: string) => new Intl.DateTimeFormat(locale, { ...day, timeZone }));
  const part = memoized((name: keyof typeof dayParts) => new Intl.DateTimeFormat(locale, dayParts[name]));
  const money = memoized((currency: string) => moneyFormat(locale, currency));
  return {
    number: (value) => number().format(value),
    signed: (value) => `${signOf(value)}${number().format(Math.abs(value))}`,
    compact: (value) => compact().format(value),
    percent: (share) => percent().format(share),
    money: (minor, currency) => {
      const amount = money(currency).format(minor / minorUnits(currency));
      return language === 'ar' ? keptTogether(amount) : amount;
    },
    bytes: (count) => {
      const power = Math.min(3, Math.floor(Math.log10(Math.max(count, 1)) / 3));
      const unit = ['byte', 'kilobyte', 'megabyte', 'gigabyte'][power] ?? 'byte';
      const unitDisplay = power === 0 ? 'long' : 'short';
      const options = { style: 'unit', unit, unitDisplay, maximumFractionDigits: power < 2 ? 0 : 1 } as const;
      return new Intl.NumberFormat(locale, options).format(count / 1000 ** power);
    },
    dateTime: (moment, zone) => dateTime(zone).format(new Date(moment)),
    zone: (timeZone) =>
      timeZone === 'UTC'
        ? timeZone
        : (new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'longGeneric' })
            .formatToParts(0)
            .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone),
    date: (moment, zone = 'UTC') => date(zone).format(new Date(moment)),
    dayRange: (from, to) => part('dayMonth').formatRange(new Date(from), new Date(to)),
    weekdayLetter: (moment) => part('weekdayLetter').format(new Date(moment)),
    weekday: (moment) => part('weekday').format(new Date(moment)),
    dayMonth: (moment) => part('dayMonth').format(new Date(moment)),
    month: (moment) => part('month').format(new Date(moment)),
    dayTime: (moment) => part('dayTime').format(new Date(moment)),
    longDateTime: (moment) => part('longDateTime').format(new Date(moment)),
    ago: (moment, now = new Date()) => relative(ago(), new Date(moment), now),
    daysAway: (one, now = new Date()) => ago().format(daysBetween(now, new Date(one)), 'day'),
    duration: (ms) => lasting(locale, ms),
    list: (items) => list().format(items),
    anyOf: (items) => new Intl.ListFormat(locale, { type: 'disjunction' }).format(items),
  };
}

export const formatOf = memoized(createFormat);

export const useFormat = (): Format => formatOf(useLanguage());
