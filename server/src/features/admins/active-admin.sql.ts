import { sql } from 'kysely';
import type { Db, Tx } from '../../kit/db/database.ts';
import type { AdminAccessChanges } from '../../kit/db/schema.ts';
import { newId } from '../../kit/id.ts';

interface ActiveAdmin {
  role: string;
  permissions: string[];
}

interface Holder {
  id: string;
  name: string;
  role: string;
}

interface AccessGrant {
  adminId: string;
  grantedBy: string;
  at: Date;
}

/**
 * Returns the role and permissions, and locks them until the transaction ends; undefined if disabled or deleted. The
 * role is read after the admin is locked, because it may have changed while this waited.
 */
export async function lockActiveAdmin(tx: Tx, adminId: string): Promise<ActiveAdmin | undefined> {
  const held = await sql`
    select from admins where id = ${adminId} and is_active and deleted_at is null for share`.execute(tx);
  if (held.rows.length === 0) return undefined;
  const { rows } = await sql<ActiveAdmin>`
    select r.name as role, r.permissions from roles r
    where r.id = (select role_id from admins where id = ${adminId}) for share`.execute(tx);
  return rows[0];
}

/** The roles and permissions of the active admins among these, without locks. */
export async function listActiveAdmins(db: Db, adminIds: readonly string[]): Promise<Map<string, ActiveAdmin>> {
  const { rows } = await sql<ActiveAdmin & { id: string }>`
    select a.id, r.name as role, r.permissions from admins a join roles r on r.id = a.role_id
    where a.id = any(${[...adminIds]}::uuid[]) and a.is_active and a.deleted_at is null`.execute(db);
  return new Map(rows.map(({ id, ...may }) => [id, may]));
}

/** Active admins whose role has the permission, optionally only of these roles, by name. */
export async function listHolders(
  db: Db,
  permission: string,
  most: number,
  roles: readonly string[] | null = null,
): Promise<Holder[]> {
  const { rows } = await sql<Holder>`
    select a.id, a.name, r.name as role from admins a join roles r on r.id = a.role_id
    where a.is_active and a.deleted_at is null and r.permissions && array[${permission}, '*']
      and (${roles && [...roles]}::text[] is null or r.name = any(${roles && [...roles]}::text[]))
    order by lower(a.name), a.id limit ${most}`.execute(db);
  return rows;
}

/** Records who gave an admin access. */
export async function insertAccessChange(
  tx: Tx,
  adminId: string,
  change: AdminAccessChanges['change'],
  by: { id: string },
  now: Date,
): Promise<void> {
  const row = { id: newId(), admin_id: adminId, changed_by: by.id, change, created_at: now };
  await tx.insertInto('admin_access_changes').values(row).execute();
}

/** For all holders of a role that was extended. */
export async function insertAccessChangeForHolders(tx: Tx, roleId: string, by: { id: string }, now: Date) {
  const query = tx.selectFrom('admins').select('id').where('role_id', '=', roleId).where('deleted_at', 'is', null);
  const rows = (await query.execute()).map(({ id }) => ({
    id: newId(),
    admin_id: id,
    changed_by: by.id,
    change: 'permissions' as const,
    created_at: now,
  }));
  if (rows.length > 0) await tx.insertInto('admin_access_changes').values(rows).execute();
}

/**
 * Who gave each of these admins access since that time, and when last: directly, or through admins to whom they had
 * given access before.
 */
export async function listAccessGrants(db: Db, adminIds: readonly string[], since: Date): Promise<AccessGrant[]> {
  const { rows } = await sql<AccessGrant>`
    with recursive givers (admin_id, granted_by, at) as (
      select admin_id, changed_by, created_at from admin_access_changes
      where admin_id = any(${[...adminIds]}::uuid[]) and created_at >= ${since}
      union
      select g.admin_id, c.changed_by, c.created_at from givers g join admin_access_changes c on c.admin_id = g.granted_by
      where c.created_at between ${since} and g.at)
    select admin_id as "adminId", granted_by as "grantedBy", max(at) as at from givers
    where granted_by <> admin_id group by admin_id, granted_by`.execute(db);
  return rows;
}
