import { createHmac } from 'node:crypto';
import pg from 'pg';
import { appRole } from '../../kit/db/database.ts';
import { errorCode } from '../../kit/error-code.ts';
import { endWhenFrozen } from './connection.ts';
import { scramVerifier } from './passwords.ts';
import { RESTRICTED_LOGIN } from './roles.ts';

const oldestVersion = 150_000;

/**
 * Prepares a PostgreSQL that someone else runs: it must be new enough, and have the role that the service works as.
 * Answers the address for the service to use. Where one address is given for both, its user migrates, and the service
 * gets a login of its own: a user that may become the owner again could switch off every guard of the database.
 */
export function prepareExternalDatabase(ownerUrl: string, serviceUrl: string): Promise<string> {
  return asking(ownerUrl, async (owner) => {
    const { version, exists, user: ownerName } = await look(owner);
    if (version < oldestVersion) throw new Error('PostgreSQL 15 or newer is needed');
    if (!exists) await owner.query(`create role ${appRole} nologin`).catch(unlessThere);
    const { user, member } = await asking(serviceUrl, look);
    if (!member) await owner.query(`grant ${appRole} to ${owner.escapeIdentifier(user)}`);
    return user === ownerName ? loginFor(owner, serviceUrl) : serviceUrl;
  }).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`DATABASE_URL: the database cannot be readied (${reason})`);
  });
}

/** The same database by a login that may only become the lesser role; the given address where none can be made or used. */
async function loginFor(owner: pg.Client, serviceUrl: string): Promise<string> {
  const { rows } = await owner.query<{ oid: string }>('select oid from pg_database where datname = current_database()');
  const name = `cliffhanger_login_${rows[0]?.oid}`;
  const url = new URL(serviceUrl);
  // Every process is given the same address, and so arrives at the same password. Without one nobody gets in by one.
  const password =
    url.password && createHmac('sha256', decodeURIComponent(url.password)).update(name).digest('base64url');
  Object.assign(url, { username: name, password });
  const canUse = (): Promise<boolean> =>
    asking(url.href, look).then(
      ({ member }) => member,
      () => false,
    );
  // Processes that start together would trip over each other's change of the role. Held until the connection ends.
  await endWhenFrozen(owner);
  await owner.query('select pg_advisory_lock(hashtext($1))', [name]);
  if (await canUse()) return url.href;
  const verifier = password === '' ? 'null' : owner.escapeLiteral(scramVerifier(password));
  try {
    await owner.query(`create role ${name} ${RESTRICTED_LOGIN} in role ${appRole}`).catch(unlessThere);
    await owner.query(`alter role ${name} password ${verifier}`);
    await owner.query(`grant connect on database ${owner.escapeIdentifier(owner.database ?? '')} to ${appRole}`);
  } catch {
    return serviceUrl;
  }
  return (await canUse()) ? url.href : serviceUrl;
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
