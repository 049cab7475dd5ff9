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

/** What is known of a series: the shares, and what there was. */
interface Curve {
  readonly starts: readonly number[];
  readonly freeEpisodes: number;
  readonly goOnFree: Range | null;
  readonly firstUnlock: Range;
  readonly goOnPaid: Range;
  readonly averageCoins: number;
  readonly unlocks: number;
}

/** Those who come to the paywall where this many episodes are free: to the last of them, or to the first episode. */
const cameTo = (starts: readonly number[], freeEpisodes: number): number => starts[Math.max(freeEpisodes, 1) - 1] ?? 0;

function curveOf(episodes: readonly EpisodeSeen[], freeEpisodes: number): Curve | null {
  const starts = episodes.map((episode) => episode.starts);
  const paid = episodes.slice(freeEpisodes).map((episode) => episode.unlocks);
  const [unlocks, viewers] = [sum(paid), cameTo(starts, freeEpisodes)];
  if (viewers < leastViewers || unlocks < leastUnlocks || paid.length < 2) return null;
  const free = starts.slice(0, freeEpisodes);
  return {
    starts,
    freeEpisodes,
    goOnFree: free.length < 2 ? null : shareOf(sum(free.slice(1)), sum(free.slice(0, -1))),
    firstUnlock: shareOf(paid[0] ?? 0, viewers),
    goOnPaid: shareOf(sum(paid.slice(1)), sum(paid.slice(0, -1))),
    averageCoins: sum(episodes.slice(freeEpisodes).map((episode) => episode.coinsBurned)) / unlocks,
    unlocks,
  };
}

type End = keyof Range;

/** How many would come to the paywall; null where nothing is known of how viewers go on from a free episode. */
function reachOf({ starts, freeEpisodes, goOnFree }: Curve, wanted: number, end: End): number | null {
  if (wanted <= freeEpisodes) return cameTo(starts, wanted);
  return goOnFree && cameTo(starts, freeEpisodes) * goOnFree[end] ** (wanted - freeEpisodes);
}

/** How many times as many unlock at another price. Fewer at a higher one; of more than there are, nobody. */
function priceFactor(coins: number, averageCoins: number, end: End): number {
  if (averageCoins <= 0) return 1;
  const dearer = coins > averageCoins;
  const opposite = { low: 'high', expected: 'expected', high: 'low' } as const;
  return (coins / averageCoins) ** -elasticity[dearer ? opposite[end] : end];
}

function unlocksOf(curve: Curve, wanted: Paywall, end: End): number | null {
  const reach = reachOf(curve, wanted.freeEpisodes, end);
  if (reach === null) return null;
  const first = Math.min(curve.firstUnlock[end] * priceFactor(wanted.coins, curve.averageCoins, end), 1);
  const paidEpisodes = Math.max(curve.starts.length - wanted.freeEpisodes, 0);
  const chain = sum(Array.from({ length: paidEpisodes }, (_, n) => curve.goOnPaid[end] ** n));
  return reach * first * chain;
}

/** What would have been unlocked and spent in the same time; null where too little is known. */
export function predict(episodes: readonly EpisodeSeen[], freeEpisodes: number, wanted: Paywall): Prediction | null {
  const curve = curveOf(episodes, freeEpisodes);
  if (curve === null) return null;
  const asIs = unlocksOf(curve, { freeEpisodes, coins: curve.averageCoins }, 'expected') ?? 0;
  // What is left as it is brings what it brought, however well a curve of so few numbers fits.
  const scale = asIs > 0 ? curve.unlocks / asIs : 1;
  const ends = (['low', 'expected', 'high'] as const).map((end) => unlocksOf(curve, wanted, end));
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
