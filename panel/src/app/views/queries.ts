import { queryOptions } from '@tanstack/react-query';
import { defaultStringifySearch } from '@tanstack/react-router';
import type { Schema } from '../../api/client.ts';
import { keyOf, readAll } from '../../api/query.ts';
import { moveBrowserViews } from './browser-views.ts';

export type View = Schema<'SavedView'>;

const path = '/v1/admin/saved-views';

/** Where each list is; null where it is part of something that a view does not name. */
export const placeOf = {
  series: '/series',
  media: '/library',
  launches: '/launches',
  collections: '/collections',
  users: '/users',
  transactions: '/transactions',
  'refunds-pending': '/refunds',
  'refunds-executed': '/refunds?status=executed',
  'refunds-rejected': '/refunds?status=rejected',
  subscriptions: '/subscriptions',
  reconciliation: '/reconciliation',
  'reconciliation-rows': null,
  'exchange-rates': '/exchange-rates',
  'subscription-products': '/subscription-products',
  promos: '/promos',
  segments: '/segments',
  push: '/push',
  'comments-waiting': '/moderation',
  'comments-all': '/moderation?tab=all',
  analytics: '/analytics/content',
  alerts: '/alerts',
  'approvals-decide': '/approvals',
  'approvals-mine': '/approvals?tab=mine',
  'approvals-history': '/approvals?tab=history',
  audit: '/audit',
  admins: '/admins',
  webhooks: '/webhooks',
  outbox: '/jobs',
} as const satisfies Readonly<Record<View['list'], string | null>>;

const isList = (name: string): name is View['list'] => name in placeOf;

/** All views of the admin, of all lists: there are few, and the palette looks through all of them. */
export const viewsQuery = queryOptions({
  queryKey: keyOf(path, {}, 'all'),
  queryFn: async ({ signal }): Promise<View[]> => {
    await moveBrowserViews(isList, signal);
    return readAll(path, {}, signal);
  },
});

/** The address of a view, at its list or where one is. */
export function hrefOfView({ list, search }: Pick<View, 'list' | 'search'>, here = ''): string {
  const place = placeOf[list] ?? here;
  const given = defaultStringifySearch(search);
  return place.includes('?') ? place + given.replace('?', '&') : place + given;
}
