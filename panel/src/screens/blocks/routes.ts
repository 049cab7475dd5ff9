import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../app/routes.tsx';

/** Every building block in its states, for those who build screens and for the tests. It is in no menu. */
export const blocksRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/blocks',
  component: lazyRouteComponent(() => import('./blocks-screen.tsx'), 'BlocksScreen'),
});
