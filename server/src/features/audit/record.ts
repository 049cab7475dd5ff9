import { createHash, randomBytes } from 'node:crypto';
import type { Connections, Tx } from '../../kit/db/database.ts';
import { Effects } from '../../kit/http/effects.ts';
import type { Ctx } from '../../kit/http/endpoint.ts';
import { newId } from '../../kit/id.ts';
import { maskContacts } from '../../kit/mask.ts';
import { auditEffects, changeEffects } from './schema.ts';
import { eraseTextsAbout, insertEntries } from './sql.ts';

/** What the record of a change says. Neither secrets nor a user's personal data belong in it. */
export interface AuditEntry {
  readonly action: `${string}.${string}`;
  readonly target?: { readonly type: string; readonly id: string };
  /** What an admin wrote. Contacts in it are masked; the rest is kept as written, and erased with the user it is about. */
  readonly reason?: string | null;
  /** The same, shown as `note` of `after`. */
  readonly note?: string;
  /** The user whom the reason and the note are about, where that is not the target. */
  readonly userId?: string;
  readonly before?: Readonly<Record<string, unknown>>;
  readonly after?: Readonly<Record<string, unknown>>;
  readonly flags?: Readonly<Record<string, unknown>>;
  /** The request that caused it, where that is not the one of the context: of changes that are made together. */
  readonly from?: { readonly requestId: string; readonly ip: string };
}

export interface Actor {
  readonly id: string | null;
  readonly email: string;
}

/** Who acts when no person does: jobs and providers' callbacks. */
export const system: Actor = { id: null, email: 'system' };

/** What a change is given, be it a person's or the system's; what no request caused has neither its id nor an address. */
export interface AuditCtx extends Omit<Ctx<Actor>, 'requestId' | 'ip'> {
  readonly requestId: string | null;
  readonly ip: string | null;
}

/** What a change by the system is given, with the id of the request that caused it, if one did. */
export function systemCtx(tx: Tx, now: Date, requestId: string | null = null): AuditCtx {
  const causeId = newId();
  return {
    tx,
    now,
    caller: system,
    requestId,
    ip: null,
    effects: new Effects(),
    ifMatch: undefined,
    causeId: () => causeId,
    header: () => {},
  };
}

/** Records a change in its own transaction: there is no change without its entry. */
export const record = (ctx: AuditCtx, entry: AuditEntry): Promise<void> => recordAll(ctx, [entry]);

/** The same for many changes that are made at once. */
export async function recordAll(ctx: AuditCtx, entries: readonly AuditEntry[]): Promise<void> {
  const flagged = entries.map((entry) => masked({ ...entry, reason: entry.reason ?? ctx.reason ?? null }, ctx.tags));
  for (const { action, target, flags, before = null, reason = null, ...entry } of flagged) {
    const shown = { action, target_type: target?.type ?? null, target_id: target?.id ?? null };
    const after = entry.note === undefined ? (entry.after ?? null) : { ...entry.after, note: entry.note };
    ctx.effects.add(auditEffects, { ...shown, reason, before, after, flags });
    if (target && (before || after)) {
      ctx.effects.add(changeEffects, { type: target.type, id: target.id, before, after });
    }
  }
  await writeAll(ctx.tx, ctx.caller, { requestId: ctx.requestId, ip: ctx.ip, now: ctx.now }, flagged);
}

const masked = (entry: AuditEntry, tags: Ctx['tags'] = {}) => ({
  ...entry,
  reason: typeof entry.reason === 'string' ? maskContacts(entry.reason) : null,
  ...(entry.note !== undefined && { note: maskContacts(entry.note) }),
  flags: { ...entry.flags, ...tags },
});

const hashOf = (salt: string, field: string, text: string): string =>
  `sha256:${createHash('sha256').update(`${salt}:${field}:${text}`).digest('hex')}`;

/** Texts stand beside the sealed entry, which has their hashes: without the salt nobody can guess what they were. */
function sealTexts({ reason = null, note, target, userId, ...entry }: AuditEntry) {
  const after = entry.after ?? null;
  if (reason === null && note === undefined) return { reason, after, texts: null };
  const salt = randomBytes(16).toString('hex');
  const aboutUser = userId ?? (target?.type === 'user' ? target.id : null);
  return {
    reason: reason === null ? null : hashOf(salt, 'reason', reason),
    after: note === undefined ? after : { ...after, note: hashOf(salt, 'note', note) },
    texts: { salt, reason, note: note ?? null, userId: aboutUser },
  };
}

/** Erases what admins wrote about a user who is anonymized. */
export const eraseTexts = (database: Connections, userId: string): Promise<void> =>
  database.transaction((tx) => eraseTextsAbout(tx, userId));

/** Where a change came from. */
export interface Origin {
  readonly requestId: string | null;
  readonly ip: string | null;
  readonly now: Date;
}

/** Records what happened outside a request's change, such as a failed sign-in or the work of a job. */
export const write = (tx: Tx, actor: Actor, from: Origin, entry: AuditEntry): Promise<void> =>
  writeAll(tx, actor, from, [entry]);

async function writeAll(tx: Tx, actor: Actor, origin: Origin, entries: readonly AuditEntry[]): Promise<void> {
  await insertEntries(
    tx,
    entries.map(({ from = origin, ...entry }) => ({
      id: newId(),
      action: entry.action,
      admin_id: actor.id,
      admin_email: actor.email,
      target_type: entry.target?.type ?? null,
      target_id: entry.target?.id ?? null,
      ...sealTexts(masked(entry)),
      before: entry.before ?? null,
      flags: entry.flags ?? {},
      request_id: from.requestId,
      ip: from.ip,
      created_at: origin.now,
    })),
  );
}
