import type { Schema } from '../../api/client.ts';
import { allQuery, apiQuery, type ListParams, listQuery, pagesQuery, read } from '../../api/query.ts';

export type UserListItem = Schema<'UserListItem'>;
export type User = Schema<'UserDetail'>;
export type LedgerEntry = Schema<'NamedLedgerEntry'>;
export type LedgerEvent = Schema<'LedgerEvent'>;
/** The episode or series that something was about. */
export type Subject = NonNullable<LedgerEntry['subject']>;
export type TimelineItem = Schema<'TimelineItem'>;
export type UnlockEntry = Schema<'UnlockEntry'>;
export type Purchase = Schema<'Transaction'>;
export type Refund = Schema<'Refund'>;
export type UserNote = Schema<'UserNote'>;
export type Subscription = Schema<'CurrentSubscription'>;
export type UserComment = Schema<'ModeratedComment'>;

export const statuses = ['active', 'suspended', 'banned', 'deleted'] as const;
export const kinds = ['registered', 'guest'] as const;
export const sorts = ['created_at', 'last_seen_at', 'balance', 'spend'] as const;

export const userTabs = [
  ...(['timeline', 'ledger', 'unlocks', 'purchases', 'devices', 'subscriptions', 'comments', 'notes'] as const),
] as const;
export type UserTab = (typeof userTabs)[number];

/** What can be asked for in the address of a user's page. */
export const userActs = ['ban'] as const;
export type UserAct = (typeof userActs)[number];

export const usersQuery = (search: ListParams<'/v1/admin/users'>) => listQuery('/v1/admin/users', search);

export const userQuery = (id: string) => apiQuery('/v1/admin/users/{id}', { path: { id } });

export const timelineQuery = (id: string) => pagesQuery('/v1/admin/users/{id}/timeline', { path: { id } }, 30);

export const ledgerQuery = (id: string) => pagesQuery('/v1/admin/users/{id}/ledger', { path: { id } }, 50);

export const unlocksQuery = (id: string) => pagesQuery('/v1/admin/users/{id}/unlocks', { path: { id } }, 50);

export const userCommentsQuery = (userId: string) =>
  pagesQuery('/v1/admin/moderation/comments', { query: { userId } }, 50);

export const purchasesQuery = (id: string) => pagesQuery('/v1/admin/users/{id}/purchases', { path: { id } }, 50);

/** What was asked back of the user's purchases, whatever became of it. */
export const refundsQuery = (userId: string) => apiQuery('/v1/admin/refunds', { query: { userId, limit: 200 } });

export const notesQuery = (id: string) => pagesQuery('/v1/admin/users/{id}/notes', { path: { id } }, 50);

/** Recomputed by the server each time that it is asked. */
export const proofOf = (id: string) =>
  read('/v1/admin/users/{id}/ledger/proof', { path: { id } }, new AbortController().signal);

/** What is in the ledger never changes. */
export const eventQuery = (eventId: string) => ({
  ...apiQuery('/v1/admin/ledger/events/{eventId}', { path: { eventId } }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** The open requests about a user that this admin may see. */
export const requestsQuery = (id: string) =>
  apiQuery('/v1/admin/approvals', { query: { status: ['pending'], targetType: 'user', targetId: id, limit: 100 } });

/** What can be given to a user, for those too who do not see prices. */
export const compProductsQuery = (id: string) => ({
  ...allQuery('/v1/admin/users/{id}/comp-subscription/products', { path: { id } }),
  staleTime: 60_000,
});

/** How many days a user may be given without a second person. */
export const compLimitQuery = (id: string) =>
  apiQuery('/v1/admin/users/{id}/comp-subscription/limit', { path: { id } });

/** What the caller has granted today. */
export const grantsTodayQuery = apiQuery('/v1/admin/ledger/grants/today', {});
