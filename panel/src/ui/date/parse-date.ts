/** A day `YYYY-MM-DD`, or a moment `YYYY-MM-DDTHH:mm`, in what someone has typed; undefined where there is none. */

const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T\s]+(\d{1,2}):(\d{2}))?$/;
/** Day first, the month as a word or a number: `25 Nov 2026, 14:30`, `25/11/2026 14:30`. */
const dayFirst = /^(\d{1,2})[\s./-]+([\p{L}\p{M}.]+|\d{1,2})[\s./,،-]+(\d{4})(?:\D+(\d{1,2})[:.](\d{2}))?$/u;

const plain = (text: string): string => text.normalize('NFKC').toLowerCase().replaceAll('.', '').trim();

/** Arabic-Indic and Persian digits as those of the other languages: the last four bits are the number. */
const latinDigits = (text: string): string =>
  text.replaceAll(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 0xf));

/** The number of a month by its name, whole or shortened, in the language or in English. */
function monthOf(word: string, locale: string): number {
  if (/^\d+$/.test(word)) return Number(word);
  const typed = plain(word);
  const isCalled = (month: number): boolean =>
    [locale, 'en'].some((language) => {
      const nameAs = (length: 'long' | 'short') =>
        plain(new Intl.DateTimeFormat(language, { month: length, timeZone: 'UTC' }).format(Date.UTC(2024, month, 15)));
      return nameAs('short') === typed || (typed.length >= 3 && nameAs('long').startsWith(typed));
    });
  return Array.from({ length: 12 }, (_, month) => month).findIndex(isCalled) + 1;
}

/** Without the marks of direction that a date in Arabic may have. */
export const plainDigits = (text: string): string => latinDigits(text.replaceAll(/[\u200e\u200f\u061c]/g, '')).trim();

const two = (number: number): string => String(number).padStart(2, '0');

/** The time `HH:mm` that something typed ends with, whatever is before it. */
export function timeIn(text: string): string | undefined {
  const [, hour, minute] = /(?:^|\D)(\d{1,2})[:.](\d{2})$/.exec(plainDigits(text)) ?? [];
  if (hour === undefined || Number(hour) > 23 || Number(minute) > 59) return undefined;
  return `${two(Number(hour))}:${minute}`;
}

export function parseDate(text: string, withTime: boolean, locale: string): string | undefined {
  const typed = plainDigits(text);
  const found = iso.exec(typed);
  const [, day, word = '', year, hour, minute] = dayFirst.exec(typed) ?? [];
  const parts = found
    ? { year: found[1], month: Number(found[2]), day: found[3], hour: found[4], minute: found[5] }
    : { year, month: monthOf(word, locale), day, hour, minute };
  if (parts.year === undefined || (withTime && parts.hour === undefined)) return undefined;
  const [hours, minutes] = [Number(parts.hour ?? 0), Number(parts.minute ?? 0)];
  const date = `${parts.year}-${two(parts.month)}-${two(Number(parts.day))}`;
  const moment = new Date(`${date}T${two(hours)}:${two(minutes)}:00.000Z`);
  // The 31st of a shorter month is no day.
  if (Number.isNaN(moment.getTime()) || moment.toISOString().slice(0, 10) !== date) return undefined;
  return withTime ? moment.toISOString().slice(0, 16) : date;
}

/** Whether a date is all numbers of which either could be the month: it is read with the day first. */
export function isDayFirst(text: string): boolean {
  const [, day, month] = dayFirst.exec(plainDigits(text)) ?? [];
  return Number(day) <= 12 && Number(month) <= 12 && Number(day) !== Number(month);
}
