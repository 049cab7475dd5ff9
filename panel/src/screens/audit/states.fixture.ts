import type { Page } from 'playwright-core';
import type { ScreenState } from '../../../e2e/harness/screen.ts';

const openFirstRow = async (page: Page) => {
  await page.locator('[data-row-link]').first().click();
  await page.locator('[role=dialog] dl').first().waitFor();
};

export const states: readonly ScreenState[] = [
  { name: 'audit', path: '/audit', as: 'superadmin', ready: '[data-row-link]' },
  { name: 'audit-entry', path: '/audit', as: 'superadmin', ready: '[data-row-link]', steps: openFirstRow },
  { name: 'audit-no-permission', path: '/audit', as: 'moderator', ready: 'main p' },
];
