import type { ScreenState } from '../../../e2e/harness/screen.ts';

const row = '[data-row-link]';

export const states: readonly ScreenState[] = [
  { name: 'alerts', path: '/alerts', as: 'finance', ready: row },
  {
    name: 'alert',
    path: '/alerts?kind=promo_burn',
    as: 'finance',
    ready: row,
    steps: async (page) => {
      await page.locator(row).first().click();
      await page.locator('[role=dialog] figure').waitFor();
    },
  },
  { name: 'alerts-no-permission', path: '/alerts', as: 'moderator', ready: 'main p' },
];
