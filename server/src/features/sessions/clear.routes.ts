import { invalidTransition } from '../../kit/errors.ts';
import type { Endpoint } from '../../kit/http/endpoint.ts';
import { Id } from '../../kit/http/schema.ts';
import { adminEndpoint } from '../access/public.ts';
import { findAdmin } from '../admins/public.ts';
import { ApprovalPending } from '../approvals/public.ts';
import { requestClearing } from './actions/clear-second-factor.ts';
import { ClearSecondFactorBody } from './schema.ts';

export const clearSecondFactorRoutes: Endpoint[] = [
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
    maxStatements: 24,
    example: {
      params: { id: '01930000-0000-7000-8000-0000000000d1' },
      body: { reason: 'The phone was lost, and the recovery codes with it' },
    },
    target: (db, { id }) => findAdmin(db, id),
    run: (ctx, { params: { id }, body }) => requestClearing(ctx, id, body.reason),
  }),
];
