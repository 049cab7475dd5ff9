import { createRoute } from '@tanstack/react-router';
import { read } from '../../api/query.ts';
import { preloadList } from '../../app/load.ts';
import { shellRoute } from '../../app/routes.tsx';
import { defineScreens } from '../../app/screen.ts';
import { dayBefore, figureDays, figureFrom, figuresQuery, tileFrom, tileQuery } from '../../app/tiles.ts';
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

const unbalanced = {
  en: 'The ledger does not balance',
  ar: 'دفتر الحسابات غير متوازن',
  id: 'Buku besar tidak seimbang',
};

const todayHref = () => `/economy?dateFrom=${dayBefore(0)}&dateTo=${dayBefore(0)}`;

/** What came and went since midnight in UTC, and whether the ledger balances: if not, it is a fault. */
const today = tileQuery('/v1/admin/economy', 'today', async (signal) => {
  const query = { dateFrom: dayBefore(0), dateTo: dayBefore(0) };
  const { mintedCoins, burnedCoins, zeroSumBreach } = await read('/v1/admin/economy', { query }, signal);
  const items = zeroSumBreach ? ['ledger'] : [];
  const href = todayHref();
  return {
    ...tileFrom({ items, nextCursor: null }, (id) => ({ id, href: '/economy', text: unbalanced })),
    facts: [
      ...(zeroSumBreach ? [] : [{ name: 'balances', href: '/economy', isGood: true } as const]),
      { name: 'minted', href, amount: mintedCoins },
      { name: 'burned', href, amount: burnedCoins },
    ],
  };
});

/** What came and went, and what users hold. */
const coins = figuresQuery('/v1/admin/economy', async (signal) => {
  const days = figureDays();
  const { daily } = await read('/v1/admin/economy', { query: days }, signal);
  const href = `/economy?dateFrom=${days.dateFrom}&dateTo=${days.dateTo}`;
  return [
    figureFrom(daily, { name: 'minted', href, of: ({ mintedCoins }) => mintedCoins }),
    figureFrom(daily, { name: 'burned', href, of: ({ burnedCoins }) => burnedCoins }),
    figureFrom(daily, {
      ...{ name: 'held', href, isLevel: true },
      of: ({ liabilityPaidCoins, liabilityBonusCoins }) => liabilityPaidCoins + liabilityBonusCoins,
    }),
  ];
});

export const economyScreens = defineScreens({
  route: economyRoute.addChildren([eventsRoute]),
  permission: ['analytics:read', 'payments:read', 'pricing:read'],
  menu: {
    group: 'money',
    order: 95,
    icon: IconChartBar,
    label: { en: 'Economy', ar: 'اقتصاد العملات', id: 'Ekonomi koin' },
    key: 'z',
  },
  tiles: [
    { name: 'breach', part: 'now', order: 1, href: '/economy', query: today, isFault: true },
    { name: 'coinsToday', part: 'today', order: 13, href: todayHref, query: today },
  ],
  figures: coins,
});
