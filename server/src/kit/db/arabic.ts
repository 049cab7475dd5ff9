/**
 * Interchangeable letters of Arabic names, the plain one first, and diacritics that are often omitted. Searches treat them
 * as equal.
 */
const alike = ['اأإآٱ', 'يىئی', 'هة', 'وؤ'];
const marks = '\u0640\u064b\u064c\u064d\u064e\u064f\u0650\u0651\u0652\u0670';

const withPlain = alike.flatMap((letters) =>
  [...letters.slice(1)].map((letter) => [letter, letters.charAt(0)] as const),
);
const plainOf = new Map<string, string>(withPlain);

/** The arguments of `translate` in SQL, also used by an index. Diacritics have no counterpart, so they are removed. */
export const folding = {
  from: `${withPlain.map(([letter]) => letter).join('')}${marks}`,
  to: withPlain.map(([, plain]) => plain).join(''),
};

export const isArabic = (text: string): boolean => /[\u0600-\u06ff]/.test(text);

export const foldArabic = (text: string): string =>
  [...text].flatMap((letter) => (marks.includes(letter) ? [] : (plainOf.get(letter) ?? letter))).join('');

/** عبد and the following name are written together or apart: عبدالعزيز, عبد العزيز. */
const abdApart = /(?<!\p{L})عبد\s+(?=\p{L})/gu;
const abdBefore = /(?<!\p{L})عبد\s*(?=ال\p{L})/gu;

/** The spellings of a folded text: unchanged, with every عبد joined, and with every عبد apart. */
export const abdSpellings = (folded: string): string[] => [
  ...new Set([folded, folded.replace(abdApart, 'عبد'), folded.replace(abdBefore, 'عبد ')]),
];

const spellingsOf = (letter: string): readonly string[] => {
  const letters = alike.find((one) => one.startsWith(letter));
  return letters === undefined ? [letter] : [...letters];
};

/** Characters between letters: diacritics, tatweel, marks of direction. */
const between = '[\\p{M}\\u0640\\u061c\\u200c-\\u200f\\u202a-\\u202e\\u2066-\\u2069]';
const betweens = new RegExp(between, 'gu');
const spelled = (letters: string): string => `[${[...letters].flatMap(spellingsOf).join('')}]${between}*`;
/** Prefixes that are joined to the next word: and, so, by, to, like, and the article. */
const attached = `(?:${spelled('وف')})?(?:${spelled('بلك')})?(?:(?:${spelled('ا')})?${spelled('ل')})?`;

/**
 * A pattern for all spellings of a text, with or without prefixes; empty if it has no letters. After "to" the article
 * loses its first letter. No two repetitions can match the same character, so matching takes linear time.
 */
export function arabicPattern(text: string, escaped: (letter: string) => string): string {
  const letters = [...foldArabic(text).replace(betweens, '').trim().replace(/\s+/gu, ' ')];
  const patternOf = (letter: string): string => {
    if (letter === ' ') return `\\s+${between}*`;
    return isArabic(letter) ? spelled(letter) : `${escaped(letter)}${between}*`;
  };
  const [first = '', second = '', ...rest] = letters.map(patternOf);
  const start = letters.join('').startsWith('ال') ? `(?:${first})?${second}` : first + second;
  const mayBeAttached = isArabic(letters[0] ?? '') && isArabic(letters[1] ?? '');
  return `${mayBeAttached ? attached : ''}${start}${rest.join('')}`;
}
