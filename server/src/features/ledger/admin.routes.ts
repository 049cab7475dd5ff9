import type { Db } from '../../kit/db/database.ts';
import { invalidCursor } from '../../kit/errors.ts';
import type { Endpoint } from '../../kit/http/endpoint.ts';
import { Id, listQuery } from '../../kit/http/schema.ts';
import { type Keyset, writeCursor } from '../../kit/page.ts';
import { adminEndpoint } from '../access/public.ts';
import { findUser } from '../users/public.ts';
import type { LedgerPorts } from './ports.ts';
import { proveUser } from './proof.sql.ts';
import { LedgerEvent, LedgerPage, LedgerProof } from './schema.ts';
import { type EventRow, findEvent, listEntries } from './sql.ts';

const params = { id: Id };
const exampleUser = { id: '01930000-0000-7000-8000-000000000011' };

/** By number alone, which only grows; the event's id stands beside it because a cursor holds one. */
const byNumber = (userId: string, limit: number, cursor: string | undefined): Keyset => ({
  column: 'e.no',
  id: 'e.id',
  kind: 'number',
  order: 'desc',
  limit,
  cursor,
  scope: ['ledger', userId],
});

const noCause = { type: '', id: '', label: null, pictureUrl: null };

/** What events refer to, with its name and picture where it has them. */
async function causesOf(
  db: Db,
  { nameReferences }: LedgerPorts,
  events: readonly Pick<EventRow, 'refType' | 'refId'>[],
) {
  const references = events.map(({ refType: type, refId: id }) => ({ type, id }));
  const names = await nameReferences(db, references);
  return references.map((reference) => {
    const { label = null, pictureUrl = null } = names.get(reference.id) ?? {};
    return { ...reference, label, pictureUrl };
  });
}

export const ledgerRoutes = (ports: LedgerPorts): Endpoint[] => [
  adminEndpoint({
    method: 'GET',
    url: '/admin/users/:id/ledger',
    may: ['wallet:read'],
    summary: 'List a user’s coin movements, newest first',
    description:
      'One entry for each event, with the wallets that it touched in `accounts`. Entries never change, so a walk through the pages shows each once.',
    params,
    query: listQuery,
    reply: LedgerPage,
    errors: [invalidCursor],
    budget: 4,
    example: { params: exampleUser },
    target: (db, { id }) => findUser(db, id),
    run: async ({ db }, { params: { id }, query: { cursor, limit = 50 } }) => {
      const keyset = byNumber(id, limit, cursor);
      const rows = await listEntries(db, id, keyset);
      const items = rows.slice(0, limit);
      const last = items.at(-1);
      const nextCursor = rows.length > limit && last ? writeCursor(Number(last.id), last.eventId, keyset) : null;
      const causes = await causesOf(db, ports, items);
      return { items: items.map((item, n) => ({ ...item, cause: causes[n] ?? noCause })), nextCursor };
    },
  }),
  adminEndpoint({
    method: 'GET',
    url: '/admin/users/:id/ledger/proof',
    may: ['wallet:read'],
    summary: 'Recompute a user’s book from the amounts',
    description:
      'Adds up every amount and compares it with the balances and the chain of entries. `holds` is the verdict, `breaks` names each event that does not fit.',
    params,
    reply: LedgerProof,
    budget: 2,
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
    may: ['wallet:read'],
    summary: 'Read both sides of a coin movement, and its cause',
    description:
      'The amounts of `entries` add up to zero. `cause` is what led to it, such as an adjustment or a purchase; an episode has its name and picture there.',
    params: { eventId: Id },
    reply: LedgerEvent,
    budget: 3,
    example: { params: { eventId: '01930000-0000-7000-8000-000000000031' } },
    target: (db, { eventId }) => findEvent(db, eventId),
    run: async ({ db }, { target }) => {
      const [cause = noCause] = await causesOf(db, ports, [target]);
      return { ...target, cause };
    },
  }),
];
