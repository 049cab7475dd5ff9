import { sendForgedMessages } from '../../../e2e/harness/payments.ts';
import type { ScreenState } from '../../../e2e/harness/screen.ts';

export const states: readonly ScreenState[] = [
  {
    name: 'payment-methods',
    path: '/payment-methods',
    as: 'finance',
    prepare: sendForgedMessages,
    ready: 'main li h2',
  },
  { name: 'payment-methods-no-permission', path: '/payment-methods', as: 'content_manager', ready: 'main p' },
];
