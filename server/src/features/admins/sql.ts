import { type Insertable, type RawBuilder, type SqlBool, sql, type Updateable } from 'kysely';
import type { CallerValue } from '../../kit/db/batched-read.ts';
import type { Db, Tx } from '../../kit/db/database.ts';
import { contains, eq, eqIgnoringCase, filters } from '../../kit/db/filters.ts';
import { isoTime } from '../../kit/db/fragments.ts';
import type { AdminAccessChanges, AdminSecondFactors, Admins, Roles } from '../../kit/db/schema.ts';
import { isId } from '../../kit/http/schema.ts';
import { newId } from '../../kit/id.ts';
import { type Keyset, pageRows } from '../../kit/page.ts';
import type { Rehash } from '../../kit/passwords.ts';
import { plainName } from './rules.ts';
import type { AdminRow, RoleRow } from './schema.ts';

const isActiveSuperadmin = `r.name = 'superadmin' and r.is_system and a.is_active`;
/** Whether the admin is the only active superadmin. */
const isLastSuperadmin = `(${isActiveSuperadmin} and not exists (
  select from admins b where b.role_id = a.role_id and b.id <> a.id and b.is_active and b.deleted_at is null))`;
const adminColumns = sql.raw(`
  a.id, a.email, a.name, r.name as role, r.permissions, a.is_active, a.token_version, a.must_reset_password,
  exists (select from confirmed_second_factors f where f.admin_id = a.id) as has_second_factor,
  ${isLastSuperadmin} as is_last_superadmin, a.last_login_at, a.created_at, a.updated_at, a.revision`);
const adminTables = 'from admins a join roles r on r.id = a.role_id';
const living = sql.raw(`${adminTables} where a.deleted_at is null`);

export interface AdminFilters {
  q?: string | undefined;
  role?: string | undefined;
  is_active?: boolean | undefined;
}

const conditions = filters<AdminFilters>({
  q: contains('a.email', 'a.name'),
  role: eqIgnoringCase('r.name'),
  is_active: eq('a.is_active'),
});

export const listAdmins = (db: Db, given: AdminFilters, keyset: Keyset): Promise<AdminRow[]> =>
  pageRows(db, keyset, sql<AdminRow>`select ${adminColumns} ${sql.raw(adminTables)}`, [
    sql`a.deleted_at is null`,
    ...conditions(given),
  ]);

export async function findAdmin(db: Db, id: string): Promise<AdminRow | undefined> {
  return (await sql<AdminRow>`select ${adminColumns} ${living} and a.id = ${id}`.execute(db)).rows[0];
}

export async function lockAdmin(tx: Tx, id: string): Promise<AdminRow | undefined> {
  const query = sql<AdminRow>`select ${adminColumns} ${living} and a.id = ${id} for no key update of a`;
  return (await query.execute(tx)).rows[0];
}

/** Serializes changes that remove a superadmin; taken before other locks. */
export async function lockSuperadmins(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('keep_a_superadmin'))`.execute(tx);
}

export interface Credentials {
  id: string;
  email: string;
  password_hash: string;
  is_active: boolean;
}

export function findCredentials(db: Db, email: string): Promise<Credentials | undefined> {
  return db
    .selectFrom('admins')
    .select(['id', 'email', 'password_hash', 'is_active'])
    .where('deleted_at', 'is', null)
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst();
}

export function findCredentialsById(db: Db, id: string): Promise<Credentials | undefined> {
  return db
    .selectFrom('admins')
    .select(['id', 'email', 'password_hash', 'is_active'])
    .where('deleted_at', 'is', null)
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function insertAdmin(tx: Tx, admin: Insertable<Admins>, now: Date): Promise<void> {
  await tx
    .insertInto('admins')
    .values({ ...admin, created_at: now, updated_at: now })
    .execute();
}

/** `revoke` invalidates all tokens issued before. */
export async function updateAdmin(
  tx: Tx,
  id: string,
  change: Updateable<Admins>,
  now: Date,
  revoke: boolean,
): Promise<void> {
  await tx
    .updateTable('admins')
    .set((eb) => ({
      ...change,
      updated_at: now,
      revision: eb('revision', '+', 1),
      ...(revoke && { token_version: eb('token_version', '+', 1) }),
    }))
    .where('id', '=', id)
    .execute();
}

/** Keeps the revision and the tokens, because the password is the same. */
export async function rehashAdmin(tx: Tx, id: string, { from, to }: Rehash): Promise<void> {
  await tx
    .updateTable('admins')
    .set({ password_hash: to })
    .where('id', '=', id)
    .where('password_hash', '=', from)
    .execute();
}

export async function countSuperadmins(db: Db): Promise<number> {
  const query = sql<{ count: number }>`select count(*) as count ${living} and ${sql.raw(isActiveSuperadmin)}`;
  return (await query.execute(db)).rows[0]?.count ?? 0;
}

const roleColumns = sql.raw(`
  r.id, r.name, r.description, r.permissions, r.is_system, r.created_at, r.updated_at, r.revision,
  (select count(*) from admins a where a.role_id = r.id and a.deleted_at is null) as admin_count`);

export const listRoles = (db: Db, keyset: Keyset): Promise<RoleRow[]> =>
  pageRows(db, keyset, sql<RoleRow>`select ${roleColumns} from roles r`, [sql`r.deleted_at is null`]);

const namedRole = (idOrName: string): RawBuilder<SqlBool> =>
  isId(idOrName.toLowerCase())
    ? sql<SqlBool>`r.id = ${idOrName.toLowerCase()}`
    : sql<SqlBool>`lower(r.name) = lower(${plainName(idOrName)})`;

export async function findRole(db: Db, idOrName: string): Promise<RoleRow | undefined> {
  const query = sql<RoleRow>`select ${roleColumns} from roles r where r.deleted_at is null and ${namedRole(idOrName)}`;
  return (await query.execute(db)).rows[0];
}

/** Also of deleted roles. */
export function listRoleNames(db: Db, ids: readonly string[]): Promise<{ id: string; name: string }[]> {
  return db
    .selectFrom('roles')
    .select(['id', 'name'])
    .where('id', 'in', [...ids])
    .execute();
}

export async function lockRole(tx: Tx, id: string): Promise<RoleRow | undefined> {
  await sql`select from roles where id = ${id} for no key update`.execute(tx);
  // A second statement, because another transaction may have assigned the role while this waited for the lock.
  return findRole(tx, id);
}

export type LockedRole = Pick<RoleRow, 'id' | 'name' | 'permissions'>;

/** Prevents deletion while the role is assigned. */
export async function lockRoleForShare(tx: Tx, idOrName: string): Promise<LockedRole | undefined> {
  const query = sql<LockedRole>`
    select r.id, r.name, r.permissions from roles r where r.deleted_at is null and ${namedRole(idOrName)} for share`;
  return (await query.execute(tx)).rows[0];
}

export async function insertRole(tx: Tx, role: Insertable<Roles>, now: Date): Promise<void> {
  await tx
    .insertInto('roles')
    .values({ ...role, created_at: now, updated_at: now })
    .execute();
}

export async function updateRole(tx: Tx, id: string, change: Updateable<Roles>, now: Date): Promise<void> {
  await tx
    .updateTable('roles')
    .set((eb) => ({ ...change, updated_at: now, revision: eb('revision', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

export async function markSignedIn(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.updateTable('admins').set({ last_login_at: now }).where('id', '=', id).execute();
}

/** Serializes the creation of roles and the first admin. */
export async function lockBootstrap(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('admins_bootstrap'))`.execute(tx);
}

const quoted = (column: string): string => `to_json(${column})::text`;
const timeOrNull = (column: string): string => `coalesce('"' || ${isoTime(column)} || '"', 'null')`;

/**
 * The caller's account as text: its revision, whether it is the last superadmin (`true` or `false`), and the fields of
 * its JSON except those derived from the permissions, which the guard knows.
 */
export const ownAccount: CallerValue<string> = {
  name: 'account',
  sql: (callerId) => `(
    select a.revision || ' ' || ${isLastSuperadmin} || ' "id":"' || a.id || '","email":' || ${quoted('a.email')}
      || ',"name":' || ${quoted('a.name')} || ',"role":' || ${quoted('r.name')} || ',"is_active":' || a.is_active || ',"token_version":' || a.token_version
      || ',"must_reset_password":' || a.must_reset_password
      || ',"has_second_factor":' || (exists (select from confirmed_second_factors f where f.admin_id = a.id))
      || ',"last_login_at":' || ${timeOrNull('a.last_login_at')} || ',"created_at":"' || ${isoTime('a.created_at')}
      || '","updated_at":"' || ${isoTime('a.updated_at')} || '","revision":' || a.revision
    from admins a join roles r on r.id = a.role_id where a.deleted_at is null and a.id = ${callerId})`,
};

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

export interface SecondFactor {
  secret: string;
  recovery_codes: string[];
  last_step: number;
  confirmed_at: Date | null;
}

export function lockSecondFactor(tx: Tx, adminId: string): Promise<SecondFactor | undefined> {
  return tx
    .selectFrom('admin_second_factors')
    .select(['secret', 'recovery_codes', 'last_step', 'confirmed_at'])
    .where('admin_id', '=', adminId)
    .forUpdate()
    .executeTakeFirst();
}

/** Replaces an unconfirmed secret; false if a confirmed one exists. */
export async function putSecondFactor(tx: Tx, adminId: string, secret: string, now: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('admin_second_factors')
    .values({ admin_id: adminId, secret, created_at: now })
    .onConflict((conflict) =>
      conflict
        .column('admin_id')
        .doUpdateSet({ secret, created_at: now })
        .where('admin_second_factors.confirmed_at', 'is', null),
    )
    .executeTakeFirstOrThrow();
  return Number(numInsertedOrUpdatedRows) > 0;
}

export type SecondFactorChange = Updateable<AdminSecondFactors>;

export async function updateSecondFactor(tx: Tx, adminId: string, change: SecondFactorChange): Promise<void> {
  await tx.updateTable('admin_second_factors').set(change).where('admin_id', '=', adminId).execute();
}

export async function deleteSecondFactor(tx: Tx, adminId: string): Promise<void> {
  await tx.deleteFrom('admin_second_factors').where('admin_id', '=', adminId).execute();
}

/** Also of deleted admins. */
export async function listAdminNames(db: Db, ids: readonly string[]): Promise<{ id: string; name: string }[]> {
  const query = sql<{ id: string; name: string }>`select id, name from admin_names where id = any(${[...ids]})`;
  return (await query.execute(db)).rows;
}
