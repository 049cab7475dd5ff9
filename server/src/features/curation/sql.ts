import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../kit/db/database.ts';
import { contains, eq, eqId, filters } from '../../kit/db/filters.ts';
import { inLanguage } from '../../kit/db/fragments.ts';
import type { InLanguages } from '../../kit/http/schema.ts';
import { type Keyset, pageRows } from '../../kit/page.ts';
import { type Language, maxForYou, type SeriesCardRow, type Surface } from './rules.ts';
import type {
  CollectionFields,
  CollectionFilters,
  CollectionItem,
  CollectionRow,
  CollectionRule,
  RailFields,
  RailFilters,
  RailRow,
  ReelRow,
} from './schema.ts';

/** The label of the series `s`. */
const seriesLabel = sql.raw(`json_build_object('title', s.title, 'titleI18n', s.title_i18n, 'status', s.status,
  'posterAssetId', s.poster_asset_id)`);

const select = sql<CollectionRow>`
  select c.id, c.slug, c.title_i18n as "titleI18n", c.explanation, c.type, c.rule, c.revision,
    c.created_at as "createdAt", c.updated_at as "updatedAt",
    coalesce((select json_agg(json_build_object('seriesId', i.series_id, 'sort', i.sort, 'series', ${seriesLabel})
        order by i.sort, i.series_id)
      from collection_items i join current_series s on s.id = i.series_id where i.collection_id = c.id), '[]') as items,
    coalesce((select json_agg(json_build_object('id', r.id, 'surface', r.surface, 'status', r.status)
        order by r.surface, r.sort, r.id)
      from rails r where r.collection_id = c.id), '[]') as "usedBy"
  from collections c`;

const title = (language: string) => `c.title_i18n ->> '${language}'`;
/** Whether the slug or a title of the collection `c` contains a text. */
const namesCollection = contains('c.slug', title('en'), title('ar'), title('id'));

const conditions = filters<CollectionFilters>({ type: eq('c.type'), q: namesCollection });

export const listCollections = (db: Db, given: CollectionFilters, keyset: Keyset): Promise<CollectionRow[]> =>
  pageRows(db, keyset, select, conditions(given));

export async function findCollection(db: Db, id: string): Promise<CollectionRow | undefined> {
  return (await sql<CollectionRow>`${select} where c.id = ${id}`.execute(db)).rows[0];
}

/** Whether the series `s` has the genre and trope of the rule of the collection `c`. */
const fitsRule = sql.raw(`(c.rule ->> 'genre' is null or c.rule ->> 'genre' = s.genre_slug)
  and (c.rule ->> 'trope' is null or c.rule ->> 'trope' = any(s.tropes))`);

/** Manual collections that contain a series, and if viewers see it, those whose rule may select it. */
export async function listCollectionsFor(db: Db, seriesId: string): Promise<CollectionRow[]> {
  const query = sql<CollectionRow>`${select}
    where exists (select from collection_items i where i.collection_id = c.id and i.series_id = ${seriesId})
      or exists (select from current_series s where s.id = ${seriesId} and s.status = 'published' and c.type = 'rule'
        and ${fitsRule})
    order by c.created_at desc, c.id desc`;
  return (await query.execute(db)).rows;
}

/** Locks before it reads, to see what a concurrent transaction committed. No rail can be created for it meanwhile. */
export async function lockCollection(tx: Tx, id: string): Promise<CollectionRow | undefined> {
  await sql`select from collections where id = ${id} for update`.execute(tx);
  return findCollection(tx, id);
}

/** Prevents the deletion of a collection for which a rail is created. */
export async function lockCollectionForShare(tx: Tx, id: string): Promise<{ id: string } | undefined> {
  return (await sql<{ id: string }>`select id from collections where id = ${id} for key share`.execute(tx)).rows[0];
}

const columnsOf = ({ titleI18n, explanation, rule }: CollectionFields) => ({
  title_i18n: JSON.stringify(titleI18n),
  explanation,
  rule: rule && JSON.stringify(rule),
});

/** False if the slug is in use. */
export async function insertCollection(
  tx: Tx,
  { id, slug, type }: Pick<CollectionRow, 'id' | 'slug' | 'type'>,
  fields: CollectionFields,
  now: Date,
): Promise<boolean> {
  const inserted = await tx
    .insertInto('collections')
    .values({ id, slug, type, ...columnsOf(fields), created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function updateCollection(tx: Tx, id: string, fields: CollectionFields, now: Date): Promise<void> {
  await tx
    .updateTable('collections')
    .set((eb) => ({ ...columnsOf(fields), updated_at: now, revision: eb('revision', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

export async function deleteCollection(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('collections').where('id', '=', id).execute();
}

export async function replaceItems(tx: Tx, id: string, items: readonly CollectionItem[], now: Date): Promise<void> {
  await tx.deleteFrom('collection_items').where('collection_id', '=', id).execute();
  if (items.length > 0) {
    const rows = items.map(({ seriesId, sort }) => ({ collection_id: id, series_id: seriesId, sort }));
    await tx.insertInto('collection_items').values(rows).execute();
  }
  await sql`update collections set updated_at = ${now}, revision = revision + 1 where id = ${id}`.execute(tx);
}

/** The ids of existing series, in any state. */
export async function listKnownSeries(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const query = sql<{ id: string }>`select id from current_series where id = any(${[...ids]}::uuid[])`;
  return new Set((await query.execute(db)).rows.map(({ id }) => id));
}

/** Where viewers find a series as soon as it is published. */
export interface Places {
  readonly rails: readonly { readonly id: string; readonly surface: Surface; readonly titleI18n: InLanguages }[];
  readonly isInReel: boolean;
}

/**
 * A subquery of the visible rails whose collection contains a series or selects the newest ones. Rules that sort by
 * viewer activity cannot select a series that nobody has seen.
 */
export const placesJson = (seriesId: RawBuilder<unknown>) => sql<Places>`(
  select json_build_object('isInReel', s.editorial_hero_score is not null, 'rails', coalesce((
    select json_agg(json_build_object('id', r.id, 'surface', r.surface, 'titleI18n', c.title_i18n) order by r.surface, r.place)
    from (select id, surface, collection_id, row_number() over (partition by surface order by sort, id) as place
        from rails where status = 'active') r
      join collections c on c.id = r.collection_id
    where (r.surface <> 'for_you' or r.place <= ${maxForYou})
      and (exists (select from collection_items i where i.collection_id = c.id and i.series_id = s.id)
        or (c.type = 'rule' and c.rule ->> 'sort' = 'newest' and ${fitsRule}))), '[]'))
  from current_series s where s.id = ${seriesId})`;

/** Series as viewers see them at a moment. Episodes scheduled by then count as published. */
export async function listCards(
  db: Db,
  ids: readonly string[],
  language: Language,
  { at, now }: { readonly at: Date; readonly now: Date },
): Promise<SeriesCardRow[]> {
  const query = sql<SeriesCardRow>`
    select s.id, s.slug, ${inLanguage('s.title', language)} as title, ${inLanguage('s.synopsis', language)} as synopsis,
      s.genre_slug as "genreSlug", s.tropes, s.free_episodes as "freeEpisodes", s.poster_asset_id as "posterAssetId",
      s.hero_asset_id as "heroAssetId",
      (select count(*)::integer from current_episodes e
        left join upcoming_publishes u on u.ref_type = 'episode' and u.ref_id = e.id and e.status = 'scheduled'
          and ${at > now}
        where e.series_id = s.id and (e.status = 'published' or u.run_at <= ${at})) as "episodeCount"
    from current_series s where s.id = any(${[...ids]}::uuid[])`;
  return (await query.execute(db)).rows;
}

/** The surface and place of a rail, as text. */
export const railOrder = `r.surface || lpad(r.sort::text, 7, '0')`;

const selectRails = sql<RailRow>`
  select r.id, r.surface, r.collection_id as "collectionId", r.sort, r.status, r.revision,
    o.revision as "orderRevision", ${sql.raw(railOrder)} as "railOrder",
    json_build_object('slug', c.slug, 'titleI18n', c.title_i18n, 'type', c.type) as collection,
    r.created_at as "createdAt", r.updated_at as "updatedAt"
  from rails r join collections c on c.id = r.collection_id join curated_orders o on o.name = r.surface`;

const railConditions = filters<RailFilters>({
  surface: eq('r.surface'),
  status: eq('r.status'),
  collectionId: eqId('r.collection_id'),
  q: namesCollection,
});

export const listRails = (db: Db, given: RailFilters, keyset: Keyset): Promise<RailRow[]> =>
  pageRows(db, keyset, selectRails, railConditions(given));

export async function findRail(db: Db, id: string): Promise<RailRow | undefined> {
  return (await sql<RailRow>`${selectRails} where r.id = ${id}`.execute(db)).rows[0];
}

/** All rails of a surface in their order. */
export async function listSurface(db: Db, surface: Surface): Promise<RailRow[]> {
  return (await sql<RailRow>`${selectRails} where r.surface = ${surface} order by r.sort, r.id`.execute(db)).rows;
}

const items = sql.raw(`coalesce((select json_agg(json_build_object('seriesId', i.series_id, 'sort', i.sort)
    order by i.sort, i.series_id)
  from collection_items i where i.collection_id = c.id), '[]')`);

export interface CollectionContentRow {
  id: string;
  rule: CollectionRule | null;
  items: CollectionItem[];
}

/** The rules and items of collections, without the labels of the series. */
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

/** A rail with the content of its collection. */
export interface ActiveRailRow {
  id: string;
  collectionId: string;
  slug: string;
  titleI18n: InLanguages;
  explanation: string;
  rule: CollectionRule | null;
  items: CollectionItem[];
}

/** Active rails of a surface, in order. */
export async function listActiveRails(db: Db, surface: Surface): Promise<ActiveRailRow[]> {
  const query = sql<ActiveRailRow>`
    select r.id, c.id as "collectionId", c.slug, c.title_i18n as "titleI18n", c.explanation, c.rule, ${items} as items
    from rails r join collections c on c.id = r.collection_id
    where r.surface = ${surface} and r.status = 'active' order by r.sort, r.id`;
  return (await query.execute(db)).rows;
}

export type OrderName = Surface | 'preview_reel';

/**
 * Locks the orders of surfaces or the reel by name, and returns the revision of the first argument. Rails change only
 * while their surface is locked.
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

const railColumns = ({ surface, collectionId, sort, status }: RailFields) => ({
  surface,
  collection_id: collectionId,
  sort,
  status,
});

export async function insertRail(tx: Tx, id: string, fields: RailFields, now: Date): Promise<void> {
  await tx
    .insertInto('rails')
    .values({ id, ...railColumns(fields), created_at: now, updated_at: now })
    .execute();
}

export async function updateRail(tx: Tx, id: string, fields: RailFields, now: Date): Promise<void> {
  await tx
    .updateTable('rails')
    .set((eb) => ({ ...railColumns(fields), updated_at: now, revision: eb('revision', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

/** The rails of a surface in order, with their numbers. */
export interface RailPlaces {
  readonly order: readonly string[];
  readonly places: readonly number[];
}

export async function numberRails(tx: Tx, { order, places }: RailPlaces, now: Date): Promise<void> {
  await sql`update rails r set sort = o.place, updated_at = ${now}, revision = r.revision + 1
    from unnest(${[...order]}::uuid[], ${[...places]}::integer[]) o (id, place)
    where r.id = o.id and r.sort <> o.place`.execute(tx);
}

export async function deleteRail(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('rails').where('id', '=', id).execute();
}

export async function listReel(db: Db): Promise<ReelRow[]> {
  const query = sql<ReelRow>`
    select s.id as "seriesId", s.editorial_hero_score as "editorialHeroScore", ${seriesLabel} as series
    from current_series s where s.editorial_hero_score is not null
    order by s.editorial_hero_score desc, s.id desc`;
  return (await query.execute(db)).rows;
}
