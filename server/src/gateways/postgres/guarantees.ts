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

/** Guards that the service's own role could switch off guard nothing. */
export async function mustHaveNoOwnerRights(db: Db): Promise<void> {
  const { rows } = await sql<{ role: string; powerful: boolean }>`
    select current_user as role,
           (select rolsuper from pg_roles where rolname = current_user)
           or exists (select from pg_class where relowner = current_user::regrole) as powerful`.execute(db);
  if (rows[0]?.powerful) throw new Error(`the role ${rows[0].role} is a superuser or owns tables: it must not`);
}
