import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { eq, eqId, filters, gte, lt } from '../../kit/db/filters.ts';
import { type Keyset, type Point, pageRows } from '../../kit/page.ts';

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
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  flags: Record<string, unknown>;
  request_id: string | null;
  ip: string | null;
  created_at: Date;
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
  pageRows(db, keyset, sql<AuditRow>`select ${columns} from audit_log`, conditions(given));

export async function findEntry(db: Db, id: string): Promise<AuditRow | undefined> {
  return (await sql<AuditRow>`select ${columns} from audit_log where id = ${id}`.execute(db)).rows[0];
}

export interface ActRow {
  id: string;
  at: Date;
  action: string;
  admin_email: string;
  admin_name: string | null;
  reason: string | null;
}

/** What was done to one thing before a point in time, newest first, but for the actions that are told elsewhere. */
export async function listActsBefore(
  db: Db,
  target: { readonly type: string; readonly id: string },
  before: Point,
  limit: number,
  except: readonly string[] = [],
): Promise<ActRow[]> {
  const query = sql<ActRow>`
    select id, created_at as at, action, admin_email, ${adminName}, reason from audit_log
    where target_type = ${target.type} and target_id = ${target.id}
      and (created_at, id) < (${before.at}, ${before.id}::uuid) and action <> all(${[...except]})
    order by created_at desc, id desc limit ${limit}`;
  return (await query.execute(db)).rows;
}

/** What one admin did of one kind since a moment, newest first. */
export async function listActsBy(
  db: Db,
  { adminId, action, since }: { readonly adminId: string; readonly action: string; readonly since: Date },
  limit: number,
): Promise<AuditRow[]> {
  const query = sql<AuditRow>`
    select ${columns} from audit_log where admin_id = ${adminId} and action = ${action} and created_at >= ${since}
    order by created_at desc, id desc limit ${limit}`;
  return (await query.execute(db)).rows;
}
