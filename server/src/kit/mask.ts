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

/** A number with its country or as it is dialled at home, with whatever people put between the digits. */
function phoneOf(phone: string): RegExp {
  const digits = phone.replace(/\D/g, '');
  const between = '[\\s().\\-/]{0,3}';
  const zero = inScripts('0');
  const spellings = Array.from({ length: longestCountryCode + 1 }, (_, left) => digits.slice(left))
    .filter((part) => part.length >= fewestDigits)
    .map((part) => [...part].map(inScripts).join(between));
  return new RegExp(`(?<!\\p{Nd})(?:\\+|${zero}${zero}?${between})?(?:${spellings.join('|')})(?!\\p{Nd})`, 'gu');
}

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
