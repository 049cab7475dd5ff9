import type { Db } from '../../kit/db/database.ts';
import { canonicalJson } from '../../kit/json.ts';
import { type CatalogFiles, pictureUrls } from '../catalog/public.ts';
import { listShown, type PickedRow, pickByRule } from './pick.sql.ts';
import type { CollectionItem, CollectionRule, Content } from './schema.ts';
import { listPosters } from './sql.ts';

/** Content is resolved as of `at`, viewer activity as of now. */
export interface Moment {
  readonly at: Date;
  readonly now: Date;
}

export interface ResolvableCollection {
  readonly rule: CollectionRule | null;
  readonly items: readonly CollectionItem[];
}

export type PickByRule = (rule: CollectionRule) => Promise<readonly PickedRow[]>;

/** The visible series of a collection, in order, each with the figure by which it was selected. */
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

/** Evaluates each rule once, because collections may share it. */
export function pickOnce(db: Db, { at, now }: Moment): PickByRule {
  const known = new Map<string, Promise<readonly PickedRow[]>>();
  return (rule) => {
    const key = canonicalJson(rule);
    const picked = known.get(key) ?? pickByRule(db, rule, at, now);
    known.set(key, picked);
    return picked;
  };
}

const shownPosters = 4;

/** The visible content of collections now. */
export async function contentsOf(
  db: Db,
  files: CatalogFiles,
  collections: readonly (ResolvableCollection & { readonly id: string })[],
  now: Date,
): Promise<(id: string) => Content> {
  const manual = collections.flatMap(({ rule, items }) => (rule ? [] : items.map(({ seriesId }) => seriesId)));
  const shown = await listShown(db, manual, now, now);
  const pick = pickOnce(db, { at: now, now });
  const resolved = new Map<string, { readonly seriesIds: string[]; readonly hiddenSeries: number }>();
  for (const { id, rule, items } of collections) {
    const rows = rule ? await pick(rule) : items.filter(({ seriesId }) => shown.has(seriesId));
    const seriesIds = rows.map(({ seriesId }) => seriesId);
    resolved.set(id, { seriesIds, hiddenSeries: rule ? 0 : items.length - seriesIds.length });
  }
  const firstOf = (id: string): string[] => resolved.get(id)?.seriesIds.slice(0, shownPosters) ?? [];
  const posters = await listPosters(db, [...resolved.keys()].flatMap(firstOf));
  const urlOf = await pictureUrls(db, files, [...posters.values()]);
  return (id) => ({
    shownSeries: resolved.get(id)?.seriesIds.length ?? 0,
    hiddenSeries: resolved.get(id)?.hiddenSeries ?? 0,
    pictureUrls: firstOf(id).flatMap((seriesId) => urlOf(posters.get(seriesId)) ?? []),
  });
}
