import { createHash } from 'node:crypto';

/**
 * A flag switches something of the app on or off, for everyone or for a share of users or devices, in all markets or in
 * some. Those whose key begins with `public_` are told to anyone who asks.
 */

export interface ScopedFlag {
  readonly enabled: boolean;
  readonly percentage: number;
  readonly markets?: string[];
}
/** On or off, or on for a share. */
export type Flag = boolean | ScopedFlag;

export const publicPrefix = 'public_';
export const maxFlags = 500;

/** Where a user or a device stands between 0 and 99 for a flag: the same on every phone, and another for each flag. */
export function bucketOf(key: string, userOrDeviceId: string): number {
  return createHash('sha256').update(`${key}:${userOrDeviceId}`).digest().readUInt32BE(0) % 100;
}

/** For those who build the app: what their own code must give too. */
const bucketExamples = [
  ['public_new_player', '01930000-0000-7000-8000-000000000011'],
  ['public_new_player', 'device-1'],
  ['public_paywall', '01930000-0000-7000-8000-000000000011'],
  ['public_paywall', 'جهاز'],
] as const;

/** Where these stand, as the rows of a table in Markdown. */
export const bucketTable = [
  '| key | user or device | bucket |',
  '|---|---|---|',
  ...bucketExamples.map(([key, id]) => `| \`${key}\` | \`${id}\` | ${bucketOf(key, id)} |`),
].join('\n');

const isIn = ({ markets }: ScopedFlag, market: string | null): boolean =>
  markets === undefined || (market !== null && markets.includes(market));

export const flagReasons = ['on', 'off', 'other_market', 'outside_percentage', 'within_percentage'] as const;
export type FlagReason = (typeof flagReasons)[number];

/** Whether it is on for a user or a device in a market, and why. */
export function decisionOf(key: string, flag: Flag, userOrDeviceId: string, market: string | null) {
  const bucket = bucketOf(key, userOrDeviceId);
  const reason = reasonOf(flag, bucket, market);
  return { bucket, on: reason === 'on' || reason === 'within_percentage', reason };
}

function reasonOf(flag: Flag, bucket: number, market: string | null): FlagReason {
  if (typeof flag === 'boolean') return flag ? 'on' : 'off';
  if (!flag.enabled) return 'off';
  if (!isIn(flag, market)) return 'other_market';
  if (flag.percentage === 100) return 'on';
  return bucket < flag.percentage ? 'within_percentage' : 'outside_percentage';
}

/** What anyone in a market is told of a flag: one that is for other markets is off. */
export function shownIn(flag: Flag, market: string | null): boolean | Pick<ScopedFlag, 'enabled' | 'percentage'> {
  if (typeof flag === 'boolean') return flag;
  const { enabled, percentage } = flag;
  return isIn(flag, market) ? { enabled, percentage } : false;
}
