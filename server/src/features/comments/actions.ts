import { forAccepted, orRefusal } from '../../kit/batch-queue.ts';
import { emitInTransaction } from '../../kit/bus.ts';
import { notFound, refusal, refuse, refuseField } from '../../kit/errors.ts';
import type { BatchCtx, Ctx } from '../../kit/http/endpoint.ts';
import { isId } from '../../kit/http/schema.ts';
import { newId } from '../../kit/id.ts';
import { maskPersonal } from '../../kit/mask.ts';
import { forLockedCallers, type Identity, type User } from '../users/public.ts';
import { textFault, tidyText } from './rules.ts';
import type { OwnReportRow } from './schema.ts';
import {
  countReports,
  findReportBy,
  insertComments,
  insertReport,
  listWrittenBy,
  lockComment,
  type NewComment,
  replaceBodies,
  replaceReasons,
  type WrittenText,
} from './sql.ts';

function readText(field: string, given: string): string {
  const text = tidyText(given);
  const fault = textFault(text);
  return fault === undefined ? text : refuseField(field, fault);
}

export interface CommentRequest {
  readonly caller: User;
  readonly body: { readonly episodeId: string; readonly body: string };
}

function draftOf({ caller, body: given }: CommentRequest): NewComment {
  const body = readText('body', given.body);
  const episodeId = given.episodeId.toLowerCase();
  return isId(episodeId)
    ? { id: newId(), episodeId, userId: caller.id, body }
    : refuse(notFound, { field: 'episodeId' });
}

/** Stores comments on published episodes. The users are locked, so that a concurrent third strike hides them too. */
export const commentMany = (ctx: BatchCtx, requests: readonly CommentRequest[]) =>
  forLockedCallers(ctx, requests, (some) =>
    forAccepted(
      some.map((request) => orRefusal(() => draftOf(request))),
      async (drafts) => {
        const written = await insertComments(ctx.tx, drafts, ctx.now);
        return drafts.map(({ id }) => written.get(id) ?? refusal(notFound, { field: 'episodeId' }));
      },
    ),
  );

/** Once per user: a second report returns the first one. */
export async function report(ctx: Ctx<User>, commentId: string, given: string): Promise<OwnReportRow> {
  const reason = readText('reason', given);
  const found = await lockComment(ctx.tx, commentId);
  if (found?.status !== 'visible') return refuse(notFound);
  const userId = ctx.caller.id;
  if (found.userId === userId) return refuseField('id', 'is a comment of one’s own');
  const known = await findReportBy(ctx.tx, commentId, userId);
  if (known) return known;
  const made = await insertReport(ctx.tx, { id: newId(), commentId, userId, reason }, ctx.now);
  await countReports(ctx.tx, commentId);
  return made ?? refuse(notFound);
}

/** Comments are kept, without personal data. */
export async function eraseAuthor(
  ctx: Pick<Ctx, 'tx' | 'now'>,
  userId: string,
  { email, phoneE164: phone, displayName: name }: Identity,
): Promise<void> {
  const masked = (texts: readonly WrittenText[]) =>
    texts
      .map(({ id, text }) => ({ id, before: text, text: maskPersonal(text, { email, phone, name }) }))
      .filter(({ before, text }) => before !== text);
  const { comments, reports } = await listWrittenBy(ctx.tx, userId);
  await replaceBodies(ctx.tx, masked(comments), ctx.now);
  await replaceReasons(ctx.tx, masked(reports));
  // The name is shown with comments on any episode.
  await emitInTransaction(ctx.tx, 'changed', ['comments', null]);
}
