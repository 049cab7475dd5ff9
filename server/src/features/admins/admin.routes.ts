import { Type } from 'typebox';
import type { Db } from '../../kit/db/database.ts';
import { invalidTransition, notFound, refuse } from '../../kit/errors.ts';
import type { Endpoint } from '../../kit/http/endpoint.ts';
import { Id } from '../../kit/http/schema.ts';
import { byNewest } from '../../kit/page.ts';
import { adminEndpoint, adminPasswords, emailTaken, mustBeStrong, weakPassword } from '../access/public.ts';
import { ApprovalPending } from '../approvals/public.ts';
import { create, forceLogout, remove, resetPassword, update } from './actions/accounts.ts';
import { requestClearing } from './actions/second-factor.ts';
import { lastSuperadmin } from './errors.ts';
import { shortestPassword } from './rules.ts';
import {
  Admin,
  adminListQuery,
  ClearSecondFactorBody,
  CreateAdminBody,
  ResetPasswordBody,
  showAdmin,
  showOwnAccount,
  UpdateAdminBody,
} from './schema.ts';
import { findAdmin, listAdmins, ownAccount } from './sql.ts';

const params = { id: Id };
const onAdmin = { params, target: (db: Db, { id }: { id: string }) => findAdmin(db, id) };
const exampleAdmin = { id: '01930000-0000-7000-8000-0000000000d1' };

export const adminRoutes: Endpoint[] = [
  adminEndpoint.list({
    url: '/admin/admins',
    access: ['*'],
    summary: 'List admins, newest first',
    description: 'Deleted admins are excluded. `q` matches any part of the email or name.',
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
    exemptFrom: ['password_reset', 'second_factor'],
    summary: 'Read one’s own account',
    description:
      'Available to every admin, including one who still has to reset the password or set up a second factor.',
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
      'Includes the role with its permissions; `allowed` lists what the caller may do with the account. A deleted admin is 404.',
    ...onAdmin,
    reply: Admin,
    example: { params: exampleAdmin },
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
      'The password has 12 to 128 characters and must be replaced at the first sign-in. The email of a deleted admin may be reused.',
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
    summary: 'Edit an admin: name, role, disabled',
    description:
      'Omitted fields are unchanged. Changing the role or disabling the account ends all sessions of the admin. The last active superadmin can be neither demoted nor disabled.',
    ...onAdmin,
    body: UpdateAdminBody,
    reply: Admin,
    errors: [notFound, lastSuperadmin],
    example: { params: exampleAdmin, body: { name: 'Jonas Weber', is_active: false } },
    run: async (ctx, { params: { id }, body }) => showAdmin(await update(ctx, id, body), ctx.caller.permissions),
  }),
  adminEndpoint({
    method: 'DELETE',
    url: '/admin/admins/:id',
    access: ['*'],
    stepUp: true,
    status: 204,
    summary: 'Soft-delete an admin',
    description:
      'Ends all sessions of the admin and frees the email address; audit entries keep the name. The last active superadmin cannot be deleted.',
    ...onAdmin,
    errors: [lastSuperadmin],
    example: { params: exampleAdmin },
    run: (ctx, { params: { id } }) => remove(ctx, id),
  }),
  adminEndpoint({
    method: 'POST',
    url: '/admin/admins/:id/force-logout',
    access: ['*'],
    stepUp: true,
    summary: 'End every session of an admin',
    description: 'Revokes every token issued so far, on all processes. Returns the new `token_version`.',
    ...onAdmin,
    reply: Type.Object({ id: Id, token_version: Type.Integer() }),
    example: { params: exampleAdmin },
    run: (ctx, { params: { id } }) => forceLogout(ctx, id),
  }),
  adminEndpoint({
    method: 'POST',
    url: '/admin/admins/:id/reset-password',
    access: ['*'],
    stepUp: true,
    summary: 'Set a temporary password',
    description:
      'Ends all sessions of the admin, who must replace the password at the next sign-in. It has 12 to 128 characters.',
    ...onAdmin,
    body: ResetPasswordBody,
    reply: Admin,
    errors: [weakPassword],
    example: { params: exampleAdmin, body: { temporary_password: 'seven gulls over the pier' } },
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
    summary: 'Request the reset of an admin’s lost second factor',
    description: 'Requires approval by another superadmin. Until then the second factor stays in force.',
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
