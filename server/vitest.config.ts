import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const all = ['src/**/*.test.ts', 'test/**/*.test.ts'];
/** Those that put something else in the place of a module, or are about what a password costs. */
const replacing = [
  'src/kit/passwords.test.ts',
  'src/features/access/password-queue.test.ts',
  'src/features/admins/rehash.test.ts',
];
/** What takes the place of the service's own modules of the same name. */
const alias = ['decoder-entry', 'password-cost'].map((name) => ({
  find: new RegExp(`^\\.{1,2}/(?:.*/)?${name}\\.ts$`),
  replacement: fileURLToPath(new URL(`./test/harness/${name}.ts`, import.meta.url)),
}));
const globalSetup = ['test/harness/global-setup.ts'];
const isLong = process.env.LONG_FORM !== undefined;
// Far longer than any takes by itself: other machines on the same hardware may take most of the cores.
const timeout = isLong ? 1_800_000 : 120_000;
const common = {
  pool: 'forks',
  setupFiles: 'test/harness/setup.ts',
  maxWorkers: 2,
  testTimeout: timeout,
  hookTimeout: timeout,
  expect: { poll: { timeout: timeout / 4 } },
} as const;

export default defineConfig({
  test: {
    projects: [
      // Each file has a database of its own and shares nothing but modules, which take longer to load than most tests.
      {
        test: {
          ...common,
          name: 'server',
          include: all,
          exclude: replacing,
          isolate: false,
          globalSetup: [...globalSetup, 'test/harness/build-processes.ts'],
          alias,
        },
      },
      { test: { ...common, name: 'replacing', include: replacing, globalSetup } },
    ],
  },
});
