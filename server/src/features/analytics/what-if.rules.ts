/**
 * What another paywall would bring, from how a series was watched and unlocked: how many come to the last free episode,
 * how many of them unlock the first that costs something, and how many go on from one to the next. Each of these shares is
 * known only as well as there are viewers, so the answer is a range. How viewers answer to another price cannot be seen in
 * one price; a range of it is assumed.
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

/** With less than this the shares say nothing. */
export const leastViewers = 100;
export const leastUnlocks = 30;

/** By how many percent fewer unlock for one percent more: as is usual, and what it is between. */
export const elasticity: Range = { low: 0.2, expected: 0.7, high: 1.3 };

/** For 95 percent. */
const z = 1.96;

/** The interval of Wilson, which holds for few trials and for shares near 0 and 1. */
export function shareOf(successes: number, trials: number): Range {
  if (trials <= 0) return { low: 0, expected: 0, high: 1 };
  const share = Math.min(successes / trials, 1);
  const middle = share + (z * z) / (2 * trials);
  const half = z * Math.sqrt((share * (1 - share)) / trials + (z * z) / (4 * trials * trials));
  const scale = 1 + (z * z) / trials;
  return { low: Math.max((middle - half) / scale, 0), expected: share, high: Math.min((middle + half) / scale, 1) };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

/** How the episodes were watched and unlocked on the days with one number of free episodes. */
export interface ObservedPaywall {
  readonly freeEpisodes: number;
  readonly episodes: readonly EpisodeSeen[];
}

/** What is known of a series: the shares, and what there was. */
interface Curve {
  readonly observed: readonly ObservedPaywall[];
  readonly goOnFree: Range | null;
  readonly firstUnlock: Range;
  readonly goOnPaid: Range;
  readonly averageCoins: number;
  readonly unlocks: number;
}

/** Those who come to the paywall where this many episodes are free: to the last of them, or to the first episode. */
const cameTo = (episodes: readonly EpisodeSeen[], freeEpisodes: number): number =>
  episodes[Math.max(freeEpisodes, 1) - 1]?.starts ?? 0;

/** How many of a list go on from each to the next. */
const goOn = (lists: readonly (readonly number[])[]): Range =>
  shareOf(sum(lists.map((list) => sum(list.slice(1)))), sum(lists.map((list) => sum(list.slice(0, -1)))));

function curveOf(observed: readonly ObservedPaywall[]): Curve | null {
  const walls = observed.filter(({ freeEpisodes, episodes }) => episodes.length > freeEpisodes);
  const paid = walls.map(({ freeEpisodes, episodes }) => episodes.slice(freeEpisodes));
  const paidUnlocks = paid.map((episodes) => episodes.map((episode) => episode.unlocks));
  const unlocks = sum(paidUnlocks.flat());
  const viewers = sum(walls.map(({ freeEpisodes, episodes }) => cameTo(episodes, freeEpisodes)));
  if (viewers < leastViewers || unlocks < leastUnlocks || !paid.some((episodes) => episodes.length > 1)) return null;
  const free = observed.map(({ freeEpisodes, episodes }) =>
    episodes.slice(0, freeEpisodes).map(({ starts }) => starts),
  );
  return {
    observed,
    goOnFree: free.some((starts) => starts.length > 1) ? goOn(free) : null,
    firstUnlock: shareOf(sum(paidUnlocks.map(([first = 0]) => first)), viewers),
    goOnPaid: goOn(paidUnlocks),
    averageCoins: sum(paid.flat().map((episode) => episode.coinsBurned)) / unlocks,
    unlocks,
  };
}

type End = keyof Range;

/** How many would come to the paywall; null where nothing is known of how viewers go on from a free episode. */
function reachOf({ freeEpisodes, episodes }: ObservedPaywall, goOnFree: Range | null, wanted: number, end: End) {
  if (wanted <= freeEpisodes) return cameTo(episodes, wanted);
  return goOnFree && cameTo(episodes, freeEpisodes) * goOnFree[end] ** (wanted - freeEpisodes);
}

/** How many times as many unlock at another price. Fewer at a higher one; of more than there are, nobody. */
function priceFactor(coins: number, averageCoins: number, end: End): number {
  if (averageCoins <= 0) return 1;
  const dearer = coins > averageCoins;
  const opposite = { low: 'high', expected: 'expected', high: 'low' } as const;
  return (coins / averageCoins) ** -elasticity[dearer ? opposite[end] : end];
}

/** What another paywall would have brought on the days with one number of free episodes. */
function unlocksOf(curve: Curve, observed: ObservedPaywall, wanted: Paywall, end: End): number | null {
  const reach = reachOf(observed, curve.goOnFree, wanted.freeEpisodes, end);
  if (reach === null) return null;
  const first = Math.min(curve.firstUnlock[end] * priceFactor(wanted.coins, curve.averageCoins, end), 1);
  const paidEpisodes = Math.max(observed.episodes.length - wanted.freeEpisodes, 0);
  const chain = sum(Array.from({ length: paidEpisodes }, (_, n) => curve.goOnPaid[end] ** n));
  return reach * first * chain;
}

/**
 * What would have been unlocked and spent in the same time; null where too little is known. Each number of free episodes
 * that was in force has its own days, so that viewers are counted at the paywall that they met.
 */
export function predict(observed: readonly ObservedPaywall[], wanted: Paywall): Prediction | null {
  const curve = curveOf(observed);
  if (curve === null) return null;
  const asObserved = observed.map((one) =>
    unlocksOf(curve, one, { freeEpisodes: one.freeEpisodes, coins: curve.averageCoins }, 'expected'),
  );
  const asIs = sum(asObserved.map((unlocks) => unlocks ?? 0));
  // What is left as it is brings what it brought, however well a curve of so few numbers fits.
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
