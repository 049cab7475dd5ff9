import type { Db } from '../../kit/db/database.ts';
import { refuse } from '../../kit/errors.ts';
import type { Ctx } from '../../kit/http/endpoint.ts';
import { type Admin, hasPermission, insufficientPermissions } from '../access/public.ts';
import { notUndoable, undoConflict } from './errors.ts';
import type { AuditPorts } from './ports.ts';
import { isUnchangedSince, newestNotUndone } from './rules.ts';
import type { UndoBlock } from './schema.ts';
import { type AuditRow, findNewest, listLater, lockUndo } from './sql.ts';
import type { PastChange, UndoKind, UndoKinds, UndoPlan } from './undo-kinds.ts';

const changeOf = ({ action, target_id, before, after }: AuditRow): PastChange => ({
  action,
  targetId: target_id ?? '',
  before,
  after,
});

interface Undoable {
  readonly kind: UndoKind;
  readonly plan: UndoPlan;
}

/** Whether changes of this kind can be undone, regardless of later changes. */
export const isUndoable = (kinds: UndoKinds, entry: AuditRow, now: Date): boolean =>
  findUndoable(kinds, entry, now) !== undefined;

function findUndoable(kinds: UndoKinds, entry: AuditRow, now: Date): Undoable | undefined {
  const kind = entry.target_id === null ? undefined : kinds.find(entry.action);
  const plan = kind?.planFor(changeOf(entry), now);
  return kind && plan && { kind, plan };
}

const laterOf = (db: Db, entry: AuditRow, { kind, plan }: Undoable): Promise<AuditRow[]> =>
  listLater(db, entry, plan.about && { actions: kind.actions, content: plan.about });

const showLater = ({ id, action, admin_id, admin_email, admin_name, created_at, flags }: AuditRow) => ({
  id,
  action,
  admin_id,
  admin_email,
  admin_name,
  created_at: created_at.toISOString(),
  undoes: typeof flags.undoes === 'string' ? flags.undoes : null,
});

/** Changes may be recorded under another target, such as the order of rails. */
async function findRelated(ctx: Ctx<Admin>, { id }: AuditRow, { kind, plan }: Undoable) {
  const related = await plan.relatedEntries?.(ctx);
  return related && findNewest(ctx.tx, id, kind.actions, related);
}

/** Refuses with the later change, if the log has it. */
async function refuseConflict(ctx: Ctx<Admin>, entry: AuditRow, found: Undoable): Promise<never> {
  const later = newestNotUndone(await laterOf(ctx.tx, entry, found)) ?? (await findRelated(ctx, entry, found));
  return refuse(undoConflict, { later: later ? showLater(later) : null });
}

/** Whether the caller can undo an entry now, and what prevents it. */
export async function undoState(db: Db, kinds: UndoKinds, entry: AuditRow, caller: Admin, now: Date) {
  const found = findUndoable(kinds, entry, now);
  const blockedBy = (blocked: UndoBlock | null, later?: AuditRow) => ({
    blocked,
    required: found?.kind.permission ?? null,
    later: later ? showLater(later) : null,
  });
  if (!found) return blockedBy('not_undoable');
  const later = newestNotUndone(await laterOf(db, entry, found));
  if (later) return blockedBy('undo_conflict', later);
  return blockedBy(hasPermission(caller.permissions, found.kind.permission) ? null : 'insufficient_permissions');
}

/**
 * Restores the previous values, unless they were changed since. The undo is recorded like any change, with a reference
 * to the entry, and can itself be undone.
 */
export async function undo(
  ctx: Ctx<Admin>,
  { kinds, ports }: { readonly kinds: UndoKinds; readonly ports: AuditPorts },
  entry: AuditRow,
  note: string | null,
): Promise<AuditRow> {
  const found = findUndoable(kinds, entry, ctx.now) ?? refuse(notUndoable, { action: entry.action });
  const { permission } = found.kind;
  if (!hasPermission(ctx.caller.permissions, permission)) refuse(insufficientPermissions, { required: [permission] });
  await lockUndo(ctx.tx, entry.id);
  const now = await found.plan.lock(ctx);
  const isChanged = newestNotUndone(await laterOf(ctx.tx, entry, found)) ?? !isUnchangedSince(entry.after, now);
  if (isChanged) await refuseConflict(ctx, entry, found);
  const outcome = await found.plan.undo({ ...ctx, reason: note, tags: { ...ctx.tags, undoes: entry.id } });
  const isUndo = ({ flags }: AuditRow): boolean => flags.undoes === entry.id;
  const undone = outcome === 'undone' ? (await laterOf(ctx.tx, entry, found)).find(isUndo) : undefined;
  if (!undone) return refuseConflict(ctx, entry, found);
  // The permission may have been revoked while this waited for locks.
  const admin = await ports.lockActiveAdmin(ctx.tx, ctx.caller.id);
  if (!hasPermission(admin?.permissions ?? [], permission)) refuse(insufficientPermissions, { required: [permission] });
  return undone;
}
