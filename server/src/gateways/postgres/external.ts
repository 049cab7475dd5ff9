import pg from 'pg';
import { appRole } from '../../kit/db/database.ts';
import { errorCode } from '../../kit/error-code.ts';

const oldestVersion = 150_000;

/**
 * Readies a PostgreSQL that someone else runs: it must be new enough, and have the role that the service works as.
 * Where one address serves for both, its user migrates and the service steps down to the lesser role.
 */
export async function prepareExternalDatabase(ownerUrl: string, serviceUrl: string): Promise<void> {
  await asking(ownerUrl, async (owner) => {
    const { version, exists } = await look(owner);
    if (version < oldestVersion) throw new Error('PostgreSQL 15 or newer is needed');
    if (!exists) await owner.query(`create role ${appRole} nologin`).catch(unlessThere);
    const { user, member } = await asking(serviceUrl, look);
    if (!member) await owner.query(`grant ${appRole} to ${owner.escapeIdentifier(user)}`);
  }).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`DATABASE_URL: the database cannot be readied (${reason})`);
  });
}

async function asking<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'cliffhanger-start' });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

interface Seen {
  version: number;
  user: string;
  exists: boolean;
  member: boolean;
}

async function look(client: pg.Client): Promise<Seen> {
  const { rows } = await client.query<Seen>(
    `select current_setting('server_version_num')::int as version, current_user as user, r.oid is not null as exists,
            coalesce(pg_has_role(current_user, r.oid, 'member'), false) as member
     from (select) one left join pg_roles r on r.rolname = $1`,
    [appRole],
  );
  return rows[0] ?? { version: 0, user: '', exists: false, member: false };
}

/** Another process of ours made it a moment ago. */
function unlessThere(error: unknown): void {
  if (!['42710', '23505'].includes(errorCode(error) ?? '')) throw error;
}
