import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../../app/routes.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { listSearch, oneOf, orders, text } from '../../ui/list/search.ts';
import { type SeriesTab, seriesTabs, sorts, states } from './choices.ts';

const listRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/series',
  validateSearch: listSearch({
    q: text,
    status: oneOf(states),
    genreSlug: text,
    sort: oneOf(sorts),
    order: oneOf(orders),
  }),
  component: lazyPart(async () => (await import('./list-screen.tsx')).SeriesListScreen),
});

const newRoute = createRoute({
  getParentRoute: () => listRoute,
  path: 'new',
  component: lazyPart(async () => (await import('./create-drawer.tsx')).CreateSeriesDrawer),
});

const tabOf = oneOf(seriesTabs);

const seriesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/series/$id',
  validateSearch: (raw: Record<string, unknown>): { tab?: SeriesTab } => {
    const tab = tabOf(raw.tab);
    return tab && tab !== 'details' ? { tab } : {};
  },
  component: lazyPart(async () => (await import('./series-screen.tsx')).SeriesScreen),
});

export const seriesRoutes = [listRoute.addChildren([newRoute]), seriesRoute] as const;
