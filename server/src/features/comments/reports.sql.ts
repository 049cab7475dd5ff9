import { sql } from 'kysely';
import type { Db, Tx } from '../../kit/db/database.ts';
import { eqId, filters } from '../../kit/db/filters.ts';
import { type Keyset, pageRows } from '../../kit/page.ts';
import type { CommentStatus, Outcome, ReportStatus } from './rules.ts';
import type { CommentRow } from './sql.ts';

export interface ReportRow {
  id: string;
  commentId: string;
  reason: string;
  status: ReportStatus;
  outcome: Outcome | null;
  reporter: { id: string; displayName: string | null; avatarUrl: string | null; isGuest: boolean };
  createdAt: Date;
  resolvedAt: Date | null;
  resolvedBy: { id: string; email: string; name: string } | null;
}

const columns = sql.raw(`r.id, r.comment_id as "commentId", r.reason, r.status, r.outcome, r.created_at as "createdAt",
  r.resolved_at as "resolvedAt",
  json_build_object('id', w.id, 'displayName', w.display_name, 'avatarUrl', w.avatar_url, 'isGuest', w.is_guest) as reporter,
  case when a.id is not null then json_build_object('id', a.id, 'email', a.email, 'name', a.name) end as "resolvedBy"`);

const mostShown = 100;

/** What was reported of a comment, newest first. */
export async function listReportsOf(db: Db, commentId: string): Promise<ReportRow[]> {
  const query = sql<ReportRow>`
    select ${columns} from comment_reports r join user_profiles w on w.id = r.user_id
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

const select = sql<WithComment>`
  select ${columns}, c.episode_id as "episodeId", c.user_id as "userId", p.display_name as "displayName", c.body,
    c.status as "commentStatus", c.created_at as "commentedAt"
  from comment_reports r join user_profiles w on w.id = r.user_id left join admin_names a on a.id = r.resolved_by
    join comments c on c.id = r.comment_id join user_profiles p on p.id = c.user_id`;

export interface ReportFilters {
  status?: ReportStatus | undefined;
  userId?: string | undefined;
}

const conditions = filters<ReportFilters>({
  status: (status) => (status === 'open' ? sql`r.resolved_at is null` : sql`r.resolved_at is not null`),
  userId: eqId('r.user_id'),
});

export interface ListedReportRow extends ReportRow {
  comment: CommentRow;
}

function withComment(row: WithComment): ListedReportRow {
  const { episodeId, userId, displayName, body, commentStatus: status, commentedAt: createdAt, ...report } = row;
  return { ...report, comment: { id: row.commentId, episodeId, userId, displayName, body, status, createdAt } };
}

export async function listReports(db: Db, given: ReportFilters, keyset: Keyset): Promise<ListedReportRow[]> {
  return (await pageRows(db, keyset, select, conditions(given))).map(withComment);
}

export async function findReport(db: Db, id: string): Promise<ListedReportRow | undefined> {
  const row = (await sql<WithComment>`${select} where r.id = ${id}`.execute(db)).rows[0];
  return row && withComment(row);
}

/** What a report says now; its comment is locked, and with it its reports. */
export async function findReportStatus(tx: Tx, id: string): Promise<ReportStatus | undefined> {
  const query = sql<{ status: ReportStatus }>`select status from comment_reports where id = ${id}`;
  return (await query.execute(tx)).rows[0]?.status;
}

export interface Resolution {
  by: string;
  outcome: Outcome;
  now: Date;
}

export async function resolveReport(tx: Tx, id: string, { by, outcome, now }: Resolution): Promise<void> {
  await sql`update comment_reports set resolved_at = ${now}, resolved_by = ${by}, outcome = ${outcome}
    where id = ${id}`.execute(tx);
}

/** Settles what waits of a comment, and answers how many reports there were. */
export async function resolveReportsOf(tx: Tx, commentId: string, { by, outcome, now }: Resolution): Promise<number> {
  const query = sql`update comment_reports set resolved_at = ${now}, resolved_by = ${by}, outcome = ${outcome}
    where comment_id = ${commentId} and resolved_at is null`;
  return Number((await query.execute(tx)).numAffectedRows ?? 0n);
}

/** Lets the reports wait again that were settled by taking a comment away. */
export async function reopenReportsOf(tx: Tx, commentId: string): Promise<number> {
  const query = sql`update comment_reports set resolved_at = null, resolved_by = null, outcome = null
    where comment_id = ${commentId} and outcome in ('hidden', 'deleted')`;
  return Number((await query.execute(tx)).numAffectedRows ?? 0n);
}
