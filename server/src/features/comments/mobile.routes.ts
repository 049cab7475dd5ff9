import type { Static } from 'typebox';
import type { CallerValue } from '../../kit/db/batched-read.ts';
import { notFound, refuse } from '../../kit/errors.ts';
import { JsonText } from '../../kit/http/answer.ts';
import type { Endpoint, TaggedReply } from '../../kit/http/endpoint.ts';
import { readText } from '../../kit/http/query-text.ts';
import { Id, isId } from '../../kit/http/schema.ts';
import { isRecord } from '../../kit/record.ts';
import { userEndpoint } from '../users/public.ts';
import { commentMany, report } from './actions.ts';
import { previewAnswer, previewKey, readPreview, unknownEdition } from './preview.sql.ts';
import { createReadyPreviews } from './ready-previews.ts';
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

interface PreviewQuery {
  readonly episodeId: string;
  readonly limit: number;
}

/** The preview that a query names, read before anyone has checked it: nothing where it makes no sense. */
function previewIn(query: unknown): PreviewQuery | undefined {
  if (!isRecord(query) || typeof query.episodeId !== 'string') return undefined;
  const episodeId = query.episodeId.toLowerCase();
  const limit = readText(previewQuery.limit, query.limit ?? preview.usual);
  const isLimit = typeof limit === 'number' && Number.isInteger(limit) && limit > 0 && limit <= preview.most;
  return isId(episodeId) && isLimit ? { episodeId, limit } : undefined;
}

const nameOf = ({ episodeId, limit }: PreviewQuery): string => `${episodeId} ${limit}`;

function previewRoute(): Endpoint {
  const ready = createReadyPreviews<TaggedReply<Static<typeof CommentPreview>>>();
  const newest: CallerValue<string> = {
    name: 'comment preview',
    sql: (_callerId, asked) => previewAnswer(asked),
    ask(query) {
      const asked = previewIn(query);
      return asked && previewKey(asked.episodeId, asked.limit, ready.edition(nameOf(asked)) ?? unknownEdition);
    },
  };
  return userEndpoint.conditionalRead({
    url: '/comments/preview',
    may: 'signed_in',
    summary: 'Read the newest comments of an episode',
    description:
      'Those that are visible, newest first. It is one page: `nextCursor` is always null. What a moderator hides is gone from the next answer; a name that its owner changed is there within 30 seconds. An episode that viewers do not see is not found.',
    query: previewQuery,
    conditional: { cacheControl: 'private, no-cache' },
    reply: CommentPreview,
    errors: [notFound],
    budget: 1,
    example: { query: { episodeId: exampleEpisode } },
    callerValue: newest,
    run: async (ctx, { query: { episodeId, limit = preview.usual }, callerValue }) => {
      const asked = { episodeId: episodeId.toLowerCase(), limit };
      const name = nameOf(asked);
      let answer = callerValue ?? refuse(notFound, { field: 'episodeId' });
      if (!answer.includes(' ')) {
        const reply = ready.find(name, answer, ctx.now);
        if (reply) return reply;
        // The edition that was known is too old to be sent again, or another has taken its place since.
        const read = await ctx.readBatched(readPreview, previewKey(asked.episodeId, limit, unknownEdition));
        answer = read?.answer ?? refuse(notFound, { field: 'episodeId' });
      }
      const end = answer.indexOf(' ');
      const reply = ctx.tagged(new JsonText(`{"items":${answer.slice(end + 1)},"nextCursor":null}`));
      return ready.keep(name, { edition: answer.slice(0, end), reply, length: answer.length }, ctx.now);
    },
  });
}

const writeRoutes: Endpoint[] = [
  userEndpoint.batchedWrite({
    method: 'POST',
    url: '/comments',
    may: 'signed_in',
    rate: 'comment',
    status: 201,
    summary: 'Comment on an episode',
    description:
      'On any episode that viewers see, unlocked or not. While a user has three strikes, what they write is kept with the status `hidden`. Space around the text is left out, and of many empty lines one is kept.',
    body: CommentBody,
    reply: Comment,
    errors: [notFound],
    example: { body: { episodeId: exampleEpisode, body: 'The ending! I did not see that coming.' } },
    run: commentMany,
  }),
  userEndpoint({
    method: 'POST',
    url: '/comments/:id/report',
    may: 'signed_in',
    rate: 'comment',
    status: 201,
    summary: 'Report a comment to the moderators',
    description:
      'Once for each user: reported again, the first report is answered and nothing changes. Not for comments of one’s own; one that is not visible any more is not found.',
    params: { id: Id },
    body: ReportBody,
    reply: OwnReport,
    errors: [notFound],
    example: { params: exampleComment, body: { reason: 'spoiler' } },
    target: (db, { id }) => findShownComment(db, id),
    run: (ctx, { params: { id }, body }) => report(ctx, id, body.reason),
  }),
];

export const commentRoutes = (): Endpoint[] => [previewRoute(), ...writeRoutes];
