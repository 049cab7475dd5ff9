import { arabicPattern, isArabic } from './db/arabic.ts';

/** Personal data that may occur in text about a person. */
export interface PersonalData {
  readonly email: string | null;
  readonly phone: string | null;
  readonly name: string | null;
}

/** Replaces personal data in permanently stored text. */
export const maskedText = '[personal]';

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

/** Matches whole words: the name Al must not match in "also". */
const wordsOf = (text: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])${escaped(text).replace(/\s+/g, '\\s+')}(?![\\p{L}\\p{N}])`, 'giu');

/** The same for an Arabic name in all its spellings. A diacritic belongs to the word of its letter. */
function arabicWordsOf(text: string): RegExp {
  const pattern = arabicPattern(text, escaped);
  return pattern === ''
    ? wordsOf(text)
    : new RegExp(`(?<![\\p{L}\\p{N}\\p{M}])${pattern}(?![\\p{L}\\p{N}\\p{M}])`, 'giu');
}

/** Shorter numbers could be amounts or dates. */
const fewestDigits = 7;
const longestCountryCode = 3;

/** A digit in Latin, Arabic and Persian script. */
const inScripts = (digit: string): string =>
  `[${digit}${[0x0660, 0x06f0].map((zero) => String.fromCodePoint(zero + Number(digit))).join('')}]`;

const betweenDigits = '[\\s().\\-/]{0,3}';

/** A phone number with country code or in national format, with any separators. */
function phoneOf(phone: string): RegExp {
  const digits = phone.replace(/\D/g, '');
  const zero = inScripts('0');
  // In +62 (0)812… the zero belongs to the national format.
  const homeZero = `(?:\\(${zero}\\)${betweenDigits})?`;
  const spelled = (part: string, isWhole: boolean): string =>
    [...part]
      .map((digit, n) => `${isWhole && n > 0 && n <= longestCountryCode ? homeZero : ''}${inScripts(digit)}`)
      .join(betweenDigits);
  const spellings = Array.from({ length: longestCountryCode + 1 }, (_, left) => digits.slice(left))
    .filter((part) => part.length >= fewestDigits)
    .map((part, left) => spelled(part, left === 0));
  return new RegExp(`(?<!\\p{Nd})(?:\\+|${zero}${zero}?${betweenDigits})?(?:${spellings.join('|')})(?!\\p{Nd})`, 'gu');
}

const emailAddress = /[\p{L}\p{N}._%+'-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu;

/** A number of digits with any separators. */
const digitsFrom = (least: number, most: number): string =>
  `\\p{Nd}(?:${betweenDigits}\\p{Nd}){${least - 1},${most - 1}}`;

/**
 * Any phone number: after a plus or two zeros, in national format after one zero, or in groups of three, three and four.
 * Other digits may be an amount, a date or an order number.
 */
const phoneNumber = new RegExp(
  [
    '(?<![\\p{L}\\p{N}])(?!\\p{Nd}{1,2}[./-]\\p{Nd}{1,2}[./-]\\p{Nd}{4})(?:',
    [
      `\\+${betweenDigits}${digitsFrom(8, 17)}`,
      `[0٠۰]${betweenDigits}[0٠۰]${betweenDigits}${digitsFrom(8, 15)}`,
      `[0٠۰]${betweenDigits}${digitsFrom(8, 13)}`,
      '\\(?\\p{Nd}{3}\\)?[\\s.-]{1,2}\\p{Nd}{3}[\\s.-]\\p{Nd}{4}',
    ].join('|'),
    ')(?![\\p{L}\\p{N}])',
  ].join(''),
  'gu',
);

/** Masks all e-mail addresses and phone numbers. */
export const maskContacts = (text: string): string =>
  text.replace(emailAddress, maskedText).replace(phoneNumber, maskedText);

/** Masks the personal data of a person, in any case, spacing and Unicode composition. */
export function maskPersonal(text: string, { email, phone, name }: PersonalData): string {
  const composed = text.normalize('NFC');
  const words = [email, name].map((known) => known?.normalize('NFC').trim() ?? '').filter((known) => known !== '');
  const patterns = [
    ...words.map((known) => (isArabic(known) ? arabicWordsOf(known) : wordsOf(known))),
    ...(phone === null ? [] : [phoneOf(phone)]),
  ];
  const masked = patterns.reduce((left, pattern) => left.replace(pattern, maskedText), composed);
  return masked === composed ? text : masked;
}
