import { cardRail } from '../../../e2e/harness/card-provider.ts';
import { payByCard } from '../../../e2e/harness/payments.ts';
import type { ScreenState } from '../../../e2e/harness/screen.ts';

const row = '[data-row-link]';

/** What viewers paid. */
export const states: readonly ScreenState[] = [
  { name: 'transactions', path: '/transactions', as: 'finance', ready: row },
  { name: 'transactions-refunded', path: '/transactions?status=refunded', as: 'support', ready: row },
  {
    name: 'transactions-views',
    path: '/transactions?status=failed',
    as: 'support',
    ready: row,
    steps: async (page) => {
      await page.locator('search button[aria-haspopup=menu]').click();
      await page.getByRole('menuitem').first().waitFor();
    },
  },
  {
    name: 'transaction',
    path: '/transactions?kind=coin_pack&status=completed',
    as: 'finance',
    ready: row,
    steps: async (page) => {
      await page.locator(row).first().click();
      await page.locator('[role=dialog] table').first().waitFor();
    },
  },
  {
    name: 'transaction-test',
    path: `/transactions?rail=${cardRail}`,
    as: 'support',
    prepare: (server) => payByCard(server, { live: false }),
    ready: row,
    steps: async (page) => {
      await page.locator(row).first().click();
      await page.locator('[role=dialog] table').first().waitFor();
    },
  },
  { name: 'transactions-no-permission', path: '/transactions', as: 'content_manager', ready: 'main p' },
];
