import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../../app/routes.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { listSearch, oneOf, text } from '../../ui/list/search.ts';
import { messageStatuses } from './statuses.ts';

const jobsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/jobs',
  validateSearch: listSearch({ status: oneOf(messageStatuses), topic: text }),
  component: lazyPart(async () => (await import('./jobs-screen.tsx')).JobsScreen),
});

const jobRoute = createRoute({
  getParentRoute: () => jobsRoute,
  path: '$job',
  component: lazyPart(async () => (await import('./job-drawer.tsx')).JobDrawer),
});

const messageRoute = createRoute({
  getParentRoute: () => jobsRoute,
  path: 'messages/$id',
  component: lazyPart(async () => (await import('./message-drawer.tsx')).MessageDrawer),
});

export const jobRoutes = jobsRoute.addChildren([jobRoute, messageRoute]);
