import { emitInTransaction } from '../../kit/bus.ts';
import { notFound, refuse, refuseField } from '../../kit/errors.ts';
import type { Ctx } from '../../kit/http/endpoint.ts';
import { isId } from '../../kit/http/schema.ts';
import { newId } from '../../kit/id.ts';
import { maskPersonal } from '../../kit/mask.ts';
import { type Identity, lockUser, type User } from '../users/public.ts';
import { textFault, tidyText } from './rules.ts';
import type { CommentRow, OwnReportRow } from './schema.ts';
import {
  countReports,
  findReportBy,
  insertComment,
  insertReport,
  listWrittenBy,
  lockComment,
  replaceBodies,
  replaceReasons,
  type WrittenText,
} from './sql.ts';

function readText(field: string, given: string): string {
  const text = tidyText(given);
  const fault = textFault(text);
  return fault === undefined ? text : refuseField(field, fault);
}

/**
 * Stores a comment on an episode that viewers see, hidden if the user has too many strikes. The user is locked, so that
 * a concurrent third strike counts.
 */
export async function comment(
  { tx, caller, now }: Ctx<User>,
  given: { readonly episodeId: string; readonly body: string },
): Promise<CommentRow> {
  const body = readText('body', given.body);
  const unknownEpisode = () => refuse(notFound, { field: 'episodeId' });
  const episodeId = given.episodeId.toLowerCase();
  if (!isId(episodeId)) return unknownEpisode();
  const { commentingSuspended } = (await lockUser(tx, caller.id)) ?? refuse(notFound);
  const status = commentingSuspended ? 'hidden' : 'visible';
  const written = await insertComment(tx, { id: newId(), episodeId, userId: caller.id, body, status }, now);
  return written ?? unknownEpisode();
}

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
