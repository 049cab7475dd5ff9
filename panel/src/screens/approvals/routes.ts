import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../app/routes.tsx';
import { listSearch, oneOf } from '../../ui/list/search.ts';
import { kinds, statuses, tabs } from './tabs.ts';

const approvalsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/approvals',
  validateSearch: listSearch({ tab: oneOf(tabs), kind: oneOf(kinds), status: oneOf(statuses) }),
  component: lazyRouteComponent(() => import('./list-screen.tsx'), 'ApprovalListScreen'),
});

const approvalRoute = createRoute({
  getParentRoute: () => approvalsRoute,
  path: '$id',
  component: lazyRouteComponent(() => import('./detail-drawer.tsx'), 'ApprovalDrawer'),
});

export const approvalRoutes = approvalsRoute.addChildren([approvalRoute]);
