import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  test: {
    include: ['src/**/*.test.ts', 'e2e/**/*.test.ts'],
    globalSetup: ['e2e/harness/global-setup.ts'],
    pool: 'forks',
    // One browser at a time: the machine that builds has two cores, and the pages must answer in time.
    maxWorkers: 1,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // What a page shows is awaited: it may be a moment behind what it was told.
    expect: { poll: { timeout: 10_000 } },
  },
});
