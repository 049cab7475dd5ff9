import { sql } from 'kysely';
import { adminWith, password } from './actor.ts';
import type { World } from './world.ts';

/**
 * The rows that the examples of the OpenAPI document name. A feature whose examples name rows adds them here; putting
 * them back is repeatable, because the calls that the examples show change and delete them.
 */

const exampleAdmin = '01930000-0000-7000-8000-0000000000d1';
const exampleEntry = '01930000-0000-7000-8000-0000000000a1';
const exampleSession = '01930000-0000-7000-8000-0000000000e1';
const exampleRole = '01930000-0000-7000-8000-0000000000b1';
const anyHash = '$argon2id$v=19$m=19456,t=2,p=1$6XENxtBwQUuM6t0zOuV8wA$tcSjKq+gcmfqrbq2+YCUhBmXt08/Z4rHULyaMRhJwoA';

/** Who signs in with the email and the password that the document shows. */
export async function makeExampleRoot(world: World): Promise<void> {
  const root = await adminWith(world, 'superadmin', { email: 'root@example.com' });
  if (password !== 'a quiet harbour at dawn') throw new Error(`${root.email} would not sign in as the document shows`);
}

/** Puts the example rows back as they were. The session is the caller's own, since no one else's can be ended. */
export async function restoreExamples({ database }: World, callerId: string): Promise<void> {
  await database.transaction(async (tx) => {
    // What the examples create must not be in the way of creating it again.
    await sql`update admins set email = id || '@renamed.example' where email = 'mina@example.com'`.execute(tx);
    await sql`update roles set name = id::text where lower(name) in ('night desk', 'example role')
      and id <> ${exampleRole}`.execute(tx);
    await sql`
      insert into roles (id, name, permissions) values (${exampleRole}, 'example role', '{catalog:read}')
      on conflict (id) do update set name = 'example role', permissions = '{catalog:read}', deleted_at = null
    `.execute(tx);
    await sql`
      insert into admins (id, email, name, role_id, password_hash)
      select ${exampleAdmin}, 'jonas@example.com', 'Jonas', id, ${anyHash} from roles where name = 'support'
      on conflict (id) do update set is_active = true, deleted_at = null, role_id = excluded.role_id
    `.execute(tx);
    await sql`
      insert into audit_log (id, action, admin_email) values (${exampleEntry}, 'admin.create', 'system')
      on conflict (id) do nothing`.execute(tx);
    await sql`
      insert into admin_sessions (id, admin_id, expires_at)
      values (${exampleSession}, ${callerId}, clock() + interval '12 hours')
      on conflict (id) do update set admin_id = excluded.admin_id, revoked_at = null`.execute(tx);
  });
}
