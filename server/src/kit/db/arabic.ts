/**
 * Letters that people write for each other in Arabic names, the plain one first, and the marks that most leave out.
 * A search takes them as the same.
 */
const alike = ['اأإآٱ', 'يىئی', 'هة', 'وؤ'];
const marks = '\u0640\u064b\u064c\u064d\u064e\u064f\u0650\u0651\u0652\u0670';

const withPlain = alike.flatMap((letters) =>
  [...letters.slice(1)].map((letter) => [letter, letters.charAt(0)] as const),
);
const plainOf = new Map<string, string>(withPlain);

/** For `translate` in SQL: what becomes what. The marks have no counterpart, so they fall away. An index is made of it. */
export const folding = {
  from: `${withPlain.map(([letter]) => letter).join('')}${marks}`,
  to: withPlain.map(([, plain]) => plain).join(''),
};

export const isArabic = (text: string): boolean => /[\u0600-\u06ff]/.test(text);

export const foldArabic = (text: string): string =>
  [...text].flatMap((letter) => (marks.includes(letter) ? [] : (plainOf.get(letter) ?? letter))).join('');
