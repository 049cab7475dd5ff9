import type { Db } from '../../kit/db/database.ts';
import { invalidTransition, notFound, refuse, staleWrite } from '../../kit/errors.ts';
import type { Ctx, Endpoint } from '../../kit/http/endpoint.ts';
import { Id } from '../../kit/http/schema.ts';
import { byNewest } from '../../kit/page.ts';
import { type Admin, adminEndpoint } from '../access/public.ts';
import type { CatalogFiles } from '../catalog/public.ts';
import { showAll, showInContext } from './context.ts';
import { moderate, resolve, resolveAll } from './moderation.actions.ts';
import { findModerated, listComments, summarize } from './moderation.sql.ts';
import { findReport, listReports } from './reports.sql.ts';
import {
  CommentDetail,
  commentListQuery,
  exampleComment,
  exampleHidden,
  exampleReport,
  HideBody,
  ListedReport,
  ModeratedComment,
  ModerationSummary,
  RestoreBody,
  reportListQuery,
  showReport,
} from './schema.ts';
import { findAuthor } from './sql.ts';

const params = { id: Id };

/** What every change of a comment has in common: it locks the author. */
const onComment = {
  params,
  target: (db: Db, { id }: { readonly id: string }) => findAuthor(db, id),
  queueBy: ({ id }: { readonly id: string }, db: Db) => findAuthor(db, id),
};

async function shownAfter(ctx: Ctx<Admin>, files: CatalogFiles, id: string) {
  const row = (await findModerated(ctx.tx, id)) ?? refuse(notFound);
  const [shown] = await showAll(ctx.tx, files, [row], ctx.caller);
  return shown ?? refuse(notFound);
}

const readRoutes = (files: CatalogFiles): Endpoint[] => [
  adminEndpoint.list({
    url: '/admin/moderation/comments',
    access: ['moderation:read'],
    summary: 'List comments, newest first',
    description: 'With who wrote them, under which episode, and how many reports wait. `q` finds any part of the text.',
    query: commentListQuery,
    item: ModeratedComment,
    sort: byNewest('createdAt', 'c'),
    example: { query: { reported: 'true' } },
    list: async (db, given, keyset, { caller }) => showAll(db, files, await listComments(db, given, keyset), caller),
    show: (row) => row,
  }),
  adminEndpoint({
    method: 'GET',
    url: '/admin/moderation/summary',
    access: ['moderation:read'],
    summary: 'Count what waits for a moderator',
    description: 'How many comments have reports that wait, how many reports there are, and when the oldest came.',
    reply: ModerationSummary,
    run: ({ db }) => summarize(db),
  }),
  adminEndpoint({
    method: 'GET',
    url: '/admin/moderation/comments/:id',
    access: ['moderation:read'],
    summary: 'Read a comment with its context',
    description:
      'What was reported of it, what was written around it, and what its author wrote before, with the strikes that count.',
    params,
    reply: CommentDetail,
    example: { params: exampleComment },
    target: (db, { id }) => findModerated(db, id),
    run: ({ db, caller }, { target }) => showInContext(db, files, target, caller),
  }),
  adminEndpoint.list({
    url: '/admin/moderation/reports',
    access: ['moderation:read'],
    summary: 'List reports of comments, newest first',
    description: 'With who reported, why, and the comment as it is now.',
    query: reportListQuery,
    item: ListedReport,
    sort: byNewest('createdAt', 'r'),
    example: { query: { status: 'open' } },
    list: (db, given, keyset) => listReports(db, given, keyset),
    show: showReport,
  }),
];

const moveRoutes = (files: CatalogFiles): Endpoint[] => [
  adminEndpoint({
    method: 'POST',
    url: '/admin/moderation/comments/:id/hide',
    access: ['moderation:write'],
    ifMatch: true,
    summary: 'Hide a comment',
    description:
      'It is gone from the next preview, and what was reported of it is settled. With `strike` its author gets one; the third hides what they write from then on.',
    ...onComment,
    body: HideBody,
    reply: ModeratedComment,
    errors: [invalidTransition, staleWrite],
    example: { params: exampleComment, body: { reason: 'spam', strike: true } },
    run: async (ctx, { params: { id }, body }) => {
      await moderate(ctx, id, 'hide', body);
      return shownAfter(ctx, files, id);
    },
  }),
  adminEndpoint({
    method: 'POST',
    url: '/admin/moderation/comments/:id/restore',
    access: ['moderation:write'],
    ifMatch: true,
    summary: 'Show a hidden or deleted comment again',
    description:
      'The strike that it earned is taken back, unless `strike` says that it stays. With `reopen` the reports that were settled by taking it away wait again, as after a slip.',
    ...onComment,
    body: RestoreBody,
    reply: ModeratedComment,
    errors: [invalidTransition, staleWrite],
    example: { params: exampleHidden, body: { reason: 'a quote, not an insult' } },
    run: async (ctx, { params: { id }, body }) => {
      await moderate(ctx, id, 'restore', body);
      return shownAfter(ctx, files, id);
    },
  }),
  adminEndpoint({
    method: 'POST',
    url: '/admin/moderation/comments/:id/delete',
    access: ['moderation:write'],
    ifMatch: true,
    summary: 'Delete a comment',
    description: 'Like hiding it, for what is to stay away; a moderator can still restore it.',
    ...onComment,
    body: HideBody,
    reply: ModeratedComment,
    errors: [invalidTransition, staleWrite],
    example: { params: exampleComment, body: { reason: 'threatens another viewer', strike: true } },
    run: async (ctx, { params: { id }, body }) => {
      await moderate(ctx, id, 'delete', body);
      return shownAfter(ctx, files, id);
    },
  }),
];

const reportRoutes = (files: CatalogFiles): Endpoint[] => [
  adminEndpoint({
    method: 'POST',
    url: '/admin/moderation/comments/:id/resolve',
    access: ['moderation:write'],
    summary: 'Settle every report of a comment that waits',
    description: 'The comment stays as it is. Where no report waits it is refused.',
    params,
    reply: ModeratedComment,
    errors: [invalidTransition],
    example: { params: exampleComment },
    target: (db, { id }) => findAuthor(db, id),
    run: async (ctx, { params: { id } }) => {
      await resolveAll(ctx, id);
      return shownAfter(ctx, files, id);
    },
  }),
  adminEndpoint({
    method: 'POST',
    url: '/admin/moderation/reports/:id/resolve',
    access: ['moderation:write'],
    summary: 'Settle one report',
    description: '`outcome` says what had become of the comment by then. One that is settled already is refused.',
    params,
    reply: ListedReport,
    errors: [invalidTransition],
    example: { params: exampleReport },
    target: (db, { id }) => findReport(db, id),
    run: async (ctx, { params: { id } }) => showReport(await resolve(ctx, id), ctx.caller),
  }),
];

export const moderationRoutes = (files: CatalogFiles): Endpoint[] => [
  ...readRoutes(files),
  ...moveRoutes(files),
  ...reportRoutes(files),
];
