import { createRoute } from '@tanstack/react-router';
import { read } from '../../api/query.ts';
import { preload, preloadList } from '../../app/load.ts';
import { shellRoute } from '../../app/routes.tsx';
import { defineScreens } from '../../app/screen.ts';
import { formatOf } from '../../ui/format.ts';
import { IconReceipt } from '../../ui/icons.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { day, listSearch, oneOf, text } from '../../ui/list/search.ts';
import { languageNow } from '../../words/define.ts';
import { kinds, statuses, transactionQuery, transactionsQuery, waits } from './queries.ts';

const listState = listSearch({
  rail: text,
  status: oneOf(statuses),
  kind: oneOf(kinds),
  waiting: oneOf(waits),
  country: text,
  currency: text,
  dateFrom: day,
  dateTo: day,
  userId: text,
  q: text,
});

const transactionsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/transactions',
  validateSearch: listState,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => preloadList(context, transactionsQuery(deps)),
  component: lazyComponent(async () => (await import('./transactions-screen.tsx')).TransactionsScreen),
});

const transactionRoute = createRoute({
  getParentRoute: () => transactionsRoute,
  path: '$id',
  loader: ({ context, params: { id } }) => preload(context, transactionQuery(id)),
  component: lazyComponent(async () => (await import('./transaction-drawer.tsx')).TransactionDrawer),
});

const label = { en: 'Transactions', ar: 'المعاملات', id: 'Transaksi' };

export const transactionScreens = defineScreens({
  route: transactionsRoute.addChildren([transactionRoute]),
  permission: 'payments:read',
  menu: { group: 'money', order: 5, icon: IconReceipt, label, key: 't' },
  finder: {
    label,
    // Only by the whole of what its provider calls it, which is long.
    find: async (q, signal) => {
      if (q.length < 6) return [];
      const { items } = await read('/v1/admin/payments/transactions', { query: { q, limit: 5 } }, signal);
      const { money } = formatOf(languageNow());
      return items.map(({ id, productId, productName, user, amountCents, currency }) => ({
        id,
        label: productName ?? productId,
        hint: [user.label, money(amountCents, currency)].filter((one) => one !== null).join(' · '),
        href: `/transactions/${id}`,
      }));
    },
  },
  objects: { purchase: '/transactions/$id' },
});
