import type { Schema } from '../../api/client.ts';
import { apiQuery, listQuery } from '../../api/query.ts';
import { type ApprovalSearch, queryOf } from './tabs.ts';

export type Approval = Schema<'Approval'>;
export type ApprovalDetail = Schema<'ApprovalDetail'>;

/** Requests come while one looks: the inbox asks again by itself. */
const lookAgainMs = 30_000;

/** What a tab shows. */
export const approvalsQuery = (search: ApprovalSearch) => ({
  ...listQuery('/v1/admin/approvals', queryOf(search)),
  refetchInterval: lookAgainMs,
});

/** The newest that were decided by someone whom the requester had given access. */
export const relatedDecisionsQuery = {
  ...apiQuery('/v1/admin/approvals', { query: { deciderBoundToRequester: true, limit: 5 } }),
  refetchInterval: lookAgainMs,
};

export const approvalQuery = (id: string) => ({
  ...apiQuery('/v1/admin/approvals/{id}', { path: { id } }),
  refetchInterval: lookAgainMs,
});
