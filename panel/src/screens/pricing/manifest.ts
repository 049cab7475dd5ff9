import { createRoute } from '@tanstack/react-router';
import { read } from '../../api/query.ts';
import { preload } from '../../app/load.ts';
import { shellRoute } from '../../app/routes.tsx';
import { defineScreens } from '../../app/screen.ts';
import { countLimit as limit, tileFrom, tileQuery } from '../../app/tiles.ts';
import { IconCoin, IconPlus } from '../../ui/icons.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { day, moment, oneOf, text } from '../../ui/list/search.ts';
import { countryName, inEachLanguage, titleIn } from '../../words/title.ts';
import { configQuery, heatMapQuery, type Override, overrideQuery, overridesQuery } from './queries.ts';
import { type View, views } from './views.ts';

const viewOf = oneOf(views);

interface Search {
  view?: View | undefined;
  /** A day in the month that the time line is around. */
  day?: string | undefined;
  series?: string | undefined;
  episode?: string | undefined;
  market?: string | undefined;
  /** The moment that a price is explained for. */
  at?: string | undefined;
}

const pricingRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/pricing',
  validateSearch: (raw: Record<string, unknown>): Search => ({
    view: viewOf(raw.view),
    day: day(raw.day),
    series: text(raw.series),
    episode: text(raw.episode),
    market: text(raw.market),
    at: moment(raw.at),
  }),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps: { view, series } }) => {
    preload(context, configQuery);
    if (view !== 'table') preload(context, overridesQuery);
    else if (series) preload(context, heatMapQuery(series));
  },
  component: lazyComponent(async () => (await import('./pricing-screen.tsx')).PricingScreen),
});

const newRoute = createRoute({
  getParentRoute: () => pricingRoute,
  path: 'new',
  component: lazyComponent(async () => (await import('./new-drawer.tsx')).NewOverrideDrawer),
});

const defaultRoute = createRoute({
  getParentRoute: () => pricingRoute,
  path: 'default',
  component: lazyComponent(async () => (await import('./default-drawer.tsx')).DefaultPriceDrawer),
});

const overrideRoute = createRoute({
  getParentRoute: () => pricingRoute,
  path: '$id',
  loader: ({ context, params: { id } }) => preload(context, overrideQuery(id)),
  component: lazyComponent(async () => (await import('./override-drawer.tsx')).OverrideDrawer),
});

const label = { en: 'Prices', ar: 'الأسعار', id: 'Harga' };

const lineOf = ({ id, item, scopeRef, activeFrom }: Override) => ({
  id,
  href: `/pricing/${id}`,
  text: inEachLanguage((language) =>
    item === null ? countryName(language, scopeRef) : titleIn(language, item.seriesTitle, item.seriesTitleI18n),
  ),
  at: activeFrom,
});

/** Those that are switched on and have not begun, the next one first. */
const plannedPrices = tileQuery('/v1/admin/pricing/overrides', 'planned', async (signal) => {
  const page = await read('/v1/admin/pricing/overrides', { query: { status: 'planned', limit } }, signal);
  const soon = page.items.filter(({ activeFrom }) => Date.parse(activeFrom) < Date.now() + 7 * 86_400_000);
  const items = soon.toSorted((one, other) => Date.parse(one.activeFrom) - Date.parse(other.activeFrom));
  return tileFrom({ ...page, items }, lineOf);
});

export const pricingScreens = defineScreens({
  route: pricingRoute.addChildren([newRoute, defaultRoute, overrideRoute]),
  permission: 'pricing:read',
  menu: { group: 'money', order: 10, icon: IconCoin, label, key: 'n' },
  actions: [
    {
      label: { en: 'Set a price', ar: 'تحديد سعر', id: 'Tetapkan harga' },
      icon: IconPlus,
      permission: 'pricing:write',
      href: '/pricing/new',
    },
    {
      label: { en: 'Change the default price', ar: 'تغيير السعر الافتراضي', id: 'Ubah harga bawaan' },
      icon: IconCoin,
      permission: 'pricing:write',
      href: '/pricing/default',
    },
  ],
  tiles: [{ name: 'plannedPrices', part: 'week', order: 110, href: '/pricing', query: plannedPrices }],
  objects: { pricing_override: '/pricing/$id' },
});
