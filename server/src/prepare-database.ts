import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { readConfig } from './config.ts';
import { migrate } from './kit/db/migrate.ts';
import { openOwnDatabase } from './own-database.ts';

/**
 * A process beside `npm start` that makes the database while the server is being built. It stays until its input ends,
 * which is when the service has come, or will not come: then whoever is left stops the database. Whatever fails here is
 * met by the service again, which tells of it.
 */

const migrations = fileURLToPath(new URL('../migrations', import.meta.url));
const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Asked to stop together with who started it, it waits for the end of its input. */
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
const released = once(process.stdin.resume(), 'end');

async function prepare(): Promise<void> {
  const { databaseUrl, dataDir } = readConfig();
  if (databaseUrl) return;
  const database = await openOwnDatabase(dataDir, { log: say });
  try {
    const applied = await migrate(database.urls.owner, migrations);
    if (applied.length > 0) say(`migrated the database to ${applied.at(-1)}`);
    await released;
  } finally {
    await database.close();
  }
}

await prepare().catch(() => {
  process.exitCode = 1;
});
// Its input is still open where there was nothing to wait for.
process.stdin.destroy();
