import { notFound, refuse } from '../../kit/errors.ts';
import type { Endpoint } from '../../kit/http/endpoint.ts';
import { JsonText } from '../../kit/http/response.ts';
import { userEndpoint } from '../users/public.ts';
import { type EraseUserData, requestDeletion } from './actions.ts';
import { exportUser } from './export.ts';
import { AccountDeletion, UserExport } from './schema.ts';

export const ownDataRoutes = (stopPushes: EraseUserData): Endpoint[] => [
  userEndpoint({
    method: 'DELETE',
    url: '/me',
    access: 'signed_in',
    summary: 'Delete one’s own account',
    description:
      'Revokes every token and push device at once, and erases personal data at `deletesAt`, 14 days later. Signing in before cancels the deletion. The ledger and purchases are kept without personal data. Subscriptions are not cancelled: those that renew are listed, to be cancelled where they were bought.',
    reply: AccountDeletion,
    errors: [notFound],
    endsSession: true,
    run: (ctx) => requestDeletion(ctx, stopPushes),
  }),
  userEndpoint({
    method: 'GET',
    url: '/me/export',
    access: 'signed_in',
    rate: 'export',
    summary: 'Export one’s own data',
    description: 'Everything that the service stores about the caller, oldest first, as of one moment.',
    reply: UserExport,
    errors: [notFound],
    head: false,
    run: async ({ db, caller }) => new JsonText((await exportUser(db, caller.id)) ?? refuse(notFound)),
  }),
];
