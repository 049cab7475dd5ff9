import pg from 'pg';
import { appRole } from '../../kit/db/database.ts';

const oldestVersion = 150_000;

/**
 * Readies a PostgreSQL that someone else runs: it must be new enough, and have the role that the service works as.
 * Where one address serves for both, its user migrates and the service steps down to the lesser role.
 */
export async function readyOutside(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'cliffhanger-migrate' });
  await client.connect();
  try {
    const { rows } = await client.query<{ version: number; exists: boolean; member: boolean }>(
      `select current_setting('server_version_num')::int as version,
              exists (select from pg_roles where rolname = $1) as exists,
              exists (select from pg_roles where rolname = $1 and pg_has_role(current_user, oid, 'member')) as member`,
      [appRole],
    );
    const found = rows[0];
    if (!found || found.version < oldestVersion) throw new Error('DATABASE_URL must be PostgreSQL 15 or newer');
    if (!found.exists) await client.query(`create role ${appRole} nologin`).catch(unlessThere);
    if (!found.member) await client.query(`grant ${appRole} to current_user`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`DATABASE_URL: cannot ready the role ${appRole} (${reason})`);
  } finally {
    await client.end();
  }
}

/** Another process of ours made it a moment ago. */
function unlessThere(error: unknown): void {
  const code = error !== null && typeof error === 'object' && 'code' in error ? error.code : '';
  if (code !== '42710' && code !== '23505') throw error;
}
