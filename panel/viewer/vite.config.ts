import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The viewer is a page of its own: it shares no file with the panel, which operators load every day. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/viewer/',
  publicDir: false,
  plugins: [react()],
  json: { namedExports: false },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    // The policy of the page allows no data: addresses but for images.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
});
