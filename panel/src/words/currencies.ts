import { type Language, useLanguage } from './define.ts';

/** What the markets pay in, and the currencies that stores often list in. */
const codes = [
  'USD',
  'AED',
  'BHD',
  'DZD',
  'EGP',
  'EUR',
  'GBP',
  'IDR',
  'INR',
  'IQD',
  'JOD',
  'JPY',
  'KWD',
  'LBP',
  'LYD',
  'MAD',
  'MYR',
  'OMR',
  'PHP',
  'QAR',
  'SAR',
  'SGD',
  'THB',
  'TND',
  'TRY',
  'VND',
];

const namesOf = new Map<Language, Intl.DisplayNames>();

/** Currencies to choose among, by code and name. One that is in use and not among them is added. */
export function useCurrencyOptions(inUse: string): { value: string; label: string }[] {
  const language = useLanguage();
  const names = namesOf.get(language) ?? new Intl.DisplayNames(language, { type: 'currency', fallback: 'code' });
  namesOf.set(language, names);
  return [...new Set([...codes, inUse])].map((value) => ({ value, label: `${value} · ${names.of(value) ?? value}` }));
}
