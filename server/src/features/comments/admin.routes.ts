import type { Db } from '../../kit/db/database.ts';
import { invalidTransition, notFound, refuse, staleWrite } from '../../kit/errors.ts';
import type { Ctx, Endpoint, Example } from '../../kit/http/endpoint.ts';
import { Id } from '../../kit/http/schema.ts';
import { byNewest } from '../../kit/page.ts';
import { type Admin, adminEndpoint } from '../access/public.ts';
import { type CatalogFiles, pictureUrls } from '../catalog/public.ts';
import { onLockedUser } from '../users/public.ts';
import { addStrike, moderate, removeStrike, resolve, resolveAll, strikeExists } from './moderation.actions.ts';
import {
  countWrittenBy,
  findModerated,
  findReport,
  findStrike,
  listAround,
  listComments,
  listLatestBy,
  listReports,
  listReportsOf,
  listStrikes,
  summarize,
} from './moderation.sql.ts';
import type { CommentMove } from './rules.ts';
import {
  CommentDetail,
  commentListQuery,
  exampleAuthor,
  exampleComment,
  exampleHidden,
  exampleReport,
  exampleStrike,
  HideBody,
  ListedReport,
  ModeratedComment,
  type ModeratedRow,
  ModerationSummary,
  RestoreBody,
  reportListQuery,
  Strike,
  StrikeBody,
  showModerated,
  showReport,
} from './schema.ts';
import { findAuthor } from './sql.ts';

const params = { id: Id };

/** Changes of a comment lock its author. */
const onComment = {
  params,
  target: (db: Db, { id }: { readonly id: string }) => findAuthor(db, id),
  queueBy: ({ id }: { readonly id: string }, db: Db) => findAuthor(db, id),
};

async function showAll(db: Db, files: CatalogFiles, rows: readonly ModeratedRow[], viewer: Admin) {
  const pictures = rows.map(({ episode }) => episode.pictureAssetId);
  const urlOf = await pictureUrls(db, files, pictures);
  return rows.map((row) => showModerated(row, urlOf, viewer));
}

async function showInContext(db: Db, files: CatalogFiles, row: ModeratedRow, viewer: Admin) {
  // Two steps, so that one request takes three connections at most.
  const [urlOf, reports, thread] = await Promise.all([
    pictureUrls(db, files, [row.episode.pictureAssetId]),
    listReportsOf(db, row.id),
    listAround(db, row),
  ]);
  const [authorComments, authorCounts, strikes] = await Promise.all([
    listLatestBy(db, row.userId, row.id),
    countWrittenBy(db, row.userId),
    listStrikes(db, row.userId),
  ]);
  return {
    ...showModerated(row, urlOf, viewer),
    reports: reports.map((report) => showReport(report, viewer)),
    thread,
    authorComments,
    authorCounts,
    strikes,
  };
}

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

const moveRoutes = (files: CatalogFiles): Endpoint[] => {
  const move = <Body extends typeof HideBody | typeof RestoreBody>(
    name: CommentMove,
    about: { summary: string; description: string; body: Body; example: Example },
  ): Endpoint =>
    adminEndpoint({
      method: 'POST',
      url: `/admin/moderation/comments/:id/${name}`,
      access: ['moderation:write'],
      ifMatch: true,
      ...about,
      ...onComment,
      reply: ModeratedComment,
      errors: [invalidTransition, staleWrite],
      run: async (ctx, { params: { id }, body }) => {
        await moderate(ctx, id, name, body);
        return shownAfter(ctx, files, id);
      },
    });
  return [
    move('hide', {
      summary: 'Hide a comment',
      description:
        'Removed from the preview immediately; its open reports are settled. With `strike` the author gets a strike; from the third active strike on, their new comments are hidden.',
      body: HideBody,
      example: { params: exampleComment, body: { reason: 'spam', strike: true } },
    }),
    move('restore', {
      summary: 'Restore a hidden or deleted comment',
      description:
        'Removes the strike given for the comment, unless `strike` is true. `reopen` reopens the reports that were settled when the comment was hidden or deleted, for correcting mistakes.',
      body: RestoreBody,
      example: { params: exampleHidden, body: { reason: 'a quote, not an insult' } },
    }),
    move('delete', {
      summary: 'Delete a comment',
      description: 'Like hiding, but meant to be permanent; a moderator can still restore the comment.',
      body: HideBody,
      example: { params: exampleComment, body: { reason: 'threatens another viewer', strike: true } },
    }),
  ];
};

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
