import type { ScreenState } from '../../../e2e/harness/screen.ts';

const row = '[data-row-link]';

/** Exchange rates. */
export const states: readonly ScreenState[] = [
  { name: 'exchange-rates', path: '/exchange-rates', as: 'finance', ready: row },
  { name: 'exchange-rates-reader', path: '/exchange-rates', as: 'analyst', ready: row },
  {
    name: 'exchange-rate-history',
    path: '/exchange-rates',
    as: 'finance',
    ready: row,
    steps: async (page) => {
      await page.locator(row).first().click();
      await page.locator('[role=dialog] li').first().waitFor();
    },
  },
  { name: 'exchange-rate-new', path: '/exchange-rates/new', as: 'finance', ready: '[role=dialog] form' },
];
