import { sql } from 'kysely';
import type { Db, Tx } from '../../kit/db/database.ts';
import { eq, eqId, filters } from '../../kit/db/filters.ts';
import type { InLanguages } from '../../kit/http/schema.ts';
import { type Keyset, pageRows } from '../../kit/page.ts';
import type { CollectionRule, CollectionType, RailStatus, Surface } from './rules.ts';
import { type CollectionItem, namesCollection, type SeriesLabel, seriesLabel } from './sql.ts';

export interface RailFields {
  collectionId: string;
  sort: number;
  status: RailStatus;
}

export interface RailRow extends RailFields {
  id: string;
  surface: Surface;
  collection: { slug: string; titleI18n: InLanguages; type: CollectionType };
  revision: number;
  /** Of the surface's order. */
  orderRevision: number;
  railOrder: string;
  createdAt: Date;
  updatedAt: Date;
}

/** By surface and place, as one text that a page can end at. */
export const railOrder = `r.surface || lpad(r.sort::text, 7, '0')`;

const select = sql<RailRow>`
  select r.id, r.surface, r.collection_id as "collectionId", r.sort, r.status, r.revision,
    o.revision as "orderRevision", ${sql.raw(railOrder)} as "railOrder",
    json_build_object('slug', c.slug, 'titleI18n', c.title_i18n, 'type', c.type) as collection,
    r.created_at as "createdAt", r.updated_at as "updatedAt"
  from rails r join collections c on c.id = r.collection_id join curated_orders o on o.name = r.surface`;

export interface RailFilters {
  surface?: Surface | undefined;
  status?: RailStatus | undefined;
  collectionId?: string | undefined;
  q?: string | undefined;
}

const conditions = filters<RailFilters>({
  surface: eq('r.surface'),
  status: eq('r.status'),
  collectionId: eqId('r.collection_id'),
  q: namesCollection,
});

export const listRails = (db: Db, given: RailFilters, keyset: Keyset): Promise<RailRow[]> =>
  pageRows(db, keyset, select, conditions(given));

export async function findRail(db: Db, id: string): Promise<RailRow | undefined> {
  return (await sql<RailRow>`${select} where r.id = ${id}`.execute(db)).rows[0];
}

/** All rails of a surface in their order. */
export async function listSurface(db: Db, surface: Surface): Promise<RailRow[]> {
  return (await sql<RailRow>`${select} where r.surface = ${surface} order by r.sort, r.id`.execute(db)).rows;
}

const items = sql.raw(`coalesce((select json_agg(json_build_object('seriesId', i.series_id, 'sort', i.sort)
    order by i.sort, i.series_id)
  from collection_items i where i.collection_id = c.id), '[]')`);

export interface CollectionContentRow {
  id: string;
  rule: CollectionRule | null;
  items: CollectionItem[];
}

/** What the collections of these ids are made of, without the names of their series. */
export async function listContents(db: Db, ids: readonly string[]): Promise<CollectionContentRow[]> {
  const query = sql<CollectionContentRow>`
    select c.id, c.rule, ${items} as items from collections c where c.id = any(${[...ids]}::uuid[])`;
  return (await query.execute(db)).rows;
}

/** The posters of these series that have one. */
export async function listPosters(db: Db, seriesIds: readonly string[]): Promise<Map<string, string>> {
  const query = sql<{ id: string; posterAssetId: string }>`
    select id, poster_asset_id as "posterAssetId" from current_series
    where id = any(${[...seriesIds]}::uuid[]) and poster_asset_id is not null`;
  return new Map((await query.execute(db)).rows.map(({ id, posterAssetId }) => [id, posterAssetId]));
}

/** A rail with what it shows. */
export interface ActiveRailRow {
  id: string;
  collectionId: string;
  slug: string;
  titleI18n: InLanguages;
  explanation: string;
  rule: CollectionRule | null;
  items: CollectionItem[];
}

/** The rails of a surface that viewers see, in their order. */
export async function listActiveRails(db: Db, surface: Surface): Promise<ActiveRailRow[]> {
  const query = sql<ActiveRailRow>`
    select r.id, c.id as "collectionId", c.slug, c.title_i18n as "titleI18n", c.explanation, c.rule, ${items} as items
    from rails r join collections c on c.id = r.collection_id
    where r.surface = ${surface} and r.status = 'active' order by r.sort, r.id`;
  return (await query.execute(db)).rows;
}

export type OrderName = Surface | 'preview_reel';

/**
 * Locks what is ordered as a whole, in one order everywhere, and answers the edition of the first that is named. Rails
 * change only while their surface is locked.
 */
export async function lockOrders(tx: Tx, ...names: readonly [OrderName, ...OrderName[]]): Promise<number> {
  const query = sql<{ name: OrderName; revision: number }>`
    select name, revision from curated_orders where name = any(${[...names]}) order by name for no key update`;
  return (await query.execute(tx)).rows.find(({ name }) => name === names[0])?.revision ?? 0;
}

export async function findOrder(db: Db, name: OrderName): Promise<number> {
  const query = sql<{ revision: number }>`select revision from curated_orders where name = ${name}`;
  return (await query.execute(db)).rows[0]?.revision ?? 0;
}

export async function reviseOrders(tx: Tx, ...names: readonly OrderName[]): Promise<void> {
  await sql`update curated_orders set revision = revision + 1 where name = any(${[...names]})`.execute(tx);
}

const columnsOf = ({ collectionId, sort, status }: RailFields) => ({ collection_id: collectionId, sort, status });

export async function insertRail(
  tx: Tx,
  { id, surface }: Pick<RailRow, 'id' | 'surface'>,
  fields: RailFields,
  now: Date,
): Promise<void> {
  await tx
    .insertInto('rails')
    .values({ id, surface, ...columnsOf(fields), created_at: now, updated_at: now })
    .execute();
}

export async function updateRail(
  tx: Tx,
  { id, surface }: Pick<RailRow, 'id' | 'surface'>,
  fields: RailFields,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('rails')
    .set((eb) => ({ surface, ...columnsOf(fields), updated_at: now, revision: eb('revision', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

/** The rails of a surface in their order, and the number that each has. */
export interface RailPlaces {
  readonly order: readonly string[];
  readonly places: readonly number[];
}

/** Gives these rails their numbers. */
export async function numberRails(tx: Tx, { order, places }: RailPlaces, now: Date): Promise<void> {
  await sql`update rails r set sort = o.place, updated_at = ${now}, revision = r.revision + 1
    from unnest(${[...order]}::uuid[], ${[...places]}::integer[]) o (id, place)
    where r.id = o.id and r.sort <> o.place`.execute(tx);
}

export async function deleteRail(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('rails').where('id', '=', id).execute();
}

export interface ReelRow {
  seriesId: string;
  editorialHeroScore: number;
  series: SeriesLabel;
}

/** The preview reel, the highest score first. */
export async function listReel(db: Db): Promise<ReelRow[]> {
  const query = sql<ReelRow>`
    select s.id as "seriesId", s.editorial_hero_score as "editorialHeroScore", ${seriesLabel} as series
    from current_series s where s.editorial_hero_score is not null
    order by s.editorial_hero_score desc, s.id desc`;
  return (await query.execute(db)).rows;
}
