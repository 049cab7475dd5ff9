import type { Db } from '../../kit/db/database.ts';
import { notFound } from '../../kit/errors.ts';
import type { Endpoint } from '../../kit/http/endpoint.ts';
import { Id } from '../../kit/http/schema.ts';
import { byNewest } from '../../kit/page.ts';
import { type Admin, adminEndpoint } from '../access/public.ts';
import { createView, editView, removeView } from './actions.ts';
import { tooManyViews, viewNameTaken } from './errors.ts';
import { sightOf } from './rules.ts';
import { CreateViewBody, SavedView, showView, UpdateViewBody, viewQuery } from './schema.ts';
import { findView, listViews } from './sql.ts';

const onView = {
  params: { id: Id },
  target: (db: Db, { id }: { id: string }, caller: Admin) => findView(db, id, sightOf(caller)),
};
/** Private views concern nobody else, so only changes of shared ones are audited. */
const audited = false;
const params = { id: '01930000-0000-7000-8000-0000000000a7' };

export const viewRoutes: Endpoint[] = [
  adminEndpoint.list({
    url: '/admin/saved-views',
    access: 'signed_in',
    summary: 'List saved views, newest first',
    description:
      'Your own views and those shared with your role, of the lists that you can open. With `*` also those shared with other roles.',
    query: viewQuery,
    item: SavedView,
    sort: byNewest('createdAt', 'v'),
    example: { query: { list: 'series' } },
    list: (db, filters, keyset, { caller }) => listViews(db, filters, keyset, sightOf(caller)),
    show: (row, caller) => showView(row, caller),
  }),
  adminEndpoint({
    method: 'POST',
    url: '/admin/saved-views',
    access: 'signed_in',
    audited,
    status: 201,
    summary: 'Save a view',
    description:
      'The filters and the order of a list that you can open, private or shared with a role. An admin can have 200.',
    body: CreateViewBody,
    reply: SavedView,
    errors: [notFound, viewNameTaken, tooManyViews],
    example: { body: { list: 'series', name: 'Waiting', search: { status: 'in_review' }, role: 'content_manager' } },
    run: async (ctx, { body }) => showView(await createView(ctx, body), ctx.caller),
  }),
  adminEndpoint({
    method: 'PUT',
    url: '/admin/saved-views/:id',
    access: 'signed_in',
    audited,
    summary: 'Edit a saved view',
    description:
      'By its owner or, while it is shared, a superadmin. Omitted fields are unchanged. Changes of shared views are audited.',
    ...onView,
    body: UpdateViewBody,
    reply: SavedView,
    errors: [notFound, viewNameTaken],
    example: { params, body: { name: 'Drafts' } },
    run: async (ctx, { target, body }) => showView(await editView(ctx, target, body), ctx.caller),
  }),
  adminEndpoint({
    method: 'DELETE',
    url: '/admin/saved-views/:id',
    access: 'signed_in',
    audited,
    status: 204,
    summary: 'Delete a saved view',
    description: 'By its owner or, while it is shared, a superadmin.',
    ...onView,
    example: { params },
    run: (ctx, { target }) => removeView(ctx, target.id),
  }),
];
