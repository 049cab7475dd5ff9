import { describe, expect, it } from 'vitest';
import { countryCodes } from '../../kit/iso-codes.ts';
import { countryOfStorefront, storefrontCountries } from './storefronts.ts';

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
