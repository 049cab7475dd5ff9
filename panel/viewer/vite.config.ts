import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const fileIn = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The viewer is a page of its own: it shares no file with the panel, which operators load every day. */
export default defineConfig({
  root: fileIn('.'),
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
    rolldownOptions: {
      input: [fileIn('index.html'), fileIn('worker/push-worker.ts')],
      // Browsers know a service worker by its address.
      output: { entryFileNames: ({ name }) => (name === 'push-worker' ? '[name].js' : 'assets/[name]-[hash].js') },
    },
  },
});
