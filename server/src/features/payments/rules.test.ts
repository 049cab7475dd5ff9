import { describe, expect, it } from 'vitest';
import { maxCents, paidUsdCents, periodWorth, planRefund } from './rules.ts';

const payment = {
  amountCents: 1000,
  refundedCents: 0,
  coinsGranted: 100,
  bonusCoins: 10,
  coinsDue: 0,
  bonusDue: 0,
  promoCoins: 0,
  promoDue: 0,
};
const rich = { paid: 1000, bonus: 1000 };

describe('the coins that a refund reverses', () => {
  it.each([
    ['all of it', payment, 1000, rich, { paid: 100, bonus: 10 }, 0],
    ['a share, rounded up', payment, 333, rich, { paid: 34, bonus: 4 }, 0],
    ['a single cent', payment, 1, rich, { paid: 1, bonus: 1 }, 0],
    ['nothing of nothing', payment, 0, rich, { paid: 0, bonus: 0 }, 0],
    [
      'what is left of what was granted',
      { ...payment, refundedCents: 666, coinsDue: 68, bonusDue: 8 },
      ...([334, rich, { paid: 32, bonus: 2 }, 0] as const),
    ],
    [
      'no more than is left of the payment',
      { ...payment, refundedCents: 900, coinsDue: 90, bonusDue: 9 },
      ...([500, rich, { paid: 10, bonus: 1 }, 0] as const),
    ],
    ['what bonus coins lack from those bought', payment, 1000, { paid: 200, bonus: 4 }, { paid: 106, bonus: 4 }, 0],
    ['what bought coins lack from the bonus', payment, 1000, { paid: 30, bonus: 90 }, { paid: 30, bonus: 80 }, 0],
    ['what is there', payment, 1000, { paid: 44, bonus: 0 }, { paid: 44, bonus: 0 }, 600],
    ['nothing where nothing is', payment, 1000, { paid: 0, bonus: 0 }, { paid: 0, bonus: 0 }, 1000],
    ['all of what cost nothing', { ...payment, amountCents: 0 }, 0, rich, { paid: 100, bonus: 10 }, 0],
  ])('%s', (_name, of, cents, held, taken, underpaidCents) => {
    expect(planRefund(of, cents, held)).toMatchObject({ taken, underpaidCents });
  });
  it('are exact for large amounts', () => {
    const large = { ...payment, amountCents: 1_000_000_000_000, coinsGranted: 1_000_000 };
    expect(planRefund(large, 999_999_999_999, rich).due.paid).toBe(1_000_000);
    expect(planRefund(large, 999_999_000_000, rich).due.paid).toBe(999_999);
  });
});

it.each([
  [{ amountCents: 500, currency: 'USD' }, 500],
  [{ amountCents: 500, currency: 'EUR' }, 999],
  [{ amountCents: 500, currency: 'EUR', amountUsdCents: 540 }, 540],
  [{ amountCents: 500, currency: 'USD', amountUsdCents: 1 }, 500],
])('%j for a price of 999 is worth %i US cents', (amount, usd) => {
  expect(paidUsdCents(amount, 999)).toBe(usd);
});

it.each([
  [19_900, { amountCents: 19_900, amountUsdCents: 410 }, null],
  [19_900, { amountCents: 9_950, amountUsdCents: 205 }, 410],
  [3, { amountCents: 2, amountUsdCents: 1 }, 2],
  [19_900, { amountCents: 1, amountUsdCents: maxCents }, null],
  [19_900, { amountCents: 1, amountUsdCents: maxCents - 1 }, maxCents],
])('a product of %i EGP cents, paid as %j, has an expected value of %s US cents', (priceCents, paid, expected) => {
  const price = { priceCents, currency: 'EGP' };
  expect(periodWorth({ ...paid, currency: 'EGP' }, price).expectedUsdCents).toBe(expected);
});
