import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../../app/routes.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { listSearch, oneOf, text } from '../../ui/list/search.ts';
import { outcomes } from './choices.ts';

const inboxRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/webhooks',
  validateSearch: listSearch({ outcome: oneOf(outcomes), source: text }),
  component: lazyPart(async () => (await import('./inbox-screen.tsx')).InboxScreen),
});

const eventRoute = createRoute({
  getParentRoute: () => inboxRoute,
  path: '$id',
  component: lazyPart(async () => (await import('./event-drawer.tsx')).EventDrawer),
});

export const webhookRoutes = inboxRoute.addChildren([eventRoute]);
