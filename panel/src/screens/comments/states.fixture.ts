import type { ScreenState } from '../../../e2e/harness/screen.ts';

const row = '[data-row-link]';

export const states: readonly ScreenState[] = [
  { name: 'moderation', path: '/moderation', as: 'moderator', ready: row },
  { name: 'moderation-all', path: '/moderation?tab=all', as: 'support', ready: row },
  {
    name: 'moderation-comment',
    path: '/moderation',
    as: 'moderator',
    ready: row,
    steps: async (page) => {
      await page.locator(row).first().click();
      await page.locator('[role=dialog] fieldset').waitFor();
    },
  },
  { name: 'moderation-no-permission', path: '/moderation', as: 'finance', ready: 'main p' },
];
