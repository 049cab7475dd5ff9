import type { Page } from 'playwright-core';
import type { ScreenState } from '../../../e2e/harness/screen.ts';

const row = '[data-row-link]';

/** The demo's newest that was sent. */
async function openSent(page: Page): Promise<void> {
  await page.locator(row).first().click();
  await page.locator('[role=dialog] dl').first().waitFor();
}

/** Push campaigns. */
export const states: readonly ScreenState[] = [
  { name: 'push', path: '/push', as: 'content_manager', ready: row },
  { name: 'push-campaign', path: '/push?status=sent', as: 'content_manager', ready: row, steps: openSent },
  { name: 'push-draft', path: '/push?status=draft', as: 'content_manager', ready: row, steps: openSent },
  { name: 'push-new', path: '/push/new', as: 'content_manager', ready: '[role=dialog] form' },
  { name: 'push-settings', path: '/push/settings', as: 'content_manager', ready: '[role=dialog] form' },
  { name: 'push-no-permission', path: '/push', as: 'moderator', ready: 'main p' },
];
