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

/** Triggers bind neither a superuser nor the owner of a table, so whoever serves requests may be neither. */
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

/** Safe to repeat after a kill in the middle. A copy of a template brings the rights inside it along. */
export async function createDatabase(
  connect: (database: string) => Promise<pg.Client>,
  name: string,
  template?: string,
): Promise<void> {
  const database = escapeIdentifier(name);
  await withClient(connect('postgres'), async (client) => {
    // Two at once would trip over each other's change of rights.
    await endWhenFrozen(client);
    await client.query('select pg_advisory_lock(hashtext($1))', [name]);
    const exists = await client.query('select from pg_database where datname = $1', [name]);
    if (template !== undefined || exists.rowCount === 0) {
      // Its files are copied as they are: page by page through the log would take three times the work.
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

/** How many others are connected to any database of the server. */
export async function countOtherClients(client: pg.Client): Promise<number> {
  const found = await client.query<{ others: number }>(
    `select count(*)::int as others from pg_stat_activity
      where backend_type = 'client backend' and pid <> pg_backend_pid()`,
  );
  return found.rows[0]?.others ?? 0;
}
