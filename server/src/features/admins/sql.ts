import { type Insertable, type RawBuilder, type SqlBool, sql, type Updateable } from 'kysely';
import type { CallerValue } from '../../kit/db/batched-read.ts';
import type { Db, Tx } from '../../kit/db/database.ts';
import { contains, eq, eqIgnoringCase, filters } from '../../kit/db/filters.ts';
import { isoTime } from '../../kit/db/fragments.ts';
import type { Admins, Roles } from '../../kit/db/schema.ts';
import { isId } from '../../kit/http/schema.ts';
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
