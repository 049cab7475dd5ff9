import type { ScreenState } from '../../../e2e/harness/screen.ts';

const row = '[data-flag]';

/** Flags. */
export const states: readonly ScreenState[] = [
  { name: 'flags', path: '/flags', as: 'superadmin', ready: row },
  { name: 'flag', path: '/flags/public_new_player', as: 'superadmin', ready: '[role=dialog] form' },
  { name: 'flag-new', path: '/flags/new', as: 'superadmin', ready: '[role=dialog] form' },
  { name: 'flags-no-permission', path: '/flags', as: 'moderator', ready: 'main p' },
];
