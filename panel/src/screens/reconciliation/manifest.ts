import { createRoute } from '@tanstack/react-router';
import { preload, preloadList } from '../../app/load.ts';
import { shellRoute } from '../../app/routes.tsx';
import { defineScreens } from '../../app/screen.ts';
import { IconFile, IconScale } from '../../ui/icons.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { listSearch, oneOf, text } from '../../ui/list/search.ts';
import { buckets, runQuery, runsQuery } from './queries.ts';

const listState = listSearch({ rail: text });

const runsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/reconciliation',
  validateSearch: listState,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => preloadList(context, runsQuery(deps)),
  component: lazyComponent(async () => (await import('./runs-screen.tsx')).RunsScreen),
});

const runState = listSearch({ bucket: oneOf(buckets) });

const runRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/reconciliation/$id',
  validateSearch: runState,
  loader: ({ context, params: { id } }) => preload(context, runQuery(id)),
  component: lazyComponent(async () => (await import('./run-screen.tsx')).RunScreen),
});

const rowRoute = createRoute({
  getParentRoute: () => runRoute,
  path: 'rows/$number',
  component: lazyComponent(async () => (await import('./row-drawer.tsx')).RowDrawer),
});

const label = { en: 'Reconciliation', ar: 'المطابقة', id: 'Rekonsiliasi' };

export const reconciliationScreens = defineScreens(
  {
    route: runsRoute,
    permission: 'payments:read',
    menu: { group: 'money', order: 80, icon: IconScale, label, key: 'x' },
    actions: [
      {
        label: { en: 'Compare a provider file', ar: 'مقارنة ملف مزوّد', id: 'Cocokkan berkas penyedia' },
        icon: IconFile,
        permission: 'payments:read',
        href: '/reconciliation',
      },
    ],
  },
  {
    route: runRoute.addChildren([rowRoute]),
    permission: 'payments:read',
    objects: { reconciliation: '/reconciliation/$id' },
  },
);
