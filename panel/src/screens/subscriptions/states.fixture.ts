import type { ScreenState } from '../../../e2e/harness/screen.ts';

const row = '[data-row-link]';

/** Subscriptions and their products. */
export const states: readonly ScreenState[] = [
  { name: 'subscriptions', path: '/subscriptions', as: 'finance', ready: row },
  {
    name: 'subscription',
    path: '/subscriptions?platform=ios_store',
    as: 'finance',
    ready: row,
    steps: async (page) => {
      await page.locator(row).first().click();
      await page.locator('[role=dialog] ol li').first().waitFor();
    },
  },
  { name: 'subscriptions-no-permission', path: '/subscriptions', as: 'content_manager', ready: 'main p' },
  { name: 'subscription-products', path: '/subscription-products', as: 'finance', ready: row },
  {
    name: 'subscription-product',
    path: '/subscription-products',
    as: 'finance',
    ready: row,
    steps: async (page) => {
      await page.locator(row).first().click();
      await page.locator('[role=dialog] form').waitFor();
    },
  },
  { name: 'subscription-product-new', path: '/subscription-products/new', as: 'finance', ready: '[role=dialog] form' },
];
