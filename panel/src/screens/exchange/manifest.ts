import { createRoute } from '@tanstack/react-router';
import { preload, preloadList } from '../../app/load.ts';
import { shellRoute } from '../../app/routes.tsx';
import { defineScreens } from '../../app/screen.ts';
import { IconArrowsExchange, IconPlus } from '../../ui/icons.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { listSearch } from '../../ui/list/search.ts';
import { historyQuery, ratesQuery } from './queries.ts';

const ratesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/exchange-rates',
  validateSearch: listSearch({}),
  loader: ({ context }) => preloadList(context, ratesQuery),
  component: lazyComponent(async () => (await import('./rates-screen.tsx')).RatesScreen),
});

const newRoute = createRoute({
  getParentRoute: () => ratesRoute,
  path: 'new',
  component: lazyComponent(async () => (await import('./set-drawer.tsx')).SetRateDrawer),
});

const currencyRoute = createRoute({
  getParentRoute: () => ratesRoute,
  path: '$currency',
  loader: ({ context, params: { currency } }) => preload(context, historyQuery(currency)),
  component: lazyComponent(async () => (await import('./history-drawer.tsx')).HistoryDrawer),
});

const label = { en: 'Exchange rates', ar: 'أسعار الصرف', id: 'Kurs' };

export const exchangeScreens = defineScreens({
  route: ratesRoute.addChildren([newRoute, currencyRoute]),
  permission: 'payments:read',
  menu: { group: 'money', order: 85, icon: IconArrowsExchange, label, key: '7' },
  actions: [
    {
      label: { en: 'Set an exchange rate', ar: 'تحديد سعر صرف', id: 'Tetapkan kurs' },
      icon: IconPlus,
      permission: 'pricing:write',
      href: '/exchange-rates/new',
    },
  ],
  objects: { exchange_rate: '/exchange-rates/$currency' },
});
