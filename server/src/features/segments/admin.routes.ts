import type { Db } from '../../kit/db/database.ts';
import type { Endpoint } from '../../kit/http/endpoint.ts';
import { Id } from '../../kit/http/schema.ts';
import { byNewest } from '../../kit/page.ts';
import { type Admin, adminEndpoint } from '../access/public.ts';
import { checkedRule, createSegment, editSegment, removeSegment } from './actions.ts';
import { segmentInUse } from './errors.ts';
import type { SegmentPorts } from './ports.ts';
import {
  CreateSegmentBody,
  PreviewBody,
  Segment,
  SegmentPreview,
  segmentQuery,
  showSegment,
  UpdateSegmentBody,
} from './schema.ts';
import { countMembers, findSegment, listSegments, type SegmentRow } from './sql.ts';

const params = { id: Id };
const exampleSegment = { id: '01930000-0000-7000-8000-000000000081' };
const freeSegment = { id: '01930000-0000-7000-8000-000000000082' };
const exampleRule = { countries: ['ID', 'EG'], guest: false, minSpendCents: 500 };

async function showOne(db: Db, ports: SegmentPorts, row: SegmentRow, caller: Admin) {
  return showSegment(row, await ports.listUses(db, [row.id]), caller);
}

const readRoutes = (ports: SegmentPorts): Endpoint[] => [
  adminEndpoint.list({
    url: '/admin/segments',
    access: ['pricing:read'],
    summary: 'List segments, newest first',
    description:
      'Groups of users by a rule. `usedBy` are the promos and push campaigns that are for these users alone.',
    query: segmentQuery,
    item: Segment,
    sort: byNewest('createdAt'),
    example: { query: { q: 'every' } },
    list: async (db, filters, keyset, { caller }) => {
      const rows = await listSegments(db, filters, keyset);
      const uses = await ports.listUses(
        db,
        rows.map(({ id }) => id),
      );
      return rows.map((row) => showSegment(row, uses, caller));
    },
    show: (row) => row,
  }),
  adminEndpoint({
    method: 'GET',
    url: '/admin/segments/:id',
    access: ['pricing:read'],
    summary: 'Read one segment',
    description: '`revision` is what `If-Match` of an edit takes.',
    params,
    reply: Segment,
    example: { params: exampleSegment },
    target: (db, { id }) => findSegment(db, id),
    run: ({ db, caller }, { target }) => showOne(db, ports, target, caller),
  }),
  adminEndpoint.postedRead({
    url: '/admin/segments/preview',
    access: ['pricing:read'],
    summary: 'Count the users of a rule',
    description:
      'Exactly, at this moment: users of every status but those that are deleted. Days are counted back from now; `registeredAfter` includes its moment, `registeredBefore` does not.',
    body: PreviewBody,
    reply: SegmentPreview,
    example: { body: { rule: exampleRule } },
    run: async ({ db }, { body: { rule } }) => ({ count: await countMembers(db, checkedRule(rule)) }),
  }),
];

export const segmentRoutes = (ports: SegmentPorts): Endpoint[] => [
  ...readRoutes(ports),
  adminEndpoint({
    method: 'POST',
    url: '/admin/segments',
    access: ['pricing:write'],
    status: 201,
    summary: 'Create a segment',
    description: 'Every condition of the rule must hold of a user; a rule without conditions is everybody.',
    body: CreateSegmentBody,
    reply: Segment,
    example: { body: { name: 'Buyers in Indonesia and Egypt', rule: exampleRule } },
    run: async (ctx, { body }) => showOne(ctx.tx, ports, await createSegment(ctx, body), ctx.caller),
  }),
  adminEndpoint({
    method: 'PUT',
    url: '/admin/segments/:id',
    access: ['pricing:write'],
    summary: 'Edit a segment',
    description:
      'Fields that are left out stay as they are; a rule takes the place of the old one as a whole. What is for the segment is for its new users from then on.',
    params,
    body: UpdateSegmentBody,
    reply: Segment,
    example: { params: exampleSegment, body: { rule: { countries: ['ID'], seenWithinDays: 30 } } },
    target: (db, { id }) => findSegment(db, id),
    run: async (ctx, { params: { id }, body }) => showOne(ctx.tx, ports, await editSegment(ctx, id, body), ctx.caller),
  }),
  adminEndpoint({
    method: 'DELETE',
    url: '/admin/segments/:id',
    access: ['pricing:write'],
    status: 204,
    summary: 'Delete a segment',
    description: 'Refused as long as a promo or a push campaign is for its users.',
    params,
    errors: [segmentInUse],
    example: { params: freeSegment },
    target: (db, { id }) => findSegment(db, id),
    run: (ctx, { params: { id } }) => removeSegment(ctx, id),
  }),
];
