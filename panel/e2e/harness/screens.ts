import type { Page } from 'playwright-core';
import { catalogScreens } from './catalog-screens.ts';
import { askForGrant } from './content.ts';
import { mediaScreens } from './media-screens.ts';
import type { Screen } from './screen.ts';
import type { RunningServer } from './server.ts';

const openFirstAdmin = async (page: Page) => {
  await page.locator('[data-row-link]').nth(2).click();
  await page.locator('[role=dialog] form').waitFor();
  await page.locator('[role=dialog] ol li').first().waitFor();
};

const openFirstRow = async (page: Page) => {
  await page.locator('[data-row-link]').first().click();
  await page.locator('[role=dialog] dl').first().waitFor();
};

const askForCoins = (server: RunningServer) => askForGrant(server, 2500);

/** Approvals, the audit log and the jobs. */
const officeScreens: readonly Screen[] = [
  { name: 'home', path: '/', as: 'superadmin', prepare: askForCoins, ready: 'main h2' },
  { name: 'approvals', path: '/approvals', as: 'finance', prepare: askForCoins, ready: '[data-row-link]' },
  { name: 'approvals-empty', path: '/approvals', as: 'analyst', ready: 'main p' },
  {
    ...{ name: 'approval', path: '/approvals', as: 'finance', prepare: askForCoins, ready: '[data-row-link]' },
    steps: openFirstRow,
  },
  {
    ...{ name: 'approve-sheet', path: '/approvals', as: 'finance', prepare: askForCoins, ready: '[data-row-link]' },
    steps: async (page) => {
      await openFirstRow(page);
      await page.keyboard.press('a');
      await page.locator('[role=dialog] textarea').waitFor();
    },
  },
  { name: 'audit', path: '/audit', as: 'superadmin', ready: '[data-row-link]' },
  { name: 'audit-entry', path: '/audit', as: 'superadmin', ready: '[data-row-link]', steps: openFirstRow },
  { name: 'audit-no-permission', path: '/audit', as: 'moderator', ready: 'main p' },
  { name: 'jobs', path: '/jobs', as: 'superadmin', ready: '[data-row-link]' },
  { name: 'job', path: '/jobs/housekeeping', as: 'superadmin', ready: '[role=dialog] dl' },
  {
    ...{ name: 'job-run', path: '/jobs/housekeeping', as: 'superadmin', ready: '[role=dialog] dl' },
    steps: async (page) => {
      await page.locator('[role=dialog] footer button').first().click();
      await page.locator('[role=dialog] button').last().click();
      await page.locator('[role=dialog] dl').last().waitFor();
    },
  },
  { name: 'jobs-no-permission', path: '/jobs', as: 'support', ready: 'main p' },
];

/** Opens a user by a search that fits one alone, and then one of the pages under it. */
const openUser =
  (more = '') =>
  async (page: Page) => {
    await page.locator('[data-row-link]').first().click();
    await page.locator('main dl').first().waitFor();
    if (more) await page.goto(`${page.url()}${more}`);
    await page.locator('main dl').first().waitFor();
  };

const userAt = (name: string, more = '', then: (page: Page) => Promise<void> = async () => {}): Screen => ({
  ...{ name, path: '/users?q=siti', as: 'support', ready: '[data-row-link]' },
  steps: async (page) => {
    await openUser(more)(page);
    await then(page);
  },
});

/** Roles, users and their coins. */
const deskScreens: readonly Screen[] = [
  {
    ...{ name: 'roles', path: '/roles', as: 'superadmin', ready: '[role=grid] input' },
    steps: async (page) => {
      await page.locator('[data-at="1:3"]').click();
      await page.locator('[data-at="4:3"]').click();
      await page.locator('[data-at="0:1"]').focus();
    },
  },
  { name: 'role', path: '/roles/support', as: 'superadmin', ready: '[role=dialog] ul li' },
  { name: 'role-new', path: '/roles/new', as: 'superadmin', ready: '[role=dialog] fieldset input' },
  { name: 'roles-no-permission', path: '/roles', as: 'finance', ready: 'main p' },
  { name: 'users', path: '/users', as: 'support', ready: '[data-row-link]' },
  { name: 'users-filtered-empty', path: '/users?q=nobody-at-all', as: 'support', ready: 'main p' },
  { name: 'users-no-permission', path: '/users', as: 'analyst', ready: 'main p' },
  userAt('user', '', (page) => page.locator('main ol li').first().waitFor()),
  userAt('user-ledger', '?tab=ledger', async (page) => {
    await page.locator('[data-row-link]').first().waitFor();
    await page.locator('[role=tabpanel] button').first().click();
    await page.locator('[role=tabpanel] [role=status]').waitFor();
  }),
  userAt('user-devices', '?tab=devices'),
  userAt('user-subscriptions', '?tab=subscriptions'),
  userAt('user-notes', '?tab=notes', (page) => page.locator('[role=tabpanel] li').first().waitFor()),
  userAt('user-suspend', '/suspend', (page) => page.locator('[role=dialog] form').waitFor()),
  userAt('user-comp', '/comp', (page) => page.locator('[role=dialog] form').waitFor()),
  userAt('user-adjust', '/adjust', async (page) => {
    await page.locator('[role=dialog] input[inputmode=decimal]').fill('3000');
    await page.locator('[role=dialog] section [role=status]').waitFor();
  }),
  userAt('user-adjust-refused', '/adjust', async (page) => {
    await page.locator('[role=dialog] input[inputmode=decimal]').fill('900');
    await page.locator('[role=dialog] section [role=alert]').waitFor();
  }),
  userAt('ledger-event', '?tab=ledger', async (page) => {
    await page.locator('[data-row-link]').last().click();
    await page.locator('main tfoot').waitFor();
  }),
  {
    ...{ name: 'user-menu', path: '/users?status=banned', as: 'support', ready: '[data-row-link]' },
    steps: async (page) => {
      await openUser()(page);
      await page.locator('main header button[aria-haspopup=menu]').click();
      await page.locator('[role=menuitem]').first().waitFor();
    },
  },
];

export const screens: readonly Screen[] = [
  ...officeScreens,
  ...catalogScreens,
  ...mediaScreens,
  ...deskScreens,
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
