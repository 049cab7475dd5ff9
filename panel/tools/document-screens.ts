import type { Page } from 'playwright-core';
import { firstOf } from '../e2e/harness/media.ts';
import { goToScreen, goToTab } from '../e2e/harness/navigate.ts';
import type { ScreenState } from '../e2e/harness/screen.ts';

/**
 * Screens that the documents show as an operator at work finds them, with people and things of the demo. The tests look at
 * states of their own, which they prepare.
 */

const row = '[data-row-link]';

/** Opens the row that has these words. */
const open = (words: string | RegExp, shown: string) => async (page: Page) => {
  await page.getByRole('row', { name: words }).first().locator(row).first().click();
  await page.locator(shown).first().waitFor();
};

const cue = Buffer.from('1\n00:00:01,000 --> 00:00:03,000\nYou came back.\n');

export const documentScreens: readonly ScreenState[] = [
  {
    name: 'approval-refund',
    path: '/approvals',
    as: 'finance',
    ready: row,
    steps: open('Chloe Bennett', '[role=dialog] dl'),
  },
  { name: 'promo-running', path: '/promos', as: 'finance', ready: row, steps: open(/WELCOME60/, '[role=dialog] dl') },
  {
    name: 'series-live',
    path: '/series?q=Harbour',
    as: 'content_manager',
    ready: row,
    steps: async (page) => {
      await page.locator(row).first().click();
      await page.locator('main form input:disabled').first().waitFor();
    },
  },
  {
    name: 'captions',
    path: '/uploads',
    as: 'content_manager',
    ready: 'main h2',
    steps: async (page) => {
      const series = await firstOf(page, '/v1/admin/series?q=Quiet%20Heir');
      await goToScreen(page, `/uploads?series=${series?.id}`);
      const names = ['ep_01.en.srt', 'ep_01.ar.srt', 'ep_02.en.srt', 'ep_02.ar.srt'];
      await page.locator('main select option').nth(1).waitFor({ state: 'attached' });
      const files = names.map((name) => ({ name, mimeType: 'text/plain', buffer: cue }));
      await page.locator('main input[type=file]').setInputFiles(files);
      await page.locator('main li select').nth(7).waitFor();
    },
  },
  {
    name: 'refund',
    path: '/users?q=siti',
    as: 'support',
    ready: row,
    steps: async (page) => {
      await page.locator(row).first().click();
      await page.locator('main dl').first().waitFor();
      await goToTab(page, '?tab=purchases');
      await page.locator('[role=tabpanel] a[href*="/refunds/new"]').first().click();
      await page.locator('[role=dialog] textarea').fill('Bought by accident');
      await page.locator('[role=dialog] section dl').first().waitFor();
      await page.locator('[role=dialog] section').last().scrollIntoViewIfNeeded();
    },
  },
];
