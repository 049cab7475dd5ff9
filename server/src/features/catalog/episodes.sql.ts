import { type SqlBool, sql } from 'kysely';
import type { Db, Tx } from '../../kit/db/database.ts';
import { inLanguage } from '../../kit/db/fragments.ts';
import { executePrepared } from '../../kit/db/prepared.ts';
import { type Keyset, pageSql } from '../../kit/page.ts';
import { needsFiles } from './readiness.sql.ts';
import type { Language, State } from './rules.ts';
import type { EpisodeFields, EpisodeRow, PublishedEpisodeRow } from './schema.ts';
import type { ItemNameRow } from './series.sql.ts';

/** An episode with its links, for its series. */
export interface SeriesEpisodeLink {
  readonly id: string;
  readonly status: State;
  readonly mediaAssetId: string | null;
  /** False for archived episodes, and for drafts of a published series. */
  readonly needsFiles: boolean;
}

const columns = sql.raw(`
  e.id, e.series_id as "seriesId", e.episode_number as "episodeNumber", e.title, e.synopsis,
  e.title_i18n as "titleI18n", e.synopsis_i18n as "synopsisI18n", e.cliffhanger_score,
  e.media_asset_id as "mediaAssetId", e.thumb_asset_id, s.target_languages as "targetLanguages", e.status,
  e.published_at as "publishedAt", e.revision, e.created_at as "createdAt", e.updated_at as "updatedAt"`);
const joined = sql.raw('from episodes e join series s on s.id = e.series_id');

export async function listEpisodes(
  db: Db,
  seriesId: string,
  status: State | undefined,
  keyset: Keyset,
): Promise<EpisodeRow[]> {
  const page = pageSql(keyset);
  const wanted = status === undefined ? sql<SqlBool>`true` : sql<SqlBool>`e.status = ${status}`;
  const query = sql<EpisodeRow>`select ${columns} ${joined}
    where e.series_id = ${seriesId} and e.deleted_at is null and ${wanted} and ${page.after}
    order by ${page.orderBy} limit ${page.limit}`;
  return (await query.execute(db)).rows;
}

export async function findEpisode(db: Db, id: string): Promise<EpisodeRow | undefined> {
  const query = sql<EpisodeRow>`select ${columns} ${joined} where e.id = ${id} and e.deleted_at is null`;
  return (await query.execute(db)).rows[0];
}

/** Locks in the order of ids before it reads, to see what concurrent transactions committed. */
export async function lockEpisodes(tx: Tx, ids: readonly string[]): Promise<EpisodeRow[]> {
  await sql`select from episodes where id = any(${[...ids]}) order by id for no key update`.execute(tx);
  const query = sql<EpisodeRow>`select ${columns} ${joined} where e.id = any(${[...ids]}) and e.deleted_at is null`;
  return (await query.execute(tx)).rows;
}

export async function lockEpisode(tx: Tx, id: string): Promise<EpisodeRow | undefined> {
  return (await lockEpisodes(tx, [id]))[0];
}

export async function listLinks(db: Db, seriesId: string): Promise<SeriesEpisodeLink[]> {
  const query = sql<SeriesEpisodeLink>`
    select e.id, e.status, e.media_asset_id as "mediaAssetId", ${sql.raw(needsFiles)} as "needsFiles"
    from episodes e join series s on s.id = e.series_id
    where e.series_id = ${seriesId} and e.deleted_at is null order by e.episode_number`;
  return (await query.execute(db)).rows;
}

const toColumns = (fields: EpisodeFields) => ({
  episode_number: fields.episodeNumber,
  title: fields.title,
  synopsis: fields.synopsis,
  title_i18n: JSON.stringify(fields.titleI18n),
  synopsis_i18n: JSON.stringify(fields.synopsisI18n),
  cliffhanger_score: fields.cliffhanger_score,
  media_asset_id: fields.mediaAssetId,
  thumb_asset_id: fields.thumb_asset_id,
});

export async function insertEpisode(
  tx: Tx,
  { id, seriesId }: { id: string; seriesId: string },
  fields: EpisodeFields,
  now: Date,
): Promise<void> {
  await tx
    .insertInto('episodes')
    .values({ id, series_id: seriesId, ...toColumns(fields), created_at: now, updated_at: now })
    .execute();
}

export async function updateEpisode(tx: Tx, id: string, fields: EpisodeFields, now: Date): Promise<void> {
  await tx
    .updateTable('episodes')
    .set((eb) => ({ ...toColumns(fields), updated_at: now, revision: eb('revision', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

/** The time of the last publication is kept until the episodes become drafts. */
export async function setEpisodesState(tx: Tx, ids: readonly string[], state: State, now: Date): Promise<void> {
  await sql`update episodes set status = ${state}, updated_at = ${now}, revision = revision + 1,
    published_at = case ${state} when 'published' then ${now} when 'draft' then null else published_at end
    where id = any(${[...ids]})`.execute(tx);
}

export async function removeEpisodes(tx: Tx, ids: readonly string[], now: Date): Promise<void> {
  await sql`update episodes set deleted_at = ${now}, updated_at = ${now}, revision = revision + 1
    where id = any(${[...ids]})`.execute(tx);
}

/** Published episodes; the caller has checked that the series is published. */
export async function listPublishedEpisodes(
  db: Db,
  seriesId: string,
  language: Language,
  keyset: Keyset,
): Promise<PublishedEpisodeRow[]> {
  const page = pageSql(keyset);
  const query = sql<PublishedEpisodeRow>`
    select e.id, e.series_id as "seriesId", e.episode_number as "episodeNumber",
      ${inLanguage('e.title', language)} as title,
      ${inLanguage('e.synopsis', language)} as synopsis, e.media_asset_id as "mediaAssetId",
      e.thumb_asset_id as "thumbAssetId", s.free_episodes as "freeEpisodes",
      e.published_at as "publishedAt"
    ${joined} where e.series_id = ${seriesId} and e.status = 'published' and e.deleted_at is null and ${page.after}
    order by ${page.orderBy} limit ${page.limit}`;
  return executePrepared(db, query, { isDynamic: true });
}

/** A field that refers to a file. */
export interface AssetLink {
  readonly type: 'series' | 'episode';
  readonly id: string;
  readonly field: 'posterAssetId' | 'heroAssetId' | 'mediaAssetId' | 'thumb_asset_id';
  readonly status: State;
  readonly isRemoved: boolean;
}

/** The fields that refer to a file, in the lock order: series before episodes, each by id. */
async function listAssetLinks(db: Db, assetId: string): Promise<AssetLink[]> {
  const state = sql.raw('status, deleted_at is not null as "isRemoved"');
  const query = sql<AssetLink>`
    select * from (
      select 'series' as type, id, 'posterAssetId' as field, ${state} from series where poster_asset_id = ${assetId}
      union all select 'series', id, 'heroAssetId', ${state} from series where hero_asset_id = ${assetId}
      union all select 'episode', id, 'mediaAssetId', ${state} from episodes where media_asset_id = ${assetId}
      union all select 'episode', id, 'thumb_asset_id', ${state} from episodes where thumb_asset_id = ${assetId}) l
    order by type desc, id`;
  return (await query.execute(db)).rows;
}

/** Reads again after locking, to see what concurrent transactions committed. */
export async function lockAssetLinks(tx: Tx, assetId: string): Promise<AssetLink[]> {
  const links = await listAssetLinks(tx, assetId);
  if (links.length === 0) return [];
  const idsOf = (wanted: AssetLink['type']) => links.filter(({ type }) => type === wanted).map(({ id }) => id);
  await sql`select from series where id = any(${idsOf('series')}) order by id for no key update`.execute(tx);
  await sql`select from episodes where id = any(${idsOf('episode')}) order by id for no key update`.execute(tx);
  return listAssetLinks(tx, assetId);
}

export async function unlinkSeries(tx: Tx, id: string, assetId: string, now: Date): Promise<void> {
  await sql`
    update series set poster_asset_id = nullif(poster_asset_id, ${assetId}::uuid),
      hero_asset_id = nullif(hero_asset_id, ${assetId}::uuid), updated_at = ${now}, revision = revision + 1
    where id = ${id}`.execute(tx);
}

export async function unlinkEpisode(tx: Tx, id: string, assetId: string, now: Date): Promise<void> {
  await sql`
    update episodes set media_asset_id = nullif(media_asset_id, ${assetId}::uuid),
      thumb_asset_id = nullif(thumb_asset_id, ${assetId}::uuid), updated_at = ${now}, revision = revision + 1
    where id = ${id}`.execute(tx);
}

export async function setEpisodeMedia(tx: Tx, id: string, assetId: string, now: Date): Promise<void> {
  await sql`
    update episodes set media_asset_id = ${assetId}, updated_at = ${now}, revision = revision + 1
    where id = ${id}`.execute(tx);
}

export interface EpisodeTitleRow {
  id: string;
  episodeNumber: number;
  title: string;
}

/** Includes deleted episodes. */
export async function listEpisodeTitles(db: Db, ids: readonly string[]): Promise<EpisodeTitleRow[]> {
  const query = sql<EpisodeTitleRow>`
    select id, episode_number as "episodeNumber", title from episodes where id = any(${[...ids]}::uuid[])`;
  return (await query.execute(db)).rows;
}

/** Labels of episodes with their series, including deleted ones. */
export async function listEpisodeNames(db: Db, ids: readonly string[]): Promise<ItemNameRow[]> {
  const query = sql<ItemNameRow>`
    select e.id, s.title || ' · ' || e.episode_number || '. ' || e.title as label, e.status,
      (select coalesce(jsonb_object_agg(l.lang, coalesce(s.title_i18n->>l.lang, s.title) || ' · ' || e.episode_number
          || '. ' || coalesce(e.title_i18n->>l.lang, e.title)), '{}')
        from jsonb_object_keys(s.title_i18n || e.title_i18n) l (lang)) as "labelI18n",
      coalesce(e.thumb_asset_id, s.poster_asset_id) as "assetId"
    from episodes e join series s on s.id = e.series_id where e.id = any(${[...ids]}::uuid[])`;
  return (await query.execute(db)).rows;
}

/** Locks the episodes of a series, by number. The caller has locked the series, so that no episode is added. */
export async function lockEpisodesOf(tx: Tx, seriesId: string): Promise<EpisodeRow[]> {
  const links = await listLinks(tx, seriesId);
  const rows = await lockEpisodes(
    tx,
    links.map(({ id }) => id),
  );
  return rows.sort((a, b) => a.episodeNumber - b.episodeNumber);
}

/** Larger than any valid number. */
const temporaryOffset = 1_000_000;

/** Renumbers in two steps, because numbers are unique within a series. */
export async function setEpisodeNumbers(
  tx: Tx,
  numbers: readonly { id: string; episodeNumber: number }[],
  now: Date,
): Promise<void> {
  const ids = numbers.map(({ id }) => id);
  await sql`update episodes set episode_number = episode_number + ${temporaryOffset} where id = any(${ids})`.execute(
    tx,
  );
  await sql`update episodes e set episode_number = n.number, updated_at = ${now}, revision = revision + 1
    from unnest(${ids}::uuid[], ${numbers.map(({ episodeNumber }) => episodeNumber)}::integer[]) n (id, number)
    where e.id = n.id`.execute(tx);
}
