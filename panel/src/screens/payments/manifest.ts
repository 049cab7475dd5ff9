import { createRoute } from '@tanstack/react-router';
import { preload } from '../../app/load.ts';
import { shellRoute } from '../../app/routes.tsx';
import { defineScreens } from '../../app/screen.ts';
import { IconRoute } from '../../ui/icons.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { text } from '../../ui/list/search.ts';
import { railsQuery } from './queries.ts';

const railsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/payment-methods',
  /** The one that an alert is about. */
  validateSearch: ({ rail }: Record<string, unknown>): { rail?: string | undefined } => ({ rail: text(rail) }),
  loader: ({ context }) => preload(context, railsQuery),
  component: lazyComponent(async () => (await import('./rails-screen.tsx')).PaymentRailsScreen),
});

export const paymentScreens = defineScreens({
  route: railsRoute,
  permission: 'payments:read',
  menu: {
    group: 'money',
    order: 90,
    icon: IconRoute,
    label: { en: 'Payment methods', ar: 'طرق الدفع', id: 'Metode pembayaran' },
    key: '6',
  },
});
