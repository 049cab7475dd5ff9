import { fileURLToPath } from 'node:url';
import { ConfigFault, readMigrationUrls } from './config.ts';
import { createAppRole, prepareExternalDatabase } from './gateways/postgres/external.ts';
import { migrate } from './kit/db/migrate.ts';

/** `npm run migrate`: migrates the database as its owner, for installations whose service has no owner's password. */

const migrations = fileURLToPath(new URL('../migrations', import.meta.url));
const say = (line: string): void => void process.stdout.write(`${line}\n`);

try {
  const { owner, service } = readMigrationUrls();
  await (service === undefined ? createAppRole(owner) : prepareExternalDatabase(owner, service));
  const applied = await migrate(owner, migrations, { say });
  say(applied.length === 0 ? 'the database has all migrations' : `migrated the database to ${applied.at(-1)}`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  if (!(error instanceof ConfigFault)) process.stderr.write('The database was not migrated.\n');
  process.exitCode = 1;
}
