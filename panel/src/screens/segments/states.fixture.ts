import { somePromo } from '../../../e2e/harness/promos.ts';
import type { ScreenState } from '../../../e2e/harness/screen.ts';

const row = '[data-row-link]';

/** Segments. */
export const states: readonly ScreenState[] = [
  { name: 'segments', path: '/segments', as: 'finance', prepare: somePromo, ready: row },
  {
    name: 'segment',
    path: '/segments',
    as: 'finance',
    prepare: somePromo,
    ready: row,
    steps: async (page) => {
      await page.locator(row).first().click();
      await page.locator('[role=dialog] form').waitFor();
    },
  },
  {
    name: 'segment-reader',
    path: '/segments',
    as: 'analyst',
    prepare: somePromo,
    ready: row,
    steps: async (page) => {
      await page.locator(row).first().click();
      await page.locator('[role=dialog] form').waitFor();
    },
  },
  { name: 'segment-new', path: '/segments/new', as: 'finance', ready: '[role=dialog] form' },
];
