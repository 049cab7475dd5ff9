import type { Page } from 'playwright-core';
import type { ScreenState } from '../../../e2e/harness/screen.ts';

const bar = 'td a[data-status]';
const choice = 'main fieldset input[type=radio]';

/** A series whose episodes cost something. */
async function chooseSeries(page: Page): Promise<void> {
  await page.locator('main fieldset input[type=search]').fill('velvet');
  await page.waitForFunction((radios) => document.querySelectorAll(radios).length === 1, choice);
  await page.locator(choice).click();
  await page.locator('td a[data-source]').first().waitFor();
}

/** Prices. */
export const states: readonly ScreenState[] = [
  { name: 'pricing', path: '/pricing', as: 'finance', ready: bar },
  { name: 'pricing-reader', path: '/pricing', as: 'analyst', ready: bar },
  {
    name: 'pricing-override',
    path: '/pricing',
    as: 'finance',
    ready: bar,
    steps: async (page) => {
      await page.locator(bar).first().click();
      await page.locator('[role=dialog] form').waitFor();
    },
  },
  { name: 'pricing-new', path: '/pricing/new', as: 'finance', ready: '[role=dialog] fieldset input[type=radio]' },
  { name: 'pricing-default', path: '/pricing/default', as: 'finance', ready: '[role=dialog] form' },
  { name: 'pricing-table', path: '/pricing?view=table', as: 'finance', ready: choice, steps: chooseSeries },
  {
    name: 'pricing-explain',
    path: '/pricing?view=table',
    as: 'finance',
    ready: choice,
    steps: async (page) => {
      await chooseSeries(page);
      await page.locator('td a[data-source]').nth(4).click();
      await page.locator('[role=dialog] ol li').first().waitFor();
    },
  },
  { name: 'pricing-no-permission', path: '/pricing', as: 'support', ready: 'main p' },
];
