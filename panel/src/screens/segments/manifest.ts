import { createRoute } from '@tanstack/react-router';
import { preload, preloadList } from '../../app/load.ts';
import { shellRoute } from '../../app/routes.tsx';
import { defineScreens } from '../../app/screen.ts';
import { IconPlus, IconUsersGroup } from '../../ui/icons.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { listSearch } from '../../ui/list/search.ts';
import { segmentQuery, segmentsQuery } from './queries.ts';

const listState = listSearch({});

const segmentsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/segments',
  validateSearch: listState,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => preloadList(context, segmentsQuery(deps)),
  component: lazyComponent(async () => (await import('./list-screen.tsx')).SegmentListScreen),
});

const newRoute = createRoute({
  getParentRoute: () => segmentsRoute,
  path: 'new',
  component: lazyComponent(async () => (await import('./new-drawer.tsx')).NewSegmentDrawer),
});

const segmentRoute = createRoute({
  getParentRoute: () => segmentsRoute,
  path: '$id',
  loader: ({ context, params: { id } }) => preload(context, segmentQuery(id)),
  component: lazyComponent(async () => (await import('./segment-drawer.tsx')).SegmentDrawer),
});

export const segmentScreens = defineScreens({
  route: segmentsRoute.addChildren([newRoute, segmentRoute]),
  may: 'pricing:read',
  menu: {
    group: 'money',
    order: 60,
    icon: IconUsersGroup,
    label: { en: 'Segments', ar: 'الشرائح', id: 'Segmen' },
    key: 'e',
  },
  actions: [
    {
      label: { en: 'Create a segment', ar: 'إنشاء شريحة', id: 'Buat segmen' },
      icon: IconPlus,
      may: 'pricing:write',
      href: '/segments/new',
    },
  ],
  objects: { segment: '/segments/$id' },
});
