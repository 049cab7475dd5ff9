import { type SqlBool, sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { containsPattern, eqId, filters, inlineLiteral } from '../../kit/db/filters.ts';
import { type InLanguages, isId } from '../../kit/http/schema.ts';
import { type Keyset, pageRows } from '../../kit/page.ts';
import type { CommentStatus } from './rules.ts';
import { type CommentRow, commentColumns } from './sql.ts';

export interface ModeratedRow extends CommentRow {
  author: {
    id: string;
    displayName: string | null;
    avatarUrl: string | null;
    isGuest: boolean;
    status: string;
    commentingSuspended: boolean;
    strikes: number;
  };
  episode: {
    id: string;
    seriesId: string;
    seriesTitle: string;
    seriesTitleI18n: InLanguages;
    episodeNumber: number;
    title: string;
    titleI18n: InLanguages;
    pictureAssetId: string | null;
  };
  openReports: number;
  reportedAt: Date | null;
  revision: number;
}

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

export interface CommentFilters {
  status?: CommentStatus | undefined;
  reported?: boolean | undefined;
  q?: string | undefined;
  userId?: string | undefined;
  episodeId?: string | undefined;
}

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
 * What was written under an episode right before and right after a comment, that comment among it, newest first.
 * Each state is a range of the index, and is asked for by itself.
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

/** What someone wrote last, but for one comment. */
export async function listLatestBy(db: Db, userId: string, butId: string): Promise<CommentRow[]> {
  const query = sql<CommentRow>`
    select ${commentColumns} from comments c left join user_profiles p on p.id = c.user_id
    where c.user_id = ${userId} and c.id <> ${butId}
    order by c.created_at desc, c.id desc limit ${sql.lit(shownOfAuthor)}`;
  return (await query.execute(db)).rows;
}

export interface AuthorCounts {
  comments: number;
  notVisible: number;
  reportsMade: number;
}

export async function countWrittenBy(db: Db, userId: string): Promise<AuthorCounts> {
  const query = sql<AuthorCounts>`
    select count(*)::integer as comments, (count(*) filter (where status <> 'visible'))::integer as "notVisible",
      (select count(*) from comment_reports r where r.user_id = ${userId})::integer as "reportsMade"
    from comments where user_id = ${userId}`;
  return (await query.execute(db)).rows[0] ?? { comments: 0, notVisible: 0, reportsMade: 0 };
}

export interface SummaryRow {
  reportedComments: number;
  openReports: number;
  oldestReportAt: Date | null;
}

export async function summarize(db: Db): Promise<SummaryRow> {
  const query = sql<SummaryRow>`
    select count(*)::integer as "reportedComments", coalesce(sum(open_reports), 0)::integer as "openReports",
      min(reported_at) as "oldestReportAt"
    from comments where open_reports > 0`;
  return (await query.execute(db)).rows[0] ?? { reportedComments: 0, openReports: 0, oldestReportAt: null };
}
