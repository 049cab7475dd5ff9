import { canonicalJson } from '../../kit/json.ts';
import { hasPermission } from '../access/public.ts';

/** Target types with names, and the permission to see the names. */
const nameSeenWith = {
  user: 'users:read',
  series: 'catalog:read',
  episode: 'catalog:read',
  media_asset: 'catalog:read',
  admin: 'audit:read',
  role: 'audit:read',
  saved_view: 'audit:read',
  market: 'audit:read',
  pricing_override: 'pricing:read',
  purchase: 'payments:read',
  refund: 'payments:read',
  reconciliation: 'payments:read',
  coin_package: 'pricing:read',
  collection: 'curation:read',
  rail: 'curation:read',
  promo: 'pricing:read',
  segment: 'pricing:read',
  subscription_product: 'pricing:read',
  push_campaign: 'push:read',
  comment: 'moderation:read',
} as const;

export const namedTargetTypes = (permissions: readonly string[]): string[] =>
  Object.entries(nameSeenWith).flatMap(([type, permission]) => (hasPermission(permissions, permission) ? [type] : []));

export interface Undoing {
  readonly id: string;
  readonly flags: Readonly<Record<string, unknown>>;
}

/**
 * The newest later entry that is still in effect. Undone entries and their undos cancel each other, so changes can be
 * undone one after the other, newest first. The undo of an entry before these is in effect.
 */
export function newestNotUndone<Entry extends Undoing>(newestFirst: readonly Entry[]): Entry | undefined {
  const ids = new Set(newestFirst.map(({ id }) => id));
  const gone = new Set<unknown>();
  return newestFirst.find(({ id, flags: { undoes } }) => {
    if (gone.has(id)) return false;
    if (typeof undoes === 'string' && ids.has(undoes)) {
      gone.add(undoes);
      return false;
    }
    return true;
  });
}

type Fields = Readonly<Record<string, unknown>>;

/** Whether the present fields are those that the change set; null stands for deleted. */
export function isUnchangedSince(after: Fields | null, now: Fields | null): boolean {
  if (after === null || now === null) return after === now;
  return Object.keys(after).every((name) => canonicalJson(after[name]) === canonicalJson(now[name] ?? null));
}

/**
 * Coin movements and audit entries are sealed in blocks. The hash of a block covers its content and the hash of the
 * previous block, so that one hash kept elsewhere proves that nothing before it was changed. Sealing and checking are
 * functions of the database; the service cannot write blocks. docs/decisions/0011 describes what is hashed.
 */

export const chains = ['ledger', 'audit'] as const;
export type Chain = (typeof chains)[number];

/**
 * Events per block, and blocks per chain and run, which take 15 seconds. While others write, a run waits for them a few
 * times.
 */
export const sealing = { blockSize: 5_000, maxBlocks: 40, waits: 10, waitMs: 100 } as const;

/** Events checked per run: at least one block, and the whole chain within days. */
export const checking = { events: 20_000 } as const;

/** Unsealed items are counted up to this number. */
export const countedAtMost = 10_000;

/** `changed`: the content does not match the hash. `unlinked`: the block does not continue the previous one. */
export const faults = ['changed', 'unlinked'] as const;
