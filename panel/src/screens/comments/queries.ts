import type { Schema } from '../../api/client.ts';
import { apiQuery, listQuery, read } from '../../api/query.ts';
import { countLimit as limit, tileFrom, tileQuery } from '../../app/tiles.ts';
import type { ListState } from '../../ui/list/search.ts';

export type Comment = Schema<'Comment'>;
export type ModeratedComment = Schema<'ModeratedComment'>;
export type CommentDetail = Schema<'CommentDetail'>;
export type Report = CommentDetail['reports'][number];

export const statuses = [...(['visible', 'hidden', 'deleted'] as const)] satisfies Comment['status'][];

/** What waits for a decision, and everything. */
export const tabs = ['waiting', 'all'] as const;
export type Tab = (typeof tabs)[number];

export interface CommentSearch extends ListState {
  readonly tab?: Tab | undefined;
  readonly status?: Comment['status'] | undefined;
  readonly q?: string | undefined;
  readonly userId?: string | undefined;
}

/** Reports come while one looks. */
const lookAgainMs = 30_000;

export const commentsQuery = ({ tab = 'waiting', ...search }: CommentSearch) => ({
  ...listQuery('/v1/admin/moderation/comments', { ...search, ...(tab === 'waiting' && { reported: true }) }),
  refetchInterval: lookAgainMs,
});

export const commentQuery = (id: string) => ({
  ...apiQuery('/v1/admin/moderation/comments/{id}', { path: { id } }),
  refetchInterval: lookAgainMs,
});

/** The comments that wait, the count of them all, and for the longest first. */
export const waitingComments = tileQuery('/v1/admin/moderation/comments', 'reported', async (signal) => {
  const [page, { reportedComments: total }] = await Promise.all([
    read('/v1/admin/moderation/comments', { query: { reported: true, limit } }, signal),
    read('/v1/admin/moderation/summary', {}, signal),
  ]);
  const items = page.items.toSorted((one, other) => (String(one.reportedAt) < String(other.reportedAt) ? -1 : 1));
  return tileFrom({ ...page, items, total }, ({ id, body, reportedAt, createdAt }) => ({
    id,
    href: `/moderation/${id}`,
    at: reportedAt ?? createdAt,
    text: body,
  }));
});
