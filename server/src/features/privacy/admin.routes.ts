import { invalidTransition, notFound, refuse } from '../../kit/errors.ts';
import type { Endpoint, StreamCtx } from '../../kit/http/endpoint.ts';
import { Id } from '../../kit/http/schema.ts';
import { type Admin, adminEndpoint } from '../access/public.ts';
import { ApprovalPending } from '../approvals/public.ts';
import * as audit from '../audit/public.ts';
import { exampleUser } from '../support/public.ts';
import { findUser, onLockedUser } from '../users/public.ts';
import type { Anonymizer } from './actions.ts';
import { exportUser } from './export.ts';
import { AnonymizeBody, UserExport } from './schema.ts';

async function* parts({ db, transaction }: Pick<StreamCtx<Admin>, 'db' | 'transaction'>, id: string) {
  const text = (await exportUser(db, id)) ?? refuse(notFound);
  const target = { type: 'user', id };
  await transaction((change) => audit.record(change, { action: 'user.export', target }));
  yield text;
}

export const privacyRoutes = (anonymizer: Anonymizer): Endpoint[] => [
  adminEndpoint({
    method: 'POST',
    url: '/admin/users/:id/anonymize',
    access: ['users:anonymize'],
    idempotent: true,
    summary: 'Request the anonymization of a user',
    description:
      'Requires approval by another admin; repeated requests are one request. Removes email, phone, name, devices and sign-in for good, while ledger and purchases are kept.',
    ...onLockedUser,
    body: AnonymizeBody,
    reply: ApprovalPending,
    errors: [invalidTransition],
    example: { params: exampleUser, body: { reason: 'asked for it in writing' } },
    run: (ctx, { params: { id }, body }) => anonymizer.request(ctx, id, body.reason),
  }),
  adminEndpoint.stream({
    url: '/admin/users/:id/export.json',
    access: ['users:anonymize'],
    summary: 'Export the data of a user',
    description:
      'For a user who asks for their data but cannot sign in: the same as `GET /v1/me/export`. Recorded in the audit log.',
    params: { id: Id },
    sends: { type: 'application/json; charset=utf-8', fileName: 'user.json' },
    reply: UserExport,
    example: { params: exampleUser },
    target: (db, { id }) => findUser(db, id),
    run: async (ctx, { params: { id } }) => parts(ctx, id),
  }),
];
