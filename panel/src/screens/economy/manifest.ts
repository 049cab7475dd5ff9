import { createRoute } from '@tanstack/react-router';
import { preloadList } from '../../app/load.ts';
import { shellRoute } from '../../app/routes.tsx';
import { defineScreens } from '../../app/screen.ts';
import { IconChartBar } from '../../ui/icons.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { day, text } from '../../ui/list/search.ts';
import { type EconomySearch, economyQuery } from './queries.ts';

const economyRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/economy',
  validateSearch: (raw: Record<string, unknown>): EconomySearch => ({
    dateFrom: day(raw.dateFrom),
    dateTo: day(raw.dateTo),
    market: text(raw.market),
    segmentId: text(raw.segmentId),
  }),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => preloadList(context, economyQuery(deps)),
  component: lazyComponent(async () => (await import('./economy-screen.tsx')).EconomyScreen),
});

const eventsRoute = createRoute({
  getParentRoute: () => economyRoute,
  path: 'on/$day/$account',
  component: lazyComponent(async () => (await import('./events-drawer.tsx')).EventsDrawer),
});

export const economyScreens = defineScreens({
  route: economyRoute.addChildren([eventsRoute]),
  may: ['analytics:read', 'payments:read', 'pricing:read'],
  menu: {
    group: 'money',
    order: 95,
    icon: IconChartBar,
    label: { en: 'Economy', ar: 'اقتصاد العملات', id: 'Ekonomi koin' },
    key: 'z',
  },
});
