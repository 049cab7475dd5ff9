import { sql } from 'kysely';
import type { Db, Tx } from '../../kit/db/database.ts';
import { inLanguage } from '../../kit/db/translated.ts';
import { newId } from '../../kit/id.ts';
import { type Keyset, pageSql, type TimeCursor } from '../../kit/page.ts';
import type { Playable } from './rules.ts';

export interface PlayableRow extends Playable {
  cliffhangerScore: number;
  /** Of a video that is ready. */
  playbackId: string | null;
  captions: { lang: 'en' | 'ar' | 'id'; name: string }[];
}

/** An episode with what is needed to judge and to play it, in one statement. */
export async function findPlayable(db: Db, id: string): Promise<PlayableRow | undefined> {
  const query = sql<PlayableRow>`
    select e.id, e.series_id as "seriesId", e.episode_number as "episodeNumber", e.free_episodes as "freeEpisodes",
      e.status, e.series_status as "seriesStatus", e.cliffhanger_score as "cliffhangerScore", v.playback_id as "playbackId",
      coalesce((select json_agg(json_build_object('lang', c.lang, 'name', c.playback_id) order by c.lang)
        from ready_assets c where c.episode_id = e.id and c.kind = 'caption'), '[]') as captions
    from current_episodes e left join ready_assets v on v.id = e.media_asset_id
    where e.id = ${id}`;
  return (await query.execute(db)).rows[0];
}

export interface WatchRow {
  id: string;
  episodeId: string;
  startedAt: Date;
  endedAt: Date | null;
  secondsWatched: number;
  completed: boolean;
}

export interface NewWatch {
  userId: string;
  episodeId: string;
  startedAt: Date;
  endedAt: Date | null;
  secondsWatched: number;
  completed: boolean;
}

/** When this beginning was first told. */
export async function findWatch(
  db: Db,
  { userId, episodeId, startedAt }: Pick<NewWatch, 'userId' | 'episodeId' | 'startedAt'>,
): Promise<{ createdAt: Date } | undefined> {
  const query = sql<{ createdAt: Date }>`
    select created_at as "createdAt" from watches
    where user_id = ${userId} and episode_id = ${episodeId} and started_at = ${startedAt}`;
  return (await query.execute(db)).rows[0];
}

/** Writes how far someone got. What is told twice, or late, takes nothing back. */
export async function putWatch(tx: Tx, watch: NewWatch, now: Date): Promise<WatchRow | undefined> {
  const { userId, episodeId, startedAt, endedAt, secondsWatched, completed } = watch;
  const query = sql<WatchRow>`
    insert into watches as w (user_id, id, episode_id, started_at, ended_at, seconds_watched, completed, created_at,
      updated_at)
    values (${userId}, ${newId()}, ${episodeId}, ${startedAt}, ${endedAt}, ${secondsWatched}, ${completed}, ${now},
      ${now})
    on conflict on constraint watches_once do update set ended_at = greatest(w.ended_at, excluded.ended_at),
      seconds_watched = greatest(w.seconds_watched, excluded.seconds_watched),
      completed = w.completed or excluded.completed, updated_at = excluded.updated_at
    returning id, episode_id as "episodeId", started_at as "startedAt", ended_at as "endedAt",
      seconds_watched as "secondsWatched", completed`;
  return (await query.execute(tx)).rows[0];
}

export interface WatchEntryRow extends WatchRow {
  seriesId: string;
  seriesTitle: string;
  episodeNumber: number;
}

/** Titles are in that language where they are translated, and as they were written where none is given. */
export async function listWatches(
  db: Db,
  userId: string,
  keyset: Keyset,
  language: string | null,
): Promise<WatchEntryRow[]> {
  const page = pageSql(keyset);
  const query = sql<WatchEntryRow>`
    select w.id, s.id as "seriesId", ${inLanguage('s.title', language)} as "seriesTitle",
      e.id as "episodeId", e.episode_number as "episodeNumber", w.started_at as "startedAt", w.ended_at as "endedAt",
      w.seconds_watched as "secondsWatched", w.completed
    from watches w join episode_names e on e.id = w.episode_id join series_names s on s.id = e.series_id
    where w.user_id = ${userId} and ${page.after} order by ${page.orderBy} limit ${page.limit}`;
  return (await query.execute(db)).rows;
}

export interface StoryRow {
  id: string;
  at: Date;
  title: string;
  data: Record<string, unknown>;
}

/** What someone watched before a point in their story, newest first. */
export async function listWatchedBefore(
  db: Db,
  userId: string,
  before: TimeCursor,
  limit: number,
): Promise<StoryRow[]> {
  const query = sql<StoryRow>`
    select w.id, w.started_at as at, s.title, json_build_object('seriesId', s.id, 'episodeId', e.id,
      'episodeNumber', e.episode_number, 'subject', json_build_object('type', 'episode', 'id', e.id, 'seriesId', s.id,
        'seriesTitle', s.title, 'seriesTitleI18n', s.title_i18n, 'episodeNumber', e.episode_number, 'title', e.title,
        'titleI18n', e.title_i18n, 'pictureAssetId', coalesce(e.thumb_asset_id, s.poster_asset_id)), 'secondsWatched', w.seconds_watched, 'completed', w.completed) as data
    from watches w join episode_names e on e.id = w.episode_id join series_names s on s.id = e.series_id
    where w.user_id = ${userId} and (w.started_at, w.id) < (${before.at}, ${before.id}::uuid)
    order by w.started_at desc, w.id desc limit ${limit}`;
  return (await query.execute(db)).rows;
}

export interface SaveRow {
  id: string;
  seriesId: string;
  savedAt: Date;
}

/** Saves a series; one that is saved already stays where it is in the list. */
export async function putSave(tx: Tx, userId: string, seriesId: string, now: Date): Promise<Date> {
  const query = sql<{ savedAt: Date }>`
    insert into series_saves as s (user_id, series_id, created_at) values (${userId}, ${seriesId}, ${now})
    on conflict on constraint series_saves_pk do nothing returning created_at as "savedAt"`;
  const inserted = (await query.execute(tx)).rows[0];
  if (inserted) return inserted.savedAt;
  const existing = await tx
    .selectFrom('series_saves')
    .select('created_at')
    .where('user_id', '=', userId)
    .where('series_id', '=', seriesId)
    .executeTakeFirst();
  return existing?.created_at ?? now;
}

export async function deleteSave(tx: Tx, userId: string, seriesId: string): Promise<void> {
  await tx.deleteFrom('series_saves').where('user_id', '=', userId).where('series_id', '=', seriesId).execute();
}

export async function deleteSaves(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('series_saves').where('user_id', '=', userId).execute();
}

export async function listSaves(db: Db, userId: string, keyset: Keyset): Promise<SaveRow[]> {
  const page = pageSql(keyset);
  const query = sql<SaveRow>`
    select series_id as id, series_id as "seriesId", created_at as "savedAt" from series_saves
    where user_id = ${userId} and ${page.after} order by ${page.orderBy} limit ${page.limit}`;
  return (await query.execute(db)).rows;
}

/**
 * How often episodes of each series that viewers see were begun since a moment. A viewer counts once a day for each
 * episode, however often they begin it.
 */
export async function countStarts(db: Db, since: Date): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ seriesId: string; starts: number }>`
    select "seriesId", count(*)::integer as starts
    from (select distinct e.series_id as "seriesId", w.episode_id, w.user_id, (w.started_at at time zone 'UTC')::date
      from current_episodes e join watches w on w.episode_id = e.id and w.started_at >= ${since}
      where e.series_status = 'published') starts
    group by "seriesId"`.execute(db);
  return new Map(rows.map(({ seriesId, starts }) => [seriesId, starts]));
}
