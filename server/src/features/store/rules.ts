/**
 * Coins are sold in packages. A rail is a way to pay: the stores of phones, cards, or one of the wallets, mobile money
 * accounts and phone bills of a market. A paused package is not shown in the app; purchases that were started complete.
 */

export const packageStatuses = ['active', 'paused'] as const;
export type PackageStatus = (typeof packageStatuses)[number];

export const maxCoins = 1_000_000;
export const maxPriceCents = 100_000_000;
export const maxRails = 50;

/** `source_iap_<rail>` is an account of the ledger, so rails are named like accounts. */
const families = ['localwallet', 'mobilemoney', 'vas'];
const anyFamily = `(?:${families.join('|')})`;
const rail = `ios_store|android_store|card_web|${anyFamily}_[a-z0-9_]{1,40}`;
const family = `${anyFamily}_\\*`;

export const railPattern = `^(?:${rail})$`;
/** One rail, or all of a family, such as `localwallet_*`. */
export const railsPattern = `^(?:${rail}|${family})$`;

/** A filter: one rail, or all with a prefix, such as `localwallet_*`. */
export const railFilterPattern = `^(?:${rail}|[a-z][a-z0-9_]*_\\*)$`;

const knownRail = new RegExp(railPattern);

/** Whether the name is one of a rail; families are not. */
export const isKnownRail = (name: string): boolean => knownRail.test(name);

/** Whether settings can be given for this name: that of a rail, or of a family of rails such as `localwallet`. */
export const hasRailSettings = (name: string): boolean => isKnownRail(name) || families.includes(name);

/** The names of the settings that apply to a rail: its own take precedence over those of its family. */
export const railSettingNames = (rail: string): string[] => [
  rail,
  ...families.filter((name) => rail.startsWith(`${name}_`)),
];

const matches = (allowed: string, name: string): boolean =>
  allowed.endsWith('*') ? name.startsWith(allowed.slice(0, -1)) : name === allowed;

/** Whether a package sold by these rails can be paid with that one. */
export const railAllows = (rails: readonly string[], name: string): boolean =>
  isKnownRail(name) && rails.some((allowed) => matches(allowed, name));
