import { sql } from 'kysely';
import { emitAfterCommit } from '../../kit/bus.ts';
import type { Db, Tx } from '../../kit/db/database.ts';
import { isoTime, jsonArray } from '../../kit/db/fragments.ts';
import { executePrepared } from '../../kit/db/prepared.ts';
import type { CommentStatus } from './rules.ts';
import type { CommentRow, OwnReportRow } from './schema.ts';

/** A comment `c` with the present name of its author `p`. */
export const commentColumns = sql.raw(`c.id, c.episode_id as "episodeId", c.user_id as "userId",
  p.display_name as "displayName", c.body, c.status, c.created_at as "createdAt"`);

export interface NewComment {
  id: string;
  episodeId: string;
  userId: string;
  body: string;
}

/** Inserts comments where viewers see the episode; those of users with too many strikes are hidden. */
export async function insertComments(
  tx: Tx,
  comments: readonly NewComment[],
  now: Date,
): Promise<ReadonlyMap<string, CommentRow>> {
  const query = sql<CommentRow>`
    with c as (
      insert into comments (id, episode_id, user_id, body, status, created_at, updated_at)
      select q.id, e.id, u.id, q.body, case when u.commenting_suspended then 'hidden' else 'visible' end, ${now}, ${now}
      from jsonb_to_recordset(${JSON.stringify(comments)}::jsonb)
        as q (id uuid, "episodeId" uuid, "userId" uuid, body text)
      join user_profiles u on u.id = q."userId"
      join current_episodes e on e.id = q."episodeId" and e.status = 'published' and e.series_status = 'published'
      returning *)
    select ${commentColumns} from c left join user_profiles p on p.id = c.user_id`;
  const written = await executePrepared(tx, query);
  for (const { status, episodeId } of written) {
    if (status === 'visible') emitAfterCommit(tx, 'changed', ['comments', episodeId]);
  }
  return new Map(written.map((row) => [row.id, row]));
}

/** A visible comment on a visible episode. */
export async function findShownComment(db: Db, id: string): Promise<CommentRow | undefined> {
  const query = sql<CommentRow>`
    select ${commentColumns} from comments c left join user_profiles p on p.id = c.user_id
      join current_episodes e on e.id = c.episode_id and e.status = 'published' and e.series_status = 'published'
    where c.id = ${id} and c.status = 'visible'`;
  return (await query.execute(db)).rows[0];
}

interface LockedComment {
  id: string;
  userId: string;
  status: CommentStatus;
  openReports: number;
  revision: number;
}

const lockColumns = sql.raw(`id, user_id as "userId", status, open_reports as "openReports", revision`);

export async function findAuthor(db: Db, id: string): Promise<string | undefined> {
  const query = sql<{ userId: string }>`select user_id as "userId" from comments where id = ${id}`;
  return (await query.execute(db)).rows[0]?.userId;
}

export async function lockComment(tx: Tx, id: string): Promise<LockedComment | undefined> {
  const query = sql<LockedComment>`select ${lockColumns} from comments where id = ${id} for no key update`;
  return (await query.execute(tx)).rows[0];
}

export async function setStatus(tx: Tx, id: string, status: CommentStatus, now: Date): Promise<void> {
  await sql`update comments set status = ${status}, revision = revision + 1, updated_at = ${now}
    where id = ${id}`.execute(tx);
}

const ownReport = sql.raw(`id, comment_id as "commentId", reason, status, created_at as "createdAt"`);

export async function findReportBy(db: Db, commentId: string, userId: string): Promise<OwnReportRow | undefined> {
  const query = sql<OwnReportRow>`
    select ${ownReport} from comment_reports where comment_id = ${commentId} and user_id = ${userId}`;
  return (await query.execute(db)).rows[0];
}

export async function insertReport(
  tx: Tx,
  report: Pick<OwnReportRow, 'id' | 'commentId' | 'reason'> & { userId: string },
  now: Date,
): Promise<OwnReportRow | undefined> {
  const { id, commentId, userId, reason } = report;
  const query = sql<OwnReportRow>`
    insert into comment_reports (id, comment_id, user_id, reason, created_at)
    values (${id}, ${commentId}, ${userId}, ${reason}, ${now}) returning ${ownReport}`;
  return (await query.execute(tx)).rows[0];
}

/** Updates the number of open reports of a locked comment. */
export async function countReports(tx: Tx, commentId: string): Promise<void> {
  await sql`update comments c set open_reports = w.count, reported_at = w.first
    from (select count(*) as count, min(created_at) as first from comment_reports
      where comment_id = ${commentId} and resolved_at is null) w
    where c.id = ${commentId}`.execute(tx);
}

export interface WrittenText {
  id: string;
  text: string;
}

/** Comments of a user, and the reasons of their reports. */
export async function listWrittenBy(
  tx: Tx,
  userId: string,
): Promise<{ comments: WrittenText[]; reports: WrittenText[] }> {
  const comments = sql<WrittenText>`select id, body as text from comments where user_id = ${userId} order by id`;
  const reports = sql<WrittenText>`select id, reason as text from comment_reports where user_id = ${userId} order by id`;
  return { comments: (await comments.execute(tx)).rows, reports: (await reports.execute(tx)).rows };
}

export async function replaceBodies(tx: Tx, texts: readonly WrittenText[], now: Date): Promise<void> {
  await sql`update comments c set body = n.body, revision = c.revision + 1, updated_at = ${now}
    from unnest(${texts.map(({ id }) => id)}::uuid[], ${texts.map(({ text }) => text)}::text[]) n (id, body)
    where c.id = n.id`.execute(tx);
}

export async function replaceReasons(tx: Tx, texts: readonly WrittenText[]): Promise<void> {
  await sql`update comment_reports r set reason = n.reason
    from unnest(${texts.map(({ id }) => id)}::uuid[], ${texts.map(({ text }) => text)}::text[]) n (id, reason)
    where r.id = n.id`.execute(tx);
}

/** The series and the newest visible comments of an episode that viewers can see. */
export async function findPreview(
  db: Db,
  episodeId: string,
  limit: number,
): Promise<{ seriesId: string; comments: CommentRow[] } | undefined> {
  const query = sql<Omit<CommentRow, 'id'> & { id: string | null; seriesId: string }>`
    select e.series_id as "seriesId", ${commentColumns}
    from current_episodes e
    left join lateral (select * from comments where episode_id = e.id and status = 'visible'
      order by created_at desc, id desc limit ${limit}) c on true
    left join user_profiles p on p.id = c.user_id
    where e.id = ${episodeId} and e.status = 'published' and e.series_status = 'published'
    order by c.created_at desc, c.id desc`;
  const rows = await executePrepared(db, query);
  const [first] = rows;
  if (!first) return undefined;
  // An episode without comments has one row without an id.
  const comments = rows.flatMap(({ seriesId: _seriesId, id, ...comment }) => (id === null ? [] : { ...comment, id }));
  return { seriesId: first.seriesId, comments };
}

/** SQL of all comments of a user as a JSON array, oldest first. */
export const commentsJson = (userId: string): string =>
  jsonArray(`
    select c.id, c.episode_id as "episodeId", s.title as "seriesTitle", e.episode_number as "episodeNumber", c.body,
      c.status, ${isoTime('c.created_at')} as "createdAt"
    from comments c join episode_names e on e.id = c.episode_id join series_names s on s.id = e.series_id
    where c.user_id = ${userId} order by c.created_at, c.id`);

/** SQL of all reports by a user as a JSON array, oldest first. */
export const reportsJson = (userId: string): string =>
  jsonArray(`
    select r.id, r.comment_id as "commentId", r.reason, ${isoTime('r.created_at')} as "createdAt"
    from comment_reports r where r.user_id = ${userId} order by r.created_at, r.id`);
