import type { Page } from 'playwright-core';
import type { ScreenState } from '../../../e2e/harness/screen.ts';

const openFirstAdmin = async (page: Page) => {
  await page.locator('[data-row-link]').nth(2).click();
  await page.locator('[role=dialog] form').waitFor();
  await page.locator('[role=dialog] ol li').first().waitFor();
};

export const states: readonly ScreenState[] = [
  { name: 'admins', path: '/admins', as: 'superadmin', ready: '[data-row-link]' },
  { name: 'admins-filtered-empty', path: '/admins?q=nobody-at-all', as: 'superadmin', ready: 'main p' },
  { name: 'admin', path: '/admins', as: 'superadmin', ready: '[data-row-link]', steps: openFirstAdmin },
  { name: 'admin-new', path: '/admins/new', as: 'superadmin', ready: '[role=dialog] form' },
  {
    name: 'effect-sheet',
    path: '/admins',
    as: 'superadmin',
    ready: '[data-row-link]',
    steps: async (page) => {
      await openFirstAdmin(page);
      await page.locator('footer button').nth(2).click();
      await page.locator('[role=dialog] table').waitFor();
    },
  },
  { name: 'admins-no-permission', path: '/admins', as: 'analyst', ready: 'main p' },
];
