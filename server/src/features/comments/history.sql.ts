import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { isoTime } from '../../kit/db/fragments.ts';
import type { TimeCursor } from '../../kit/page.ts';

interface TimelineRow {
  id: string;
  at: Date;
  title: string;
  data: Record<string, unknown>;
}

interface WrittenRow extends TimelineRow {
  type: 'comment' | 'report';
}

/** Comments and reports of a user before a point of the timeline, newest first. */
export async function listWrittenBefore(
  db: Db,
  userId: string,
  before: TimeCursor,
  limit: number,
): Promise<WrittenRow[]> {
  const query = sql<WrittenRow>`
    with written as (
      (select 'comment' as type, id, created_at, body as title, id as comment_id, episode_id, status, null as reason
        from comments where user_id = ${userId} and (created_at, id) < (${before.at}, ${before.id}::uuid)
        order by created_at desc, id desc limit ${limit})
      union all
      (select 'report', r.id, r.created_at, c.body, c.id, c.episode_id, r.status, r.reason
        from comment_reports r join comments c on c.id = r.comment_id
        where r.user_id = ${userId} and (r.created_at, r.id) < (${before.at}, ${before.id}::uuid)
        order by r.created_at desc, r.id desc limit ${limit})
      order by created_at desc, id desc limit ${limit})
    select w.type, w.id, w.created_at as at, w.title, json_build_object('commentId', w.comment_id, 'status', w.status,
      'reason', w.reason, 'subject', json_build_object('type', 'episode', 'id', e.id, 'seriesId', s.id,
        'seriesTitle', s.title, 'seriesTitleI18n', s.title_i18n, 'episodeNumber', e.episode_number, 'title', e.title,
        'titleI18n', e.title_i18n, 'pictureAssetId', coalesce(e.thumb_asset_id, s.poster_asset_id))) as data
    from written w join episode_names e on e.id = w.episode_id join series_names s on s.id = e.series_id`;
  return (await query.execute(db)).rows;
}

/** Strikes of a user before a point of the timeline, newest first. */
export async function listStrikesBefore(
  db: Db,
  userId: string,
  before: TimeCursor,
  limit: number,
): Promise<TimelineRow[]> {
  const query = sql<TimelineRow>`
    select k.id, k.created_at as at, k.reason as title, json_build_object('strikeType', k.type, 'refId', k.ref_id,
      'commentId', case k.type when 'comment' then k.ref_id
        else (select r.comment_id from comment_reports r where r.id = k.ref_id) end,
      'admin_email', a.email, 'admin_name', a.name, 'removedAt', ${sql.raw(isoTime('k.removed_at'))}) as data
    from strikes k join admin_names a on a.id = k.created_by
    where k.user_id = ${userId} and (k.created_at, k.id) < (${before.at}, ${before.id}::uuid)
    order by k.created_at desc, k.id desc limit ${limit}`;
  return (await query.execute(db)).rows;
}
