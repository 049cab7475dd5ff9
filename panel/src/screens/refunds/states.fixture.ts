import { failedRefund } from '../../../e2e/harness/payments.ts';
import type { ScreenState } from '../../../e2e/harness/screen.ts';

const row = '[data-row-link]';
const tab = 'main nav a';
const drawer = '[role=dialog] dl';

/** Refunds. */
export const states: readonly ScreenState[] = [
  { name: 'refunds', path: '/refunds', as: 'finance', ready: tab },
  { name: 'refunds-executed', path: '/refunds?status=executed', as: 'finance', ready: row },
  { name: 'refunds-rejected', path: '/refunds?status=rejected', as: 'support', ready: tab },
  {
    name: 'refund-executed',
    path: '/refunds?status=executed',
    as: 'support',
    ready: row,
    steps: async (page) => {
      await page.locator(row).first().click();
      await page.locator(drawer).first().waitFor();
    },
  },
  {
    name: 'refund-approve',
    path: '/refunds',
    as: 'finance',
    ready: row,
    steps: async (page) => {
      await page.locator(row).first().click();
      await page.locator('[role=dialog] footer button').first().click();
      await page.locator('[role=dialog] details').first().waitFor();
    },
  },
  {
    name: 'refund-money-failed',
    path: '/refunds?status=executed&money=failed',
    as: 'finance',
    prepare: failedRefund,
    ready: row,
    steps: async (page) => {
      await page.locator(row).first().click();
      await page.locator(drawer).first().waitFor();
    },
  },
  {
    name: 'refund-new',
    path: '/transactions?status=completed',
    as: 'support',
    ready: row,
    steps: async (page) => {
      const href = await page.locator(row).first().getAttribute('href');
      const [, id = ''] = /\/transactions\/([^?]+)/.exec(href ?? '') ?? [];
      await page.goto(`/refunds/new?purchase=${id}`);
      await page.locator(drawer).waitFor();
    },
  },
  { name: 'refund-new-none', path: '/refunds/new', as: 'support', ready: '[role=dialog] p' },
  { name: 'refunds-no-permission', path: '/refunds', as: 'content_manager', ready: 'main p' },
];
