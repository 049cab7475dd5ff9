import { notFound, refuse } from '../../../kit/errors.ts';
import type { Ctx } from '../../../kit/http/endpoint.ts';
import { newId } from '../../../kit/id.ts';
import type { Admin } from '../../access/public.ts';
import * as audit from '../../audit/public.ts';
import type { NoteRow } from '../schema.ts';
import { deleteNote, findNote, insertNote } from '../sql.ts';

export async function addNote(ctx: Ctx<Admin>, userId: string, body: string): Promise<NoteRow> {
  const id = newId();
  await insertNote(ctx.tx, { id, userId, body, adminId: ctx.caller.id, now: ctx.now });
  // Notes may contain personal data, so the audit entry has no text.
  await audit.record(ctx, { action: 'user.note', target: { type: 'user', id: userId }, after: { noteId: id } });
  return (await findNote(ctx.tx, userId, id)) ?? refuse(notFound);
}

export async function removeNote(ctx: Ctx<Admin>, userId: string, noteId: string): Promise<void> {
  if (!(await deleteNote(ctx.tx, userId, noteId, ctx.now))) refuse(notFound);
  const before = { noteId };
  await audit.record(ctx, { action: 'user.note_delete', target: { type: 'user', id: userId }, before });
}
