import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../kit/db/database.ts';
import { contains, eq, filters } from '../../kit/db/filters.ts';
import { inLanguage } from '../../kit/db/fragments.ts';
import type { InLanguages } from '../../kit/http/schema.ts';
import { type Keyset, pageRows } from '../../kit/page.ts';
import {
  type CardRow,
  type CollectionRule,
  type CollectionType,
  type Language,
  maxForYou,
  type RailStatus,
  type State,
  type Surface,
} from './rules.ts';

export interface CollectionItem {
  seriesId: string;
  sort: number;
}

/** What editors see of a series. */
export interface SeriesLabel {
  title: string;
  titleI18n: InLanguages;
  status: State;
  posterAssetId: string | null;
}

export interface CollectionFields {
  titleI18n: InLanguages;
  explanation: string;
  rule: CollectionRule | null;
}

export interface CollectionRow extends CollectionFields {
  id: string;
  slug: string;
  type: CollectionType;
  items: (CollectionItem & { series: SeriesLabel })[];
  rails: { id: string; surface: Surface; status: RailStatus }[];
  revision: number;
  createdAt: Date;
  updatedAt: Date;
}

/** A `SeriesLabel` of the series `s`. */
export const seriesLabel = sql.raw(`json_build_object('title', s.title, 'titleI18n', s.title_i18n, 'status', s.status,
  'posterAssetId', s.poster_asset_id)`);

const select = sql<CollectionRow>`
  select c.id, c.slug, c.title_i18n as "titleI18n", c.explanation, c.type, c.rule, c.revision,
    c.created_at as "createdAt", c.updated_at as "updatedAt",
    coalesce((select json_agg(json_build_object('seriesId', i.series_id, 'sort', i.sort, 'series', ${seriesLabel})
        order by i.sort, i.series_id)
      from collection_items i join current_series s on s.id = i.series_id where i.collection_id = c.id), '[]') as items,
    coalesce((select json_agg(json_build_object('id', r.id, 'surface', r.surface, 'status', r.status)
        order by r.surface, r.sort, r.id)
      from rails r where r.collection_id = c.id), '[]') as rails
  from collections c`;

export interface CollectionFilters {
  type?: CollectionType | undefined;
  q?: string | undefined;
}

const title = (language: string) => `c.title_i18n ->> '${language}'`;
/** Whether the slug or a title of the collection `c` has a text in it. */
export const namesCollection = contains('c.slug', title('en'), title('ar'), title('id'));

const conditions = filters<CollectionFilters>({ type: eq('c.type'), q: namesCollection });

export const listCollections = (db: Db, given: CollectionFilters, keyset: Keyset): Promise<CollectionRow[]> =>
  pageRows(db, keyset, select, conditions(given));

export async function findCollection(db: Db, id: string): Promise<CollectionRow | undefined> {
  return (await sql<CollectionRow>`${select} where c.id = ${id}`.execute(db)).rows[0];
}

/** Whether the rule of the collection `c` leaves the series `s` in by its genre and tropes. */
const fitsRule = sql.raw(`(c.rule ->> 'genre' is null or c.rule ->> 'genre' = s.genre_slug)
  and (c.rule ->> 'trope' is null or c.rule ->> 'trope' = any(s.tropes))`);

/** The collections that a series was put into by hand, and those whose rule may choose it where viewers see it. */
export async function listCollectionsFor(db: Db, seriesId: string): Promise<CollectionRow[]> {
  const query = sql<CollectionRow>`${select}
    where exists (select from collection_items i where i.collection_id = c.id and i.series_id = ${seriesId})
      or exists (select from current_series s where s.id = ${seriesId} and s.status = 'published' and c.type = 'rule'
        and ${fitsRule})
    order by c.created_at desc, c.id desc`;
  return (await query.execute(db)).rows;
}

/** Locks first and reads then, so that what is read is what the one before has left. No rail can name it meanwhile. */
export async function lockCollection(tx: Tx, id: string): Promise<CollectionRow | undefined> {
  await sql`select from collections where id = ${id} for update`.execute(tx);
  return findCollection(tx, id);
}

/** Holds a collection while a rail is made for it, so that it is not deleted meanwhile. */
export async function lockCollectionForShare(tx: Tx, id: string): Promise<{ id: string } | undefined> {
  return (await sql<{ id: string }>`select id from collections where id = ${id} for key share`.execute(tx)).rows[0];
}

const columnsOf = ({ titleI18n, explanation, rule }: CollectionFields) => ({
  title_i18n: JSON.stringify(titleI18n),
  explanation,
  rule: rule && JSON.stringify(rule),
});

/** Answers whether the slug was free. */
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

/** Puts these series into a collection in place of those that were in it. */
export async function replaceItems(tx: Tx, id: string, items: readonly CollectionItem[], now: Date): Promise<void> {
  await tx.deleteFrom('collection_items').where('collection_id', '=', id).execute();
  if (items.length > 0) {
    const rows = items.map(({ seriesId, sort }) => ({ collection_id: id, series_id: seriesId, sort }));
    await tx.insertInto('collection_items').values(rows).execute();
  }
  await sql`update collections set updated_at = ${now}, revision = revision + 1 where id = ${id}`.execute(tx);
}

/** Which of these series there are, whatever their state. */
export async function listKnownSeries(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const query = sql<{ id: string }>`select id from current_series where id = any(${[...ids]}::uuid[])`;
  return new Set((await query.execute(db)).rows.map(({ id }) => id));
}

/** Where viewers find a series from its first moment on. */
export interface Places {
  readonly rails: readonly { readonly id: string; readonly surface: Surface; readonly titleI18n: InLanguages }[];
  readonly isInReel: boolean;
}

/**
 * The places of a series, as a part of a statement: the rails that viewers are shown and whose collection names it, or
 * chooses what is newest. What chooses by what viewers did cannot know a series that nobody has seen.
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

export interface SeriesCardRow extends CardRow {
  readonly slug: string;
  readonly title: string;
  readonly synopsis: string;
  readonly genreSlug: string | null;
  readonly tropes: string[];
  readonly freeEpisodes: number;
  readonly episodeCount: number;
}

/** Series as viewers see them at a moment: with the published episodes, and of a later one those that will be by then. */
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
