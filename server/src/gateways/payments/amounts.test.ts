import { describe, expect, it } from 'vitest';
import { countryCodes } from '../../kit/iso-codes.ts';
import { minorDigitsOf, toMinorUnits } from './amounts.ts';
import { countryOfStorefront, storefrontCountries } from './storefronts.ts';

describe('an amount in minor units', () => {
  it.each([
    ['USD', 2],
    ['jpy', 0],
    ['KWD', 3],
    ['IQD', 3],
    ['HUF', 2],
    ['PKR', 2],
    ['UGX', 0],
  ])('of %s has the digits of ISO 4217: %s', (currency, digits) => {
    expect(minorDigitsOf(currency)).toBe(digits);
  });

  it.each([
    [1_004n, 1000n, 'USD', 100],
    [1_005n, 1000n, 'USD', 101],
    [-1_005n, 1000n, 'USD', -101],
    [499n, 1000n, 'JPY', 0],
    [500n, 1000n, 'JPY', 1],
    [999_990_000_000n, 1_000_000_000n, 'USD', 99_999],
    [9_007_199_254_740_993n, 1000n, 'KWD', 9_007_199_254_740_992],
  ])('is rounded half away from zero: %s / %s %s = %s', (amount, perUnit, currency, expected) => {
    expect(toMinorUnits(amount, perUnit, currency)).toBe(expected);
  });
});

describe('the country of a storefront', () => {
  it.each([
    ['USA', 'US'],
    ['EGY', 'EG'],
    ['SAU', 'SA'],
    ['XKS', 'XK'],
  ])('%s is %s', (storefront, country) => {
    expect(countryOfStorefront(storefront)).toBe(country);
  });
  it('is known for every country, once', () => {
    expect(storefrontCountries.toSorted()).toEqual(countryCodes.toSorted());
    expect(countryOfStorefront('ZZZ')).toBeUndefined();
  });
});
