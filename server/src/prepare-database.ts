import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { readConfig } from './config.ts';
import { migrate } from './kit/db/migrate.ts';
import { openOwnDatabase } from './own-database.ts';

/**
 * A process of `npm start` that prepares the database while the server is being built. It runs until its input ends, when
 * the service has connected or failed; then the last process stops the database. The service reports errors, because it
 * encounters them as well.
 */

const migrations = fileURLToPath(new URL('../migrations', import.meta.url));
const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** On signals, which its parent also gets, it waits for the end of its input. */
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
// The input may still be open.
process.stdin.destroy();
