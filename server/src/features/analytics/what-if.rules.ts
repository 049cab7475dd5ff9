/**
 * Estimates the effect of another paywall from the viewing of a series: the share of viewers who reach the last free
 * episode, who unlock the first paid one, and who continue from each to the next. The shares have confidence intervals, so
 * the result is a range. Price elasticity cannot be derived from a single price; a range is assumed.
 */

export interface EpisodeSeen {
  readonly starts: number;
  readonly unlocks: number;
  readonly coinsBurned: number;
}

export interface Paywall {
  readonly freeEpisodes: number;
  readonly coins: number;
}

export interface Range {
  readonly low: number;
  readonly expected: number;
  readonly high: number;
}

export interface Prediction {
  readonly unlocks: Range;
  readonly coins: Range;
}

/** With fewer, the shares are not meaningful. */
export const leastViewers = 100;
export const leastUnlocks = 30;

/** Percent fewer unlocks per percent of price increase. */
export const elasticity: Range = { low: 0.2, expected: 0.7, high: 1.3 };

/** For 95 percent. */
const z = 1.96;

/** The Wilson score interval, which is valid for few trials and for shares near 0 and 1. */
export function shareOf(successes: number, trials: number): Range {
  if (trials <= 0) return { low: 0, expected: 0, high: 1 };
  const share = Math.min(successes / trials, 1);
  const middle = share + (z * z) / (2 * trials);
  const half = z * Math.sqrt((share * (1 - share)) / trials + (z * z) / (4 * trials * trials));
  const scale = 1 + (z * z) / trials;
  return { low: Math.max((middle - half) / scale, 0), expected: share, high: Math.min((middle + half) / scale, 1) };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

/** Figures of the episodes on days with the same number of free episodes. */
export interface ObservedPaywall {
  readonly freeEpisodes: number;
  readonly episodes: readonly EpisodeSeen[];
}

/** The shares of a series, and the observed figures. */
interface Curve {
  readonly observed: readonly ObservedPaywall[];
  readonly continueFree: Range | null;
  readonly firstUnlock: Range;
  readonly continuePaid: Range;
  readonly averageCoins: number;
  readonly unlocks: number;
}

/** Viewers at the paywall: starts of the last free episode, or of the first episode if none is free. */
const viewersAt = (episodes: readonly EpisodeSeen[], freeEpisodes: number): number =>
  episodes[Math.max(freeEpisodes, 1) - 1]?.starts ?? 0;

/** The share of each element that continues to the next. */
const continuationOf = (lists: readonly (readonly number[])[]): Range =>
  shareOf(sum(lists.map((list) => sum(list.slice(1)))), sum(lists.map((list) => sum(list.slice(0, -1)))));

function curveOf(observed: readonly ObservedPaywall[]): Curve | null {
  const walls = observed.filter(({ freeEpisodes, episodes }) => episodes.length > freeEpisodes);
  const paid = walls.map(({ freeEpisodes, episodes }) => episodes.slice(freeEpisodes));
  const paidUnlocks = paid.map((episodes) => episodes.map((episode) => episode.unlocks));
  const unlocks = sum(paidUnlocks.flat());
  const viewers = sum(walls.map(({ freeEpisodes, episodes }) => viewersAt(episodes, freeEpisodes)));
  if (viewers < leastViewers || unlocks < leastUnlocks || !paid.some((episodes) => episodes.length > 1)) return null;
  const free = observed.map(({ freeEpisodes, episodes }) =>
    episodes.slice(0, freeEpisodes).map(({ starts }) => starts),
  );
  return {
    observed,
    continueFree: free.some((starts) => starts.length > 1) ? continuationOf(free) : null,
    firstUnlock: shareOf(sum(paidUnlocks.map(([first = 0]) => first)), viewers),
    continuePaid: continuationOf(paidUnlocks),
    averageCoins: sum(paid.flat().map((episode) => episode.coinsBurned)) / unlocks,
    unlocks,
  };
}

type End = keyof Range;

/** Estimated viewers at the paywall; null without data on continuing from free episodes. */
function reachOf({ freeEpisodes, episodes }: ObservedPaywall, continueFree: Range | null, wanted: number, end: End) {
  if (wanted <= freeEpisodes) return viewersAt(episodes, wanted);
  return continueFree && viewersAt(episodes, freeEpisodes) * continueFree[end] ** (wanted - freeEpisodes);
}

/** Factor by which unlocks change at another price. */
function priceFactor(coins: number, averageCoins: number, end: End): number {
  if (averageCoins <= 0) return 1;
  const dearer = coins > averageCoins;
  const opposite = { low: 'high', expected: 'expected', high: 'low' } as const;
  return (coins / averageCoins) ** -elasticity[dearer ? opposite[end] : end];
}

/** Estimated unlocks with another paywall on days with the same number of free episodes. */
function unlocksOf(curve: Curve, observed: ObservedPaywall, wanted: Paywall, end: End): number | null {
  const reach = reachOf(observed, curve.continueFree, wanted.freeEpisodes, end);
  if (reach === null) return null;
  const first = Math.min(curve.firstUnlock[end] * priceFactor(wanted.coins, curve.averageCoins, end), 1);
  const paidEpisodes = Math.max(observed.episodes.length - wanted.freeEpisodes, 0);
  const chain = sum(Array.from({ length: paidEpisodes }, (_, n) => curve.continuePaid[end] ** n));
  return reach * first * chain;
}

/**
 * Estimated unlocks and coins in the same period; null without enough data. Days are grouped by their number of free
 * episodes, so that viewers count at the paywall that they reached.
 */
export function predict(observed: readonly ObservedPaywall[], wanted: Paywall): Prediction | null {
  const curve = curveOf(observed);
  if (curve === null) return null;
  const asObserved = observed.map((one) =>
    unlocksOf(curve, one, { freeEpisodes: one.freeEpisodes, coins: curve.averageCoins }, 'expected'),
  );
  const asIs = sum(asObserved.map((unlocks) => unlocks ?? 0));
  // Scaled so that the present paywall yields the observed unlocks.
  const scale = asIs > 0 ? curve.unlocks / asIs : 1;
  const ends = (['low', 'expected', 'high'] as const).map((end) => {
    const each = observed.map((one) => unlocksOf(curve, one, wanted, end));
    return each.includes(null) ? null : sum(each.map((unlocks) => unlocks ?? 0));
  });
  if (ends.includes(null)) return null;
  const [low = 0, expected = 0, high = 0] = ends.map((unlocks) => Math.round((unlocks ?? 0) * scale));
  const coins = ({ low: few, expected: some, high: many }: Range): Range => ({
    low: few * wanted.coins,
    expected: some * wanted.coins,
    high: many * wanted.coins,
  });
  const unlocks = { low, expected, high };
  return { unlocks, coins: coins(unlocks) };
}
