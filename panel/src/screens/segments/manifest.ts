import { createRoute } from '@tanstack/react-router';
import { read } from '../../api/query.ts';
import { preload, preloadList } from '../../app/load.ts';
import { shellRoute } from '../../app/routes.tsx';
import { defineScreens } from '../../app/screen.ts';
import { IconPlus, IconUsersGroup } from '../../ui/icons.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { listSearch, text } from '../../ui/list/search.ts';
import { segmentQuery, segmentsQuery } from './queries.ts';

const listState = listSearch({ q: text });

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

const label = { en: 'Segments', ar: 'الشرائح', id: 'Segmen' };

export const segmentScreens = defineScreens({
  route: segmentsRoute.addChildren([newRoute, segmentRoute]),
  permission: 'pricing:read',
  menu: {
    group: 'money',
    order: 60,
    icon: IconUsersGroup,
    label,
    key: 'e',
  },
  finder: {
    label,
    find: async (q, signal) => {
      const { items } = await read('/v1/admin/segments', { query: { q, limit: 5 } }, signal);
      return items.map(({ id, name, usedBy }) => ({
        id,
        label: name,
        hint: usedBy.map((use) => use.label).join(', '),
        href: `/segments/${id}`,
      }));
    },
  },
  actions: [
    {
      label: { en: 'New segment', ar: 'شريحة جديدة', id: 'Segmen baru' },
      icon: IconPlus,
      permission: 'pricing:write',
      href: '/segments/new',
    },
  ],
  objects: { segment: '/segments/$id' },
});
