import { describe, expect, it } from 'vitest';
import {
  bonusOf,
  budgetState,
  burnDown,
  configAfter,
  faultsInConfig,
  faultsInTerms,
  type PromoTerms,
  projectedExhaustion,
  refusalOf,
} from './rules.ts';

const at = (text: string): Date => new Date(text);
const promo: PromoTerms = {
  type: 'coin_grant',
  config: { amount: 50, trigger: 'manual_claim', max_uses_per_user: 2 },
  budgetCoins: 1000,
  spentCoins: 0,
  startsAt: at('2026-06-01T00:00:00Z'),
  endsAt: at('2026-07-01T00:00:00Z'),
};
const inside = at('2026-06-10T12:00:00Z');
const facts = { isMember: true, hasTrial: false, uses: 0 };

describe('a promo is refused', () => {
  it.each([
    ['before it starts', {}, {}, '2026-05-31T23:59:59.999Z', 'expired'],
    ['not at its start', {}, {}, '2026-06-01T00:00:00Z', undefined],
    ['not a moment before its end', {}, {}, '2026-06-30T23:59:59.999Z', undefined],
    ['at its end', {}, {}, '2026-07-01T00:00:00Z', 'expired'],
    ['where less is left than one use takes', { spentCoins: 951 }, {}, '', 'budget_exhausted'],
    ['not for the last coins that are enough', { spentCoins: 950 }, {}, '', undefined],
    ['to who is not in its segment', {}, { isMember: false }, '', 'ineligible'],
    ['to who had it as often as one may', {}, { uses: 2 }, '', 'max_uses_reached'],
    ['not to who had it less often', {}, { uses: 1 }, '', undefined],
    ['for time before all else', { spentCoins: 1000 }, { isMember: false, uses: 9 }, '2027-01-01T00:00:00Z', 'expired'],
    ['for its budget then', { spentCoins: 1000 }, { isMember: false, uses: 9 }, '', 'budget_exhausted'],
    ['for the user then', {}, { isMember: false, uses: 9 }, '', 'ineligible'],
    ['without a trial', { type: 'trial_ext' as const }, { uses: 9 }, '', 'ineligible'],
    [
      'with a trial not, whatever is spent',
      { type: 'trial_ext' as const, budgetCoins: 0 },
      { hasTrial: true },
      '',
      undefined,
    ],
    [
      'as a multiplier with nothing left',
      { type: 'bonus_multiplier' as const, spentCoins: 1000 },
      {},
      '',
      'budget_exhausted',
    ],
    ['as a multiplier with a coin left not', { type: 'bonus_multiplier' as const, spentCoins: 999 }, {}, '', undefined],
  ])('%s', (_what, terms, more, now, why) => {
    expect(refusalOf({ ...promo, ...terms }, { ...facts, ...more }, now === '' ? inside : at(now))).toBe(why);
  });
});

describe('a multiplier adds', () => {
  it.each([
    [1.5, 100, {}, 50],
    [1.15, 100, {}, 15],
    [1.1, 30, {}, 3],
    [1.29, 100, {}, 29],
    [10, 7, {}, 63],
    [1.5, 3, {}, 1],
    [1.0001, 9999, {}, 0],
    [2, 100, { max_bonus_coins: 40 }, 40],
    [2, 5000, {}, 1000],
  ])('× %d to %d coins: %o', (multiplier, coins, more, bonus) => {
    const config = { multiplier, max_uses_per_user: 1, ...more };
    expect(bonusOf({ ...promo, type: 'bonus_multiplier', config }, coins)).toBe(bonus);
  });
  it('nothing if the budget is spent', () => {
    const config = { multiplier: 2, max_uses_per_user: 1 };
    expect(bonusOf({ ...promo, config, spentCoins: 1000 }, 100)).toBe(0);
  });
});

describe('a config', () => {
  it('has the fields of its type only', () => {
    const paths = (...given: Parameters<typeof faultsInConfig>) => faultsInConfig(...given).map(({ path }) => path);
    expect(paths('coin_grant', { max_uses_per_user: 1 })).toEqual(['config.amount']);
    expect(paths('coin_grant', { max_uses_per_user: 1, amount: 1, days: 3 })).toEqual(['config.days']);
    expect(paths('bonus_multiplier', { max_uses_per_user: 1, multiplier: 1.00001 })).toEqual(['config.multiplier']);
    expect(paths('trial_ext', { max_uses_per_user: 1, days: 3 })).toEqual([]);
  });
  it('keeps omitted fields, and null removes a limit', () => {
    const before = { max_uses_per_user: 3, multiplier: 2, max_bonus_coins: 10 };
    expect(configAfter('bonus_multiplier', before, { multiplier: 3 })).toEqual({ ...before, multiplier: 3 });
    expect(configAfter('bonus_multiplier', before, { max_bonus_coins: null })).toEqual({
      max_uses_per_user: 3,
      multiplier: 2,
    });
  });
  it('of coins fits its budget, which is at least what is spent', () => {
    const paths = (terms: Partial<PromoTerms>) => faultsInTerms({ ...promo, ...terms }).map(({ path }) => path);
    expect(paths({ budgetCoins: 49 })).toEqual(['budgetCoins']);
    expect(paths({ budgetCoins: 60, spentCoins: 61 })).toEqual(['budgetCoins']);
    expect(paths({ endsAt: promo.startsAt })).toEqual(['window.end']);
  });
});

describe('the forecast of a budget', () => {
  const running = { ...promo, status: 'running' as const, recentCoins: 0, hourCoins: 0 };
  it('uses the pace of the last seven days', () => {
    // From 4 June on: six days and a half.
    const spending = { ...running, spentCoins: 350, recentCoins: 325, endsAt: at('2026-08-01T00:00:00Z') };
    expect(projectedExhaustion(spending, inside)).toEqual(at('2026-06-23T12:00:00Z'));
  });
  it('uses the time since its start if shorter', () => {
    const young = { ...running, spentCoins: 100, recentCoins: 100, startsAt: at('2026-06-10T00:00:00Z') };
    expect(projectedExhaustion(young, inside)).toEqual(at('2026-06-15T00:00:00Z'));
  });
  it('uses the last three hours if many coins were given in them', () => {
    // 12:00: from 10:00 on, two hours.
    const fast = {
      ...running,
      budgetCoins: 9_000,
      spentCoins: 4_000,
      recentCoins: 4_000,
      endsAt: at('2026-08-01T00:00:00Z'),
    };
    expect(projectedExhaustion({ ...fast, hourCoins: 2_000 }, inside)).toEqual(at('2026-06-10T17:00:00Z'));
    expect(projectedExhaustion({ ...fast, hourCoins: 999 }, inside)).toEqual(at('2026-06-18T15:00:00Z'));
  });
  it.each([
    ['is gone within three hours', { hourCoins: 4_000 }, 'critical'],
    ['is gone before the end', { hourCoins: 2_000 }, 'low'],
    ['has a tenth left', { recentCoins: 0, spentCoins: 8_100 }, 'low'],
    ['has more than a tenth left and lasts', { recentCoins: 0 }, 'sufficient'],
    ['is gone', { status: 'exhausted' as const }, 'critical'],
    ['is of a promo that is over', { status: 'ended' as const, spentCoins: 9_000 }, 'sufficient'],
    ['takes no coins', { type: 'trial_ext' as const, budgetCoins: 0, spentCoins: 0 }, 'sufficient'],
  ])('has a state for one that %s', (_what, more, state) => {
    const fast = {
      ...running,
      budgetCoins: 9_000,
      spentCoins: 4_000,
      recentCoins: 4_000,
      endsAt: at('2026-08-01T00:00:00Z'),
    };
    expect(budgetState({ ...fast, ...more }, inside)).toBe(state);
  });
  it.each([
    ['nothing is being spent', { recentCoins: 0 }],
    ['it lasts to the end', { spentCoins: 10, recentCoins: 10 }],
    ['it is over', { status: 'ended' as const, recentCoins: 900 }],
  ])('is null if %s', (_what, more) => {
    expect(projectedExhaustion({ ...running, ...more }, inside)).toBeNull();
  });
});

describe('the days of a promo', () => {
  const days = [
    { day: '2026-06-02', redemptions: 2, coins: 100 },
    { day: '2026-06-04', redemptions: 1, coins: 50 },
  ];
  it('are all from its start to today, with the total spent', () => {
    expect(burnDown(days, promo, at('2026-06-05T01:00:00Z'))).toEqual([
      { day: '2026-06-01', redemptions: 0, coins: 0, spentCoins: 0 },
      { day: '2026-06-02', redemptions: 2, coins: 100, spentCoins: 100 },
      { day: '2026-06-03', redemptions: 0, coins: 0, spentCoins: 100 },
      { day: '2026-06-04', redemptions: 1, coins: 50, spentCoins: 150 },
      { day: '2026-06-05', redemptions: 0, coins: 0, spentCoins: 150 },
    ]);
  });
  it('end with its window, unless a multiplier was used later', () => {
    expect(burnDown(days, promo, at('2027-01-01T00:00:00Z')).at(-1)?.day).toBe('2026-06-30');
    const late = [...days, { day: '2026-07-02', redemptions: 0, coins: 5 }];
    expect(burnDown(late, promo, at('2027-01-01T00:00:00Z')).at(-1)).toMatchObject({
      day: '2026-07-02',
      spentCoins: 155,
    });
  });
  it('are empty before it starts, and at most a year', () => {
    expect(burnDown([], promo, at('2026-05-01T00:00:00Z'))).toEqual([]);
    const long = { startsAt: at('2020-01-01T00:00:00Z'), endsAt: at('2099-01-01T00:00:00Z') };
    expect(burnDown(days, long, at('2026-06-05T01:00:00Z'))).toHaveLength(366);
  });
});
