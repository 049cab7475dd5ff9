import type { Page } from 'playwright-core';
import type { ScreenState } from '../../../e2e/harness/screen.ts';

const row = '[data-row-link]';

/** Opens the first collection that a search finds. */
const collectionAt = (name: string, q: string, ready: string, more: Partial<ScreenState> = {}): ScreenState => ({
  name,
  path: `/collections?q=${q}`,
  as: 'content_manager',
  ready: row,
  steps: async (page) => {
    await page.locator(row).first().click();
    await page.locator(ready).first().waitFor();
  },
  ...more,
});

const moveFirstDown = async (page: Page) => {
  await page.locator('[data-control=down]').first().click();
  await page.locator('[role=status] section button').last().waitFor();
};

const rail = 'main ol > li[data-key]';

/** Collections, the rails of each surface and the preview reel. */
export const states: readonly ScreenState[] = [
  { name: 'collections', path: '/collections', as: 'content_manager', ready: `${row} img` },
  { name: 'collections-no-permission', path: '/collections', as: 'finance', ready: 'main p' },
  collectionAt('collection-manual', 'editors-picks', rail),
  collectionAt('collection-rule', 'top-this-week', 'main ol li'),
  collectionAt('collection-reader', 'editors-picks', rail, { as: 'analyst' }),
  {
    name: 'collection-new',
    path: '/collections/new',
    as: 'content_manager',
    ready: 'main form',
    steps: async (page) => {
      await page.locator('main form select').first().selectOption('rule');
      await page.locator('main form textarea').fill('top_this_week');
      await page.locator('[role=alert], .mantine-InputWrapper-error').first().waitFor();
      await page.locator('main section ol').waitFor();
    },
    inPageOfItsOwn: true,
  },
  { name: 'rails', path: '/rails', as: 'content_manager', ready: rail },
  {
    name: 'rails-staged',
    path: '/rails',
    as: 'content_manager',
    ready: rail,
    steps: moveFirstDown,
    inPageOfItsOwn: true,
  },
  {
    name: 'rails-add',
    path: '/rails',
    as: 'content_manager',
    ready: rail,
    steps: async (page) => {
      await page.locator('main section > div > button').first().click();
      await page.locator('[role=dialog] li').first().waitFor();
    },
  },
  { name: 'rails-reader', path: '/rails', as: 'analyst', ready: rail },
  { name: 'preview-reel', path: '/preview-reel', as: 'content_manager', ready: rail },
  {
    name: 'preview-reel-staged',
    path: '/preview-reel',
    as: 'content_manager',
    ready: rail,
    steps: moveFirstDown,
    inPageOfItsOwn: true,
  },
];
