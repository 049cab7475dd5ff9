import type { Page } from 'playwright-core';
import type { DemoAdmin } from './demo.ts';

/** One line for each screen: the accessibility test looks at every one of them, and so does `npm run screenshots`. */
export interface Screen {
  readonly name: string;
  readonly path: string;
  /** Who looks; nobody is signed in where this is null. */
  readonly as: DemoAdmin | null;
  /** What must be there before it counts as shown. */
  readonly ready: string;
  /** Steps after that, such as opening a sheet. */
  readonly steps?: (page: Page) => Promise<void>;
}

const openFirstAdmin = async (page: Page) => {
  await page.locator('[data-row-link]').nth(2).click();
  await page.locator('[role=dialog] form').waitFor();
  await page.locator('[role=dialog] ol li').first().waitFor();
};

export const screens: readonly Screen[] = [
  { name: 'sign-in', path: '/sign-in', as: null, ready: '#demo' },
  { name: 'reset', path: '/reset', as: null, ready: '[role=meter]' },
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
  { name: 'account', path: '/account', as: 'superadmin', ready: 'main li' },
  { name: 'blocks', path: '/blocks', as: 'superadmin', ready: '.recharts-wrapper' },
  {
    name: 'palette',
    path: '/account',
    as: 'superadmin',
    ready: 'main li',
    steps: async (page) => {
      await page.keyboard.press('Control+k');
      await page.locator('[role=dialog] [role=option]').first().waitFor();
    },
  },
  {
    name: 'keyboard-help',
    path: '/account',
    as: 'superadmin',
    ready: 'main li',
    steps: async (page) => {
      await page.keyboard.press('?');
      await page.locator('[role=dialog] dl').first().waitFor();
    },
  },
];
