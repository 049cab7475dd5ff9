import { createHash, randomBytes } from 'node:crypto';
import type { Connections, Tx } from '../../kit/db/database.ts';
import { Effects } from '../../kit/http/effects.ts';
import type { Ctx } from '../../kit/http/endpoint.ts';
import { newId } from '../../kit/id.ts';
import { maskContacts } from '../../kit/mask.ts';
import { auditEffects, changeEffects } from './schema.ts';
import { eraseTextsAbout, insertEntries } from './sql.ts';

/** Contains neither secrets nor personal data of users. */
export interface AuditEntry {
  readonly action: `${string}.${string}`;
  readonly target?: { readonly type: string; readonly id: string };
  /** Text of an admin. Contacts are masked; the rest is stored as written, and erased with the user it is about. */
  readonly reason?: string | null;
  /** Like `reason`, shown as `note` of `after`. */
  readonly note?: string;
  /** The user whom the texts are about, if not the target. */
  readonly userId?: string;
  readonly before?: Readonly<Record<string, unknown>>;
  readonly after?: Readonly<Record<string, unknown>>;
  readonly flags?: Readonly<Record<string, unknown>>;
  /** The request that caused it, if not that of the context, as in batches. */
  readonly from?: { readonly requestId: string; readonly ip: string };
}

export interface Actor {
  readonly id: string | null;
  readonly email: string;
}

/** The actor of jobs and webhooks. */
export const system: Actor = { id: null, email: 'system' };

/** The context of a change by a person or by the system, which has no request or address. */
export interface AuditCtx extends Omit<Ctx<Actor>, 'requestId' | 'ip'> {
  readonly requestId: string | null;
  readonly ip: string | null;
}

/** The context of a change by the system, with the id of the causing request, if any. */
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

/** In the transaction of the change, so that there is no change without its entry. */
export const record = (ctx: AuditCtx, entry: AuditEntry): Promise<void> => recordAll(ctx, [entry]);

export async function recordAll(ctx: AuditCtx, entries: readonly AuditEntry[]): Promise<void> {
  const flagged = entries.map((entry) => maskTexts({ ...entry, reason: entry.reason ?? ctx.reason ?? null }, ctx.tags));
  for (const { action, target, flags, before = null, reason = null, ...entry } of flagged) {
    const shown = { action, target_type: target?.type ?? null, target_id: target?.id ?? null };
    const after = entry.note === undefined ? (entry.after ?? null) : { ...entry.after, note: entry.note };
    ctx.effects.add(auditEffects, { ...shown, reason, before, after, flags });
    if (target && (before || after)) {
      ctx.effects.add(changeEffects, { action, type: target.type, id: target.id, before, after });
    }
  }
  await writeAll(ctx.tx, ctx.caller, { requestId: ctx.requestId, ip: ctx.ip, now: ctx.now }, flagged);
}

const maskTexts = (entry: AuditEntry, tags: Ctx['tags'] = {}) => ({
  ...entry,
  reason: typeof entry.reason === 'string' ? maskContacts(entry.reason) : null,
  ...(entry.note !== undefined && { note: maskContacts(entry.note) }),
  flags: { ...entry.flags, ...tags },
});

const hashOf = (salt: string, field: string, text: string): string =>
  `sha256:${createHash('sha256').update(`${salt}:${field}:${text}`).digest('hex')}`;

/** Texts are stored beside the sealed entry, which contains their salted hashes. */
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

/** Erases the texts about an anonymized user. */
export const eraseTexts = (database: Connections, userId: string): Promise<void> =>
  database.transaction((tx) => eraseTextsAbout(tx, userId));

export interface Origin {
  readonly requestId: string | null;
  readonly ip: string | null;
  readonly now: Date;
}

/** Records an event without a request context, such as a failed sign-in or the work of a job. */
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
      ...sealTexts(maskTexts(entry)),
      before: entry.before ?? null,
      flags: entry.flags ?? {},
      request_id: from.requestId,
      ip: from.ip,
      created_at: origin.now,
    })),
  );
}

interface OwnerConnection {
  query(text: string, values: unknown[]): Promise<unknown>;
}

/** Allows entries with times in the past, as in the demo; requires the owner of the table. */
export const allowPastTimes = (owner: OwnerConnection, allowed: boolean): Promise<unknown> =>
  owner.query('update audit_settings set past_times = $1 where past_times <> $1', [allowed]);
