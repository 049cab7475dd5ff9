import type { ScreenState } from '../../../e2e/harness/screen.ts';

const card = 'main li[data-status]';
const form = '[role=dialog] form';

/** Coin packages. */
export const states: readonly ScreenState[] = [
  { name: 'packages', path: '/packages', as: 'finance', ready: card },
  { name: 'packages-reader', path: '/packages', as: 'analyst', ready: card },
  { name: 'packages-rail', path: '/packages?rail=localwallet_gopay', as: 'finance', ready: card },
  { name: 'packages-rail-empty', path: '/packages?rail=localwallet_*', as: 'finance', ready: 'main p' },
  { name: 'packages-new', path: '/packages/new', as: 'finance', ready: form },
  {
    name: 'packages-package',
    path: '/packages',
    as: 'finance',
    ready: card,
    steps: async (page) => {
      await page.locator(`${card} a`).first().click();
      await page.locator(form).waitFor();
    },
  },
  {
    name: 'packages-package-reader',
    path: '/packages',
    as: 'analyst',
    ready: card,
    steps: async (page) => {
      await page.locator(`${card} a`).first().click();
      await page.locator(form).waitFor();
    },
  },
  {
    name: 'packages-change',
    path: '/packages',
    as: 'finance',
    ready: card,
    inPageOfItsOwn: true,
    steps: async (page) => {
      await page.locator(`${card} a`).nth(2).click();
      await page.locator(form).locator('input[name=price]').fill('3.49');
      await page.locator(form).locator('input[type=checkbox]').first().click();
      await page.locator(`${form} button[type=submit]`).click();
      await page.locator('[role=dialog] table').waitFor();
    },
  },
  { name: 'packages-no-permission', path: '/packages', as: 'support', ready: 'main p' },
];
