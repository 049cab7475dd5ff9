import type { Static } from 'typebox';
import { followChanges } from '../../kit/db/change-log.ts';
import type { Database } from '../../kit/db/database.ts';
import { notFound, refuse } from '../../kit/errors.ts';
import { JsonText } from '../../kit/http/answer.ts';
import type { Endpoint, TaggedReply } from '../../kit/http/endpoint.ts';
import { Id, isId } from '../../kit/http/schema.ts';
import { userEndpoint } from '../users/public.ts';
import { comment, report } from './actions.ts';
import { findNewestChange, listChanges, previewKey, readPreview, type ThreadChange } from './preview.sql.ts';
import { createPreviewCache } from './preview-cache.ts';
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
import { findShownComment } from './sql.ts';

function previewRoute(database: Database): Endpoint {
  const previews = createPreviewCache<TaggedReply<Static<typeof CommentPreview>>>();
  const catchUp = followChanges<ThreadChange>({
    findNewest: () => findNewestChange(database),
    list: (newest, missing, most) => listChanges(database, newest, missing, most),
    onChange: ({ episodeId }) => (episodeId === null ? previews.clear() : previews.drop(episodeId)),
    onTooMany: () => previews.clear(),
  });
  return userEndpoint.conditionalRead({
    url: '/comments/preview',
    access: 'signed_in',
    summary: 'Read the newest comments of an episode',
    description:
      'Visible comments, newest first. Always a single page: `nextCursor` is null. A hidden comment is missing from the next response; a changed display name appears within 30 seconds. An episode that viewers cannot see is 404.',
    query: previewQuery,
    conditional: { cacheControl: 'private, no-cache' },
    reply: CommentPreview,
    errors: [notFound],
    // What changed since is asked for at each call, and the comments where none are kept.
    example: { query: { episodeId: exampleEpisode } },
    run: async (ctx, { query: { episodeId, limit = preview.usual } }) => {
      const asked = { episodeId: episodeId.toLowerCase(), limit };
      if (!isId(asked.episodeId)) return refuse(notFound, { field: 'episodeId' });
      await catchUp();
      return previews.find(asked, ctx.now, async () => {
        const read = await ctx.readBatched(readPreview, previewKey(asked.episodeId, limit));
        const { items } = read ?? refuse(notFound, { field: 'episodeId' });
        return ctx.tagged(new JsonText(`{"items":${items},"nextCursor":null}`));
      });
    },
  });
}

const writeRoutes: Endpoint[] = [
  userEndpoint({
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
    run: (ctx, { body }) => comment(ctx, body),
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

export const commentRoutes = (database: Database): Endpoint[] => [previewRoute(database), ...writeRoutes];
