import type { ScreenState } from '../../../e2e/harness/screen.ts';

export const states: readonly ScreenState[] = [
  {
    name: 'roles',
    path: '/roles',
    as: 'superadmin',
    ready: '[role=grid] input',
    steps: async (page) => {
      await page.locator('[data-at="1:3"]').click();
      await page.locator('[data-at="4:3"]').click();
      await page.locator('[data-at="0:1"]').focus();
    },
  },
  { name: 'role', path: '/roles/support', as: 'superadmin', ready: '[role=dialog] ul li' },
  { name: 'role-new', path: '/roles/new', as: 'superadmin', ready: '[role=dialog] fieldset input' },
  { name: 'roles-no-permission', path: '/roles', as: 'finance', ready: 'main p' },
];
