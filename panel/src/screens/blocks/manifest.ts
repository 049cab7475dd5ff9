import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../../app/routes.tsx';
import { defineScreens } from '../../app/screen.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

const blocksRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/blocks',
  component: lazyPart(async () => (await import('./blocks-screen.tsx')).BlocksScreen),
});

/** Every building block in its states, for those who build screens and for the tests. It is in no menu. */
export const blockScreens = defineScreens({ route: blocksRoute, may: null });
