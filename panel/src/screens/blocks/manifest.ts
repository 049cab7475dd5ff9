import { createRoute, notFound } from '@tanstack/react-router';
import { api, unwrap } from '../../api/client.ts';
import { shellRoute } from '../../app/routes.tsx';
import { defineScreens } from '../../app/screen.ts';
import { demoKey } from '../../app/session-data.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';

/** Only the demo answers: where real work is done, there is no such page. */
const demoQuery = {
  queryKey: [...demoKey, 'blocks'],
  queryFn: () => unwrap(api.GET('/v1/demo')),
  staleTime: 'static',
  retry: false,
} as const;

const blocksRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/blocks',
  beforeLoad: async ({ context: { client } }) => {
    await client.query(demoQuery).catch(() => notFound({ throw: true }));
  },
  component: lazyComponent(async () => (await import('./blocks-screen.tsx')).BlocksScreen),
});

/** Every building block in its states, for those who build screens and for the tests. It is in no menu. */
export const blockScreens = defineScreens({ route: blocksRoute, permission: null });
