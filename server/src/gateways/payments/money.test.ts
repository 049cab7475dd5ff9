import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isCurrency } from '../../kit/iso-codes.ts';
import { decimalsOf, fromNanos, fromThousandths, inDecimals, minorUnits, rescaled, shareOf } from './money.ts';

describe('amounts in minor units', () => {
  it.each([
    [19.99, 'USD', 1999],
    ['19.99', 'usd', 1999],
    [25.487, 'USD', 2549],
    [-9.99, 'USD', -999],
    ['-0.005', 'USD', -1],
    ['1.005', 'USD', 101],
    [0, 'USD', 0],
    [1e-7, 'USD', 0],
    [1.5e3, 'USD', 150_000],
    ['15000', 'IDR', 1_500_000],
    [500, 'JPY', 500],
    ['1.234', 'KWD', 1234],
    ['12.5', 'JPY', 13],
  ])('%s %s are %d', (amount, currency, cents) => {
    expect(minorUnits(amount, currency)).toBe(cents);
  });

  it.each(['', 'free', '1,99', 'NaN', '0x10', '1e99', '9'.repeat(40), '99999999999999999'])(
    '%s is no amount',
    (text) => {
      expect(minorUnits(text, 'USD')).toBeUndefined();
    },
  );

  it('are exact for every price from 0.99 to 999.99 and for every sum of cents', () => {
    const prices = Array.from({ length: 99_901 }, (_, index) => index + 99);
    expect(prices.filter((cents) => minorUnits(cents / 100, 'USD') !== cents)).toEqual([]);
    fc.assert(
      fc.property(fc.integer({ min: -1e13, max: 1e13 }), (cents) => {
        expect(minorUnits(cents / 100, 'EUR')).toBe(cents);
      }),
    );
  });

  it('are the digits of the decimal number without its point', () => {
    const decimal = fc.tuple(fc.nat(1e9), fc.nat(999)).map(([whole, part]) => [whole, String(part).padStart(3, '0')]);
    fc.assert(
      fc.property(decimal, ([whole, part]) => {
        expect(minorUnits(`${whole}.${part}`, 'BHD')).toBe(Number(`${whole}${part}`));
      }),
    );
  });

  it('follow ISO 4217 also where Intl leaves decimals out that the currency has', () => {
    for (const code of Intl.supportedValuesOf('currency').filter(isCurrency)) {
      const { maximumFractionDigits = 0 } = new Intl.NumberFormat('en', {
        style: 'currency',
        currency: code,
      }).resolvedOptions();
      expect([code, [0, decimalsOf(code)].includes(maximumFractionDigits)]).toEqual([code, true]);
    }
    expect(['IDR', 'PKR', 'JPY', 'JOD', 'USD'].map(decimalsOf)).toEqual([2, 2, 0, 3, 2]);
  });
});

describe('amounts in other units', () => {
  it('convert from thousandths', () => {
    expect(fromThousandths(4990, 'USD')).toBe(499);
    expect(fromThousandths(15_000_000, 'IDR')).toBe(1_500_000);
    expect(fromThousandths(120_000, 'JPY')).toBe(120);
    expect(fromThousandths(1500, 'KWD')).toBe(1500);
    expect(fromThousandths(4995, 'USD')).toBe(500);
    expect(fromThousandths(0.5, 'USD')).toBeUndefined();
  });

  it('convert from units and billionths', () => {
    expect(fromNanos('999', 990_000_000, 'USD')).toBe(99_999);
    expect(fromNanos('-1', -5_000_000, 'USD')).toBe(-101);
    expect(fromNanos('0', 499_999_999, 'JPY')).toBe(0);
    expect(fromNanos('0', 500_000_000, 'JPY')).toBe(1);
    expect(fromNanos('99999999999999999', 0, 'USD')).toBeUndefined();
  });

  it('convert there and back without loss', () => {
    const currency = fc.constantFrom('USD', 'JPY', 'KWD');
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e11 }), currency, (minor, code) => {
        const units = inDecimals(minor, code, 4) ?? Number.NaN;
        expect(rescaled(units, 4, code)).toBe(minor);
      }),
    );
  });

  it('shares are rounded to the nearest minor unit', () => {
    expect(shareOf(999, 0.3)).toBe(300);
    expect(shareOf(999, 0.1109)).toBe(111);
    expect(shareOf(5, 0.5)).toBe(3);
    expect(shareOf(999, 0)).toBe(0);
    fc.assert(
      fc.property(fc.nat(1e9), fc.nat(100), (cents, percent) => {
        const exact = (BigInt(cents) * BigInt(percent) * 2n + 100n) / 200n;
        expect(shareOf(cents, percent / 100)).toBe(Number(exact));
      }),
    );
  });
});
