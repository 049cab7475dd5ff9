import type { Page } from 'playwright-core';
import { askForGrant } from '../../../e2e/harness/content.ts';
import type { ScreenState } from '../../../e2e/harness/screen.ts';
import type { RunningServer } from '../../../e2e/harness/server.ts';

const openFirstRow = async (page: Page) => {
  await page.locator('[data-row-link]').first().click();
  await page.locator('[role=dialog] dl').first().waitFor();
};

const askForCoins = (server: RunningServer) => askForGrant(server, 2500);

export const states: readonly ScreenState[] = [
  { name: 'home', path: '/', as: 'superadmin', prepare: askForCoins, ready: 'main section svg' },
  { name: 'home-finance', path: '/', as: 'finance', ready: 'main section svg' },
  { name: 'home-support', path: '/', as: 'support', ready: 'main section svg' },
  { name: 'home-moderator', path: '/', as: 'moderator', ready: 'main section li a' },
  { name: 'home-content', path: '/', as: 'content_manager', ready: 'main section svg' },
  { name: 'home-analyst', path: '/', as: 'analyst', ready: 'main section svg' },
  {
    name: 'tour',
    path: '/',
    as: 'support',
    ready: 'main h2',
    inPageOfItsOwn: true,
    steps: async (page) => {
      const account = page.getByRole('button', { name: /^(?:Account menu|قائمة الحساب|Menu akun)/ });
      // On a phone it is within the menu.
      if (!(await account.isVisible())) await page.locator('header button').first().click();
      await account.click();
      await page.getByRole('menuitem').nth(1).click();
      await page.locator('#tour-step').waitFor();
    },
  },
  { name: 'approvals', path: '/approvals', as: 'finance', prepare: askForCoins, ready: '[data-row-link]' },
  { name: 'approvals-empty', path: '/approvals', as: 'analyst', ready: 'main p' },
  {
    name: 'approval',
    path: '/approvals',
    as: 'finance',
    prepare: askForCoins,
    ready: '[data-row-link]',
    steps: openFirstRow,
  },
  {
    name: 'approve-sheet',
    path: '/approvals',
    as: 'finance',
    prepare: askForCoins,
    ready: '[data-row-link]',
    steps: async (page) => {
      await openFirstRow(page);
      await page.keyboard.press('a');
      await page.locator('[role=dialog] textarea').waitFor();
    },
  },
];
