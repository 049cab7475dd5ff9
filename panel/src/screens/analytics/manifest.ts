import { createRoute } from '@tanstack/react-router';
import { read } from '../../api/query.ts';
import { preload, preloadList } from '../../app/load.ts';
import { shellRoute } from '../../app/routes.tsx';
import { defineScreens, type Finder } from '../../app/screen.ts';
import { dayBefore, tileQuery } from '../../app/tiles.ts';
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

const figureNames = {
  day: { en: 'Today', ar: 'اليوم', id: 'Hari ini' },
  week: { en: '7 days', ar: '7 أيام', id: '7 hari' },
  month: { en: '30 days', ar: '30 يومًا', id: '30 hari' },
  net: { en: 'Net, US$', ar: 'الصافي، US$', id: 'Bersih, US$' },
  refunds: { en: 'Refunded, US$', ar: 'المسترد، US$', id: 'Dikembalikan, US$' },
};

const nothingWaits = { count: 0, isMore: false, lines: [] };

const activeUsers = tileQuery('/v1/admin/analytics/overview', 'active', async (signal) => {
  const { dau, wau, mau } = await read('/v1/admin/analytics/overview', {}, signal);
  return {
    ...nothingWaits,
    figures: [
      { name: figureNames.day, value: dau },
      { name: figureNames.week, value: wau },
      { name: figureNames.month, value: mau },
    ],
  };
});

const revenueOfWeek = tileQuery('/v1/admin/analytics/revenue', 'week', async (signal) => {
  const query = { dateFrom: dayBefore(6) };
  const { netCents, refundsCents } = await read('/v1/admin/analytics/revenue', { query }, signal);
  return {
    ...nothingWaits,
    figures: [
      { name: figureNames.net, value: Math.round(netCents / 100) },
      { name: figureNames.refunds, value: Math.round(refundsCents / 100) },
    ],
  };
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
    tiles: [
      { name: 'activeUsers', order: 14, href: '/analytics', query: activeUsers },
      {
        name: 'revenueWeek',
        order: 15,
        query: revenueOfWeek,
        href: () => `/analytics/revenue?dateFrom=${dayBefore(6)}`,
      },
    ],
  },
  { route: revenueRoute, permission },
  { route: contentRoute, permission },
  { route: seriesRoute, permission, objects: { series_analytics: '/analytics/content/$id' } },
  { route: funnelRoute, permission },
);
