import { busy } from '../../kit/batch-queue.ts';
import type { Tx } from '../../kit/db/database.ts';
import { notFound, Refused, refusal, refuse, refuseField, validationFailed } from '../../kit/errors.ts';
import type { BatchCtx, Ctx } from '../../kit/http/endpoint.ts';
import { isId } from '../../kit/http/schema.ts';
import { newId } from '../../kit/id.ts';
import { maskPersonal } from '../../kit/mask.ts';
import { type Identity, listCommentingSuspended, lockCallers, type User } from '../users/public.ts';
import { textFault, tidyText } from './rules.ts';
import {
  type CommentRow,
  countReports,
  findReportBy,
  insertComments,
  insertReport,
  listWrittenBy,
  lockComment,
  type NewComment,
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

export interface GivenComment {
  readonly userId: string;
  readonly episodeId: string;
  readonly body: string;
}

/**
 * Keeps comments under episodes that viewers see; those of users with too many strikes are hidden. The users are locked
 * before, so that who gets the third strike meanwhile writes nothing visible after it.
 */
export async function writeComments(
  tx: Tx,
  now: Date,
  given: readonly GivenComment[],
): Promise<(CommentRow | Refused)[]> {
  const suspended = await listCommentingSuspended(
    tx,
    given.map(({ userId }) => userId),
  );
  const checked = given.map((one) => checkComment(one, suspended.has(one.userId)));
  const written = await insertComments(
    tx,
    checked.filter((one): one is NewComment => !(one instanceof Refused)),
    now,
  );
  return checked.map((one) => (one instanceof Refused ? one : (written.get(one.id) ?? unknownEpisode())));
}

const unknownEpisode = (): Refused => refusal(notFound, { field: 'episodeId' });

function checkComment(
  { userId, episodeId: givenId, body: givenBody }: GivenComment,
  isHidden: boolean,
): NewComment | Refused {
  const body = tidyText(givenBody);
  const fault = textFault(body);
  if (fault !== undefined) return refusal(validationFailed, { details: [{ path: 'body', message: fault }] });
  const episodeId = givenId.toLowerCase();
  if (!isId(episodeId)) return unknownEpisode();
  return { id: newId(), episodeId, userId, body, status: isHidden ? 'hidden' : 'visible' };
}

export interface CommentRequest {
  readonly caller: User;
  readonly body: Omit<GivenComment, 'userId'>;
}

/** Keeps a comment of each of these users, who are all different. */
export async function commentMany(
  { tx, now, wait }: BatchCtx,
  requests: readonly CommentRequest[],
): Promise<(CommentRow | Refused | typeof busy)[]> {
  const barred = await lockCallers(
    tx,
    requests.map(({ caller }) => caller),
    { wait },
  );
  const free = requests.filter((_, n) => barred[n] === undefined);
  const written = await writeComments(
    tx,
    now,
    free.map(({ caller, body }) => ({ userId: caller.id, ...body })),
  );
  const outcomes = new Map(free.map((request, n) => [request, written[n]]));
  return requests.map((request, n) => barred[n] ?? outcomes.get(request) ?? busy);
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
