import { invalidCursor } from '../../kit/errors.ts';
import type { Endpoint } from '../../kit/http/endpoint.ts';
import { Id, listQuery } from '../../kit/http/schema.ts';
import { type Keyset, writeCursor } from '../../kit/page.ts';
import { adminEndpoint } from '../access/public.ts';
import { findUser } from '../users/public.ts';
import { proveUser } from './proof.sql.ts';
import { LedgerEvent, LedgerPage, LedgerProof } from './schema.ts';
import { findEvent, listEntries } from './sql.ts';

const params = { id: Id };
const exampleUser = { id: '01930000-0000-7000-8000-000000000011' };

/** Sorted by the increasing number; a cursor also requires the id. */
const byNumber = (userId: string, limit: number, cursor: string | undefined): Keyset => ({
  column: 'e.no',
  id: 'e.id',
  kind: 'number',
  order: 'desc',
  limit,
  cursor,
  scope: ['ledger', userId],
});

export const ledgerRoutes: Endpoint[] = [
  adminEndpoint({
    method: 'GET',
    url: '/admin/users/:id/ledger',
    access: ['wallet:read'],
    summary: 'List a user’s coin movements, newest first',
    description:
      'One entry per event, with the affected wallets in `accounts`. Entries are immutable, so paging returns each exactly once.',
    params,
    query: listQuery,
    reply: LedgerPage,
    errors: [invalidCursor],
    example: { params: exampleUser },
    target: (db, { id }) => findUser(db, id),
    run: async ({ db }, { params: { id }, query: { cursor, limit = 50 } }) => {
      const keyset = byNumber(id, limit, cursor);
      const rows = await listEntries(db, id, keyset);
      const items = rows.slice(0, limit);
      const last = items.at(-1);
      const nextCursor = rows.length > limit && last ? writeCursor(Number(last.id), last.eventId, keyset) : null;
      return { items, nextCursor };
    },
  }),
  adminEndpoint({
    method: 'GET',
    url: '/admin/users/:id/ledger/proof',
    access: ['wallet:read'],
    summary: 'Verify a user’s balances against the ledger',
    description:
      'Recomputes the balances from all amounts and compares them with the stored balances and the chain of entries. `holds` is the result; `breaks` lists the events that do not match.',
    params,
    reply: LedgerProof,
    example: { params: exampleUser },
    target: (db, { id }) => findUser(db, id),
    run: async ({ db, now }, { params: { id } }) => {
      const proof = await proveUser(db, id);
      return { ...proof, holds: proof.breaks.length === 0, checkedAt: now };
    },
  }),
  adminEndpoint({
    method: 'GET',
    url: '/admin/ledger/events/:eventId',
    access: ['wallet:read'],
    summary: 'Read a coin movement with its cause',
    description:
      'The amounts of `entries` sum to zero. `cause` is what led to the movement, such as an adjustment or a purchase. For a purchase it contains the product, what was bought and the rail, and `refundId` if a refund moved the coins; for a promo, its code.',
    params: { eventId: Id },
    reply: LedgerEvent,
    example: { params: { eventId: '01930000-0000-7000-8000-000000000031' } },
    target: (db, { eventId }) => findEvent(db, eventId),
    run: async (_ctx, { target: { paidFor, causeLabel, bought, refundId, ...event } }) => ({
      ...event,
      cause: {
        type: event.refType,
        id: event.refId,
        ...(causeLabel !== null && { label: causeLabel }),
        ...paidFor,
        ...(bought !== null && { bought }),
        ...(refundId !== null && { refundId }),
      },
    }),
  }),
];
