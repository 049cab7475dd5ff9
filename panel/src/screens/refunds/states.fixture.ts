import type { ScreenState } from '../../../e2e/harness/screen.ts';

const row = '[data-row-link]';
const drawer = '[role=dialog] dl';

/** Refunds. */
export const states: readonly ScreenState[] = [
  { name: 'refunds', path: '/refunds', as: 'finance', ready: row },
  { name: 'refunds-executed', path: '/refunds?status=executed', as: 'finance', ready: row },
  { name: 'refunds-rejected', path: '/refunds?status=rejected', as: 'support', ready: row },
  {
    name: 'refund-waiting',
    path: '/refunds',
    as: 'finance',
    ready: row,
    steps: async (page) => {
      await page.locator(row).first().click();
      await page.locator(drawer).first().waitFor();
    },
  },
  {
    name: 'refund-executed',
    path: '/refunds?status=executed',
    as: 'analyst',
    ready: row,
    steps: async (page) => {
      await page.locator(row).first().click();
      await page.locator(drawer).first().waitFor();
    },
  },
  { name: 'refund-new-none', path: '/refunds/new', as: 'support', ready: '[role=dialog] p' },
  { name: 'refunds-no-permission', path: '/refunds', as: 'content_manager', ready: 'main p' },
];
