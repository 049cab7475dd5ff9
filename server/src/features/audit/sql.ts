import { sql } from 'kysely';
import type { Db, Tx } from '../../kit/db/database.ts';
import { eq, eqId, filters, gte, lt } from '../../kit/db/filters.ts';
import { executePrepared } from '../../kit/db/prepared.ts';
import { type Keyset, pageRows, type TimeCursor } from '../../kit/page.ts';

export interface Filters {
  action?: string | undefined;
  adminId?: string | undefined;
  targetType?: string | undefined;
  targetId?: string | undefined;
  from?: Date | undefined;
  before?: Date | undefined;
}

export interface AuditRow {
  id: string;
  action: string;
  admin_id: string | null;
  admin_email: string;
  admin_name: string | null;
  target_type: string | null;
  target_id: string | null;
  reason: string | null;
  before: Readonly<Record<string, unknown>> | null;
  after: Readonly<Record<string, unknown>> | null;
  flags: Readonly<Record<string, unknown>>;
  request_id: string | null;
  ip: string | null;
  created_at: Date;
}

/** The entry contains the hashes of these texts. */
export interface EntryTexts {
  readonly salt: string;
  readonly reason: string | null;
  readonly note: string | null;
  /** Erased with this user. */
  readonly userId: string | null;
}

export type NewEntry = Omit<AuditRow, 'admin_name'> & { readonly texts: EntryTexts | null };

export async function insertEntries(tx: Tx, entries: readonly NewEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const query = sql`
    with e as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as e (id uuid, action text, admin_id uuid,
        admin_email text, target_type text, target_id text, reason text, before jsonb, after jsonb, flags jsonb,
        request_id text, ip text, created_at timestamptz, texts jsonb)),
    entries as (
      insert into audit_log (id, action, admin_id, admin_email, target_type, target_id, reason, before, after, flags,
        request_id, ip, created_at)
      select id, action, admin_id, admin_email, target_type, target_id, reason, before, after, flags, request_id, ip,
        created_at from e)
    insert into audit_texts (entry_id, user_id, salt, reason, note)
    select id, (texts ->> 'userId')::uuid, texts ->> 'salt', texts ->> 'reason', texts ->> 'note' from e
    where jsonb_typeof(texts) = 'object'`;
  await executePrepared(tx, query);
}

/** The entries keep the hashes, which are useless without the salt. */
export async function eraseTextsAbout(tx: Tx, userId: string): Promise<void> {
  await sql`update audit_texts set salt = null, reason = null, note = null where user_id = ${userId} and salt is not null`.execute(
    tx,
  );
}

const adminName = sql.raw('(select n.name from admin_names n where n.id = admin_id) as admin_name');
const columns = sql`
  id, action, admin_id, admin_email, ${adminName}, target_type, target_id, reason, before, after, flags, request_id, ip, created_at`;

const conditions = filters<Filters>({
  action: eq('action'),
  adminId: eqId('admin_id'),
  targetType: eq('target_type'),
  targetId: eq('target_id'),
  from: gte('created_at'),
  before: lt('created_at'),
});

export const listEntries = (db: Db, given: Filters, keyset: Keyset): Promise<AuditRow[]> =>
  pageRows(db, keyset, sql<AuditRow>`select ${columns} from audit_entries`, conditions(given));

export async function findEntry(db: Db, id: string): Promise<AuditRow | undefined> {
  return (await sql<AuditRow>`select ${columns} from audit_entries where id = ${id}`.execute(db)).rows[0];
}

/** Serializes undos of the same entry. */
export async function lockUndo(tx: Tx, id: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`undo ${id}`}, 0))`.execute(tx);
}

/** With more later entries, the newest counts as in effect. */
const mostLater = 200;

/**
 * Later entries about the same object, newest first: with the same target, or with this content and one of these
 * actions. Ids order entries better than times, because they are created after the object is locked.
 */
export async function listLater(
  db: Db,
  entry: Pick<AuditRow, 'id' | 'target_type' | 'target_id'>,
  about: { readonly actions: readonly string[]; readonly content: object } | undefined,
): Promise<AuditRow[]> {
  const same = about
    ? sql`action = any(${[...about.actions]}) and coalesce(after, before) @> ${JSON.stringify(about.content)}::jsonb`
    : sql`target_type = ${entry.target_type} and target_id = ${entry.target_id}`;
  const query = sql<AuditRow>`
    select ${columns} from audit_entries where ${same} and id > ${entry.id}::uuid order by id desc limit ${mostLater}`;
  return (await query.execute(db)).rows;
}

/** The newest entry after `after` with one of these actions, and one of these targets or these fields. */
export async function findNewest(
  db: Db,
  after: string,
  actions: readonly string[],
  { targetIds, content }: { readonly targetIds: readonly string[]; readonly content?: object },
): Promise<AuditRow | undefined> {
  const fields = content ? JSON.stringify(content) : null;
  const query = sql<AuditRow>`
    select ${columns} from audit_entries where action = any(${[...actions]}) and id > ${after}::uuid
      and (target_id = any(${[...targetIds]}) or before @> ${fields}::jsonb or after @> ${fields}::jsonb)
    order by id desc limit 1`;
  return (await query.execute(db)).rows[0];
}

type ActRow = Pick<AuditRow, 'id' | 'action' | 'admin_email' | 'admin_name' | 'reason'> & { at: Date };

/** Entries with this target before a point in time, newest first. */
export async function listActsBefore(
  db: Db,
  target: { readonly type: string; readonly id: string },
  before: TimeCursor,
  limit: number,
  except: readonly string[] = [],
): Promise<ActRow[]> {
  const query = sql<ActRow>`
    select id, created_at as at, action, admin_email, ${adminName}, reason from audit_entries
    where target_type = ${target.type} and target_id = ${target.id}
      and (created_at, id) < (${before.at}, ${before.id}::uuid) and action <> all(${[...except]})
    order by created_at desc, id desc limit ${limit}`;
  return (await query.execute(db)).rows;
}

export async function findLastAct(
  db: Db,
  target: { readonly type: string; readonly id: string },
  actions: readonly string[],
): Promise<ActRow | undefined> {
  const query = sql<ActRow>`
    select id, created_at as at, action, admin_email, ${adminName}, reason from audit_entries
    where target_type = ${target.type} and target_id = ${target.id} and action = any(${[...actions]})
    order by created_at desc, id desc limit 1`;
  return (await query.execute(db)).rows[0];
}

/** Oldest first. Returns how many were numbered. */
export async function numberEntries(tx: Tx, most: number): Promise<number> {
  const { rows } = await sql<{ numbered: number }>`select number_audit_entries(${most}) as numbered`.execute(tx);
  return rows[0]?.numbered ?? 0;
}

/** Newest first. */
export async function listActsBy(
  db: Db,
  { adminId, actions, since }: { readonly adminId: string; readonly actions: readonly string[]; readonly since: Date },
  limit: number,
): Promise<AuditRow[]> {
  const query = sql<AuditRow>`
    select ${columns} from audit_entries where admin_id = ${adminId} and action = any(${[...actions]}) and created_at >= ${since}
    order by created_at desc, id desc limit ${limit}`;
  return (await query.execute(db)).rows;
}
