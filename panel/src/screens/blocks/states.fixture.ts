import type { ScreenState } from '../../../e2e/harness/screen.ts';

export const states: readonly ScreenState[] = [
  { name: 'blocks', path: '/blocks', as: 'superadmin', ready: '.recharts-wrapper' },
];
