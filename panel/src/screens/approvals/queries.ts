import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, type Schema, unwrap } from '../../api/client.ts';
import type { queryOf } from './tabs.ts';

export type Approval = Schema<'Approval'>;
export type ApprovalDetail = Schema<'ApprovalDetail'>;

/** Requests come while one looks: the inbox asks again by itself. */
const lookAgainMs = 30_000;

export const approvalsQuery = (query: ReturnType<typeof queryOf>) =>
  queryOptions({
    queryKey: ['approvals', query],
    queryFn: ({ signal }) => unwrap(api.GET('/v1/admin/approvals', { params: { query }, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: lookAgainMs,
  });

export const approvalQuery = (id: string) =>
  queryOptions({
    queryKey: ['approval', id],
    queryFn: ({ signal }) => unwrap(api.GET('/v1/admin/approvals/{id}', { params: { path: { id } }, signal })),
    refetchInterval: lookAgainMs,
  });
