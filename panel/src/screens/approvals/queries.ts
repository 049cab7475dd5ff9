import type { Schema } from '../../api/client.ts';
import { apiQuery, type ListParams, listQuery } from '../../api/query.ts';

export type Approval = Schema<'Approval'>;
export type ApprovalDetail = Schema<'ApprovalDetail'>;

/** Requests come while one looks: the inbox asks again by itself. */
const lookAgainMs = 30_000;

export const approvalsQuery = (search: ListParams<'/v1/admin/approvals'>) => ({
  ...listQuery('/v1/admin/approvals', search),
  refetchInterval: lookAgainMs,
});

export const approvalQuery = (id: string) => ({
  ...apiQuery('/v1/admin/approvals/{id}', { path: { id } }),
  refetchInterval: lookAgainMs,
});
