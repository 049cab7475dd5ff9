import { createRoute } from '@tanstack/react-router';
import { read } from '../../api/query.ts';
import { preloadList } from '../../app/load.ts';
import { shellRoute } from '../../app/routes.tsx';
import { defineScreens } from '../../app/screen.ts';
import { dayBefore, tileQuery } from '../../app/tiles.ts';
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

const figureNames = {
  minted: { en: 'Given out', ar: 'مُنحت', id: 'Diberikan' },
  burned: { en: 'Spent', ar: 'أُنفقت', id: 'Terpakai' },
};
const balance = {
  good: { en: 'Ledger balances', ar: 'السجل متوازن', id: 'Buku besar seimbang' },
  bad: { en: 'Ledger does not balance', ar: 'السجل غير متوازن', id: 'Buku besar tidak seimbang' },
};

const todayHref = () => `/economy?dateFrom=${dayBefore(0)}&dateTo=${dayBefore(0)}`;

/** What came and went since midnight in UTC, and whether the ledger adds up; a breach is a fault. */
const coinsToday = tileQuery('/v1/admin/economy', 'today', async (signal) => {
  const today = dayBefore(0);
  const query = { dateFrom: today, dateTo: today };
  const { mintedCoins, burnedCoins, zeroSumBreach } = await read('/v1/admin/economy', { query }, signal);
  return {
    count: zeroSumBreach ? 1 : 0,
    isMore: false,
    lines: [],
    figures: [
      { name: figureNames.minted, value: mintedCoins },
      { name: figureNames.burned, value: burnedCoins },
    ],
    light: { isGood: !zeroSumBreach, text: zeroSumBreach ? balance.bad : balance.good },
  };
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
  tiles: [{ name: 'coinsToday', order: 13, href: todayHref, query: coinsToday, isFault: true }],
});
