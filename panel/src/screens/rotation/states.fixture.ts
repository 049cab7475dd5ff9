import type { ScreenState } from '../../../e2e/harness/screen.ts';

const day = 'td a';

/** The calendar of free series. */
export const states: readonly ScreenState[] = [
  { name: 'free-series', path: '/free-series', as: 'content_manager', ready: day },
  { name: 'free-series-market', path: '/free-series?market=ID', as: 'content_manager', ready: day },
  { name: 'free-series-reader', path: '/free-series', as: 'analyst', ready: day },
  {
    name: 'free-series-day',
    path: '/free-series?day=2035-01-09',
    as: 'content_manager',
    ready: day,
    steps: async (page) => {
      await page.locator(day).nth(10).click();
      await page.locator('[role=dialog] input[type=radio]').first().waitFor();
    },
  },
  { name: 'free-series-fill', path: '/free-series/fill', as: 'content_manager', ready: '[role=dialog] li' },
  { name: 'free-series-no-permission', path: '/free-series', as: 'support', ready: 'main p' },
];
