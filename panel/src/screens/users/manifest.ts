import { createRoute } from '@tanstack/react-router';
import { read } from '../../api/query.ts';
import { preload, preloadList } from '../../app/load.ts';
import { shellRoute } from '../../app/routes.tsx';
import { defineScreens, type Finder } from '../../app/screen.ts';
import { tileQuery } from '../../app/tiles.ts';
import { IconCoin, IconLock, IconReceiptRefund, IconRepeat, IconUserSearch } from '../../ui/icons.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { day, listSearch, oneOf, orders, tabOfPage, text } from '../../ui/list/search.ts';
import { languageNow } from '../../words/define.ts';
import { namelessUser } from '../../words/guest.ts';
import {
  eventQuery,
  grantsTodayQuery,
  kinds,
  sorts,
  statuses,
  type UserAct,
  type UserListItem,
  type UserTab,
  userActs,
  userQuery,
  usersQuery,
  userTabs,
} from './queries.ts';

const listState = listSearch({
  q: text,
  status: oneOf(statuses),
  guest: oneOf(kinds),
  country: text,
  createdFrom: day,
  createdTo: day,
  sort: oneOf(sorts),
  order: oneOf(orders),
});

const usersRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/users',
  validateSearch: listState,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => preloadList(context, usersQuery(deps)),
  component: lazyComponent(async () => (await import('./list-screen.tsx')).UserListScreen),
});

const tabOf = tabOfPage(userTabs);
const actOf = oneOf(userActs);

interface UserSearch {
  tab?: UserTab | undefined;
  /** What is to be done to the user, by who comes from the palette; it leaves the address once it is asked. */
  act?: UserAct | undefined;
}

const userRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/users/$id',
  validateSearch: ({ tab, act }: Record<string, unknown>): UserSearch => ({ tab: tabOf(tab), act: actOf(act) }),
  loader: ({ context, params: { id } }) => preload(context, userQuery(id)),
  component: lazyComponent(async () => (await import('./user-screen.tsx')).UserScreen),
});

const adjustRoute = createRoute({
  getParentRoute: () => userRoute,
  path: 'adjust',
  component: lazyComponent(async () => (await import('./adjust-drawer.tsx')).AdjustDrawer),
});

const suspendRoute = createRoute({
  getParentRoute: () => userRoute,
  path: 'suspend',
  component: lazyComponent(async () => (await import('./suspend-drawer.tsx')).SuspendDrawer),
});

const compRoute = createRoute({
  getParentRoute: () => userRoute,
  path: 'comp',
  component: lazyComponent(async () => (await import('./comp-drawer.tsx')).CompDrawer),
});

const grantsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/grants-today',
  loader: ({ context }) => preload(context, grantsTodayQuery),
  component: lazyComponent(async () => (await import('./grants-screen.tsx')).GrantsScreen),
});

const eventRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/ledger/$eventId',
  loader: ({ context, params: { eventId } }) => preload(context, eventQuery(eventId)),
  component: lazyComponent(async () => (await import('./event-screen.tsx')).LedgerEventScreen),
});

const label = { en: 'Users', ar: 'المستخدمون', id: 'Pengguna' };

/** Users by what was typed, each with the part of its page that it leads to. */
const findUsers =
  (part: string): Finder['find'] =>
  async (q, signal) => {
    const { items } = await read('/v1/admin/users', { query: { ...(q && { q }), limit: 5 } }, signal);
    return items.map((user) => ({
      id: user.id,
      label: labelOf(user),
      hint: [user.email, user.phoneE164].filter((one) => one !== null).join(' · '),
      href: `/users/${user.id}${part}`,
    }));
  };

type UserItem = Pick<UserListItem, 'id' | 'displayName' | 'email' | 'phoneE164' | 'status' | 'countryCode'>;

const labelOf = ({ id, displayName, email, phoneE164, status, countryCode }: UserItem): string =>
  displayName ??
  email ??
  phoneE164 ??
  namelessUser(languageNow(), { id, isGuest: true, isAnonymized: status === 'deleted', countryCode });

/** What the operator granted today, of what they may; whom, and how much of each cap is left, is on the page that it leads to. */
const grantsToday = tileQuery('/v1/admin/ledger/grants/today', 'grants', async (signal) => {
  const { grantedCoins: amount, dailyLimitCoins: limit } = await read('/v1/admin/ledger/grants/today', {}, signal);
  const fact = { href: '/grants-today', amount };
  return {
    count: 0,
    isMore: false,
    lines: [],
    facts: [limit === null ? { ...fact, name: 'granted' } : { ...fact, name: 'grantedOf', limit }],
  };
});

export const userScreens = defineScreens(
  {
    route: usersRoute,
    permission: 'users:read',
    menu: { group: 'work', order: 20, icon: IconUserSearch, label, key: 'u' },
    finder: { label, find: findUsers('') },
    actions: [
      {
        label: { en: 'Coins you granted today', ar: 'العملات التي منحتها اليوم', id: 'Koin yang Anda beri hari ini' },
        icon: IconCoin,
        permission: 'wallet:adjust',
        href: '/grants-today',
      },
      {
        label: { en: 'Adjust coins of…', ar: 'تعديل عملات…', id: 'Sesuaikan koin…' },
        icon: IconCoin,
        permission: 'wallet:adjust',
        pick: findUsers('/adjust'),
      },
      {
        label: { en: 'Refund a purchase of…', ar: 'استرداد عملية شراء لـ…', id: 'Kembalikan dana pembelian…' },
        icon: IconReceiptRefund,
        permission: 'payments:refund_request',
        pick: findUsers('?tab=purchases'),
      },
      {
        label: { en: 'Give a subscription to…', ar: 'منح اشتراك لـ…', id: 'Beri langganan kepada…' },
        icon: IconRepeat,
        permission: 'users:ban',
        pick: findUsers('/comp'),
      },
      {
        label: { en: 'Suspend…', ar: 'إيقاف…', id: 'Tangguhkan…' },
        icon: IconLock,
        permission: 'users:ban',
        pick: findUsers('/suspend'),
      },
      {
        label: { en: 'Ban…', ar: 'حظر…', id: 'Blokir…' },
        icon: IconLock,
        permission: 'users:ban',
        pick: findUsers('?act=ban'),
      },
    ],
  },
  {
    route: userRoute.addChildren([adjustRoute, suspendRoute, compRoute]),
    permission: 'users:read',
    objects: { user: '/users/$id' },
  },
  {
    route: grantsRoute,
    permission: 'wallet:adjust',
    tiles: [{ name: 'grantsToday', part: 'today', order: 21, href: '/grants-today', query: grantsToday }],
  },
  { route: eventRoute, permission: 'wallet:read', objects: { ledger_event: '/ledger/$eventId' } },
);
