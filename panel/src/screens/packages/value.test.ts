import { expect, it } from 'vitest';
import { coinsPerDollar, differenceFrom, usualCoinsPerDollar } from './value.ts';

const sold = (coins: number, bonusCoins: number, priceCents: number, status: 'active' | 'paused' = 'active') => ({
  coins,
  bonusCoins,
  priceCents,
  status,
});

it('Coins per dollar count the bonus, and are none of what costs nothing', () => {
  expect(coinsPerDollar(sold(100, 20, 100))).toBe(120);
  expect(coinsPerDollar(sold(100, 0, 0))).toBeUndefined();
});

it('What is usual is the median of what is sold now and costs something', () => {
  const three = [sold(100, 0, 100), sold(110, 0, 100), sold(300, 0, 100)];
  expect(usualCoinsPerDollar(three)).toBe(110);
  expect(usualCoinsPerDollar([...three, sold(120, 0, 100)])).toBe(115);
  expect(usualCoinsPerDollar([...three, sold(900, 0, 100, 'paused'), sold(1, 0, 0)])).toBe(110);
  expect(usualCoinsPerDollar(three.slice(1))).toBeUndefined();
});

it('A package stands out where it gives much more or much less', () => {
  expect(differenceFrom(100, sold(129, 0, 100))).toBeUndefined();
  expect(differenceFrom(100, sold(150, 0, 100))).toBeCloseTo(0.5);
  expect(differenceFrom(100, sold(50, 0, 100))).toBeCloseTo(-0.5);
  expect(differenceFrom(undefined, sold(50, 0, 100))).toBeUndefined();
  expect(differenceFrom(100, sold(50, 0, 0))).toBeUndefined();
});
