import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, minify, type Plugin } from 'vite';
import { type BuiltScript, firstLoads, readPageFiles } from './tools/first-load.ts';
import { dropOldAssets } from './tools/old-assets.ts';

const out = fileURLToPath(new URL('dist', import.meta.url));

const brotli = promisify(brotliCompress);

/** What everyone fetches first is made as small as it can be, which takes ten times as long as nearly as small. */
const brotliQuality = (name: string): number =>
  /^assets[\\/](?:libraries|start|shell|list)-/.test(name) ? constants.BROTLI_MAX_QUALITY : 9;

async function compress(name: string): Promise<void> {
  const path = join(out, name);
  const bytes = readFileSync(path);
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
  const params = { [constants.BROTLI_PARAM_QUALITY]: brotliQuality(name) };
  writeFileSync(`${path}.br`, await brotli(bytes, { params }));
}

/** Compresses once, at build time, what the server would otherwise compress at every request or send as it is. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    async writeBundle() {
      const names = readdirSync(out, { recursive: true, encoding: 'utf8' });
      const there = new Set(names);
      // The name of an asset changes with what is in it: an earlier build has compressed the same bytes.
      const isDone = (name: string) => name.startsWith('assets') && there.has(`${name}.br`);
      await Promise.all(names.filter((name) => /\.(?:js|css|svg|html)$/.test(name) && !isDone(name)).map(compress));
    },
  };
}

const source = fileURLToPath(new URL('src', import.meta.url));
const languageModule = 'words-of-';

/**
 * Puts the words of a language into one file. Each part names its own, and asked for one by one they would come in as
 * many turns as a page has parts.
 */
function languageFiles(): Plugin {
  const keyOf = (path: string): string => relative(source, path).replaceAll(sep, '/');
  const tableOf = (path: string): string => `${JSON.stringify(keyOf(path))}: ${readFileSync(path, 'utf8')}`;
  return {
    name: 'language-files',
    apply: 'build',
    enforce: 'pre',
    resolveId: (id) => (id.startsWith(languageModule) ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith(`\0${languageModule}`)) return null;
      const ending = `.${id.slice(languageModule.length + 1)}.json`;
      const isOurs = (name: string): boolean => name.endsWith(ending) && !name.startsWith(`viewer${sep}`);
      const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(isOurs);
      return `export default {${files.map((name) => tableOf(join(source, name))).join(',')}}`;
    },
    transform(code, id) {
      if (!id.startsWith(source) || !code.includes('.json')) return null;
      return code.replaceAll(/import\('([^']+\.(ar|id)\.json)'\)/g, (_import, file: string, language: string) => {
        const key = JSON.stringify(keyOf(resolve(dirname(id), file)));
        return `import('${languageModule}${language}').then((all) => ({ default: all.default[${key}] }))`;
      });
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
        const source = JSON.stringify(firstLoads(readPageFiles(), scripts, html));
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
/**
 * A few files instead of two hundred, which a browser fetches six at a time: what is there before the first screen (the
 * libraries apart from our own, because they change less often), the shell around the screens, what every list needs,
 * what else screens share, and for each folder of screens its list and the rest. The page for a new password is opened
 * before the shell and takes nothing from it.
 */
const groups = [
  { name: 'libraries', tags: ['$initial' as const], test: /node_modules/, priority: 6 },
  { name: 'start', tags: ['$initial' as const], priority: 5 },
  { name: 'answers', test: /[\\/]src[\\/]api[\\/](?:show-error|invalidate)\./, priority: 3 },
  { name: 'shell', test: /[\\/]src[\\/]app[\\/]shell\.tsx$/, priority: 4 },
  {
    name: 'reset',
    test: /[\\/]src[\\/]screens[\\/]sessions[\\/](?:reset-screen|password-fa|password-fields|change-password)/,
    priority: 3,
  },
  { name: 'menu-count', test: /[\\/]src[\\/]app[\\/]home[\\/]menu-count\.tsx$/, priority: 3 },
  {
    name: 'list',
    test: /[\\/]src[\\/](?:ui[\\/](?:list[\\/](?!search-filter|views-menu)|date[\\/](?:calendar-icon|date-field|parse-date)|focus\.|hint|money\.|person|short-id|status-pill|time\.)|app[\\/](?:require-permission|pictures|user-name|people-words|words[\\/]people\.)|api[\\/](?:loaded|own-address)|words[\\/](?:title|places|guest))/,
    priority: 3,
  },
  {
    name: 'shared',
    test: (id: string) => screenOf(id) === null && !id.includes(languageModule),
    minShareCount: 2,
    priority: 2,
  },
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
  plugins: [languageFiles(), react(), firstPaint(), firstFiles(), compressed(), oldAssets()],
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
