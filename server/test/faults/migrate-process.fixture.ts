import { migrate } from '../../src/kit/db/migrate.ts';

/** A process that migrates a database, for a test to freeze. */
const [url = '', folder = '', idleMs = ''] = process.argv.slice(2);
await migrate(url, folder, { idleMs: Number(idleMs) });
