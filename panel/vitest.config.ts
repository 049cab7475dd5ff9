import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  test: {
    pool: 'forks',
    // One at a time: the machine that builds has two cores, and the pages must answer in time.
    maxWorkers: 1,
    projects: [
      {
        extends: true,
        oxc: { jsx: { runtime: 'automatic', development: false } },
        test: {
          name: 'components',
          include: ['src/**/*.test.{ts,tsx}', 'test/**/*.test.ts', 'tools/**/*.test.ts'],
          // The files share modules and the page, which take longer to load than most tests; each test leaves it empty.
          isolate: false,
          environment: 'jsdom',
          environmentOptions: { jsdom: { url: 'http://panel.test/' } },
          setupFiles: ['test/plain-elements.ts', 'test/setup.ts'],
          // As a browser gets it, not as Node does.
          alias: { 'tus-js-client': 'tus-js-client/lib.esm/browser/index.js' },
          server: { deps: { inline: ['tus-js-client'] } },
          testTimeout: 60_000,
          env: { DEBUG_PRINT_LIMIT: '3000' },
        },
      },
      {
        extends: true,
        test: {
          name: 'stories',
          include: ['e2e/**/*.test.ts'],
          // The files share a browser and what they have fetched of the panel.
          isolate: false,
          globalSetup: ['e2e/harness/global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          // What a page shows is awaited: it may be a moment behind what it was told.
          expect: { poll: { timeout: 10_000 } },
        },
      },
    ],
  },
});
