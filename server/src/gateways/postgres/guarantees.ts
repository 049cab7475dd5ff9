import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';

const durable = ['fsync', 'full_page_writes', 'synchronous_commit'];

/** Refuses a database that would lose acknowledged commits in a crash. */
export async function mustBeDurable(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string; setting: string }>`
    select name, setting from pg_settings where name = any(${durable}) and setting in ('off', 'local')`.execute(db);
  const off = rows.map(({ name }) => name);
  if (off.length > 0) throw new Error(`the database has ${off.join(', ')} off: acknowledged commits could be lost`);
}

/**
 * Refuses a role that could disable triggers. Returns the name of the login if that could: the service never does, but an
 * attacker on its connection could.
 */
export async function mustHaveNoOwnerRights(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ role: string; login: string; powerful: boolean; couldBe: boolean }>`
    select current_user as role, session_user as login, bool_or(pg_has_role(current_user, r.oid, 'member')) as powerful,
           bool_or(pg_has_role(session_user, r.oid, 'member')) as "couldBe"
    from pg_roles r where r.rolsuper or exists (select from pg_class where relowner = r.oid)`.execute(db);
  const [found] = rows;
  if (found?.powerful)
    throw new Error(`the role ${found.role} is a superuser or owns tables, or may become such a role: it must not`);
  return found?.couldBe ? found.login : undefined;
}
