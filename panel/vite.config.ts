import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { dropOldAssets } from './tools/old-assets.ts';

const out = fileURLToPath(new URL('dist', import.meta.url));

/** Compresses once, at build time, what the server would otherwise compress at every request or send as it is. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    writeBundle(_options, bundle) {
      for (const name of readdirSync(out, { recursive: true, encoding: 'utf8' })) {
        // What an earlier build has left is compressed already.
        const isOld = name.startsWith('assets') && !(name.replaceAll(sep, '/') in bundle);
        if (isOld || !/\.(?:js|css|svg|html)$/.test(name)) continue;
        const bytes = readFileSync(join(out, name));
        const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };
        writeFileSync(join(out, `${name}.gz`), gzipSync(bytes, { level: 9 }));
        writeFileSync(join(out, `${name}.br`), brotliCompressSync(bytes, quality));
      }
    },
  };
}

/** Keeps the files of the last builds for a time: a page that was opened before a build still asks for its own. */
function oldAssets(): Plugin {
  return {
    name: 'old-assets',
    apply: 'build',
    writeBundle(_options, bundle) {
      dropOldAssets(join(out, 'assets'), new Set(Object.keys(bundle).map((name) => basename(name))), Date.now());
    },
  };
}

const screenOf = (id: string): string | null => /[\\/]src[\\/]screens[\\/](\w+)[\\/]/.exec(id)?.[1] ?? null;
/** Loaded for those who read the language, and a file of its own for that. */
const isTranslation = (id: string): boolean => /\.(?:ar|id)\.json$/.test(id);

/**
 * A few files instead of two hundred, which a browser fetches six at a time: what is there before the first screen (the
 * libraries apart from our own, because they change less often), the shell around the screens, what screens share, and
 * a file for each folder of screens.
 */
const groups = [
  { name: 'libraries', tags: ['$initial' as const], test: /node_modules/, priority: 5 },
  { name: 'start', tags: ['$initial' as const], priority: 4 },
  { name: 'shell', test: /[\\/]src[\\/]app[\\/]shell\.tsx$/, priority: 3 },
  {
    name: 'shared',
    test: (id: string) => screenOf(id) === null && !isTranslation(id),
    minShareCount: 2,
    priority: 2,
  },
  { name: screenOf, test: (id: string) => screenOf(id) !== null && !isTranslation(id), priority: 1 },
];

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), compressed(), oldAssets()],
  // A file of words is one value: its keys need no names of their own.
  json: { namedExports: false },
  build: {
    outDir: out,
    emptyOutDir: false,
    target: 'es2023',
    // The policy of the page allows no data: addresses but for images.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 700,
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
  server: { proxy: { '/v1': 'http://127.0.0.1:4000', '/media': 'http://127.0.0.1:4000' } },
});
