import type { ScreenState } from '../../../e2e/harness/screen.ts';

/** The pages before the panel, the account, and what can be opened over every page. */
export const states: readonly ScreenState[] = [
  { name: 'sign-in', path: '/sign-in', as: null, ready: '#demo' },
  { name: 'reset', path: '/reset', as: null, ready: '[role=meter]' },
  { name: 'account', path: '/account', as: 'superadmin', ready: 'main li' },
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
