import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../../app/routes.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { listSearch, oneOf } from '../../ui/list/search.ts';
import { kinds, statuses, tabs } from './tabs.ts';

const approvalsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/approvals',
  validateSearch: listSearch({ tab: oneOf(tabs), kind: oneOf(kinds), status: oneOf(statuses) }),
  component: lazyPart(async () => (await import('./list-screen.tsx')).ApprovalListScreen),
});

const approvalRoute = createRoute({
  getParentRoute: () => approvalsRoute,
  path: '$id',
  component: lazyPart(async () => (await import('./detail-drawer.tsx')).ApprovalDrawer),
});

export const approvalRoutes = approvalsRoute.addChildren([approvalRoute]);
