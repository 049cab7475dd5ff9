import { planSeriesWithEpisodes } from '../../../e2e/harness/content.ts';
import type { ScreenState } from '../../../e2e/harness/screen.ts';

const planned = '[data-chip][data-tone=warning]';

/** The calendar. */
export const states: readonly ScreenState[] = [
  { name: 'calendar', path: '/calendar', as: 'content_manager', ready: '[data-chip]' },
  { name: 'calendar-week', path: '/calendar?view=week', as: 'content_manager', ready: '[data-chip]' },
  {
    name: 'schedule',
    path: '/calendar?day=2035-01-09',
    as: 'content_manager',
    prepare: planSeriesWithEpisodes,
    ready: planned,
    steps: async (page) => {
      await page.locator(planned).first().click();
      await page.locator('[role=dialog] form').waitFor();
    },
  },
  {
    name: 'reschedule',
    path: '/calendar?view=week&day=2035-01-09',
    as: 'content_manager',
    prepare: planSeriesWithEpisodes,
    ready: planned,
    steps: async (page) => {
      await page.locator(planned).first().focus();
      await page.keyboard.press('Alt+ArrowRight');
      await page.locator('[role=dialog] table').waitFor();
    },
  },
  {
    name: 'cadence-series',
    path: '/calendar',
    as: 'content_manager',
    ready: '[data-chip]',
    steps: async (page) => {
      await page.locator('main header button').click();
      await page.locator('[role=dialog] input[type=radio]').nth(3).waitFor();
    },
  },
  { name: 'calendar-no-permission', path: '/calendar', as: 'finance', ready: 'main p' },
];
