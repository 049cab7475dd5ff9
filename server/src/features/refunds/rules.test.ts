import { array, assert, boolean, integer, property, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planRefund } from '../payments/public.ts';
import { exceedsAutoExecute, matchProviderRefund, nextPartInUsdCents, refundableCents } from './rules.ts';

describe('the limit of 50 US dollars, at the exchange rate of the purchase', () => {
  it.each([
    ['USD', 10_000, 10_000, 5000, false],
    ['USD', 10_000, 10_000, 5001, true],
    ['IDR, 16,200 to a dollar', 162_000_000, 10_000, 81_000_000, false],
    ['IDR, a rupiah cent more', 162_000_000, 10_000, 81_000_001, true],
    ['EGP, 48.5 to a dollar', 485_000, 10_000, 242_500, false],
    ['EGP, a piaster more', 485_000, 10_000, 242_501, true],
    ['KWD, of more worth than a dollar', 3070, 10_000, 1535, false],
    ['KWD, a fils more', 3070, 10_000, 1536, true],
    ['what numbers can hold', 1_000_000_000_000, 1_000_000_000_000, 5000, false],
    ['amounts whose product no number can hold', 999_999_999_999, 999_999_999_998, 5001, true],
    ['a payment whose worth is not known', 10_000, 0, 1, true],
  ])('%s', (_currency, amountCents, amountUsdCents, asked, isOver) => {
    expect(exceedsAutoExecute(asked, { amountCents, amountUsdCents })).toBe(isOver);
  });
  it('is in US cents rounded half up', () => {
    const first = { refundedCents: 0 };
    expect(nextPartInUsdCents(1, { amountCents: 2, amountUsdCents: 1, ...first })).toBe(1);
    expect(nextPartInUsdCents(333, { amountCents: 1000, amountUsdCents: 1000, ...first })).toBe(333);
    expect(nextPartInUsdCents(0, { amountCents: 0, amountUsdCents: 0, ...first })).toBe(0);
    expect(nextPartInUsdCents(0, { amountCents: 0, amountUsdCents: 999, ...first })).toBe(999);
  });
  it('is worth the same in parts', () => {
    const worth = { amountCents: 8_000_000, amountUsdCents: 505 };
    const parts = [0, 2_000_000, 4_000_000, 6_000_000].map((refundedCents) =>
      nextPartInUsdCents(2_000_000, { ...worth, refundedCents }),
    );
    expect(parts).toEqual([126, 127, 126, 126]);
  });
});

const count = (max: number) => integer({ min: 0, max });

describe('refunds in parts', () => {
  const given = record({
    amountCents: integer({ min: 1, max: 1_000_000_000_000 }),
    coinsGranted: count(1_000_000),
    bonusCoins: count(1_000_000),
    promoCoins: count(100_000),
    parts: array(record({ share: integer({ min: 1, max: 100 }), paid: count(2_000_000), bonus: count(2_000_000) }), {
      maxLength: 12,
    }),
    toTheEnd: boolean(),
  });
  it('never exceed the cents paid or the coins granted', () => {
    assert(
      property(given, ({ parts, toTheEnd, ...payment }) => {
        let of = { ...payment, refundedCents: 0, coinsDue: 0, bonusDue: 0, promoDue: 0 };
        const rest = { share: 100, paid: 2_000_000, bonus: 2_000_000 };
        for (const { share, ...held } of toTheEnd ? [...parts, rest] : parts) {
          const left = refundableCents({ ...of, status: 'completed' }, 0);
          const cents = share === 100 ? left : Math.floor((left * share) / 100);
          const plan = planRefund(of, cents, held);
          const taken = plan.taken.paid + plan.taken.bonus;
          const due = plan.due.paid + plan.due.bonus + plan.due.promo;
          expect(plan.cents).toBe(cents);
          // All available due coins are taken, and no wallet gives more than it has.
          expect(taken).toBe(Math.min(due, held.paid + held.bonus));
          expect(plan.taken.paid).toBeLessThanOrEqual(held.paid);
          expect(plan.taken.bonus).toBeLessThanOrEqual(held.bonus);
          expect(plan.underpaidCents).toBeGreaterThanOrEqual(0);
          expect(plan.underpaidCents).toBeLessThanOrEqual(cents);
          expect(taken < due || plan.underpaidCents === 0).toBe(true);
          of = {
            ...of,
            refundedCents: of.refundedCents + plan.cents,
            coinsDue: of.coinsDue + plan.due.paid,
            bonusDue: of.bonusDue + plan.due.bonus,
            promoDue: of.promoDue + plan.due.promo,
          };
        }
        expect(of.refundedCents).toBeLessThanOrEqual(of.amountCents);
        expect(of.coinsDue).toBeLessThanOrEqual(of.coinsGranted);
        expect(of.bonusDue).toBeLessThanOrEqual(of.bonusCoins);
        expect(of.promoDue).toBeLessThanOrEqual(of.promoCoins);
        expect(of.refundedCents < of.amountCents || of.coinsDue === of.coinsGranted).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('a refund reported by a provider', () => {
  it.each([
    ['exactly the refund of an admin', 400, 600, [400], 400],
    ['one of two', 200, 300, [500, 200], 200],
    ['all of them together', 500, 500, [300, 200], 500],
    ['another amount that is left', 600, 600, [400], 0],
    ['less than one of them', 300, 600, [400], 0],
    ['all of the purchase', 1000, 600, [400], 400],
    ['more than is left', 700, 600, [400], 100],
    ['more than ever was', 2000, 600, [400], 400],
    ['where no admin made any', 400, 1000, [], 0],
    ['nothing', 0, 1000, [], 0],
  ])('matches refunds by admins: %s', (_what, reported, remaining, unconfirmed, cents) => {
    expect(matchProviderRefund(reported, remaining, unconfirmed)).toBe(cents);
  });
});
