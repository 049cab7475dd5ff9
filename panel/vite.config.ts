import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, minify, type Plugin } from 'vite';
import { type BuiltScript, firstLoads } from './tools/first-load.ts';
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

/** Tells the server which files each page asks for first. */
function firstFiles(): Plugin {
  return {
    name: 'first-files',
    apply: 'build',
    // After the page is written, which leaves out scripts that only import others.
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const scripts = new Map<string, BuiltScript>();
        for (const [name, file] of Object.entries(bundle)) {
          if (file.type !== 'chunk') continue;
          const { facadeModuleId: facade, imports, viteMetadata } = file;
          scripts.set(name, { facade, imports, styles: [...(viteMetadata?.importedCss ?? [])] });
        }
        const page = bundle['index.html'];
        const html = page?.type === 'asset' ? String(page.source) : '';
        const source = JSON.stringify(firstLoads(scripts, html));
        this.emitFile({ type: 'asset', fileName: 'first-loads.json', source });
      },
    },
  };
}

/** Runs before the first paint. Scripts come after what that paint needs: they take long, and no paint waits for them. */
function firstPaint(): Plugin {
  return {
    name: 'first-paint',
    apply: 'build',
    async buildStart() {
      const text = readFileSync(new URL('tools/first-paint.js', import.meta.url), 'utf8');
      const { code } = await minify('first-paint.js', text);
      this.emitFile({ type: 'asset', name: 'first-paint.js', source: code });
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const file = Object.keys(bundle).find((name) => name.startsWith('assets/first-paint-'));
        const script = `<script src="/${file}"></script>`;
        return html
          .replace(/<!-- first-paint.js[^>]*-->/, script)
          .replaceAll('<script type="module"', '<script type="module" fetchpriority="low"');
      },
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
/** The languages besides English are a file each: it is asked for once, beside the first scripts. */
const translationOf = (id: string): string | null => /\.(ar|id)\.json$/.exec(id)?.[1] ?? null;

/**
 * A few files instead of two hundred, which a browser fetches six at a time: what is there before the first screen (the
 * libraries apart from our own, because they change less often), the shell around the screens, what every list needs,
 * what else screens share, and for each folder of screens its list and the rest.
 */
const groups = [
  {
    name: (id: string) => `words-${translationOf(id)}`,
    debugName: 'words',
    test: (id: string) => translationOf(id) !== null,
    priority: 7,
  },
  { name: 'libraries', tags: ['$initial' as const], test: /node_modules/, priority: 6 },
  { name: 'start', tags: ['$initial' as const], priority: 5 },
  { name: 'shell', test: /[\\/]src[\\/]app[\\/]shell\.tsx$/, priority: 4 },
  { name: 'menu-count', test: /[\\/]src[\\/]app[\\/]home[\\/]menu-count\.tsx$/, priority: 3 },
  {
    name: 'list',
    test: /[\\/]src[\\/](?:ui[\\/](?:list[\\/]|time\.tsx|status-pill\.tsx)|app[\\/]guarded\.tsx)/,
    priority: 3,
  },
  { name: 'shared', test: (id: string) => screenOf(id) === null, minShareCount: 2, priority: 2 },
  {
    name: (id: string) => `${screenOf(id)}-list`,
    debugName: 'lists of screens',
    test: /[\\/]src[\\/]screens[\\/]\w+[\\/]list-screen\.tsx$/,
    priority: 1,
  },
  { name: screenOf, debugName: 'screens', test: (id: string) => screenOf(id) !== null, priority: 0 },
];

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), firstPaint(), firstFiles(), compressed(), oldAssets()],
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
