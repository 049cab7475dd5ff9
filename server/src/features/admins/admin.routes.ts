import { Type } from 'typebox';
import { invalidTransition, notFound, refuse } from '../../kit/errors.ts';
import type { Endpoint } from '../../kit/http/endpoint.ts';
import { Id } from '../../kit/http/schema.ts';
import { byNewest } from '../../kit/page.ts';
import { adminEndpoint, adminPasswords, emailTaken, mustBeStrong, weakPassword } from '../access/public.ts';
import { ApprovalPending } from '../approvals/public.ts';
import { ownAccount } from './account.sql.ts';
import { create, forceLogout, remove, resetPassword, update } from './actions/accounts.ts';
import { requestClearing } from './actions/clear-second-factor.ts';
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
import { ClearSecondFactorBody } from './session.schema.ts';
import { findAdmin, listAdmins } from './sql.ts';

const params = { id: Id };
const exampleAdmin = { id: '01930000-0000-7000-8000-0000000000d1' };

export const adminRoutes: Endpoint[] = [
  adminEndpoint.list({
    url: '/admin/admins',
    access: ['*'],
    summary: 'List admins, newest first',
    description: 'Deleted admins are left out. `q` looks for a part of the email or the name.',
    query: adminListQuery,
    item: Admin,
    example: { query: { role: 'support', is_active: 'true' } },
    sort: byNewest('created_at', 'a'),
    list: listAdmins,
    show: (row, { permissions }) => showAdmin(row, permissions),
  }),
  adminEndpoint({
    method: 'GET',
    url: '/admin/admins/me',
    access: 'signed_in',
    allowedWhile: ['password_reset', 'second_factor'],
    summary: 'Read one’s own account',
    description: 'Open to every admin, also to one who has yet to reset the password or set up a second factor.',
    reply: Admin,
    errors: [notFound],
    callerValue: ownAccount,
    run: async ({ caller }, { callerValue }) => showOwnAccount(callerValue ?? refuse(notFound), caller.permissions),
  }),
  adminEndpoint({
    method: 'GET',
    url: '/admin/admins/:id',
    access: ['*'],
    summary: 'Read one admin',
    description:
      'Holds the role with its permissions, and in `allowed` what the caller may do with the account. A deleted admin is not found.',
    params,
    reply: Admin,
    example: { params: exampleAdmin },
    target: (db, { id }) => findAdmin(db, id),
    run: async ({ caller }, { target }) => showAdmin(target, caller.permissions),
  }),
  adminEndpoint({
    method: 'POST',
    url: '/admin/admins',
    access: ['*'],
    stepUp: true,
    status: 201,
    summary: 'Create an admin with a temporary password',
    description:
      'The password has 12 to 128 characters and must be replaced before anything else can be done. The email of a deleted admin may be used again.',
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
    access: ['*'],
    stepUp: true,
    summary: 'Rename an admin, give another role, disable or enable',
    description:
      'Fields that are left out stay as they are. Another role and disabling end every session of the admin; the last active superadmin keeps both.',
    params,
    body: UpdateAdminBody,
    reply: Admin,
    errors: [notFound, lastSuperadmin],
    example: { params: exampleAdmin, body: { name: 'Jonas Weber', is_active: false } },
    target: (db, { id }) => findAdmin(db, id),
    run: async (ctx, { params: { id }, body }) => showAdmin(await update(ctx, id, body), ctx.caller.permissions),
  }),
  adminEndpoint({
    method: 'DELETE',
    url: '/admin/admins/:id',
    access: ['*'],
    stepUp: true,
    status: 204,
    summary: 'Delete an admin, softly',
    description:
      'Ends every session of the admin and frees the email; the audit log goes on naming them. The last active superadmin stays.',
    params,
    errors: [lastSuperadmin],
    example: { params: exampleAdmin },
    target: (db, { id }) => findAdmin(db, id),
    run: (ctx, { params: { id } }) => remove(ctx, id),
  }),
  adminEndpoint({
    method: 'POST',
    url: '/admin/admins/:id/force-logout',
    access: ['*'],
    stepUp: true,
    summary: 'End every session of an admin',
    description:
      'Every token issued so far is refused from the next request on, on every process. Answers the new `token_version`.',
    params,
    reply: Type.Object({ id: Id, token_version: Type.Integer() }),
    example: { params: exampleAdmin },
    target: (db, { id }) => findAdmin(db, id),
    run: (ctx, { params: { id } }) => forceLogout(ctx, id),
  }),
  adminEndpoint({
    method: 'POST',
    url: '/admin/admins/:id/reset-password',
    access: ['*'],
    stepUp: true,
    summary: 'Set a temporary password',
    description:
      'Ends every session of the admin, who must replace the password after the next sign-in. It has 12 to 128 characters.',
    params,
    body: ResetPasswordBody,
    reply: Admin,
    errors: [weakPassword],
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
  adminEndpoint({
    method: 'POST',
    url: '/admin/admins/:id/clear-second-factor',
    access: ['*'],
    stepUp: true,
    idempotent: true,
    summary: 'Ask for an admin’s lost second factor to be cleared',
    description: 'Another superadmin approves it. Until then the second factor is wanted as before.',
    params: { id: Id },
    body: ClearSecondFactorBody,
    reply: ApprovalPending,
    errors: [invalidTransition],
    example: {
      params: { id: '01930000-0000-7000-8000-0000000000d1' },
      body: { reason: 'The phone was lost, and the recovery codes with it' },
    },
    target: (db, { id }) => findAdmin(db, id),
    run: (ctx, { params: { id }, body }) => requestClearing(ctx, id, body.reason),
  }),
];
