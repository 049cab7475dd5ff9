import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db, Tx } from '../../kit/db/database.ts';
import { contains, eq, eqIgnoringCase, filters } from '../../kit/db/filters.ts';
import { isId } from '../../kit/http/schema.ts';
import { type Keyset, pageRows } from '../../kit/page.ts';
import type { Rehash } from '../../kit/passwords.ts';
import { plainName } from './rules.ts';

export interface AdminRow {
  id: string;
  email: string;
  name: string;
  role: string;
  permissions: string[];
  is_active: boolean;
  token_version: number;
  must_reset_password: boolean;
  has_second_factor: boolean;
  is_last_superadmin: boolean;
  last_login_at: Date | null;
  created_at: Date;
  updated_at: Date;
  revision: number;
}

const isActiveSuperadmin = `r.name = 'superadmin' and r.is_system and a.is_active`;
/** Whether an admin, with the role, is the only superadmin who can still sign in. */
export const isLastSuperadmin = `(${isActiveSuperadmin} and not exists (
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

/** Makes those who take a superadmin away come one after the other, before they lock anyone. */
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

export interface NewAdmin {
  id: string;
  email: string;
  name: string;
  role_id: string;
  password_hash: string;
  must_reset_password: boolean;
}

export async function insertAdmin(tx: Tx, admin: NewAdmin, now: Date): Promise<void> {
  await tx
    .insertInto('admins')
    .values({ ...admin, created_at: now, updated_at: now })
    .execute();
}

export interface AdminChange {
  name?: string;
  role_id?: string;
  is_active?: boolean;
  password_hash?: string;
  must_reset_password?: boolean;
  deleted_at?: Date;
}

/** `revoke` makes every token that was issued before worthless. */
export async function updateAdmin(tx: Tx, id: string, change: AdminChange, now: Date, revoke: boolean): Promise<void> {
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

/** The same password, hashed anew: no edit that anyone made, so neither the revision nor the tokens change. */
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

export interface RoleRow {
  id: string;
  name: string;
  description: string;
  permissions: string[];
  is_system: boolean;
  admin_count: number;
  created_at: Date;
  updated_at: Date;
  revision: number;
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

/** What roles are called, also those that are deleted. */
export function listRoleNames(db: Db, ids: readonly string[]): Promise<{ id: string; name: string }[]> {
  return db
    .selectFrom('roles')
    .select(['id', 'name'])
    .where('id', 'in', [...ids])
    .execute();
}

export async function lockRole(tx: Tx, id: string): Promise<RoleRow | undefined> {
  await sql`select from roles where id = ${id} for no key update`.execute(tx);
  // Counted in a statement of its own: the lock may have waited for someone who was just given this role.
  return findRole(tx, id);
}

export type LockedRole = Pick<RoleRow, 'id' | 'name' | 'permissions'>;

/** Holds a role while it is given to someone, so that it is not deleted meanwhile. */
export async function lockRoleForShare(tx: Tx, idOrName: string): Promise<LockedRole | undefined> {
  const query = sql<LockedRole>`
    select r.id, r.name, r.permissions from roles r where r.deleted_at is null and ${namedRole(idOrName)} for share`;
  return (await query.execute(tx)).rows[0];
}

export interface NewRole {
  id: string;
  name: string;
  description: string;
  permissions: string[];
  is_system: boolean;
}

export async function insertRole(tx: Tx, role: NewRole, now: Date): Promise<void> {
  await tx
    .insertInto('roles')
    .values({ ...role, created_at: now, updated_at: now })
    .execute();
}

export interface RoleChange {
  name?: string;
  description?: string;
  permissions?: string[];
  deleted_at?: Date;
}

export async function updateRole(tx: Tx, id: string, change: RoleChange, now: Date): Promise<void> {
  await tx
    .updateTable('roles')
    .set((eb) => ({ ...change, updated_at: now, revision: eb('revision', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

export async function markSignedIn(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.updateTable('admins').set({ last_login_at: now }).where('id', '=', id).execute();
}

/** Lets one process at a time ready the roles and the first admin. */
export async function lockBootstrap(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('admins_bootstrap'))`.execute(tx);
}
