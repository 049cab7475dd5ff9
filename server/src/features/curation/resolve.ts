import type { Db } from '../../kit/db/database.ts';
import { listShown, type PickedRow, pickByRule } from './pick.sql.ts';
import type { CollectionRule } from './rules.ts';

/** A moment to look at, and now: what viewers did is known up to now. */
export interface Moment {
  readonly at: Date;
  readonly now: Date;
}

export interface ResolvableCollection {
  readonly rule: CollectionRule | null;
  readonly items: readonly { readonly seriesId: string; readonly sort: number }[];
}

export type PickByRule = (rule: CollectionRule) => Promise<readonly PickedRow[]>;

/** The series of a collection that viewers see at a moment, in their order, and the figure that each is there by. */
export async function resolveCollection(
  db: Db,
  { rule, items }: ResolvableCollection,
  { at, now }: Moment,
  pick: PickByRule = (one) => pickByRule(db, one, at, now),
): Promise<readonly PickedRow[]> {
  if (rule) return pick(rule);
  const shown = await listShown(
    db,
    items.map(({ seriesId }) => seriesId),
    at,
    now,
  );
  return items.flatMap(({ seriesId, sort }) => (shown.has(seriesId) ? [{ seriesId, value: sort }] : []));
}
