import type { Page } from 'playwright-core';
import { goToTab, pushPath } from '../../../e2e/harness/navigate.ts';
import type { ScreenState } from '../../../e2e/harness/screen.ts';

/** Opens a user by a search that fits one alone, and then one of the pages under it. */
const openUser =
  (more = '') =>
  async (page: Page) => {
    await page.locator('[data-row-link]').first().click();
    await page.locator('main dl').first().waitFor();
    if (more.startsWith('?')) await goToTab(page, more);
    if (more.startsWith('/')) await pushPath(page, `${new URL(page.url()).pathname}${more}`);
  };

const userAt = (name: string, more = '', then: (page: Page) => Promise<void> = async () => {}): ScreenState => ({
  name,
  path: '/users?q=siti',
  as: 'support',
  ready: '[data-row-link]',
  steps: async (page) => {
    await openUser(more)(page);
    await then(page);
  },
});

export const states: readonly ScreenState[] = [
  { name: 'users', path: '/users', as: 'support', ready: '[data-row-link]' },
  { name: 'users-filtered-empty', path: '/users?q=nobody-at-all', as: 'support', ready: 'main p' },
  { name: 'grants-today', path: '/grants-today', as: 'support', ready: 'main h1' },
  { name: 'users-no-permission', path: '/users', as: 'analyst', ready: 'main p' },
  userAt('user', '', (page) => page.locator('main ol li').first().waitFor()),
  userAt('user-ledger', '?tab=ledger', async (page) => {
    await page.locator('[data-row-link]').first().waitFor();
    await page.locator('[role=tabpanel] button').first().click();
    await page.locator('[role=tabpanel] [role=status]').waitFor();
  }),
  userAt('user-unlocks', '?tab=unlocks', (page) => page.locator('[role=tabpanel] tbody tr').first().waitFor()),
  userAt('user-devices', '?tab=devices'),
  userAt('user-purchases', '?tab=purchases'),
  userAt('user-subscriptions', '?tab=subscriptions'),
  userAt('user-notes', '?tab=notes', (page) => page.locator('[role=tabpanel] li').first().waitFor()),
  userAt('user-suspend', '/suspend', (page) => page.locator('[role=dialog] form').waitFor()),
  userAt('user-comp', '/comp', (page) => page.locator('[role=dialog] form').waitFor()),
  userAt('user-adjust', '/adjust', async (page) => {
    await page.locator('[role=dialog] input[inputmode=numeric]').fill('3000');
    await page.locator('[role=dialog] section [role=status]').waitFor();
  }),
  userAt('user-adjust-refused', '/adjust', async (page) => {
    await page.locator('[role=dialog] input[inputmode=numeric]').fill('900');
    await page.locator('[role=dialog] section [role=alert]').waitFor();
  }),
  userAt('ledger-event', '?tab=ledger', async (page) => {
    await page.locator('[data-row-link]').last().click();
    await page.locator('main tfoot').waitFor();
  }),
  {
    name: 'user-menu',
    path: '/users?status=banned',
    as: 'support',
    ready: '[data-row-link]',
    steps: async (page) => {
      await openUser()(page);
      await page.locator('main header button[aria-haspopup=menu]').click();
      await page.locator('[role=menuitem]').first().waitFor();
    },
  },
];
