import { Type } from 'typebox';
import { invalidCursor, invalidTransition, notFound, refuse } from '../../kit/errors.ts';
import type { Ctx, Endpoint } from '../../kit/http/endpoint.ts';
import { dayRange, Id } from '../../kit/http/schema.ts';
import { toJsonPage } from '../../kit/json-page.ts';
import { type Keyset, readPoint } from '../../kit/page.ts';
import { type Admin, adminEndpoint, hasPermission } from '../access/public.ts';
import { findUser, lastDeviceJson, onLockedUser, suspendedUntilSql } from '../users/public.ts';
import { ban, logoutAll, reactivate, suspend } from './actions/status.ts';
import { type DetailPorts, showUser, withAllowed } from './detail.ts';
import { readSearch } from './rules.ts';
import {
  allowedFor,
  BanBody,
  exampleUser,
  LogoutAll,
  ReactivateBody,
  SuspendBody,
  TimelineItem,
  UserDetail,
  UserPage,
  UserStatus,
  userListQuery,
} from './schema.ts';
import { listUsers, sortColumns } from './sql.ts';
import { mergeTimeline, type TimelineSource } from './timeline.ts';

export interface SupportPorts extends DetailPorts {
  readonly sources: readonly TimelineSource[];
}

const params = { id: Id };

const listRoutes: Endpoint[] = [
  adminEndpoint({
    method: 'GET',
    url: '/admin/users',
    access: ['users:read'],
    summary: 'Search and list users',
    description:
      '`q` matches the exact id of a user or device, digits of a phone number, and parts of the email and name; spelling variants of Arabic names match. `total` counts all matches, on every page. `allowed` lists the actions available to the caller for each user.',
    query: userListQuery,
    reply: UserPage,
    errors: [invalidCursor],
    fromReplica: true,
    example: { query: { q: 'layla', status: 'active', sort: 'balance', order: 'desc' } },
    run: async ({ db, now, caller }, { query }) => {
      const {
        cursor,
        limit = 50,
        q,
        status,
        guest,
        createdFrom,
        createdTo,
        sort = 'created_at',
        order = 'desc',
      } = query;
      const country = query.country?.toUpperCase();
      const range = dayRange(createdFrom, createdTo, { from: 'createdFrom', to: 'createdTo' });
      const isGuest = guest === undefined ? undefined : guest === 'guest';
      const filters = { search: readSearch(q), status, isGuest, country, ...range };
      const scope = ['users', q, status, guest, country, createdFrom, createdTo];
      const keyset: Keyset = { ...sortColumns[sort], order, limit, cursor, scope };
      const known = { lastDevice: lastDeviceJson, suspendedUntil: suspendedUntilSql };
      const { rows, total } = await listUsers(db, filters, keyset, known);
      return toJsonPage(rows, keyset, (row) => withAllowed(row, now, caller), { total });
    },
  }),
];

const pageRoutes = (ports: SupportPorts): Endpoint[] => [
  adminEndpoint({
    method: 'GET',
    url: '/admin/users/:id',
    access: ['users:read'],
    summary: 'Read one user',
    description:
      'Profile, status, coins, devices, subscriptions and strikes. `allowed` lists the actions available to the caller.',
    params,
    reply: UserDetail,
    errors: [notFound],
    example: { params: exampleUser },
    run: async ({ db, now, caller: { permissions } }, { params: { id } }) =>
      (await showUser(db, id, ports, { now, permissions })) ?? refuse(notFound),
  }),
  adminEndpoint.list({
    url: '/admin/users/:id/timeline',
    access: ['users:read'],
    summary: 'Read the timeline of a user, newest first',
    description:
      'Coins require `wallet:read`, purchases and subscriptions `payments:read`, comments and reports `moderation:read`.',
    params,
    item: TimelineItem,
    example: { params: exampleUser },
    target: (db, { id }) => findUser(db, id),
    sort: { field: 'at', column: 'at', id: 'id', kind: 'time', order: 'desc' },
    cursorScope: ({ params: { id } }) => ['timeline', id],
    list: (db, _filters, keyset, { params: { id }, caller: { permissions } }) =>
      mergeTimeline(db, ports.sources, permissions, id, keyset.limit + 1, readPoint(keyset)),
    show: (item) => item,
  }),
];

/** The whole user for holders of `users:read`, otherwise only the status. */
async function shownAfter(ctx: Ctx<Admin>, userId: string, ports: DetailPorts) {
  const { permissions } = ctx.caller;
  if (!hasPermission(permissions, 'users:read')) return showStatus(ctx, userId);
  return (await showUser(ctx.tx, userId, ports, { now: ctx.now, permissions })) ?? refuse(notFound);
}

async function showStatus({ tx, now, caller }: Ctx<Admin>, userId: string) {
  const user = (await findUser(tx, userId)) ?? refuse(notFound);
  const { id, status, suspendedUntil, suspendReason, banReason } = user;
  return { id, status, suspendedUntil, suspendReason, banReason, allowed: allowedFor(user, now, caller) };
}

const AfterMove = Type.Union([UserDetail, UserStatus], {
  description: 'Without `users:read`, only the status and related fields',
});

const statusRoutes = (ports: SupportPorts): Endpoint[] => [
  adminEndpoint({
    method: 'POST',
    url: '/admin/users/:id/suspend',
    access: ['users:ban'],
    summary: 'Suspend a user, temporarily or indefinitely',
    description:
      'Effective from the user’s next request; ends at `until`, which must be in the future. Only an active user can be suspended.',
    ...onLockedUser,
    body: SuspendBody,
    reply: AfterMove,
    errors: [invalidTransition],
    example: { params: exampleUser, body: { reason: 'spam in comments', until: null } },
    run: async (ctx, { params: { id }, body }) => {
      await suspend(ctx, id, body.reason, body.until ?? null);
      return shownAfter(ctx, id, ports);
    },
  }),
  adminEndpoint({
    method: 'POST',
    url: '/admin/users/:id/ban',
    access: ['users:ban'],
    summary: 'Ban a user',
    description: 'Effective from the user’s next request until an admin lifts it. Coins and purchases are kept.',
    ...onLockedUser,
    body: BanBody,
    reply: AfterMove,
    errors: [invalidTransition],
    example: { params: exampleUser, body: { reason: 'fraud confirmed' } },
    run: async (ctx, { params: { id }, body }) => {
      await ban(ctx, id, body.reason);
      return shownAfter(ctx, id, ports);
    },
  }),
  adminEndpoint({
    method: 'POST',
    url: '/admin/users/:id/reactivate',
    access: ['users:ban'],
    summary: 'Lift a suspension or ban',
    description: 'Clears the reason and end of the suspension or ban. The note is kept in the audit log.',
    ...onLockedUser,
    body: ReactivateBody,
    reply: AfterMove,
    errors: [invalidTransition],
    example: { params: { id: '01930000-0000-7000-8000-000000000012' }, body: { note: 'appeal accepted' } },
    run: async (ctx, { params: { id }, body }) => {
      await reactivate(ctx, id, body.note);
      return shownAfter(ctx, id, ports);
    },
  }),
];

const sessionRoutes: Endpoint[] = [
  adminEndpoint({
    method: 'POST',
    url: '/admin/users/:id/devices/logout-all',
    access: ['users:ban'],
    summary: 'End every session of a user',
    description: 'Revokes every token issued so far. Returns the new `tokenVersion`.',
    ...onLockedUser,
    reply: LogoutAll,
    example: { params: exampleUser },
    run: (ctx, { params: { id } }) => logoutAll(ctx, id),
  }),
];

export const supportRoutes = (ports: SupportPorts): Endpoint[] => [
  ...listRoutes,
  ...pageRoutes(ports),
  ...statusRoutes(ports),
  ...sessionRoutes,
];
