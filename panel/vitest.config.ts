import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Axe takes as long as a third of the stories: begun last, it would be waited for on one core. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLongest = ({ moduleId }: TestSpecification): boolean => moduleId.endsWith('/e2e/accessibility.test.ts');
    const sorted = await super.sort(files);
    return [...sorted.filter(isLongest), ...sorted.filter((file) => !isLongest(file))];
  }
}

/** The long form takes React's development build, and what that warns of fails. */
const react = process.env.LONG_FORM === undefined ? 'test/production-react.ts' : 'test/react-warnings.ts';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  test: {
    pool: 'forks',
    // React is loaded by the first of the setup files, before others ask for it.
    sequence: { sequencer: LongestFirst, setupFiles: 'list' },
    projects: [
      {
        extends: true,
        oxc: { jsx: { runtime: 'automatic', development: false } },
        test: {
          name: 'components',
          maxWorkers: 1,
          include: ['src/**/*.test.{ts,tsx}', 'test/**/*.test.ts', 'tools/**/*.test.ts'],
          // The files share modules and the page, which take longer to load than most tests; each test leaves it empty.
          isolate: false,
          environment: 'jsdom',
          environmentOptions: { jsdom: { url: 'http://panel.test/' } },
          setupFiles: [react, 'test/act.ts', 'test/setup.ts'],
          // As a browser gets it, not as Node does.
          alias: { 'tus-js-client': 'tus-js-client/lib.esm/browser/index.js' },
          server: { deps: { inline: ['tus-js-client'] } },
          testTimeout: 60_000,
          hookTimeout: 60_000,
          env: { DEBUG_PRINT_LIMIT: '3000' },
        },
      },
      {
        extends: true,
        test: {
          name: 'stories',
          // One more than the cores that a builder has: a page waits for the service and for its own timers.
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
          include: ['e2e/**/*.test.ts'],
          // The files share a browser and what they have fetched of the panel.
          isolate: false,
          globalSetup: ['e2e/harness/global-setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // What a page shows is awaited: it may be a moment behind what it was told.
          expect: { poll: { timeout: 30_000 } },
        },
      },
    ],
  },
});
