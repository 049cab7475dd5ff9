import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const out = fileURLToPath(new URL('dist', import.meta.url));

/** Compresses once, at build time, what the server would otherwise compress at every request or send as it is. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    writeBundle() {
      for (const name of readdirSync(out, { recursive: true, encoding: 'utf8' })) {
        if (!/\.(?:js|css|svg|html)$/.test(name)) continue;
        const bytes = readFileSync(join(out, name));
        const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };
        writeFileSync(join(out, `${name}.gz`), gzipSync(bytes, { level: 9 }));
        writeFileSync(join(out, `${name}.br`), brotliCompressSync(bytes, quality));
      }
    },
  };
}

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), compressed()],
  build: {
    outDir: out,
    emptyOutDir: true,
    target: 'es2023',
    // The policy of the page allows no data: addresses but for images.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 700,
  },
  server: { proxy: { '/v1': 'http://127.0.0.1:4000' } },
});
