import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, type Schema, unwrap } from '../../api/client.ts';
import type { orders } from '../../ui/list/search.ts';

export type UserListItem = Schema<'UserListItem'>;
export type User = Schema<'UserDetail'>;
export type LedgerEntry = Schema<'LedgerEntry'>;
export type LedgerEvent = Schema<'LedgerEvent'>;
export type TimelineItem = Schema<'TimelineItem'>;
export type UserNote = Schema<'UserNote'>;
export type Subscription = Schema<'Subscription'>;

export const statuses = ['active', 'suspended', 'banned', 'deleted'] as const;
export const kinds = ['registered', 'guest'] as const;
export const sorts = ['created_at', 'last_seen_at', 'balance', 'spend'] as const;

export const userTabs = ['timeline', 'ledger', 'devices', 'subscriptions', 'notes'] as const;
export type UserTab = (typeof userTabs)[number];

export interface UserFilters {
  q?: string | undefined;
  status?: (typeof statuses)[number] | undefined;
  guest?: (typeof kinds)[number] | undefined;
  country?: string | undefined;
  createdFrom?: string | undefined;
  createdTo?: string | undefined;
  sort?: (typeof sorts)[number] | undefined;
  order?: (typeof orders)[number] | undefined;
  cursor?: string;
  limit?: number;
}

export const usersQuery = (query: UserFilters) =>
  queryOptions({
    queryKey: ['users', query],
    queryFn: ({ signal }) => unwrap(api.GET('/v1/admin/users', { params: { query: defined(query) }, signal })),
    placeholderData: keepPreviousData,
  });

/** The contract knows a filter or does not; undefined would be neither. */
function defined({ q, status, guest, country, createdFrom, createdTo, sort, order, ...rest }: UserFilters) {
  return {
    ...rest,
    ...(q && { q }),
    ...(status && { status }),
    ...(guest && { guest }),
    ...(country && { country }),
    ...(createdFrom && { createdFrom }),
    ...(createdTo && { createdTo }),
    ...(sort && { sort }),
    ...(order && { order }),
  };
}

export const userQuery = (id: string) =>
  queryOptions({
    queryKey: ['user', id],
    queryFn: ({ signal }) => unwrap(api.GET('/v1/admin/users/{id}', { params: { path: { id } }, signal })),
  });

const firstPage: string | undefined = undefined;
const after = (page: { nextCursor: string | null }): string | undefined => page.nextCursor ?? undefined;
const pageFrom = (cursor: string | undefined, limit: number) => ({ limit, ...(cursor !== undefined && { cursor }) });

export const timelineQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['user', id, 'timeline'],
    queryFn: ({ pageParam, signal }) => {
      const params = { path: { id }, query: pageFrom(pageParam, 30) };
      return unwrap(api.GET('/v1/admin/users/{id}/timeline', { params, signal }));
    },
    initialPageParam: firstPage,
    getNextPageParam: after,
  });

export const ledgerQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['user', id, 'ledger'],
    queryFn: ({ pageParam, signal }) => {
      const params = { path: { id }, query: pageFrom(pageParam, 50) };
      return unwrap(api.GET('/v1/admin/users/{id}/ledger', { params, signal }));
    },
    initialPageParam: firstPage,
    getNextPageParam: after,
  });

export const notesQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['user', id, 'notes'],
    queryFn: ({ pageParam, signal }) => {
      const params = { path: { id }, query: pageFrom(pageParam, 50) };
      return unwrap(api.GET('/v1/admin/users/{id}/notes', { params, signal }));
    },
    initialPageParam: firstPage,
    getNextPageParam: after,
  });

/** Recomputed by the server each time that it is asked. */
export const proofOf = (id: string) =>
  unwrap(api.GET('/v1/admin/users/{id}/ledger/proof', { params: { path: { id } } }));

export const eventQuery = (eventId: string) =>
  queryOptions({
    queryKey: ['ledger-event', eventId],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/v1/admin/ledger/events/{eventId}', { params: { path: { eventId } }, signal })),
    // What is in the ledger never changes.
    staleTime: Number.POSITIVE_INFINITY,
  });

export const productsQuery = queryOptions({
  queryKey: ['subscription-products', 'active'],
  queryFn: async () => {
    const query = { status: 'active', limit: 200 } as const;
    return (await unwrap(api.GET('/v1/admin/subscription-products', { params: { query } }))).items;
  },
  staleTime: 60_000,
});
