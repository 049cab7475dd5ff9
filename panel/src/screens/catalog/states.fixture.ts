import type { Page } from 'playwright-core';
import { goToTab } from '../../../e2e/harness/navigate.ts';
import type { ScreenState } from '../../../e2e/harness/screen.ts';

/** Opens the first series that a search finds, and then one of its parts. */
const seriesAt = (
  name: string,
  q: string,
  more = '',
  then: (page: Page) => Promise<unknown> = async () => {},
): ScreenState => ({
  name,
  path: `/series?q=${q}`,
  as: 'content_manager',
  ready: '[data-row-link]',
  steps: async (page) => {
    await page.locator('[data-row-link]').first().click();
    await page.locator('main h1 bdi').waitFor();
    await page.locator('main [role=tablist]').first().waitFor();
    if (more) await goToTab(page, more);
    await then(page);
  },
});

const firstCell = '[role=grid] [data-at="0:2"]';

/** Series and their episodes. */
export const states: readonly ScreenState[] = [
  {
    name: 'series',
    path: '/series',
    as: 'content_manager',
    ready: '[data-row-link]',
    steps: async (page) => {
      await page.locator('td[data-box] input').nth(1).check();
      await page.locator('td[data-box] input').nth(2).check();
    },
  },
  {
    name: 'series-submit',
    path: '/series',
    as: 'content_manager',
    ready: '[data-row-link]',
    steps: async (page) => {
      await page.locator('th[data-box] input').check();
      await page.locator('[role=status] section button').last().click();
      await page.locator('[role=dialog] ul li').first().waitFor();
    },
  },
  { name: 'series-filtered-empty', path: '/series?q=nothing-at-all', as: 'content_manager', ready: 'main p' },
  { name: 'series-no-permission', path: '/series', as: 'finance', ready: 'main p' },
  { name: 'series-new', path: '/series/new', as: 'content_manager', ready: '[role=dialog] form' },
  {
    name: 'series-draft',
    path: '/series?status=draft',
    as: 'content_manager',
    ready: '[data-row-link]',
    steps: async (page) => {
      await page.locator('[data-row-link]').first().click();
      await page.locator('main form input').first().fill('Another title');
    },
  },
  {
    name: 'series-published',
    path: '/series?status=published',
    as: 'content_manager',
    ready: '[data-row-link]',
    steps: async (page) => {
      await page.locator('[data-row-link]').first().click();
      await page.locator('main form input:disabled').first().waitFor();
      await page.locator('main form [role=tab]').nth(1).click();
    },
  },
  {
    ...seriesAt('series-history', 'Harbour', '?tab=history', (page) =>
      page.locator('[role=tabpanel] ol li').first().waitFor(),
    ),
    as: 'superadmin',
  },
  seriesAt('episodes', 'Harbour', '?tab=episodes', async (page) => {
    await page.locator(firstCell).focus();
    await page.locator('[role=tooltip]').waitFor();
  }),
  seriesAt('episodes-unsaved', 'Saffron', '?tab=episodes', async (page) => {
    await page.locator(firstCell).focus();
    await page.keyboard.type('A new title');
    await page.keyboard.press('Enter');
    await page.locator('[role=grid] [data-at="0:0"]').check();
    await page.locator('[role=tabpanel] button:visible').first().click();
    await page.locator('[role=grid] input:not([type=checkbox])').last().waitFor();
  }),
  seriesAt('cadence', 'Jakarta', '?tab=episodes', async (page) => {
    await page.locator('[role=grid] thead input').check();
    await page.locator('[role=tabpanel] [role=status] button').last().click();
    await page.locator('[role=dialog] tbody tr').nth(2).waitFor();
  }),
];
