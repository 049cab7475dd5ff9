import { createHmac } from 'node:crypto';
import type pg from 'pg';
import { appRole } from '../../kit/db/database.ts';
import { errorCode } from '../../kit/error-code.ts';
import { connect, endWhenFrozen, withClient } from './connection.ts';
import { scramVerifier } from './passwords.ts';
import { RESTRICTED_LOGIN } from './roles.ts';

const oldestVersion = 150_000;

/**
 * Prepares an external PostgreSQL: checks its version, and creates the role of the service. Returns the URL for the
 * service. If one URL is configured for both, its user migrates, and the service gets a login of its own, because a user
 * that can become the owner could disable every trigger.
 */
export function prepareExternalDatabase(ownerUrl: string, serviceUrl: string): Promise<string> {
  return withOwner(ownerUrl, async (owner, ownerName) => {
    const { user, member } = await withClient(connect(serviceUrl), inspect);
    if (!member) await owner.query(`grant ${appRole} to ${owner.escapeIdentifier(user)}`);
    return user === ownerName ? loginFor(owner, serviceUrl) : serviceUrl;
  });
}

/** Creates the role of the service, which its login has to be granted. */
export const createAppRole = (ownerUrl: string): Promise<void> => withOwner(ownerUrl, async () => undefined);

async function withOwner<T>(url: string, work: (owner: pg.Client, name: string) => Promise<T>): Promise<T> {
  try {
    return await withClient(connect(url), async (owner) => {
      const { version, exists, user } = await inspect(owner);
      if (version < oldestVersion) throw new Error('PostgreSQL 15 or newer is needed');
      if (!exists) await owner.query(`create role ${appRole} nologin`).catch(unlessExists);
      return work(owner, user);
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`DATABASE_URL: the database could not be prepared (${reason})`);
  }
}

/** The URL with a login that can only become the service's role; the given URL if none can be created or used. */
async function loginFor(owner: pg.Client, serviceUrl: string): Promise<string> {
  const { rows } = await owner.query<{ oid: string }>('select oid from pg_database where datname = current_database()');
  const name = `cliffhanger_login_${rows[0]?.oid}`;
  const url = new URL(serviceUrl);
  // Derived, so that all processes have the same password; empty if the given URL has none.
  const password =
    url.password && createHmac('sha256', decodeURIComponent(url.password)).update(name).digest('base64url');
  Object.assign(url, { username: name, password });
  const canUse = (): Promise<boolean> =>
    withClient(connect(url.href), inspect).then(
      ({ member }) => member,
      () => false,
    );
  // Serializes changes of the role by concurrent processes. Held until the connection ends.
  await endWhenFrozen(owner);
  await owner.query('select pg_advisory_lock(hashtext($1))', [name]);
  if (await canUse()) return url.href;
  const verifier = password === '' ? 'null' : owner.escapeLiteral(scramVerifier(password));
  try {
    await owner.query(`create role ${name} ${RESTRICTED_LOGIN} in role ${appRole}`).catch(unlessExists);
    await owner.query(`alter role ${name} password ${verifier}`);
    await owner.query(`grant connect on database ${owner.escapeIdentifier(owner.database ?? '')} to ${appRole}`);
  } catch {
    return serviceUrl;
  }
  return (await canUse()) ? url.href : serviceUrl;
}

interface Login {
  version: number;
  user: string;
  exists: boolean;
  member: boolean;
}

async function inspect(client: pg.Client): Promise<Login> {
  const { rows } = await client.query<Login>(
    `select current_setting('server_version_num')::int as version, current_user as user, r.oid is not null as exists,
            coalesce(pg_has_role(current_user, r.oid, 'member'), false) as member
     from (select) one left join pg_roles r on r.rolname = $1`,
    [appRole],
  );
  return rows[0] ?? { version: 0, user: '', exists: false, member: false };
}

/** Another process may have created it concurrently. */
function unlessExists(error: unknown): void {
  if (!['42710', '23505'].includes(errorCode(error) ?? '')) throw error;
}
