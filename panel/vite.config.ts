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

/**
 * What every page needs comes in a few files instead of fifty, which a browser fetches six at a time. Only what the
 * first screen uses is named here: a component that is added makes every first visit wait for it.
 */
const everywhere = [
  { name: 'framework', test: /node_modules[\\/](?:react|react-dom|scheduler|@tanstack|i18next|react-i18next)[\\/]/ },
  {
    name: 'components',
    test: new RegExp(
      [
        String.raw`node_modules[\\/](?:@mantine[\\/]hooks|@floating-ui|clsx|openapi-fetch|use-sync-external-store)[\\/]`,
        String.raw`@mantine[\\/]core[\\/]esm[\\/]core[\\/]`,
        String.raw`@mantine[\\/]core[\\/]esm[\\/]components[\\/](?:ActionIcon|Avatar|Button|CloseButton|Floating|FocusTrap|InlineInput|Input|InputBase|Kbd|Loader|Menu|NativeSelect|Overlay|Paper|Popover|Portal|SegmentedControl|Transition|UnstyledButton|VisuallyHidden)[\\/]`,
      ].join('|'),
    ),
  },
];

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), compressed(), oldAssets()],
  build: {
    outDir: out,
    emptyOutDir: false,
    target: 'es2023',
    // The policy of the page allows no data: addresses but for images.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 700,
    rolldownOptions: { output: { codeSplitting: { groups: everywhere } } },
  },
  server: { proxy: { '/v1': 'http://127.0.0.1:4000', '/media': 'http://127.0.0.1:4000' } },
});
