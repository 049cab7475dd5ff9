import { notFound, refuse, refuseField } from '../../kit/errors.ts';
import type { Ctx } from '../../kit/http/endpoint.ts';
import { isId } from '../../kit/http/schema.ts';
import { newId } from '../../kit/id.ts';
import { maskPersonal } from '../../kit/mask.ts';
import { holdCommenting, type Identity, type User } from '../users/public.ts';
import { textFault, tidyText } from './rules.ts';
import {
  type CommentRow,
  countReports,
  findReportBy,
  findVisibleEpisode,
  insertComment,
  insertReport,
  listWrittenBy,
  lockComment,
  type OwnReportRow,
  outdateThreadsOf,
  replaceBodies,
  replaceReasons,
  type WrittenText,
} from './sql.ts';

function readText(field: string, given: string): string {
  const text = tidyText(given);
  const fault = textFault(text);
  return fault === undefined ? text : refuseField(field, fault);
}

/** Keeps a comment under an episode that viewers see; of a user with too many strikes it is hidden. */
export async function comment(ctx: Ctx<User>, given: { episodeId: string; body: string }): Promise<CommentRow> {
  const body = readText('body', given.body);
  const episodeId = given.episodeId.toLowerCase();
  // The user is held first, so that who gets the third strike meanwhile writes nothing visible after it.
  const isSuspended = await holdCommenting(ctx.tx, ctx.caller.id);
  const episode = isId(episodeId) ? await findVisibleEpisode(ctx.tx, episodeId) : undefined;
  if (!episode) return refuse(notFound, { field: 'episodeId' });
  const status = isSuspended ? 'hidden' : 'visible';
  const row = { id: newId(), episodeId, userId: ctx.caller.id, body, status } as const;
  return (await insertComment(ctx.tx, row, ctx.now)) ?? refuse(notFound);
}

/** Tells moderators of a comment, once for each user; told again, it is the first report that is answered. */
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

/** What someone wrote stays, without what tells who they were. */
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
  await outdateThreadsOf(ctx.tx, userId);
}
