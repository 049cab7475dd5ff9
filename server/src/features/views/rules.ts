import { type Admin, hasPermission, type Permission } from '../access/public.ts';

/**
 * A saved view is a combination of filters and an order of a list, under a name. It belongs to the admin who made it, and
 * may be shared with the holders of a role.
 */

/** The lists that can have views, each with the permissions any of which opens it; none for lists that are open to all. */
const openedBy = {
  series: ['catalog:read'],
  media: ['catalog:read'],
  launches: ['publishing:read'],
  collections: ['curation:read'],
  users: ['users:read'],
  transactions: ['payments:read'],
  'refunds-pending': ['payments:read'],
  'refunds-executed': ['payments:read'],
  'refunds-rejected': ['payments:read'],
  subscriptions: ['payments:read'],
  reconciliation: ['payments:read'],
  'reconciliation-rows': ['payments:read'],
  'exchange-rates': ['payments:read'],
  'subscription-products': ['pricing:read'],
  promos: ['pricing:read'],
  segments: ['pricing:read'],
  push: ['push:read'],
  'comments-waiting': ['moderation:read'],
  'comments-all': ['moderation:read'],
  analytics: ['analytics:read'],
  alerts: ['analytics:read', 'payments:read', 'pricing:read'],
  'approvals-decide': [],
  'approvals-mine': [],
  'approvals-history': [],
  audit: ['audit:read'],
  admins: ['*'],
  webhooks: ['system:read'],
  outbox: ['system:read'],
} as const satisfies Readonly<Record<string, readonly Permission[]>>;

export type ListName = keyof typeof openedBy;

const isList = (name: string): name is ListName => name in openedBy;
export const listNames = Object.keys(openedBy).filter(isList);

export const permissionsOf = (list: ListName): readonly Permission[] => openedBy[list];

export function mayOpen(permissions: readonly string[], list: ListName): boolean {
  const anyOf = permissionsOf(list);
  return anyOf.length === 0 || anyOf.some((permission) => hasPermission(permissions, permission));
}

/** What an admin may see: the views of these lists that are their own, or shared with a role; null for any role. */
export interface Sight {
  readonly adminId: string;
  readonly role: string | null;
  readonly lists: readonly ListName[];
}

export const sightOf = ({ id, role, permissions }: Pick<Admin, 'id' | 'role' | 'permissions'>): Sight => ({
  adminId: id,
  role: hasPermission(permissions, '*') ? null : role,
  lists: listNames.filter((list) => mayOpen(permissions, list)),
});

/** Per admin, in all lists together. */
export const mostViews = 200;
