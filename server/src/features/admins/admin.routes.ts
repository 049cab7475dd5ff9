import { Type } from 'typebox';
import { notFound, refuse } from '../../kit/errors.ts';
import type { Endpoint } from '../../kit/http/endpoint.ts';
import { Id } from '../../kit/http/schema.ts';
import { newest } from '../../kit/page.ts';
import { adminEndpoint, adminPasswords, emailTaken, mustBeStrong, weakPassword } from '../access/public.ts';
import { ownAccount } from './account.sql.ts';
import { create, forceLogout, remove, resetPassword, update } from './actions/accounts.ts';
import { lastSuperadmin } from './errors.ts';
import { shortestPassword } from './rules.ts';
import {
  Admin,
  adminListQuery,
  CreateAdminBody,
  ResetPasswordBody,
  showAdmin,
  showOwnAccount,
  UpdateAdminBody,
} from './schema.ts';
import { findAdmin, listAdmins } from './sql.ts';

const params = { id: Id };
const exampleAdmin = { id: '01930000-0000-7000-8000-0000000000d1' };

export const adminRoutes: Endpoint[] = [
  adminEndpoint.list({
    url: '/admin/admins',
    may: ['*'],
    summary: 'List admins, newest first',
    query: adminListQuery,
    item: Admin,
    example: { query: { role: 'support', is_active: 'true' } },
    sort: newest('created_at', 'a'),
    list: listAdmins,
    show: (row, { permissions }) => showAdmin(row, permissions),
  }),
  adminEndpoint({
    method: 'GET',
    url: '/admin/admins/me',
    may: 'signed_in',
    allowedWhile: ['password_reset', 'second_factor'],
    summary: 'Read one’s own account',
    reply: Admin,
    errors: [notFound],
    budget: 1,
    callerValue: ownAccount,
    run: async ({ caller }, { callerValue }) => showOwnAccount(callerValue ?? refuse(notFound), caller.permissions),
  }),
  adminEndpoint({
    method: 'GET',
    url: '/admin/admins/:id',
    may: ['*'],
    summary: 'Read one admin',
    params,
    reply: Admin,
    budget: 1,
    example: { params: exampleAdmin },
    target: (db, { id }) => findAdmin(db, id),
    run: async ({ caller }, { target }) => showAdmin(target, caller.permissions),
  }),
  adminEndpoint({
    method: 'POST',
    url: '/admin/admins',
    may: ['*'],
    stepUp: true,
    status: 201,
    summary: 'Create an admin with a temporary password',
    body: CreateAdminBody,
    reply: Admin,
    errors: [notFound, emailTaken, weakPassword],
    example: {
      body: {
        email: 'mina@example.com',
        name: 'Mina Okafor',
        role: 'support',
        temporary_password: 'seven gulls over the pier',
      },
    },
    prepare: async ({ body, ip }) => {
      mustBeStrong(body.temporary_password, { email: body.email, shortest: shortestPassword });
      return adminPasswords.hash(body.temporary_password, ip);
    },
    run: async (ctx, { body, prepared }) => showAdmin(await create(ctx, body, prepared), ctx.caller.permissions),
  }),
  adminEndpoint({
    method: 'PUT',
    url: '/admin/admins/:id',
    may: ['*'],
    stepUp: true,
    summary: 'Rename an admin, give another role, disable or enable',
    params,
    body: UpdateAdminBody,
    reply: Admin,
    errors: [notFound, lastSuperadmin],
    budget: 14,
    example: { params: exampleAdmin, body: { name: 'Jonas Weber', is_active: false } },
    target: (db, { id }) => findAdmin(db, id),
    run: async (ctx, { params: { id }, body }) => showAdmin(await update(ctx, id, body), ctx.caller.permissions),
  }),
  adminEndpoint({
    method: 'DELETE',
    url: '/admin/admins/:id',
    may: ['*'],
    stepUp: true,
    status: 204,
    summary: 'Delete an admin, softly',
    params,
    errors: [lastSuperadmin],
    example: { params: exampleAdmin },
    target: (db, { id }) => findAdmin(db, id),
    run: (ctx, { params: { id } }) => remove(ctx, id),
  }),
  adminEndpoint({
    method: 'POST',
    url: '/admin/admins/:id/force-logout',
    may: ['*'],
    stepUp: true,
    summary: 'End every session of an admin',
    params,
    reply: Type.Object({ id: Id, token_version: Type.Integer() }),
    example: { params: exampleAdmin },
    target: (db, { id }) => findAdmin(db, id),
    run: (ctx, { params: { id } }) => forceLogout(ctx, id),
  }),
  adminEndpoint({
    method: 'POST',
    url: '/admin/admins/:id/reset-password',
    may: ['*'],
    stepUp: true,
    summary: 'Set a temporary password',
    params,
    body: ResetPasswordBody,
    reply: Admin,
    errors: [weakPassword],
    budget: 13,
    example: { params: exampleAdmin, body: { temporary_password: 'seven gulls over the pier' } },
    target: (db, { id }) => findAdmin(db, id),
    prepare: async ({ database, params: { id }, body, ip }) => {
      const admin = (await findAdmin(database.db, id)) ?? refuse(notFound);
      mustBeStrong(body.temporary_password, { email: admin.email, shortest: shortestPassword });
      return adminPasswords.hash(body.temporary_password, ip);
    },
    run: async (ctx, { params: { id }, prepared }) =>
      showAdmin(await resetPassword(ctx, id, prepared), ctx.caller.permissions),
  }),
];
