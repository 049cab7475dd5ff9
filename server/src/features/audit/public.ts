import type { Tx } from '../../kit/db/database.ts';
import type { Ctx } from '../../kit/http/endpoint.ts';
import { newId } from '../../kit/id.ts';

/** What the record of a change says. Neither secrets nor a user's personal data belong in it. */
export interface AuditEntry {
  readonly action: `${string}.${string}`;
  readonly target?: { readonly type: string; readonly id: string };
  readonly reason?: string | null;
  readonly before?: Readonly<Record<string, unknown>>;
  readonly after?: Readonly<Record<string, unknown>>;
  readonly flags?: Readonly<Record<string, unknown>>;
}

export interface Actor {
  readonly id: string | null;
  readonly email: string;
}

/** Who acts when no person does: jobs and providers' callbacks. */
export const system: Actor = { id: null, email: 'system' };

/** Records a change in its own transaction: there is no change without its entry. */
export async function record(ctx: Ctx<Actor>, entry: AuditEntry): Promise<void> {
  const { target } = entry;
  const { before = null, after = null, reason = null } = entry;
  const flags = { ...entry.flags, ...(ctx.approvalId && { approval_id: ctx.approvalId }) };
  const shown = { action: entry.action, target_type: target?.type ?? null, target_id: target?.id ?? null };
  ctx.effects.audit.push({ ...shown, reason, before, after, flags });
  if (target && (entry.before || entry.after)) {
    ctx.effects.changes.push({ type: target.type, id: target.id, before, after });
  }
  await write(ctx.tx, ctx.caller, { requestId: ctx.requestId, ip: ctx.ip, now: ctx.now }, { ...entry, flags });
}

/** Records what happened outside a change, such as a failed sign-in. */
export async function write(
  tx: Tx,
  actor: Actor,
  from: { requestId: string | null; ip: string | null; now: Date },
  entry: AuditEntry,
): Promise<void> {
  await tx
    .insertInto('audit_log')
    .values({
      id: newId(),
      action: entry.action,
      admin_id: actor.id,
      admin_email: actor.email,
      target_type: entry.target?.type ?? null,
      target_id: entry.target?.id ?? null,
      reason: entry.reason ?? null,
      before: entry.before ? JSON.stringify(entry.before) : null,
      after: entry.after ? JSON.stringify(entry.after) : null,
      flags: JSON.stringify(entry.flags ?? {}),
      request_id: from.requestId,
      ip: from.ip,
      created_at: from.now,
    })
    .execute();
}
