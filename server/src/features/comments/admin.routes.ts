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
    description: 'Each with its author, episode and number of open reports. `q` matches any part of the text.',
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
    summary: 'Count the comments and reports waiting for moderation',
    description:
      'The number of comments with open reports, the number of open reports, and the time of the oldest one.',
    reply: ModerationSummary,
    run: ({ db }) => summarize(db),
  }),
  adminEndpoint({
    method: 'GET',
    url: '/admin/moderation/comments/:id',
    access: ['moderation:read'],
    summary: 'Read a comment with its context',
    description:
      'Its reports, the surrounding comments, the author’s earlier comments, and the author’s active strikes.',
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
    description: 'Each with its reporter, reason and the comment in its current state.',
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
      'Removed from the preview immediately; its open reports are settled. With `strike` the author gets a strike; from the third active strike on, their new comments are hidden.',
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
    summary: 'Restore a hidden or deleted comment',
    description:
      'Removes the strike given for the comment, unless `strike` is true. `reopen` reopens the reports that were settled when the comment was hidden or deleted, for correcting mistakes.',
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
    description: 'Like hiding, but meant to be permanent; a moderator can still restore the comment.',
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
    summary: 'Settle all open reports of a comment',
    description: 'Leaves the comment unchanged. Refused if it has no open report.',
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
    summary: 'Settle a report',
    description: '`outcome` records what had become of the comment by then. Refused if the report is already settled.',
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
