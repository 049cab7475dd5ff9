import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../app/routes.tsx';
import { listSearch, oneOf, text } from '../../ui/list/search.ts';
import { outcomes } from './choices.ts';

const inboxRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/webhooks',
  validateSearch: listSearch({ outcome: oneOf(outcomes), source: text }),
  component: lazyRouteComponent(() => import('./inbox-screen.tsx'), 'InboxScreen'),
});

const eventRoute = createRoute({
  getParentRoute: () => inboxRoute,
  path: '$id',
  component: lazyRouteComponent(() => import('./event-drawer.tsx'), 'EventDrawer'),
});

export const webhookRoutes = inboxRoute.addChildren([eventRoute]);
