import { describe, expect, it } from 'vitest';
import { periodOf } from '../../kit/period.ts';
import { cohortShown, cohortWeeks, funnelOf, isSettled, mondayOf, percent, ratio } from './rules.ts';
import { elasticity, predict, shareOf } from './what-if.rules.ts';

const now = new Date('2026-11-16T20:00:00Z');

describe('a period', () => {
  it.each([
    [{}, '2026-10-18', '2026-11-16'],
    [{ dateTo: '2026-03-31' }, '2026-03-02', '2026-03-31'],
    [{ dateFrom: '2026-11-10' }, '2026-11-10', '2026-11-16'],
    [{ dateFrom: '2025-01-01', dateTo: '2026-01-01' }, '2025-01-01', '2026-01-01'],
  ])('of %j', (asked, start, end) => {
    expect(periodOf(asked, now)).toEqual({ start, end });
  });
  it.each([
    { dateFrom: '2026-11-10', dateTo: '2026-11-09' },
    { dateFrom: '2025-01-01', dateTo: '2026-01-02' },
    { dateFrom: '2026-11-17' },
  ])('of %j is refused', (asked) => {
    expect(() => periodOf(asked, now)).toThrow('validation_failed');
  });
});

it.each([
  ['2026-11-16', '2026-11-16'],
  ['2026-11-22', '2026-11-16'],
  ['2026-11-23', '2026-11-23'],
  ['2027-01-03', '2026-12-28'],
])('the week of %s begins on %s', (day, monday) => {
  expect(mondayOf(day)).toBe(monday);
});

describe('cohorts', () => {
  it.each(['2026-11-16', '2026-11-18', '2026-11-22'])('on %s are those of the last 12 install weeks', (today) => {
    const weeks = cohortWeeks(today);
    expect(weeks).toHaveLength(12);
    expect([weeks[0], weeks[1], weeks[11]]).toEqual(['2026-08-31', '2026-09-07', '2026-11-16']);
  });
  it.each([
    ['2026-11-08', { d1: null, d7: null, d30: null }],
    ['2026-11-09', { d1: null, d7: null, d30: null }],
    ['2026-11-10', { d1: 0.5, d7: null, d30: null }],
    ['2026-11-16', { d1: 0.5, d7: 0.25, d30: null }],
    ['2026-12-09', { d1: 0.5, d7: 0.25, d30: 0 }],
  ])('have shares on %s once their days have passed for everyone', (today, shares) => {
    const counts = { installWeek: '2026-11-02', cohortSize: 4, returned: { 1: 2, 7: 1, 30: 0 } };
    expect(cohortShown(counts, today)).toEqual({ installWeek: '2026-11-02', cohortSize: 4, ...shares });
  });
});

it.each([
  [1, 4, 0.25],
  [5, 0, 0],
  [5, 4, 1],
])('%d of %d is %d', (part, whole, share) => {
  expect(ratio(part, whole)).toBe(share);
});
it('a percentage has two places', () => {
  expect(percent(1, 3)).toBe(33.33);
});

it('a funnel tells how many of the step before and of the first one took each', () => {
  const counts = { preview_view: 8, ep1_start: 4, paywall_hit: 0, unlock: 2, repeat_unlock: 1 };
  expect(funnelOf(counts)).toEqual([
    { name: 'preview_view', count: 8, conversionFromPrev: 1, conversionFromTop: 1 },
    { name: 'ep1_start', count: 4, conversionFromPrev: 0.5, conversionFromTop: 0.5 },
    { name: 'paywall_hit', count: 0, conversionFromPrev: 0, conversionFromTop: 0 },
    { name: 'unlock', count: 2, conversionFromPrev: 0, conversionFromTop: 0.25 },
    { name: 'repeat_unlock', count: 1, conversionFromPrev: 0.5, conversionFromTop: 0.125 },
  ]);
});

it.each([
  ['2026-11-16T23:59:59Z', false],
  ['2026-11-17T01:59:59Z', false],
  ['2026-11-17T02:00:00Z', true],
])('the 16th that was rolled up at %s is settled: %s', (rolledAt, settled) => {
  expect(isSettled('2026-11-16', new Date(rolledAt))).toBe(settled);
});

describe('what another paywall would bring', () => {
  const seen = (starts: number, unlocks = 0, coins = 10) => ({ starts, unlocks, coinsBurned: unlocks * coins });
  // Three free episodes; one of four viewers at the paywall continues, and then half of them each time.
  const curve = [seen(1000), seen(800), seen(640), seen(160, 160), seen(80, 80), seen(40, 40)];

  const predicted = (episodes: typeof curve, wanted: { freeEpisodes: number; coins: number }) => {
    const found = predict([{ freeEpisodes: 3, episodes }], wanted);
    if (!found) throw new Error('nothing was predicted');
    return found;
  };

  it('is what there was where nothing changes', () => {
    const { unlocks, coins } = predicted(curve, { freeEpisodes: 3, coins: 10 });
    expect(unlocks.expected).toBe(280);
    expect(coins.expected).toBe(2_800);
  });
  it.each([
    ['fewer free episodes', 2, 10],
    ['more free episodes', 4, 10],
    ['a higher price', 3, 20],
    ['a lower price', 3, 5],
    ['none free', 0, 10],
    ['all free', 6, 10],
  ])('is a range: with %s', (_, freeEpisodes, coins) => {
    const found = predicted(curve, { freeEpisodes, coins });
    expect(found.unlocks.low).toBeLessThanOrEqual(found.unlocks.expected);
    expect(found.unlocks.high).toBeGreaterThanOrEqual(found.unlocks.expected);
    expect(found.coins.expected).toBe(found.unlocks.expected * coins);
  });
  it('counts viewers at the paywall that they met, whatever is in force later', () => {
    const days = { freeEpisodes: 3, episodes: curve };
    const later = {
      freeEpisodes: 5,
      episodes: [seen(1000), seen(800), seen(640), seen(512), seen(410), seen(100, 100)],
    };
    const wanted = { freeEpisodes: 3, coins: 10 };
    // The later days alone would bring as many viewers to the third episode as the earlier ones.
    expect(predict([days, later], wanted)?.unlocks.expected).toBeGreaterThan(280 + 100);
    const nobody = { freeEpisodes: 5, episodes: curve.map(() => seen(0)) };
    expect(predict([days, nobody], wanted)).toEqual(predict([days], wanted));
  });
  it('is nothing where all is free', () => {
    expect(predicted(curve, { freeEpisodes: 6, coins: 10 }).unlocks).toEqual({ low: 0, expected: 0, high: 0 });
  });
  it('has fewer unlocks for a higher price, by what is assumed', () => {
    const { unlocks } = predicted(curve, { freeEpisodes: 3, coins: 20 });
    expect(unlocks.expected).toBe(Math.round(280 * 2 ** -elasticity.expected));
  });
  it('is narrower the more viewers there were', () => {
    const many = curve.map(({ starts, unlocks }) => seen(starts * 100, unlocks * 100));
    const wanted = { freeEpisodes: 2, coins: 10 };
    const widthOf = (episodes: typeof curve) => {
      const { low, expected, high } = predicted(episodes, wanted).unlocks;
      return (high - low) / expected;
    };
    expect(widthOf(many)).toBeLessThan(widthOf(curve) / 5);
  });
  it.each([
    ['nobody watched', [], 3, 3],
    ['few came to the paywall', [seen(90), seen(90), seen(90), seen(40, 40), seen(20, 20)], 3, 3],
    ['few unlocked', [seen(900), seen(900), seen(900), seen(20, 20), seen(5, 5)], 3, 3],
    ['one episode costs something', [seen(900), seen(900), seen(900), seen(400, 400)], 3, 3],
    ['nothing is free, and more shall be', [seen(900, 300), seen(300, 300), seen(100, 100)], 0, 2],
  ])('is not estimated if %s', (_, episodes, free, wanted) => {
    expect(predict([{ freeEpisodes: free, episodes }], { freeEpisodes: wanted, coins: 10 })).toBeNull();
  });
  it.each([
    [0, 0, 0, 1],
    [5, 10, 0.237, 0.763],
    [0, 100, 0, 0.037],
    [100, 100, 0.963, 1],
  ])('%d of %d is a share between %d and %d', (part, whole, low, high) => {
    const found = shareOf(part, whole);
    expect(found.low).toBeCloseTo(low, 2);
    expect(found.high).toBeCloseTo(high, 2);
  });
});
