import { canonicalJson } from '../../kit/json.ts';
import { hasPermission } from '../access/public.ts';

/** The targets that have a name, and what a reader must hold to see it. */
const nameSeenWith = {
  user: 'users:read',
  series: 'catalog:read',
  episode: 'catalog:read',
  media_asset: 'catalog:read',
  admin: 'audit:read',
  role: 'audit:read',
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

/** The types of targets whose names a reader may see. */
export const namedTargetTypes = (permissions: readonly string[]): string[] =>
  Object.entries(nameSeenWith).flatMap(([type, permission]) => (hasPermission(permissions, permission) ? [type] : []));

/** An entry with the entry that it undid, if it undid one. */
export interface Undoing {
  readonly id: string;
  readonly flags: Readonly<Record<string, unknown>>;
}

/**
 * The newest of these later entries that still stands. One that was undone does not, nor does what undid it, as if
 * neither had ever been; so changes can be undone one after the other, the newest first. What undid an entry from before
 * these stands.
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

/** Whether what stands now is what a change left: the fields that it set, or nothing where it deleted. */
export function isUnchangedSince(after: Fields | null, now: Fields | null): boolean {
  if (after === null || now === null) return after === now;
  return Object.keys(after).every((name) => canonicalJson(after[name]) === canonicalJson(now[name] ?? null));
}
