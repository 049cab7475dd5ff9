import { notFound } from '../../kit/errors.ts';
import type { Endpoint } from '../../kit/http/endpoint.ts';
import { Id } from '../../kit/http/schema.ts';
import { adminEndpoint } from '../access/public.ts';
import { onLockedUser } from '../users/public.ts';
import { exampleAuthor, exampleHidden, exampleStrike, Strike, StrikeBody } from './schema.ts';
import { addStrike, removeStrike, strikeExists } from './strike.actions.ts';
import { findStrike } from './strikes.sql.ts';

export const strikeRoutes: Endpoint[] = [
  adminEndpoint({
    method: 'POST',
    url: '/admin/users/:id/strikes',
    access: ['moderation:write'],
    status: 201,
    summary: 'Give a user a strike',
    description:
      'For one of the user’s comments or reports, at most one strike each. From the third active strike on, new comments of the user are hidden.',
    ...onLockedUser,
    body: StrikeBody,
    reply: Strike,
    errors: [notFound, strikeExists],
    example: { params: exampleAuthor, body: { type: 'comment', refId: exampleHidden.id, reason: 'spam' } },
    run: (ctx, { params: { id }, body }) => addStrike(ctx, id, body),
  }),
  adminEndpoint({
    method: 'DELETE',
    url: '/admin/users/:id/strikes/:strikeId',
    access: ['moderation:write'],
    status: 204,
    summary: 'Remove a strike',
    description:
      'With fewer than three active strikes, new comments of the user are visible again. A strike that was already removed is 404.',
    params: { id: Id, strikeId: Id },
    example: { params: { ...exampleAuthor, strikeId: exampleStrike } },
    target: (db, { id, strikeId }) => findStrike(db, id, strikeId),
    queueBy: ({ id }) => id,
    run: (ctx, { params: { id, strikeId } }) => removeStrike(ctx, id, strikeId),
  }),
];
