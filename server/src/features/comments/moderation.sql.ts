import { type SqlBool, sql } from 'kysely';
import type { Db, Tx } from '../../kit/db/database.ts';
import { containsPattern, eqId, filters, inlineLiteral } from '../../kit/db/filters.ts';
import { isoTime } from '../../kit/db/fragments.ts';
import { isId } from '../../kit/http/schema.ts';
import { type Keyset, pageRows, type TimeCursor } from '../../kit/page.ts';
import type { CommentStatus, Outcome, ReportStatus, StrikeType } from './rules.ts';
import type {
  AuthorCounts,
  CommentFilters,
  CommentRow,
  ListedReportRow,
  ModeratedRow,
  ModerationSummary,
  ReportFilters,
  ReportRow,
  StrikeRow,
} from './schema.ts';
import { commentColumns } from './sql.ts';

const select = sql<ModeratedRow>`
  select ${commentColumns}, c.open_reports as "openReports", c.reported_at as "reportedAt", c.revision,
    json_build_object('id', p.id, 'displayName', p.display_name, 'avatarUrl', p.avatar_url, 'isGuest', p.is_guest,
      'status', p.status, 'commentingSuspended', p.commenting_suspended, 'strikes',
      (select count(*) from strikes k where k.user_id = c.user_id and k.removed_at is null)) as author,
    json_build_object('id', e.id, 'seriesId', s.id, 'seriesTitle', s.title, 'seriesTitleI18n', s.title_i18n,
      'episodeNumber', e.episode_number, 'title', e.title, 'titleI18n', e.title_i18n,
      'pictureAssetId', coalesce(s.poster_asset_id, e.thumb_asset_id)) as episode
  from comments c join user_profiles p on p.id = c.user_id join episode_names e on e.id = c.episode_id
    join series_names s on s.id = e.series_id`;

const conditions = filters<CommentFilters>({
  status: (status) => sql<SqlBool>`c.status = ${inlineLiteral(status)}`,
  reported: (reported) => (reported ? sql<SqlBool>`c.open_reports > 0` : sql<SqlBool>`c.open_reports = 0`),
  q: (q) =>
    isId(q.toLowerCase()) ? sql<SqlBool>`c.id = ${q.toLowerCase()}` : sql<SqlBool>`c.body ilike ${containsPattern(q)}`,
  userId: eqId('c.user_id'),
  episodeId: eqId('c.episode_id'),
});

export const listComments = (db: Db, given: CommentFilters, keyset: Keyset): Promise<ModeratedRow[]> =>
  pageRows(db, keyset, select, conditions(given));

export async function findModerated(db: Db, id: string): Promise<ModeratedRow | undefined> {
  return (await sql<ModeratedRow>`${select} where c.id = ${id}`.execute(db)).rows[0];
}

const eachSide = 4;

/**
 * A comment with those right before and after it on the episode, newest first. Each state is a range of the index and
 * is read separately.
 */
export async function listAround(
  db: Db,
  { id, episodeId, createdAt }: Pick<CommentRow, 'id' | 'episodeId' | 'createdAt'>,
): Promise<CommentRow[]> {
  const query = sql<CommentRow>`
    with earlier as (
      select n.* from unnest(array['visible', 'hidden', 'deleted']) v (status) cross join lateral (select * from comments b
        where b.episode_id = ${episodeId} and b.status = v.status and (b.created_at, b.id) <= (${createdAt}, ${id}::uuid)
        order by b.created_at desc, b.id desc limit ${sql.lit(eachSide + 1)}) n
      order by n.created_at desc, n.id desc limit ${sql.lit(eachSide + 1)}),
    later as (
      select n.* from unnest(array['visible', 'hidden', 'deleted']) v (status) cross join lateral (select * from comments b
        where b.episode_id = ${episodeId} and b.status = v.status and (b.created_at, b.id) > (${createdAt}, ${id}::uuid)
        order by b.created_at, b.id limit ${sql.lit(eachSide)}) n
      order by n.created_at, n.id limit ${sql.lit(eachSide)})
    select ${commentColumns} from (select * from earlier union all select * from later) c
      left join user_profiles p on p.id = c.user_id
    order by c.created_at desc, c.id desc`;
  return (await query.execute(db)).rows;
}

const shownOfAuthor = 10;

/** The latest comments of a user, except one. */
export async function listLatestBy(db: Db, userId: string, exceptId: string): Promise<CommentRow[]> {
  const query = sql<CommentRow>`
    select ${commentColumns} from comments c left join user_profiles p on p.id = c.user_id
    where c.user_id = ${userId} and c.id <> ${exceptId}
    order by c.created_at desc, c.id desc limit ${sql.lit(shownOfAuthor)}`;
  return (await query.execute(db)).rows;
}

export async function countWrittenBy(db: Db, userId: string): Promise<AuthorCounts> {
  const query = sql<AuthorCounts>`
    select count(*)::integer as comments, (count(*) filter (where status <> 'visible'))::integer as "notVisible",
      (select count(*) from comment_reports r where r.user_id = ${userId})::integer as "reportsMade"
    from comments where user_id = ${userId}`;
  return (await query.execute(db)).rows[0] ?? { comments: 0, notVisible: 0, reportsMade: 0 };
}

export async function summarize(db: Db): Promise<ModerationSummary> {
  const query = sql<ModerationSummary>`
    select count(*)::integer as "reportedComments", coalesce(sum(open_reports), 0)::integer as "openReports",
      min(reported_at) as "oldestReportAt"
    from comments where open_reports > 0`;
  return (await query.execute(db)).rows[0] ?? { reportedComments: 0, openReports: 0, oldestReportAt: null };
}

const reportColumns =
  sql.raw(`r.id, r.comment_id as "commentId", r.reason, r.status, r.outcome, r.created_at as "createdAt",
  r.resolved_at as "resolvedAt",
  json_build_object('id', w.id, 'displayName', w.display_name, 'avatarUrl', w.avatar_url, 'isGuest', w.is_guest) as reporter,
  case when a.id is not null then json_build_object('id', a.id, 'email', a.email, 'name', a.name) end as "resolvedBy"`);

const mostShown = 100;

/** Reports of a comment, newest first. */
export async function listReportsOf(db: Db, commentId: string): Promise<ReportRow[]> {
  const query = sql<ReportRow>`
    select ${reportColumns} from comment_reports r join user_profiles w on w.id = r.user_id
      left join admin_names a on a.id = r.resolved_by
    where r.comment_id = ${commentId} order by r.created_at desc, r.id desc limit ${sql.lit(mostShown)}`;
  return (await query.execute(db)).rows;
}

interface WithComment extends ReportRow {
  episodeId: string;
  userId: string;
  displayName: string | null;
  body: string;
  commentStatus: CommentStatus;
  commentedAt: Date;
}

const selectReports = sql<WithComment>`
  select ${reportColumns}, c.episode_id as "episodeId", c.user_id as "userId", p.display_name as "displayName", c.body,
    c.status as "commentStatus", c.created_at as "commentedAt"
  from comment_reports r join user_profiles w on w.id = r.user_id left join admin_names a on a.id = r.resolved_by
    join comments c on c.id = r.comment_id join user_profiles p on p.id = c.user_id`;

const reportConditions = filters<ReportFilters>({
  status: (status) => (status === 'open' ? sql`r.resolved_at is null` : sql`r.resolved_at is not null`),
  userId: eqId('r.user_id'),
});

function withComment(row: WithComment): ListedReportRow {
  const { episodeId, userId, displayName, body, commentStatus: status, commentedAt: createdAt, ...report } = row;
  return { ...report, comment: { id: row.commentId, episodeId, userId, displayName, body, status, createdAt } };
}

export async function listReports(db: Db, given: ReportFilters, keyset: Keyset): Promise<ListedReportRow[]> {
  return (await pageRows(db, keyset, selectReports, reportConditions(given))).map(withComment);
}

export async function findReport(db: Db, id: string): Promise<ListedReportRow | undefined> {
  const row = (await sql<WithComment>`${selectReports} where r.id = ${id}`.execute(db)).rows[0];
  return row && withComment(row);
}

/** The comment is locked, and with it its reports. */
export async function findReportStatus(tx: Tx, id: string): Promise<ReportStatus | undefined> {
  const query = sql<{ status: ReportStatus }>`select status from comment_reports where id = ${id}`;
  return (await query.execute(tx)).rows[0]?.status;
}

interface Resolution {
  by: string;
  outcome: Outcome;
  now: Date;
}

export async function resolveReport(tx: Tx, id: string, { by, outcome, now }: Resolution): Promise<void> {
  await sql`update comment_reports set resolved_at = ${now}, resolved_by = ${by}, outcome = ${outcome}
    where id = ${id}`.execute(tx);
}

/** Resolves the open reports of a comment, and returns their number. */
export async function resolveReportsOf(tx: Tx, commentId: string, { by, outcome, now }: Resolution): Promise<number> {
  const query = sql`update comment_reports set resolved_at = ${now}, resolved_by = ${by}, outcome = ${outcome}
    where comment_id = ${commentId} and resolved_at is null`;
  return Number((await query.execute(tx)).numAffectedRows ?? 0n);
}

/** Reopens the reports that were resolved by hiding or deleting the comment. */
export async function reopenReportsOf(tx: Tx, commentId: string): Promise<number> {
  const query = sql`update comment_reports set resolved_at = null, resolved_by = null, outcome = null
    where comment_id = ${commentId} and outcome in ('hidden', 'deleted')`;
  return Number((await query.execute(tx)).numAffectedRows ?? 0n);
}

/** SQL of the active strikes of a user, newest first, as JSON. */
export const strikesJson = (userId: string): string => `coalesce((select json_agg(json_build_object('id', k.id,
  'type', k.type, 'refId', k.ref_id, 'reason', k.reason, 'createdAt', ${isoTime('k.created_at')})
  order by k.created_at desc, k.id desc) from strikes k where k.user_id = ${userId} and k.removed_at is null), '[]')`;

const strikeColumns = sql.raw(`id, type, ref_id as "refId", reason, created_at as "createdAt"`);

export async function listStrikes(db: Db, userId: string): Promise<StrikeRow[]> {
  const query = sql<StrikeRow>`
    select ${strikeColumns} from strikes where user_id = ${userId} and removed_at is null order by created_at desc, id desc`;
  return (await query.execute(db)).rows;
}

export async function findStrike(db: Db, userId: string, id: string): Promise<StrikeRow | undefined> {
  const query = sql<StrikeRow>`
    select ${strikeColumns} from strikes where user_id = ${userId} and id = ${id} and removed_at is null`;
  return (await query.execute(db)).rows[0];
}

/** The active strike for a comment or report. */
export async function findStrikeFor(db: Db, type: StrikeType, refId: string): Promise<StrikeRow | undefined> {
  const query = sql<StrikeRow>`
    select ${strikeColumns} from strikes where type = ${type} and ref_id = ${refId} and removed_at is null`;
  return (await query.execute(db)).rows[0];
}

/** Whether a comment or report is by this user. */
export async function isOf(db: Db, userId: string, type: StrikeType, refId: string): Promise<boolean> {
  const query =
    type === 'comment'
      ? sql`select from comments where id = ${refId} and user_id = ${userId}`
      : sql`select from comment_reports where id = ${refId} and user_id = ${userId}`;
  return (await query.execute(db)).rows.length > 0;
}

export async function countStrikes(tx: Tx, userId: string): Promise<number> {
  const query = sql<{ count: number }>`
    select count(*)::integer as count from strikes where user_id = ${userId} and removed_at is null`;
  return (await query.execute(tx)).rows[0]?.count ?? 0;
}

export async function insertStrike(
  tx: Tx,
  strike: Omit<StrikeRow, 'createdAt'> & { userId: string; by: string },
  now: Date,
): Promise<StrikeRow> {
  const { id, userId, type, refId, reason, by } = strike;
  await sql`insert into strikes (user_id, id, type, ref_id, reason, created_by, created_at)
    values (${userId}, ${id}, ${type}, ${refId}, ${reason}, ${by}, ${now})`.execute(tx);
  return { id, type, refId, reason, createdAt: now };
}

export async function markRemoved(tx: Tx, userId: string, id: string, by: string, now: Date): Promise<void> {
  await sql`update strikes set removed_at = ${now}, removed_by = ${by} where user_id = ${userId} and id = ${id}`.execute(
    tx,
  );
}

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
