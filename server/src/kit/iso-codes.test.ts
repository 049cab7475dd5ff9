import { expect, it } from 'vitest';
import { currencyOf, isCountry, isCurrency } from './iso-codes.ts';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('');

it('Countries are those of the standard, in either case', () => {
  const pairs = letters.flatMap((a) => letters.map((b) => a + b)).filter(isCountry);
  expect(pairs).toHaveLength(250);
  expect(['eg', 'Id', 'SA'].map(isCountry)).toEqual([true, true, true]);
  expect(['ZZ', 'AA', 'UK', 'EU', 'XX', '', 'EGY', 'E1'].some(isCountry)).toBe(false);
});

it('Currencies are those that people pay with', () => {
  const known = new Set(Intl.supportedValuesOf('currency'));
  const all = letters.flatMap((a) => letters.flatMap((b) => letters.map((c) => a + b + c))).filter(isCurrency);
  // Two are newer than the tables of some releases of Node.js.
  expect(all.filter((code) => !known.has(code)).every((code) => ['XCG', 'ZWG'].includes(code))).toBe(true);
  expect(all.length).toBeGreaterThan(150);
  expect(['ZZZ', 'XXX', 'XTS', 'XAU', 'US', ''].some(isCurrency)).toBe(false);
  expect(isCurrency('usd'), 'lower case').toBe(true);
});

it('Every country but Antarctica has a currency that people pay with', () => {
  const pairs = letters.flatMap((a) => letters.map((b) => a + b));
  expect(pairs.filter((code) => isCountry(code) && !isCurrency(currencyOf(code) ?? ''))).toEqual(['AQ']);
  expect(pairs.filter((code) => !isCountry(code) && currencyOf(code))).toEqual([]);
  expect(['EG', 'id', 'SA', 'DE', 'HR', 'SN', 'CW', 'EC'].map(currencyOf)).toEqual([
    ...['EGP', 'IDR', 'SAR', 'EUR', 'EUR', 'XOF', 'XCG', 'USD'],
  ]);
  expect(currencyOf(null)).toBeUndefined();
});
