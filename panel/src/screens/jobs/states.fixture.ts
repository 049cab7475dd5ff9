import type { ScreenState } from '../../../e2e/harness/screen.ts';

export const states: readonly ScreenState[] = [
  { name: 'jobs', path: '/jobs', as: 'superadmin', ready: '[data-row-link]' },
  { name: 'job', path: '/jobs/housekeeping', as: 'superadmin', ready: '[role=dialog] dl' },
  {
    name: 'job-run',
    path: '/jobs/housekeeping',
    as: 'superadmin',
    ready: '[role=dialog] dl',
    steps: async (page) => {
      await page.locator('[role=dialog] footer button').first().click();
      await page.locator('[role=dialog] button').last().click();
      await page.locator('[role=dialog] dl').last().waitFor();
    },
  },
  { name: 'jobs-no-permission', path: '/jobs', as: 'support', ready: 'main p' },
];
