import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db, Tx } from '../../kit/db/database.ts';
import { inlineLiteral } from '../../kit/db/filters.ts';
import { inLanguage, isoTime } from '../../kit/db/fragments.ts';
import { executePrepared } from '../../kit/db/prepared.ts';
import { isId } from '../../kit/http/schema.ts';
import { sortValueSql } from '../../kit/json-page.ts';
import { type Keyset, pageParts, pageSql } from '../../kit/page.ts';
import { episodeCounts, missingInSeries, readiness, storedReadiness } from './readiness.sql.ts';
import type { Language, Sort, State, Translations } from './rules.ts';
import type { PublishedSeriesRow, SeriesFields, SeriesFilters, SeriesJsonRow, SeriesRow } from './schema.ts';

/** Every word must occur in a title in any language; both sides are folded by the database. */
function hasWords(q: string): RawBuilder<SqlBool>[] {
  const words = q.trim().split(/\s+/).filter(Boolean);
  return words.map(
    (word) =>
      sql<SqlBool>`s.search_text like '%' || regexp_replace(fold_text(${word}), '([\\\\%_])', '\\\\\\1', 'g') || '%'`,
  );
}

const matching = (q: string): RawBuilder<SqlBool>[] => {
  const id = q.trim().toLowerCase();
  return isId(id) ? [sql<SqlBool>`s.id = ${id}`] : hasWords(q);
};

/** A series in a list to choose from. */
export interface SeriesChoiceRow {
  id: string;
  title: string;
  titleI18n: Translations;
  status: string;
  freeEpisodes: number;
  episodeCount: number;
  posterAssetId: string | null;
  createdAt: Date;
}

/** For choosing a series without access to the catalog. */
export async function listSeriesChoices(db: Db, q: string | undefined, keyset: Keyset): Promise<SeriesChoiceRow[]> {
  const page = pageSql(keyset);
  const found = q === undefined ? [] : matching(q);
  const where = sql.join([page.after, sql<SqlBool>`s.deleted_at is null`, ...found], sql` and `);
  const query = sql<SeriesChoiceRow>`
    select s.id, s.title, s.title_i18n as "titleI18n", s.status, s.free_episodes as "freeEpisodes",
      (select count(*)::integer from episodes e where e.series_id = s.id and e.deleted_at is null) as "episodeCount",
      s.poster_asset_id as "posterAssetId", s.created_at as "createdAt"
    from series s where ${where} order by ${page.orderBy} limit ${page.limit}`;
  return (await query.execute(db)).rows;
}

/** Genres and tropes in use, in alphabetical order. */
export async function findGenres(db: Db): Promise<{ genres: string[]; tropes: string[] }> {
  const { rows } = await sql<{ genres: string[]; tropes: string[] }>`
    select array(select distinct genre_slug from series where deleted_at is null and genre_slug is not null order by 1) genres,
      array(select distinct unnest(tropes) from series where deleted_at is null order by 1) tropes`.execute(db);
  return rows[0] ?? { genres: [], tropes: [] };
}

/** Published series with a published episode, newest first. */
export async function listWatchableIds(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from series s where status = 'published' and deleted_at is null
      and exists (select from episodes e where e.series_id = s.id and e.status = 'published' and e.deleted_at is null)
    order by published_at desc, id desc`.execute(db);
  return rows.map(({ id }) => id);
}

/** Sets the scores of these series, clears those of all others, and returns how many series changed. */
export async function setHeroScores(tx: Tx, scores: ReadonlyMap<string, number>, now: Date): Promise<number> {
  const query = sql<{ id: string }>`
    update series s set editorial_hero_score = n.score, updated_at = ${now}, revision = s.revision + 1
    from (
      select l.id, g.score from (
        select id from series where deleted_at is null and (editorial_hero_score is not null
          or id = any(${[...scores.keys()]}::uuid[])) order by id for no key update) l
      left join unnest(${[...scores.keys()]}::uuid[], ${[...scores.values()]}::integer[]) g (id, score) on g.id = l.id) n
    where s.id = n.id and s.editorial_hero_score is distinct from n.score
    returning s.id`;
  return (await query.execute(tx)).rows.length;
}

/** The label of a series or an episode. */
export interface ItemNameRow {
  id: string;
  label: string;
  /** In every language of any of its parts. */
  labelI18n: Translations;
  status: State;
  /** The asset of its picture. */
  assetId: string | null;
}

const columnsWith = (moment: (column: string) => string): string => `
  s.id, s.slug, s.title, s.synopsis, s.title_i18n as "titleI18n", s.synopsis_i18n as "synopsisI18n",
  s.genre_slug as "genreSlug", s.tropes, s.target_languages as "targetLanguages", s.free_episodes as "freeEpisodes",
  s.poster_asset_id as "posterAssetId", s.hero_asset_id as "heroAssetId", s.editorial_hero_score, s.status,
  c.total as "episodeCount", c.published as "publishedEpisodeCount", ${missingInSeries} as missing, ${moment('s.published_at')} as "publishedAt",
  s.revision, ${moment('s.created_at')} as "createdAt", ${moment('s.updated_at')} as "updatedAt"`;
const columns = sql.raw(columnsWith((column) => column));
const jsonColumns = sql.raw(columnsWith(isoTime));
const counts = sql.raw(episodeCounts);

export const sortColumns: Record<Sort, Pick<Keyset, 'column' | 'kind' | 'nullable'>> = {
  created_at: { column: 's.created_at', kind: 'time' },
  updated_at: { column: 's.updated_at', kind: 'time' },
  published_at: { column: 's.published_at', kind: 'time', nullable: true },
  title: { column: 'lower(s.title)', kind: 'text' },
};

function conditions({ q, status, genreSlug }: SeriesFilters): RawBuilder<SqlBool>[] {
  return [
    sql<SqlBool>`s.deleted_at is null`,
    ...(q === undefined ? [] : matching(q)),
    ...(status === undefined ? [] : [sql<SqlBool>`s.status = ${inlineLiteral(status)}`]),
    ...(genreSlug === undefined ? [] : [sql<SqlBool>`s.genre_slug = ${inlineLiteral(genreSlug)}`]),
  ];
}

/** The statements of a page, each needed only while the page is not full. Episodes are counted for its rows only. */
export function seriesPageQueries(filters: SeriesFilters, keyset: Keyset): RawBuilder<SeriesJsonRow>[] {
  return pageParts(keyset).map((page) => {
    const where = sql.join([page.after, ...conditions(filters)], sql` and `);
    return sql<SeriesJsonRow>`
      select s.id, s.status, ${sql.raw(sortValueSql(keyset))} as "sortValue",
        (select row_to_json(j)::text from (select ${jsonColumns}) j) as json
      from (select * from series s where ${where} order by ${page.orderBy} limit ${page.limit}) s
        ${counts} ${sql.raw(storedReadiness)}
      order by ${page.orderBy}`;
  });
}

export async function listSeries(db: Db, filters: SeriesFilters, keyset: Keyset): Promise<SeriesJsonRow[]> {
  const rows: SeriesJsonRow[] = [];
  for (const query of seriesPageQueries(filters, keyset)) {
    const isSearch = filters.q !== undefined;
    rows.push(...(isSearch ? (await query.execute(db)).rows : await executePrepared(db, query, { isDynamic: true })));
    if (rows.length > keyset.limit) break;
  }
  return rows;
}

export async function findSeries(db: Db, id: string): Promise<SeriesRow | undefined> {
  const query = sql<SeriesRow>`select ${columns} from series s ${counts} ${sql.raw(readiness)}
    where s.id = ${id} and s.deleted_at is null`;
  return (await query.execute(db)).rows[0];
}

/** Locks before it reads, to see what a concurrent transaction committed. */
export async function lockSeries(tx: Tx, id: string): Promise<SeriesRow | undefined> {
  await sql`select from series where id = ${id} for no key update`.execute(tx);
  return findSeries(tx, id);
}

/** For changes of something other than the fields of the series. */
export async function reviseSeries(tx: Tx, id: string, now: Date): Promise<void> {
  await sql`update series set updated_at = ${now}, revision = revision + 1 where id = ${id}`.execute(tx);
}

const toColumns = (fields: SeriesFields) => ({
  slug: fields.slug,
  title: fields.title,
  synopsis: fields.synopsis,
  title_i18n: JSON.stringify(fields.titleI18n),
  synopsis_i18n: JSON.stringify(fields.synopsisI18n),
  genre_slug: fields.genreSlug,
  tropes: fields.tropes,
  target_languages: fields.targetLanguages,
  free_episodes: fields.freeEpisodes,
  poster_asset_id: fields.posterAssetId,
  hero_asset_id: fields.heroAssetId,
});

/** False if the slug is in use. */
export async function insertSeries(tx: Tx, id: string, fields: SeriesFields, now: Date): Promise<boolean> {
  const inserted = await tx
    .insertInto('series')
    .values({ id, ...toColumns(fields), created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function updateSeries(tx: Tx, id: string, fields: SeriesFields, now: Date): Promise<void> {
  await tx
    .updateTable('series')
    .set((eb) => ({ ...toColumns(fields), updated_at: now, revision: eb('revision', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

/** The time of the last publication is kept until the series becomes a draft. */
export async function setSeriesState(tx: Tx, id: string, state: State, now: Date): Promise<void> {
  await sql`update series set status = ${state}, updated_at = ${now}, revision = revision + 1,
    published_at = case ${state} when 'published' then ${now} when 'draft' then null else published_at end
    where id = ${id}`.execute(tx);
}

export async function removeSeries(tx: Tx, id: string, now: Date): Promise<void> {
  await sql`update series set deleted_at = ${now}, updated_at = ${now}, revision = revision + 1
    where id = ${id}`.execute(tx);
}

const published = (language: Language) => sql`
  select s.id, s.slug, ${inLanguage('s.title', language)} as title,
    ${inLanguage('s.synopsis', language)} as synopsis, s.genre_slug as "genreSlug", s.tropes,
    s.free_episodes as "freeEpisodes", s.poster_asset_id as "posterAssetId", s.hero_asset_id as "heroAssetId",
    c.published as "episodeCount", s.published_at as "publishedAt"`;
const isPublished = sql<SqlBool>`s.status = 'published' and s.deleted_at is null`;

export async function findPublishedSeries(
  db: Db,
  slugOrId: string,
  language: Language,
): Promise<PublishedSeriesRow | undefined> {
  const id = slugOrId.toLowerCase();
  const named = isId(id) ? sql<SqlBool>`s.id = ${id}` : sql<SqlBool>`s.slug = ${slugOrId}`;
  const query = sql<PublishedSeriesRow>`${published(language)} from series s ${counts} where ${named} and ${isPublished}`;
  return (await executePrepared(db, query))[0];
}

export async function searchPublishedSeries(
  db: Db,
  q: string,
  language: Language,
  keyset: Keyset,
): Promise<PublishedSeriesRow[]> {
  const page = pageSql(keyset);
  const where = sql.join([page.after, isPublished, ...hasWords(q)], sql` and `);
  const query = sql<PublishedSeriesRow>`${published(language)}
    from (select * from series s where ${where} order by ${page.orderBy} limit ${page.limit}) s ${counts}
    order by ${page.orderBy}`;
  return (await query.execute(db)).rows;
}

/** Labels of series, including deleted ones. */
export async function listSeriesNames(db: Db, ids: readonly string[]): Promise<ItemNameRow[]> {
  const query = sql<ItemNameRow>`
    select id, title as label, title_i18n as "labelI18n", status, poster_asset_id as "assetId" from series where id = any(${[...ids]}::uuid[])`;
  return (await query.execute(db)).rows;
}
