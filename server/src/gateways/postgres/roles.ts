import pg from 'pg';
import { endWhenFrozen, withClient } from './connection.ts';
import { type Passwords, type Role, scramVerifier } from './passwords.ts';

export const ROLE_NAMES: Record<Role, string> = {
  superuser: 'postgres',
  owner: 'cliffhanger_owner',
  app: 'cliffhanger_app',
};

export const RESTRICTED_LOGIN = 'login nosuperuser nocreatedb nocreaterole noreplication nobypassrls';

const { escapeIdentifier, escapeLiteral } = pg;

/** Superusers and table owners can disable triggers, so the role of the service is neither. */
export async function ensureRoles(superuser: pg.Client, passwords: Passwords): Promise<void> {
  const found = await superuser.query<{ rolname: string; sound: boolean }>(
    `select rolname, rolcanlogin and not (rolsuper or rolcreatedb or rolcreaterole or rolreplication or rolbypassrls) as sound
       from pg_roles where rolname = any($1)`,
    [[ROLE_NAMES.owner, ROLE_NAMES.app]],
  );
  for (const role of ['owner', 'app'] as const) {
    const name = ROLE_NAMES[role];
    const row = found.rows.find((each) => each.rolname === name);
    if (!row) {
      const verifier = escapeLiteral(scramVerifier(passwords[role]));
      await superuser.query(`create role ${escapeIdentifier(name)} ${RESTRICTED_LOGIN} password ${verifier}`);
    } else if (!row.sound) {
      await superuser.query(`alter role ${escapeIdentifier(name)} ${RESTRICTED_LOGIN}`);
    }
  }
}

/** Can be repeated after an interruption. A copy of a template includes its privileges. */
export async function createDatabase(
  connect: (database: string) => Promise<pg.Client>,
  name: string,
  template?: string,
): Promise<void> {
  const database = escapeIdentifier(name);
  await withClient(connect('postgres'), async (client) => {
    // Serializes concurrent changes of privileges.
    await endWhenFrozen(client);
    await client.query('select pg_advisory_lock(hashtext($1))', [name]);
    const exists = await client.query('select from pg_database where datname = $1', [name]);
    if (template !== undefined || exists.rowCount === 0) {
      // Copying files is three times as fast as copying through the WAL.
      const source = template === undefined ? '' : ` template ${escapeIdentifier(template)} strategy file_copy`;
      await client.query(`create database ${database} owner ${escapeIdentifier(ROLE_NAMES.owner)}${source}`);
    }
    await client.query(`revoke all on database ${database} from public`);
    await client.query(`grant connect on database ${database} to ${escapeIdentifier(ROLE_NAMES.app)}`);
    if (template === undefined) await withClient(connect(name), secureSchema);
  });
}

async function secureSchema(client: pg.Client): Promise<void> {
  await client.query('revoke create on schema public from public');
  await client.query(`alter schema public owner to ${escapeIdentifier(ROLE_NAMES.owner)}`);
  await client.query(`grant usage on schema public to ${escapeIdentifier(ROLE_NAMES.app)}`);
}

export async function dropDatabase(connect: (database: string) => Promise<pg.Client>, name: string): Promise<void> {
  await withClient(connect('postgres'), (client) =>
    client.query(`drop database if exists ${escapeIdentifier(name)} with (force)`),
  );
}

/** Other connections to any database of the server. */
export async function countOtherClients(client: pg.Client): Promise<number> {
  const found = await client.query<{ others: number }>(
    `select count(*)::int as others from pg_stat_activity
      where backend_type = 'client backend' and pid <> pg_backend_pid()`,
  );
  return found.rows[0]?.others ?? 0;
}
