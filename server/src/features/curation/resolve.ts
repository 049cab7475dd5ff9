import type { Db } from '../../kit/db/database.ts';
import { canonicalJson } from '../../kit/json.ts';
import type { CatalogFiles } from '../catalog/public.ts';
import { listShown, type PickedRow, pickByRule } from './pick.sql.ts';
import { listPosters } from './rails.sql.ts';
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

const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;

/** Against a day on which nobody, or hardly anybody, started a series, “times as often” would say nothing. */
function whyTrending(value: number, usual: number): string {
  if (usual >= 1) return `Started ${Math.round(value * 10) / 10} times as often as usual in the last 24 hours`;
  const before = usual === 0 ? 'none in the 7 days before' : 'fewer than one a day before';
  return `${usual === 0 ? 'New: ' : ''}${counted(Math.round(value), 'start')} in the last 24 hours, ${before}`;
}

/** Why a series is in a collection, in words; `value` is the figure that it was chosen by. */
export function whyOf(rule: CollectionRule | null, value: number, usual = 0): string {
  if (rule === null) return 'Chosen by hand';
  const within = `in the last ${counted(rule.window_days, 'day')}`;
  switch (rule.sort) {
    case 'top_this_week':
      return `${counted(value, 'start')} in the last 7 days`;
    case 'most_unlocks':
      return `${counted(value, 'unlock')} ${within}`;
    case 'most_saves':
      return `${counted(value, 'save')} ${within}`;
    case 'trending':
      return whyTrending(value, usual);
    case 'editor_score':
      return `Editorial score ${value}`;
    case 'newest':
      return `Published on ${new Date(value * 1000).toISOString().slice(0, 10)}`;
  }
}

/** What viewers find in a collection at this moment. */
export interface Content {
  readonly shownSeries: number;
  readonly hiddenSeries: number;
  readonly pictureUrls: string[];
}

const shownPosters = 4;

/** The series that viewers find in each of these, by id: one question for all made by hand, and one for each rule. */
async function resolveAll(
  db: Db,
  collections: readonly (ResolvableCollection & { readonly id: string })[],
  now: Date,
): Promise<Map<string, string[]>> {
  const moment = { at: now, now };
  const byHand = collections.flatMap(({ rule, items }) => (rule ? [] : items.map(({ seriesId }) => seriesId)));
  const shown = await listShown(db, [...new Set(byHand)], now, now);
  const picked = new Map<string, readonly PickedRow[]>();
  const pick = async (rule: CollectionRule) => {
    const key = canonicalJson(rule);
    const found = picked.get(key) ?? (await pickByRule(db, rule, now, now));
    picked.set(key, found);
    return found;
  };
  const resolved = new Map<string, string[]>();
  for (const { id, rule, items } of collections) {
    const rows = rule
      ? await resolveCollection(db, { rule, items }, moment, pick)
      : items.filter(({ seriesId }) => shown.has(seriesId));
    resolved.set(
      id,
      rows.map(({ seriesId }) => seriesId),
    );
  }
  return resolved;
}

/** What viewers find in each of these now, by its id. */
export async function contentsOf(
  db: Db,
  files: CatalogFiles,
  collections: readonly (ResolvableCollection & { readonly id: string })[],
  now: Date,
): Promise<(id: string) => Content> {
  const resolved = await resolveAll(db, collections, now);
  const first = (id: string): string[] => (resolved.get(id) ?? []).slice(0, shownPosters);
  const posters = await listPosters(db, [...new Set(collections.flatMap(({ id }) => first(id)))]);
  const assets = await files.findAssets(db, [...new Set(posters.values())]);
  const chosen = new Map(collections.map(({ id, items }) => [id, items.length]));
  return (id) => {
    const shownSeries = resolved.get(id)?.length ?? 0;
    return {
      shownSeries,
      hiddenSeries: Math.max(0, (chosen.get(id) ?? 0) - shownSeries),
      pictureUrls: first(id).flatMap((seriesId) => assets.get(posters.get(seriesId) ?? '')?.url ?? []),
    };
  };
}
