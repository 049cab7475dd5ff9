import type { Page } from 'playwright-core';
import type { ScreenState } from '../../../e2e/harness/screen.ts';

const chart = '.recharts-bar-rectangle path';

async function asTable(page: Page): Promise<void> {
  await page.locator('figure button').first().click();
  await page.locator('figure table').waitFor();
}

/** The economy. */
export const states: readonly ScreenState[] = [
  { name: 'economy', path: '/economy', as: 'analyst', ready: chart },
  { name: 'economy-table', path: '/economy', as: 'analyst', ready: chart, steps: asTable },
  {
    name: 'economy-events',
    path: '/economy',
    as: 'finance',
    ready: chart,
    steps: async (page) => {
      await asTable(page);
      await page.locator('figure table button').first().click();
      await page.locator('[role=dialog] li').first().waitFor();
    },
  },
  { name: 'economy-empty', path: '/economy?dateFrom=2020-01-01&dateTo=2020-01-07', as: 'analyst', ready: 'main p' },
  { name: 'economy-no-permission', path: '/economy', as: 'moderator', ready: 'main p' },
];
