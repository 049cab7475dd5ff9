import type { ScreenState } from '../../../e2e/harness/screen.ts';

/** The launches of the demo: one is held up by its captions. */
export const states: readonly ScreenState[] = [
  { name: 'launches', path: '/launches', as: 'content_manager', ready: '[data-row-link]' },
  {
    name: 'launch-room',
    path: '/launches',
    as: 'content_manager',
    ready: '[data-row-link]',
    steps: async (page) => {
      await page.locator('[data-row-link]').first().click();
      await page.locator('[data-verdict=no_go]').first().waitFor();
    },
  },
  { name: 'launches-no-permission', path: '/launches', as: 'support', ready: 'main p' },
];
