import { createRoute } from '@tanstack/react-router';
import { read } from '../../api/query.ts';
import { preload, preloadList } from '../../app/load.ts';
import { shellRoute } from '../../app/routes.tsx';
import { defineScreens, type Finder } from '../../app/screen.ts';
import { dayBefore, figureDays, figureFrom, figuresQuery } from '../../app/tiles.ts';
import { IconChartLine } from '../../ui/icons.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { languageNow } from '../../words/define.ts';
import { titleIn } from '../../words/title.ts';
import { contentQuery, funnelQuery, overviewQuery, revenueQuery, seriesAnalyticsQuery } from './queries.ts';
import { contentSearch, funnelSearch, periodSearch, revenueSearch, seriesSearch } from './search.ts';

const overviewRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/analytics',
  validateSearch: periodSearch,
  loaderDeps: ({ search: { compare: _compare, ...filters } }) => filters,
  loader: ({ context, deps }) => preloadList(context, overviewQuery(deps)),
  component: lazyComponent(async () => (await import('./overview-screen.tsx')).OverviewScreen),
});

const revenueRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/analytics/revenue',
  validateSearch: revenueSearch,
  loaderDeps: ({ search: { compare: _compare, ...filters } }) => filters,
  loader: ({ context, deps }) => preloadList(context, revenueQuery(deps)),
  component: lazyComponent(async () => (await import('./revenue-screen.tsx')).RevenueScreen),
});

const contentRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/analytics/content',
  validateSearch: contentSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => preloadList(context, contentQuery(deps)),
  component: lazyComponent(async () => (await import('./content-screen.tsx')).ContentScreen),
});

const seriesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/analytics/content/$id',
  validateSearch: seriesSearch,
  loaderDeps: ({ search: { dateFrom, dateTo, market } }) => ({ dateFrom, dateTo, market }),
  loader: ({ context, params: { id }, deps }) => preload(context, seriesAnalyticsQuery(id, deps)),
  component: lazyComponent(async () => (await import('./series-screen.tsx')).SeriesAnalyticsScreen),
});

const funnelRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/analytics/funnel',
  validateSearch: funnelSearch,
  loaderDeps: ({ search: { compare: _compare, ...filters } }) => filters,
  loader: ({ context, deps }) => preloadList(context, funnelQuery(deps)),
  component: lazyComponent(async () => (await import('./funnel-screen.tsx')).FunnelScreen),
});

const figures = figuresQuery('/v1/admin/analytics/overview', async (signal) => {
  const days = figureDays();
  const [overview, revenue] = await Promise.all([
    read('/v1/admin/analytics/overview', { query: days }, signal),
    read('/v1/admin/analytics/revenue', { query: days }, signal),
  ]);
  const at = (page: string) => `${page}?dateFrom=${dayBefore(7)}&dateTo=${days.dateTo}`;
  return [
    figureFrom(revenue.byDay, {
      name: 'revenue',
      unit: 'usdCents',
      href: at('/analytics/revenue'),
      of: ({ net }) => net,
    }),
    figureFrom(overview.byDay, {
      ...{ name: 'activeUsers', href: at('/analytics'), isLevel: true },
      of: ({ activeUsers }) => activeUsers,
    }),
    figureFrom(overview.byDay, {
      name: 'registrations',
      href: at('/analytics'),
      of: ({ registrations }) => registrations,
    }),
  ];
});

const findSeries: Finder['find'] = async (q, signal) => {
  const { items } = await read('/v1/admin/series', { query: { ...(q && { q }), limit: 5 } }, signal);
  return items.map(({ id, title, titleI18n, slug }) => ({
    id,
    label: titleIn(languageNow(), title, titleI18n),
    hint: slug,
    href: `/analytics/content/${id}`,
  }));
};

const permission = 'analytics:read';

export const analyticsScreens = defineScreens(
  {
    route: overviewRoute,
    permission,
    menu: {
      group: 'work',
      order: 60,
      icon: IconChartLine,
      key: '9',
      label: { en: 'Analytics', ar: 'التحليلات', id: 'Analitik' },
    },
    actions: [
      {
        label: { en: 'Analytics of a series…', ar: 'تحليلات مسلسل…', id: 'Analitik serial…' },
        icon: IconChartLine,
        permission,
        pick: findSeries,
      },
      {
        label: { en: 'Revenue', ar: 'الإيرادات', id: 'Pendapatan' },
        icon: IconChartLine,
        permission,
        href: '/analytics/revenue',
      },
      {
        label: { en: 'Content figures', ar: 'أرقام المحتوى', id: 'Angka konten' },
        icon: IconChartLine,
        permission,
        href: '/analytics/content',
      },
      {
        label: { en: 'Funnel', ar: 'مسار التحويل', id: 'Corong konversi' },
        icon: IconChartLine,
        permission,
        href: '/analytics/funnel',
      },
    ],
    figures,
  },
  { route: revenueRoute, permission },
  { route: contentRoute, permission },
  { route: seriesRoute, permission, objects: { series_analytics: '/analytics/content/$id' } },
  { route: funnelRoute, permission },
);
