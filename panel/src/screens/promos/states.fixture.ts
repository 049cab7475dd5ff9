import type { Page } from 'playwright-core';
import { somePromo } from '../../../e2e/harness/promos.ts';
import type { ScreenState } from '../../../e2e/harness/screen.ts';

const row = '[data-row-link]';

async function openFirst(page: Page): Promise<void> {
  await page.locator(row).first().click();
  await page.locator('[role=dialog] dl').waitFor();
}

/** Promos. */
export const states: readonly ScreenState[] = [
  { name: 'promos', path: '/promos', as: 'finance', prepare: somePromo, ready: row },
  { name: 'promos-reader', path: '/promos', as: 'analyst', prepare: somePromo, ready: row },
  { name: 'promo', path: '/promos', as: 'finance', prepare: somePromo, ready: row, steps: openFirst },
  {
    name: 'promo-edit',
    path: '/promos',
    as: 'finance',
    prepare: somePromo,
    ready: row,
    steps: async (page) => {
      await openFirst(page);
      await page.locator('[role=dialog] dl ~ div button').first().click();
      await page.locator('[role=dialog] form').waitFor();
    },
  },
  { name: 'promo-new', path: '/promos/new', as: 'finance', ready: '[role=dialog] form' },
  { name: 'promos-no-permission', path: '/promos', as: 'moderator', ready: 'main p' },
];
