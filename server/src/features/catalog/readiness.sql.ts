import { sql } from 'kysely';
import type { Db, Tx } from '../../kit/db/database.ts';
import type { Language, Missing, State, Translations } from './rules.ts';

/** Missing files of an episode `e` of a series `s`. A series in one language needs no captions. */
const lacksVideo = 'v.id is null';
const lacksCaptions = `(cardinality(s.target_languages) > 1 and not s.target_languages <@ coalesce(c.langs, '{}'))`;
const files = `
  left join ready_assets v on v.id = e.media_asset_id
  left join lateral (
    select array_agg(a.lang) as langs from ready_assets a where a.episode_id = e.id and a.kind = 'caption') c
    on cardinality(s.target_languages) > 1`;

/** Archived episodes, and drafts of a published series, need no files. */
export const needsFiles = `e.status <> 'archived' and not (e.status = 'draft' and s.status = 'published')`;

/** Numbers of all and of published episodes. */
export const episodeCounts = `
  cross join lateral (
    select count(*)::integer as total, (count(*) filter (where e.status = 'published'))::integer as published
    from episodes e where e.series_id = s.id and e.deleted_at is null) c`;

/** Whether the series lacks episodes or their files; computed only where `needed` holds. */
const computedReadiness = (needed: string): string => `
    select (count(*) filter (where ${needsFiles})) = 0 as lacks_episodes,
      coalesce(bool_or(${needsFiles} and ${lacksVideo}), false) as lacks_video,
      coalesce(bool_or(${needsFiles} and ${lacksCaptions}), false) as lacks_captions
    from episodes e ${files} where ${needed} and e.series_id = s.id and e.deleted_at is null`;

/** For a single series, which may just have been changed. */
export const readiness = `cross join lateral (${computedReadiness('true')}) r`;

/** For pages of series: stored readiness, computed only for those that have changed since. */
export const storedReadiness = `
  left join series_readiness stored on stored.series_id = s.id
    and not exists (select from series_readiness_outdated o where o.series_id = s.id)
  cross join lateral (
    select coalesce(stored.lacks_episodes, computed.lacks_episodes) as lacks_episodes,
      coalesce(stored.lacks_video, computed.lacks_video) as lacks_video,
      coalesce(stored.lacks_captions, computed.lacks_captions) as lacks_captions
    from (${computedReadiness('stored.series_id is null')}) computed) r`;

/** Requires `files`. */
const missingInEpisode = `array_remove(array[case when ${lacksVideo} then 'video' end,
  case when ${lacksCaptions} then 'captions' end], null)`;

/** Requires `readiness` or `storedReadiness`. */
export const missingInSeries = `array_remove(array[
  case when r.lacks_episodes then 'episodes' end, case when r.lacks_video then 'video' end,
  case when r.lacks_captions then 'captions' end,
  case when s.poster_asset_id is null or s.hero_asset_id is null then 'artwork' end], null)`;

/**
 * Updates the stored readiness of changed series, and returns their number. Marks of changes are deleted before the
 * series are read, because a concurrent change leaves a mark of its own.
 */
export async function refreshReadiness(tx: Tx, _now: Date, size: number): Promise<number> {
  const outdated = await sql<{ id: string }>`
    with changed as (select distinct series_id from series_readiness_outdated limit ${size}), noted as (
      delete from series_readiness_outdated o using changed where o.series_id = changed.series_id)
    select series_id as id from changed`.execute(tx);
  const ids = outdated.rows.map(({ id }) => id);
  await sql`
    insert into series_readiness (series_id, lacks_episodes, lacks_video, lacks_captions)
    select s.id, r.lacks_episodes, r.lacks_video, r.lacks_captions
    from series s ${sql.raw(readiness)} where s.id = any(${ids}::uuid[])
    on conflict on constraint series_readiness_pk do update set lacks_episodes = excluded.lacks_episodes,
      lacks_video = excluded.lacks_video, lacks_captions = excluded.lacks_captions`.execute(tx);
  return ids.length;
}

/** Details of a series or an episode for the calendar. */
export interface ItemDetails {
  missing: Missing[];
  titleI18n: Translations;
  seriesTitleI18n: Translations;
  /** The thumbnail of the episode, or else the poster of the series. */
  pictureAssetId: string | null;
}

export async function findDetails(
  db: Db,
  { seriesIds, episodeIds }: { seriesIds: readonly string[]; episodeIds: readonly string[] },
): Promise<ReadonlyMap<string, ItemDetails>> {
  const query = sql<ItemDetails & { id: string }>`
    select s.id, ${sql.raw(missingInSeries)} as missing, s.title_i18n as "titleI18n",
      s.title_i18n as "seriesTitleI18n", s.poster_asset_id as "pictureAssetId"
    from series s ${sql.raw(storedReadiness)} where s.id = any(${[...seriesIds]}::uuid[])
    union all
    select e.id, ${sql.raw(missingInEpisode)}, e.title_i18n, s.title_i18n, coalesce(e.thumb_asset_id, s.poster_asset_id)
    from episodes e join series s on s.id = e.series_id ${sql.raw(files)} where e.id = any(${[...episodeIds]}::uuid[])`;
  return new Map((await query.execute(db)).rows.map(({ id, ...details }) => [id, details]));
}

/** An episode, for the launch readiness of its series. */
export interface LaunchedEpisode {
  id: string;
  episodeNumber: number;
  title: string;
  titleI18n: Translations;
  status: State;
  thumbAssetId: string | null;
  /** The video may not be ready. */
  hasVideo: boolean;
  needsFiles: boolean;
  missing: Missing[];
  /** Languages of its captions, if it needs any. */
  captions: Language[];
}

export interface LaunchedSeries {
  id: string;
  title: string;
  titleI18n: Translations;
  status: State;
  targetLanguages: Language[];
  freeEpisodes: number;
  posterAssetId: string | null;
  heroAssetId: string | null;
  publishedAt: Date | null;
  missing: Missing[];
  episodeIds: string[];
  episodes: LaunchedEpisode[];
}

const launchedEpisode = `json_build_object('id', e.id, 'episodeNumber', e.episode_number, 'title', e.title,
  'titleI18n', e.title_i18n, 'status', e.status, 'thumbAssetId', e.thumb_asset_id,
  'hasVideo', e.media_asset_id is not null, 'needsFiles', ${needsFiles}, 'missing', ${missingInEpisode},
  'captions', coalesce(c.langs, '{}'))`;

/** A subquery of series and their episodes, with missing files. */
export const launchedSeries = (ids: readonly string[]) => sql<LaunchedSeries>`
  select s.id, s.title, s.title_i18n as "titleI18n", s.status, s.target_languages as "targetLanguages",
    s.free_episodes as "freeEpisodes", s.poster_asset_id as "posterAssetId", s.hero_asset_id as "heroAssetId",
    s.published_at as "publishedAt", ${sql.raw(missingInSeries)} as missing,
    array(select e.id from episodes e where e.series_id = s.id and e.deleted_at is null) as "episodeIds",
    coalesce((select json_agg(${sql.raw(launchedEpisode)} order by e.episode_number) from episodes e ${sql.raw(files)}
      where e.series_id = s.id and e.deleted_at is null), '[]') as episodes
  from series s ${sql.raw(readiness)} where s.id = any(${[...ids]}::uuid[]) and s.deleted_at is null`;
