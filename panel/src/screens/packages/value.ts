import type { CoinPackage } from './queries.ts';

/** How much a package gives for its price, and whether it stands out. */

type Priced = Pick<CoinPackage, 'coins' | 'bonusCoins' | 'priceCents' | 'status'>;

/** With the bonus; there is none of what costs nothing. */
export const coinsPerDollar = ({ coins, bonusCoins, priceCents }: Priced): number | undefined =>
  priceCents === 0 ? undefined : ((coins + bonusCoins) * 100) / priceCents;

/** With fewer to compare, none of them is usual. */
const fewest = 3;

/** The median of what is sold now. */
export function usualCoinsPerDollar(packages: readonly Priced[]): number | undefined {
  const values = packages
    .filter(({ status }) => status === 'active')
    .flatMap((one) => coinsPerDollar(one) ?? [])
    .sort((one, other) => one - other);
  if (values.length < fewest) return undefined;
  const [lower = 0, upper = 0] = [values[Math.floor((values.length - 1) / 2)], values[Math.floor(values.length / 2)]];
  return (lower + upper) / 2;
}

const noticeable = 0.3;

/** By which share it gives more than usual, or less where it is negative; undefined where it does not stand out. */
export function differenceFrom(usual: number | undefined, one: Priced): number | undefined {
  const value = coinsPerDollar(one);
  if (usual === undefined || value === undefined) return undefined;
  const share = value / usual - 1;
  return Math.abs(share) >= noticeable ? share : undefined;
}
