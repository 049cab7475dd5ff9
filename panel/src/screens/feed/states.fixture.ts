import type { ScreenState } from '../../../e2e/harness/screen.ts';

const device = '[aria-busy=false] h3';

/** The feed of now and of later, in both directions of reading. */
export const states: readonly ScreenState[] = [
  { name: 'feed', path: '/feed?market=ID&lang=id', as: 'content_manager', ready: device },
  {
    name: 'feed-later',
    path: '/feed?market=EG&lang=ar&surface=discover',
    as: 'content_manager',
    ready: device,
    steps: async (page) => {
      await page.getByRole('slider').press('End');
      await page.waitForURL(/at=/);
      await page.locator(device).first().waitFor();
    },
  },
  { name: 'feed-no-permission', path: '/feed', as: 'support', ready: 'main p' },
];
