import type { CoinPackage } from './queries.ts';

/** Payment methods: three that are everywhere, and families with a provider for each market. */

export const commonRails = ['ios_store', 'android_store', 'card_web'] as const;
export const families = ['localwallet', 'mobilemoney', 'vas'] as const;
export type Family = (typeof families)[number];

export const wholeFamilies = families.map((family) => `${family}_*`);

const providerName = /^[a-z0-9_]{1,40}$/;

/** The rail of a provider as it is typed; undefined for what cannot be one. */
export function railOf(family: Family, typed: string): string | undefined {
  const name = typed
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');
  return providerName.test(name) ? `${family}_${name}` : undefined;
}

/** Whether a package is sold by a rail, or by a whole family. */
export const isSoldBy = ({ rails }: Pick<CoinPackage, 'rails'>, rail: string): boolean =>
  rails.some((one) => one === rail || (one.endsWith('*') && rail.startsWith(one.slice(0, -1))));

/** The rails that can be looked at: the common ones, and what any package names. */
export function railsIn(packages: readonly Pick<CoinPackage, 'rails'>[]): string[] {
  const named = [...new Set(packages.flatMap(({ rails }) => rails))].sort();
  return [...commonRails, ...named.filter((rail) => !commonRails.some((one) => one === rail))];
}

/** A store shows the smallest first. */
export const inStoreOrder = (packages: readonly CoinPackage[]): CoinPackage[] =>
  packages.toSorted((one, other) => one.coins - other.coins || (one.sku < other.sku ? -1 : 1));
