import { arabicPattern, isArabic } from './db/arabic.ts';

/** Who someone is, as far as it may stand in what another person writes about them. */
export interface PersonalData {
  readonly email: string | null;
  readonly phone: string | null;
  readonly name: string | null;
}

/** What stands in place of personal data wherever something is kept for good. */
export const maskedText = '[personal]';

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

/** Not in the middle of a longer word: one who is called Al must not leave holes in "also". */
const wordsOf = (text: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])${escaped(text).replace(/\s+/g, '\\s+')}(?![\\p{L}\\p{N}])`, 'giu');

/** The same for a name in Arabic, in each of its spellings. A mark belongs to the word whose letter it is on. */
function arabicWordsOf(text: string): RegExp {
  const pattern = arabicPattern(text, escaped);
  return pattern === ''
    ? wordsOf(text)
    : new RegExp(`(?<![\\p{L}\\p{N}\\p{M}])${pattern}(?![\\p{L}\\p{N}\\p{M}])`, 'giu');
}

/** Fewer digits than these could be an amount or a day. */
const fewestDigits = 7;
const longestCountryCode = 3;

/** A digit as it is written in Latin, Arabic and Persian. */
const inScripts = (digit: string): string =>
  `[${digit}${[0x0660, 0x06f0].map((zero) => String.fromCodePoint(zero + Number(digit))).join('')}]`;

const betweenDigits = '[\\s().\\-/]{0,3}';

/** A number with its country or as it is dialled at home, with whatever people put between the digits. */
function phoneOf(phone: string): RegExp {
  const digits = phone.replace(/\D/g, '');
  const zero = inScripts('0');
  // In +62 (0)812… the zero is dialled at home only.
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

/** So many digits with whatever stands between them. */
const digitsFrom = (least: number, most: number): string =>
  `\\p{Nd}(?:${betweenDigits}\\p{Nd}){${least - 1},${most - 1}}`;

/**
 * A phone number of anybody: after a plus or two zeros, as it is dialled at home after one zero, or in groups of three,
 * three and four. Other digits may be an amount, a day or the number of an order.
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

/** A text without any e-mail addresses and phone numbers. */
export const maskContacts = (text: string): string =>
  text.replace(emailAddress, maskedText).replace(phoneNumber, maskedText);

/** A text without the personal data of the one it is about, in whatever case, spacing or composition it is written. */
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
