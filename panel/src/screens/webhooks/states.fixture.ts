import { sendUnmatchedWebhook } from '../../../e2e/harness/media.ts';
import type { ScreenState } from '../../../e2e/harness/screen.ts';

export const states: readonly ScreenState[] = [
  { name: 'webhooks', path: '/webhooks', as: 'superadmin', prepare: sendUnmatchedWebhook, ready: '[data-row-link]' },
  {
    name: 'webhook',
    path: '/webhooks?outcome=unmatched',
    as: 'superadmin',
    prepare: sendUnmatchedWebhook,
    ready: '[data-row-link]',
    steps: async (page) => {
      await page.locator('[data-row-link]').first().click();
      await page.locator('[role=dialog] pre').waitFor();
    },
  },
  {
    name: 'webhook-replay',
    path: '/webhooks?outcome=unmatched',
    as: 'superadmin',
    prepare: sendUnmatchedWebhook,
    ready: '[data-row-link]',
    steps: async (page) => {
      await page.locator('[data-row-link]').first().click();
      await page.locator('[role=dialog] footer button').click();
      await page.locator('[role=dialog] textarea, [role=dialog] section[aria-label]').first().waitFor();
    },
  },
  { name: 'webhooks-no-permission', path: '/webhooks', as: 'content_manager', ready: 'main p' },
];
