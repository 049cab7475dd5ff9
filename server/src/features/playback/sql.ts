import { sql } from 'kysely';
import { arrayLiteral, batchedRead, type NumberedRow } from '../../kit/db/batched-read.ts';
import type { Db, Tx } from '../../kit/db/database.ts';
import { isoTime, jsonArray } from '../../kit/db/fragments.ts';
import { executePrepared } from '../../kit/db/prepared.ts';
import { newId } from '../../kit/id.ts';
import { type Keyset, readPoint, type TimeCursor } from '../../kit/page.ts';
import type { Playable } from './rules.ts';
import type { SaveRow, WatchEntryRow, WatchRow } from './schema.ts';

export interface PlayableRow extends Playable {
  cliffhangerScore: number;
  /** Null unless the video is ready. */
  playbackId: string | null;
  captions: { lang: 'en' | 'ar' | 'id'; name: string }[];
}

/** Episodes with what playback and its entitlement require. */
export async function findPlayables(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, PlayableRow>> {
  const query = sql<PlayableRow>`
    select e.id, e.series_id as "seriesId", e.episode_number as "episodeNumber", e.free_episodes as "freeEpisodes",
      e.status, e.series_status as "seriesStatus", e.cliffhanger_score as "cliffhangerScore", v.playback_id as "playbackId",
      coalesce((select json_agg(json_build_object('lang', c.lang, 'name', c.playback_id) order by c.lang)
        from ready_assets c where c.episode_id = e.id and c.kind = 'caption'), '[]') as captions
    from current_episodes e left join ready_assets v on v.id = e.media_asset_id
    where e.id = any(${arrayLiteral(ids)}::uuid[])`;
  return new Map((await executePrepared(db, query)).map((episode) => [episode.id, episode]));
}

export type NewWatch = Omit<WatchRow, 'id'> & { userId: string };

/** When each watch was first reported; undefined for new ones. */
export async function listReportedAt(db: Db, keys: readonly NewWatch[]): Promise<(Date | undefined)[]> {
  const [users, episodes] = [keys.map(({ userId }) => userId), keys.map(({ episodeId }) => episodeId)];
  const moments = keys.map(({ startedAt }) => startedAt);
  const query = sql<{ reportedAt: Date | null }>`
    select w.created_at as "reportedAt"
    from unnest(${arrayLiteral(users)}::uuid[], ${arrayLiteral(episodes)}::uuid[], ${moments}::timestamptz[])
        with ordinality as q (user_id, episode_id, started_at, n)
      left join watches w on w.user_id = q.user_id and w.episode_id = q.episode_id and w.started_at = q.started_at
    order by q.n`;
  return (await executePrepared(db, query)).map(({ reportedAt }) => reportedAt ?? undefined);
}

/** Stores progress, one watch per user. Repeated and late reports never decrease it. */
export async function putWatches(tx: Tx, watches: readonly NewWatch[], now: Date): Promise<WatchRow[]> {
  const rows = JSON.stringify(watches.map((watch) => ({ id: newId(), ...watch })));
  const query = sql<WatchRow & { userId: string }>`
    insert into watches as w (user_id, id, episode_id, started_at, ended_at, seconds_watched, completed, created_at,
      updated_at)
    select "userId", id, "episodeId", "startedAt", "endedAt", "secondsWatched", completed, ${now}, ${now}
    from jsonb_to_recordset(${rows}::jsonb) as q ("userId" uuid, id uuid, "episodeId" uuid, "startedAt" timestamptz,
      "endedAt" timestamptz, "secondsWatched" integer, completed boolean)
    on conflict on constraint watches_once do update set ended_at = greatest(w.ended_at, excluded.ended_at),
      seconds_watched = greatest(w.seconds_watched, excluded.seconds_watched),
      completed = w.completed or excluded.completed, updated_at = excluded.updated_at
    returning user_id as "userId", id, episode_id as "episodeId", started_at as "startedAt", ended_at as "endedAt",
      seconds_watched as "secondsWatched", completed`;
  return inOrderOf(watches, await executePrepared(tx, query));
}

/** Sorts rows in the order of their users. */
function inOrderOf<Row extends { readonly userId: string }>(
  asked: readonly { readonly userId: string }[],
  rows: readonly Row[],
): Row[] {
  const byUser = new Map(rows.map((row) => [row.userId, row]));
  return asked.flatMap(({ userId }) => byUser.get(userId) ?? []);
}

const titleSql = `case when q.language is null then s.title else
  coalesce(nullif(s.title_i18n ->> q.language, ''), nullif(s.title_i18n ->> 'en', ''), s.title) end`;

/** A page of what belongs to a user, for reads that are made together. */
export interface OwnPage {
  readonly userId: string;
  readonly keyset: Keyset;
  readonly language?: string | null;
}

interface OwnRows<Row> extends NumberedRow {
  rows: Row[];
}

/** In JSON moments are text. */
type WatchEntryJson = Omit<WatchEntryRow, 'startedAt' | 'endedAt'> & { startedAt: string; endedAt: string | null };
type SaveJson = Omit<SaveRow, 'savedAt'> & { savedAt: string };

/** Later than every moment, and greater than every id. */
const beforeAll = { at: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };

const ownPages = (pages: readonly OwnPage[]): string[] => {
  const points = pages.map(({ keyset }) => readPoint(keyset));
  return [
    arrayLiteral(pages.map(({ userId }) => userId)),
    arrayLiteral(points.map((point) => point?.at.toISOString() ?? beforeAll.at)),
    arrayLiteral(points.map((point) => point?.id ?? beforeAll.id)),
    // One more than the page, to learn whether there is a next one.
    arrayLiteral(pages.map(({ keyset }) => String(keyset.limit + 1))),
    arrayLiteral(pages.map(({ language }) => language ?? 'NULL')),
  ];
};

/** The pages of `ownPages` as `q`: a user, the point before which the page begins, its size and the language. */
const fromOwnPages = `from unnest($1::uuid[], $2::timestamptz[], $3::uuid[], $4::integer[], $5::text[])
  with ordinality as q (user_id, at, id, most, language, n)`;

/**
 * The watches of users, newest first. Titles are in a language where they are translated, and as they were written where
 * none is given. The JSON is put together by hand: `json_build_object` looks up types in every row.
 */
export const readWatches = batchedRead<OwnRows<WatchEntryJson>, OwnPage>({
  name: 'own_watches',
  values: ownPages,
  text: `
    select q.n, (select ('[' || coalesce(string_agg('{"id":"' || w.id || '","seriesId":"' || s.id || '","seriesTitle":'
        || to_json(${titleSql})::text || ',"episodeId":"' || e.id || '","episodeNumber":' || e.episode_number
        || ',"startedAt":"' || ${isoTime('w.started_at')} || '","endedAt":'
        || coalesce('"' || ${isoTime('w.ended_at')} || '"', 'null') || ',"secondsWatched":' || w.seconds_watched
        || ',"completed":' || w.completed || '}', ',' order by w.started_at desc, w.id desc), '') || ']')::json
      from (select * from watches w where w.user_id = q.user_id and (w.started_at, w.id) < (q.at, q.id)
        order by w.started_at desc, w.id desc limit q.most) w
      join episode_names e on e.id = w.episode_id join series_names s on s.id = e.series_id) as rows
    ${fromOwnPages}`,
});

export interface TimelineRow {
  id: string;
  at: Date;
  title: string;
  data: Record<string, unknown>;
}

/** Watches of a user before a point of the timeline, newest first. */
export async function listWatchedBefore(
  db: Db,
  userId: string,
  before: TimeCursor,
  limit: number,
): Promise<TimelineRow[]> {
  const query = sql<TimelineRow>`
    select w.id, w.started_at as at, s.title, json_build_object('seriesId', s.id, 'episodeId', e.id,
      'episodeNumber', e.episode_number, 'subject', json_build_object('type', 'episode', 'id', e.id, 'seriesId', s.id,
        'seriesTitle', s.title, 'seriesTitleI18n', s.title_i18n, 'episodeNumber', e.episode_number, 'title', e.title,
        'titleI18n', e.title_i18n, 'pictureAssetId', coalesce(e.thumb_asset_id, s.poster_asset_id)), 'secondsWatched', w.seconds_watched, 'completed', w.completed) as data
    from watches w join episode_names e on e.id = w.episode_id join series_names s on s.id = e.series_id
    where w.user_id = ${userId} and (w.started_at, w.id) < (${before.at}, ${before.id}::uuid)
    order by w.started_at desc, w.id desc limit ${limit}`;
  return (await query.execute(db)).rows;
}

export interface SaveKey {
  readonly userId: string;
  readonly seriesId: string;
}

const listsOf = (saves: readonly SaveKey[]) => ({
  users: arrayLiteral(saves.map(({ userId }) => userId)),
  series: arrayLiteral(saves.map(({ seriesId }) => seriesId)),
});

/** Saves series for distinct users, and returns the times of saving, which do not change when saved again. */
export async function putSaves(tx: Tx, saves: readonly SaveKey[], now: Date): Promise<Date[]> {
  const { users, series } = listsOf(saves);
  const query = sql<{ savedAt: Date }>`
    with asked as materialized (
      select * from unnest(${users}::uuid[], ${series}::uuid[]) with ordinality as q (user_id, series_id, n)),
    inserted as (
      insert into series_saves (user_id, series_id, created_at) select user_id, series_id, ${now} from asked
      on conflict on constraint series_saves_pk do nothing)
    select coalesce(s.created_at, ${now}) as "savedAt"
    from asked left join series_saves s on s.user_id = asked.user_id and s.series_id = asked.series_id order by n`;
  return (await executePrepared(tx, query)).map(({ savedAt }) => savedAt);
}

export async function removeSaves(tx: Tx, saves: readonly SaveKey[]): Promise<void> {
  const { users, series } = listsOf(saves);
  const query = sql`
    delete from series_saves where (user_id, series_id) in (select * from unnest(${users}::uuid[], ${series}::uuid[]))`;
  await executePrepared(tx, query);
}

export async function deleteSaves(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('series_saves').where('user_id', '=', userId).execute();
}

/** The saved series of users, newest first. */
export const readSaves = batchedRead<OwnRows<SaveJson>, OwnPage>({
  name: 'own_saves',
  values: ownPages,
  text: `
    select q.n, (select ('[' || coalesce(string_agg('{"id":"' || s.series_id || '","seriesId":"' || s.series_id
        || '","savedAt":"' || ${isoTime('s.created_at')} || '"}', ',' order by s.created_at desc, s.series_id desc), '')
        || ']')::json
      from (select * from series_saves s where s.user_id = q.user_id and (s.created_at, s.series_id) < (q.at, q.id)
        order by s.created_at desc, s.series_id desc limit q.most) s) as rows
    ${fromOwnPages}`,
});

/** Starts of episodes of each published series. A viewer counts once per day and episode. */
export async function countStarts(db: Db, since: Date): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ seriesId: string; starts: number }>`
    select "seriesId", count(*)::integer as starts
    from (select distinct e.series_id as "seriesId", w.episode_id, w.user_id, (w.started_at at time zone 'UTC')::date
      from current_episodes e join watches w on w.episode_id = e.id and w.started_at >= ${since}
      where e.series_status = 'published') starts
    group by "seriesId"`.execute(db);
  return new Map(rows.map(({ seriesId, starts }) => [seriesId, starts]));
}

/** SQL of everything that a user has watched as a JSON array, oldest first. */
export const watchesJson = (userId: string): string =>
  jsonArray(`
    select w.id, w.episode_id as "episodeId", s.title as "seriesTitle", e.episode_number as "episodeNumber",
      ${isoTime('w.started_at')} as "startedAt", ${isoTime('w.ended_at')} as "endedAt",
      w.seconds_watched as "secondsWatched", w.completed
    from watches w join episode_names e on e.id = w.episode_id join series_names s on s.id = e.series_id
    where w.user_id = ${userId} order by w.started_at, w.id`);

/** SQL of all saved series of a user as a JSON array, oldest first. */
export const savesJson = (userId: string): string =>
  jsonArray(`
    select v.series_id as "seriesId", s.title as "seriesTitle", ${isoTime('v.created_at')} as "savedAt"
    from series_saves v join series_names s on s.id = v.series_id
    where v.user_id = ${userId} order by v.created_at, v.series_id`);
