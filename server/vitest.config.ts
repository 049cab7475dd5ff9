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
const isLong = process.env.LONG_FORM !== undefined;
/** These run on object storage too, all of them in the long form. */
const essential = ['src/features/media/{files,two-processes,upkeep,video}.test.ts', 'src/gateways/files/**/*.test.ts'];
const stored = [
  ...['src/features/media/**/*.test.ts', 'src/gateways/files/**/*.test.ts', 'src/gateways/video/embedded/**/*.test.ts'],
  ...['test/faults/providers.test.ts', 'test/faults/upload.test.ts'],
];
/** These need object storage in any case, and run once. */
const onlyObjects = [
  'src/features/media/two-processes.test.ts',
  'src/gateways/files/{bucket-check,copy-storage}.test.ts',
];
const globalSetup = ['test/harness/global-setup.ts'];
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
          exclude: [...replacing, ...onlyObjects],
          isolate: false,
          globalSetup: [...globalSetup, 'test/harness/build-processes.ts'],
          alias,
        },
      },
      {
        test: {
          ...common,
          name: 'object-storage',
          include: isLong ? stored : essential,
          // About the space on a disk, and about what ffmpeg does there.
          exclude: ['**/full-disk.test.ts', '**/ffmpeg*.test.ts'],
          env: { TEST_STORAGE: 's3' },
          isolate: false,
          globalSetup: [...globalSetup, 'test/harness/build-processes.ts'],
          alias,
        },
      },
      { test: { ...common, name: 'replacing', include: replacing, globalSetup } },
    ],
  },
});
