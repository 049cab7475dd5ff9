import { sql } from 'kysely';
import type { Db, Tx } from '../../kit/db/database.ts';
import type { Language, Missing, State, Translations } from './rules.ts';

/** What an episode `e` of a series `s` lacks. A series for one language is spoken in it, and needs no captions. */
const lacksVideo = 'v.id is null';
const lacksCaptions = `(cardinality(s.target_languages) > 1 and not s.target_languages <@ coalesce(c.langs, '{}'))`;
const files = `
  left join ready_assets v on v.id = e.media_asset_id
  left join lateral (
    select array_agg(a.lang) as langs from ready_assets a where a.episode_id = e.id and a.kind = 'caption') c
    on cardinality(s.target_languages) > 1`;

/** An archived episode needs nothing more, nor does a draft that the series has gone live without. */
export const needsFiles = `e.status <> 'archived' and not (e.status = 'draft' and s.status = 'published')`;

/** How many episodes a series has, and how many are out. */
export const episodeCounts = `
  cross join lateral (
    select count(*)::integer as total, (count(*) filter (where e.status = 'published'))::integer as published
    from episodes e where e.series_id = s.id and e.deleted_at is null) c`;

/** Whether viewers would miss an episode of a series or a file of one, computed where `needed` holds. */
const computedReadiness = (needed: string): string => `
    select (count(*) filter (where ${needsFiles})) = 0 as lacks_episodes,
      coalesce(bool_or(${needsFiles} and ${lacksVideo}), false) as lacks_video,
      coalesce(bool_or(${needsFiles} and ${lacksCaptions}), false) as lacks_captions
    from episodes e ${files} where ${needed} and e.series_id = s.id and e.deleted_at is null`;

/** For one series, of which the caller may just have changed something. */
export const readiness = `cross join lateral (${computedReadiness('true')}) r`;

/** For pages of series: what is kept, and computed only for those that were changed since. */
export const keptReadiness = `
  left join series_readiness kept on kept.series_id = s.id
    and not exists (select from series_readiness_outdated o where o.series_id = s.id)
  cross join lateral (
    select coalesce(kept.lacks_episodes, computed.lacks_episodes) as lacks_episodes,
      coalesce(kept.lacks_video, computed.lacks_video) as lacks_video,
      coalesce(kept.lacks_captions, computed.lacks_captions) as lacks_captions
    from (${computedReadiness('kept.series_id is null')}) computed) r`;

/** What an episode `e` lacks, read with its files. */
const missingInEpisode = `array_remove(array[case when ${lacksVideo} then 'video' end,
  case when ${lacksCaptions} then 'captions' end], null)`;

/** What a series lacks, read with its readiness. */
export const missingInSeries = `array_remove(array[
  case when r.lacks_episodes then 'episodes' end, case when r.lacks_video then 'video' end,
  case when r.lacks_captions then 'captions' end,
  case when s.poster_asset_id is null or s.hero_asset_id is null then 'artwork' end], null)`;

/**
 * Computes anew what is kept of series that have changed, and answers how many those were. Notes are taken away before
 * the series are read: a change that commits meanwhile leaves its own, and of two that come to one series the second
 * waits there for the first.
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

/** What a calendar shows of a series or an episode besides its name. */
export interface ItemDetails {
  missing: Missing[];
  titleI18n: Translations;
  seriesTitleI18n: Translations;
  /** The poster of the series, or the thumbnail of the episode where it has one. */
  pictureAssetId: string | null;
}

/** What these series and episodes lack and how they look, by their ids. */
export async function findDetails(
  db: Db,
  { seriesIds, episodeIds }: { seriesIds: readonly string[]; episodeIds: readonly string[] },
): Promise<ReadonlyMap<string, ItemDetails>> {
  const query = sql<ItemDetails & { id: string }>`
    select s.id, ${sql.raw(missingInSeries)} as missing, s.title_i18n as "titleI18n",
      s.title_i18n as "seriesTitleI18n", s.poster_asset_id as "pictureAssetId"
    from series s ${sql.raw(keptReadiness)} where s.id = any(${[...seriesIds]}::uuid[])
    union all
    select e.id, ${sql.raw(missingInEpisode)}, e.title_i18n, s.title_i18n, coalesce(e.thumb_asset_id, s.poster_asset_id)
    from episodes e join series s on s.id = e.series_id ${sql.raw(files)} where e.id = any(${[...episodeIds]}::uuid[])`;
  return new Map((await query.execute(db)).rows.map(({ id, ...details }) => [id, details]));
}

/** An episode of a series that is looked at before it goes live. */
export interface LaunchedEpisode {
  id: string;
  episodeNumber: number;
  title: string;
  titleI18n: Translations;
  status: State;
  thumbAssetId: string | null;
  /** It has a video, which may not be ready. */
  hasVideo: boolean;
  needsFiles: boolean;
  missing: Missing[];
  /** In which it has captions, where it needs them. */
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

/** Series with what they and each of their episodes lack, as a part of a statement. */
export const launchedSeries = (ids: readonly string[]) => sql<LaunchedSeries>`
  select s.id, s.title, s.title_i18n as "titleI18n", s.status, s.target_languages as "targetLanguages",
    s.free_episodes as "freeEpisodes", s.poster_asset_id as "posterAssetId", s.hero_asset_id as "heroAssetId",
    s.published_at as "publishedAt", ${sql.raw(missingInSeries)} as missing,
    array(select e.id from episodes e where e.series_id = s.id and e.deleted_at is null) as "episodeIds",
    coalesce((select json_agg(${sql.raw(launchedEpisode)} order by e.episode_number) from episodes e ${sql.raw(files)}
      where e.series_id = s.id and e.deleted_at is null), '[]') as episodes
  from series s ${sql.raw(readiness)} where s.id = any(${[...ids]}::uuid[]) and s.deleted_at is null`;
