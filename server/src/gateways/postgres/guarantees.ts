import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';

const durable = ['fsync', 'full_page_writes', 'synchronous_commit'];

/** What we acknowledge must survive a crash: refuses a database that would lose it. */
export async function mustBeDurable(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string; setting: string }>`
    select name, setting from pg_settings where name = any(${durable}) and setting in ('off', 'local')`.execute(db);
  const off = rows.map(({ name }) => name);
  if (off.length > 0) throw new Error(`the database has ${off.join(', ')} off: what is acknowledged could be lost`);
}

/**
 * Guards that the service's own role could switch off guard nothing. Answers the name of the login where that one may:
 * the service never does, but whoever takes over its connection could.
 */
export async function mustHaveNoOwnerRights(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ role: string; login: string; powerful: boolean; couldBe: boolean }>`
    select current_user as role, session_user as login, bool_or(r.rolname = current_user and r.powerful) as powerful,
           bool_or(r.rolname = session_user and r.powerful) as "couldBe"
    from (select rolname, rolsuper or exists (select from pg_class where relowner = pg_roles.oid) as powerful
          from pg_roles where rolname in (current_user, session_user)) r`.execute(db);
  const [found] = rows;
  if (found?.powerful) throw new Error(`the role ${found.role} is a superuser or owns tables: it must not`);
  return found?.couldBe ? found.login : undefined;
}
