import { createHash } from 'node:crypto';

/**
 * A flag switches something of the app on or off, for everyone or for a share of users or devices, in all markets or in
 * some. Flags whose key begins with `public_` are public.
 */

interface ScopedFlag {
  readonly enabled: boolean;
  readonly percentage: number;
  readonly markets?: string[];
}
export type Flag = boolean | ScopedFlag;

export const publicPrefix = 'public_';
export const maxFlags = 500;

/** The bucket of a user or a device, from 0 to 99: the same on every phone, and independent for each flag. */
export function bucketOf(key: string, userOrDeviceId: string): number {
  return createHash('sha256').update(`${key}:${userOrDeviceId}`).digest().readUInt32BE(0) % 100;
}

/** Test vectors for app developers. */
const bucketExamples = [
  ['public_new_player', '01930000-0000-7000-8000-000000000011'],
  ['public_new_player', 'device-1'],
  ['public_paywall', '01930000-0000-7000-8000-000000000011'],
  ['public_paywall', 'جهاز'],
] as const;

/** Their buckets, as a table in Markdown. */
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

/** The public value of a flag in a market: a flag for other markets is off. */
export function shownIn(flag: Flag, market: string | null): boolean | Omit<ScopedFlag, 'markets'> {
  if (typeof flag === 'boolean') return flag;
  const { enabled, percentage } = flag;
  return isIn(flag, market) ? { enabled, percentage } : false;
}
