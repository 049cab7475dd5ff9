import { Type } from 'typebox';
import { notFound } from '../../kit/errors.ts';
import type { Endpoint } from '../../kit/http/endpoint.ts';
import { Id } from '../../kit/http/schema.ts';
import { byNewest } from '../../kit/page.ts';
import { adminEndpoint } from '../access/public.ts';
import { ApprovalPending } from '../approvals/public.ts';
import { insufficientBalance } from '../ledger/public.ts';
import { listProducts, Subscription } from '../subscriptions/public.ts';
import { findUser, onLockedUser } from '../users/public.ts';
import { adjust, type GrantLimits } from './actions/adjust.ts';
import { type CompLimits, compSubscription, findCompLimit } from './actions/comp.ts';
import { addNote, removeNote } from './actions/notes.ts';
import { bannedUser, deletedUser, guestNotEligible, supportDailyCapExceeded } from './errors.ts';
import { grantsToday } from './grants.ts';
import {
  AdjustBody,
  Applied,
  CompBody,
  CompLimit,
  CompProduct,
  exampleUser,
  GrantsToday,
  Note,
  NoteBody,
} from './schema.ts';
import { findNote, listNotes } from './sql.ts';

const params = { id: Id };

export const supportActionRoutes = (limits: GrantLimits & CompLimits): Endpoint[] => [
  adjustRoute(limits),
  grantsRoute(limits),
  ...compRoutes(limits),
  ...otherRoutes,
];

const adjustRoute = (limits: GrantLimits): Endpoint =>
  adminEndpoint({
    method: 'POST',
    url: '/admin/users/:id/wallet/adjust',
    access: ['wallet:adjust'],
    rate: 'money',
    idempotent: true,
    summary: 'Grant or deduct coins',
    description:
      'Grants above 2000 coins, and grants beyond the installation’s daily limit per admin, wait for a second admin. Roles other than finance and superadmin share a cap of 500 coins per user and UTC day. A repeated request with the same Idempotency-Key moves coins once; without a key every request is executed.',
    ...onLockedUser,
    body: AdjustBody,
    reply: Type.Union([Applied, ApprovalPending]),
    errors: [bannedUser, deletedUser, supportDailyCapExceeded, insufficientBalance],
    example: { params: exampleUser, body: { amount: 50, direction: 'grant', reason: 'apology_late_episode' } },
    run: (ctx, { params: { id }, body }) => adjust(ctx, id, body, limits),
  });

const grantsRoute = (limits: GrantLimits): Endpoint =>
  adminEndpoint({
    method: 'GET',
    url: '/admin/ledger/grants/today',
    access: ['wallet:adjust'],
    summary: 'Show the caller’s grants today and the use of the caps',
    description:
      'The cap per user is shared by all roles except finance and superadmin, so `usedCoins` includes grants by others. With `userId`, `users` contains only that user, even without a grant today.',
    query: { userId: Type.Optional(Id) },
    reply: GrantsToday,
    example: {},
    run: ({ db, caller, now }, { query: { userId } }) =>
      grantsToday(db, caller, { now, userId: userId?.toLowerCase() }, limits),
  });

const SubscriptionOrPending = Type.Union([Subscription, ApprovalPending]);

const compRoutes = (limits: CompLimits): Endpoint[] => [
  adminEndpoint({
    method: 'POST',
    url: '/admin/users/:id/comp-subscription',
    access: ['users:ban'],
    status: 201,
    idempotent: true,
    summary: 'Give a user a free subscription',
    description:
      'For 1 to 366 days, free of charge and without renewal. An active one given before is extended instead. Not for guests. If `COMP_DAYS_WITHOUT_APPROVAL` is set, a request that would exceed it, counting the days given to the user in the last 30 days, waits for a second admin (reason `comp_days_exceeded`).',
    ...onLockedUser,
    body: CompBody,
    reply: SubscriptionOrPending,
    errors: [notFound, guestNotEligible, bannedUser, deletedUser],
    example: { params: exampleUser, body: { days: 7, productId: 'example_monthly', reason: 'apology for the outage' } },
    run: (ctx, { params: { id }, body }) => compSubscription(ctx, id, body, limits),
  }),
  adminEndpoint.list({
    url: '/admin/users/:id/comp-subscription/products',
    access: ['users:ban'],
    summary: 'List products for free subscriptions, newest first',
    description: 'Active products, without prices. Does not require `pricing:read`.',
    params,
    item: CompProduct,
    example: { params: exampleUser },
    target: (db, { id }) => findUser(db, id),
    sort: byNewest('createdAt'),
    cursorScope: () => ['comp products'],
    list: (db, _filters, keyset) => listProducts(db, 'active', keyset),
    show: (row) => row,
  }),
  adminEndpoint({
    method: 'GET',
    url: '/admin/users/:id/comp-subscription/limit',
    access: ['users:ban'],
    summary: 'Show the free subscription days that need no approval',
    description: 'Days given by any admin count for 30 days, approved ones included.',
    params,
    reply: CompLimit,
    example: { params: exampleUser },
    target: (db, { id }) => findUser(db, id),
    run: ({ db, now }, { params: { id } }) => findCompLimit(db, id, now, limits),
  }),
];

const otherRoutes: Endpoint[] = [
  adminEndpoint.list({
    url: '/admin/users/:id/notes',
    access: ['users:read'],
    summary: 'List the notes on a user, newest first',
    description: 'Each with its author and time. Deleted notes are excluded.',
    params,
    item: Note,
    example: { params: exampleUser },
    target: (db, { id }) => findUser(db, id),
    sort: byNewest('created_at', 'n'),
    cursorScope: ({ params: { id } }) => ['notes', id],
    list: (db, _filters, keyset, { params: { id } }) => listNotes(db, id, keyset),
    show: (row) => row,
  }),
  adminEndpoint({
    method: 'POST',
    url: '/admin/users/:id/notes',
    access: ['users:read'],
    status: 201,
    summary: 'Add a note to a user',
    description: 'From 1 to 2000 characters. The audit log records that a note was written, not its text.',
    params,
    body: NoteBody,
    reply: Note,
    example: { params: exampleUser, body: { body: 'Called about a missing purchase; asked for the receipt.' } },
    target: (db, { id }) => findUser(db, id),
    run: (ctx, { params: { id }, body }) => addNote(ctx, id, body.body),
  }),
  adminEndpoint({
    method: 'DELETE',
    url: '/admin/users/:id/notes/:noteId',
    access: ['users:read'],
    status: 204,
    summary: 'Soft-delete a note',
    description:
      'Anyone who may read notes may delete them; the deletion is audited. A note that is already deleted is 404.',
    params: { id: Id, noteId: Id },
    example: { params: { ...exampleUser, noteId: '01930000-0000-7000-8000-000000000021' } },
    target: (db, { id, noteId }) => findNote(db, id, noteId),
    run: (ctx, { params: { id, noteId } }) => removeNote(ctx, id, noteId),
  }),
];
