import { notFound, refuse } from '../../kit/errors.ts';
import type { Endpoint } from '../../kit/http/endpoint.ts';
import { Id, isId, wholeList } from '../../kit/http/schema.ts';
import { userEndpoint } from '../users/public.ts';
import { commentMany, report } from './actions.ts';
import { preview } from './rules.ts';
import {
  Comment,
  CommentBody,
  CommentPreview,
  exampleComment,
  exampleEpisode,
  OwnReport,
  previewQuery,
  ReportBody,
} from './schema.ts';
import { findPreview, findShownComment } from './sql.ts';

const previewRoute = userEndpoint.sharedRead({
  url: '/comments/preview',
  access: 'signed_in',
  summary: 'Read the newest comments of an episode',
  description:
    'Visible comments, newest first. Always a single page: `nextCursor` is null. A hidden comment is missing from the next response; a changed display name appears within 30 seconds. An episode that viewers cannot see is 404.',
  query: previewQuery,
  conditional: { cacheControl: 'private, no-cache' },
  reply: CommentPreview,
  errors: [notFound],
  example: { query: { episodeId: exampleEpisode } },
  topics: ['comments', 'catalog'],
  cacheKey: ({ query: { episodeId, limit = preview.usual } }) => ({ episodeId: episodeId.toLowerCase(), limit }),
  run: async ({ db }, { episodeId, limit }) => {
    const found = isId(episodeId) ? await findPreview(db, episodeId, limit) : undefined;
    const { seriesId, comments } = found ?? refuse(notFound, { field: 'episodeId' });
    return { body: wholeList(comments), changeKeys: [episodeId, seriesId] };
  },
});

const writeRoutes: Endpoint[] = [
  userEndpoint.batchedWrite({
    method: 'POST',
    url: '/comments',
    access: 'signed_in',
    rate: 'comment',
    status: 201,
    summary: 'Comment on an episode',
    description:
      'On any published episode, unlocked or not. While a user has three active strikes, new comments are stored as `hidden`. Leading and trailing white space is removed, and consecutive empty lines are reduced to one.',
    body: CommentBody,
    reply: Comment,
    errors: [notFound],
    example: { body: { episodeId: exampleEpisode, body: 'The ending! I did not see that coming.' } },
    run: commentMany,
  }),
  userEndpoint({
    method: 'POST',
    url: '/comments/:id/report',
    access: 'signed_in',
    rate: 'comment',
    status: 201,
    summary: 'Report a comment to the moderators',
    description:
      'Once per user: a second report returns the first one unchanged. One’s own comments cannot be reported; a comment that is not visible is 404.',
    params: { id: Id },
    body: ReportBody,
    reply: OwnReport,
    errors: [notFound],
    example: { params: exampleComment, body: { reason: 'spoiler' } },
    target: (db, { id }) => findShownComment(db, id),
    run: (ctx, { params: { id }, body }) => report(ctx, id, body.reason),
  }),
];

export const commentRoutes: Endpoint[] = [previewRoute, ...writeRoutes];
