import { plainDigits } from '../date/parse-date.ts';

/** Why something typed is no number that a field takes. */
export type NumberFault = 'wrong' | 'whole' | 'decimals';

const separatorsOf = (locale: string) => {
  const parts = new Intl.NumberFormat(locale).formatToParts(1_234_567.5);
  const find = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  return { group: find('group'), decimal: find('decimal') };
};

/** A number as it stands in a field: without thousand separators. */
export const numberText = (value: number, locale: string): string =>
  String(value).replace('.', separatorsOf(locale).decimal);

/** Digits with the separators of the language as JavaScript writes them; undefined for anything else. */
function plainNumber(text: string, locale: string): string | undefined {
  const { group, decimal } = separatorsOf(locale);
  const typed = plainDigits(text).replaceAll('٬', group).replaceAll('٫', decimal).replace('−', '-');
  const inGroups = new RegExp(`^-?\\d{1,3}(\\${group}\\d{3})+(\\${decimal}\\d*)?$`);
  if (inGroups.test(typed)) return typed.replaceAll(group, '').replace(decimal, '.');
  // A point that cannot be a thousand separator is a decimal point in every language.
  const plain = typed.replace(decimal, '.');
  return /^-?(\d+\.?\d*|\.\d+)$/.test(plain) ? plain : undefined;
}

/** What is typed, as a number, null for nothing; or why it is none. */
export function parseNumber(text: string, decimals: number, locale: string): number | null | NumberFault {
  if (text.trim() === '') return null;
  const plain = plainNumber(text, locale);
  if (plain === undefined) return 'wrong';
  const after = plain.split('.')[1];
  if (decimals === 0 && after !== undefined) return 'whole';
  return (after ?? '').length > decimals ? 'decimals' : Number(plain);
}
