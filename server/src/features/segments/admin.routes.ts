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
  type SegmentRow,
  segmentQuery,
  showSegment,
  UpdateSegmentBody,
} from './schema.ts';
import { countMembers, findSegment, listSegments } from './sql.ts';

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
      'Groups of users defined by a rule. `usedBy` lists the promos and push campaigns that target the segment.',
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
    description: '`revision` is the value for `If-Match` of an edit.',
    params,
    reply: Segment,
    example: { params: exampleSegment },
    target: (db, { id }) => findSegment(db, id),
    run: ({ db, caller }, { target }) => showOne(db, ports, target, caller),
  }),
  adminEndpoint.postedRead({
    url: '/admin/segments/preview',
    access: ['pricing:read'],
    summary: 'Count the users that match a rule',
    description:
      'Exact, as of now: users in any status except deleted. Days are counted back from now; `registeredAfter` is inclusive, `registeredBefore` exclusive.',
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
    description: 'A user must fulfil all conditions of the rule; a rule without conditions matches everybody.',
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
      'Omitted fields are unchanged; a rule is replaced as a whole. Promos and campaigns of the segment apply to the new members from then on.',
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
    description: 'Refused while a promo or push campaign targets it.',
    params,
    errors: [segmentInUse],
    example: { params: freeSegment },
    target: (db, { id }) => findSegment(db, id),
    run: (ctx, { params: { id } }) => removeSegment(ctx, id),
  }),
];
