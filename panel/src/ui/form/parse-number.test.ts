import { expect, it } from 'vitest';
import { numberText, parseNumber } from './parse-number.ts';

it.each([
  ['1,234.50', 2, 'en-GB', 1234.5],
  ['1.234,50', 2, 'id-ID', 1234.5],
  ['1.500', 2, 'id-ID', 1500],
  ['4.99', 2, 'id-ID', 4.99],
  ['١٬٢٣٤٫٥', 2, 'ar-u-nu-latn', 1234.5],
  ['12', 0, 'ar-u-nu-latn', 12],
  ['-3', 0, 'en-GB', -3],
  [' ', 0, 'en-GB', null],
  ['1.234,50', 2, 'en-GB', 'wrong'],
  ['1,23', 2, 'en-GB', 'wrong'],
  ['12x', 0, 'en-GB', 'wrong'],
  ['12.5', 0, 'en-GB', 'whole'],
  ['0.999', 2, 'en-GB', 'decimals'],
])('%s with %d decimals in %s is %s', (typed, decimals, locale, number) => {
  expect(parseNumber(typed, decimals, locale)).toBe(number);
});

it('A number comes back from the text that a field shows for it', () => {
  for (const locale of ['en-GB', 'id-ID', 'ar-u-nu-latn'])
    expect(parseNumber(numberText(1234.125, locale), 4, locale)).toBe(1234.125);
});
