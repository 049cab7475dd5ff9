import { createRoute } from '@tanstack/react-router';
import { preload, preloadList } from '../../app/load.ts';
import { shellRoute } from '../../app/routes.tsx';
import { defineScreens } from '../../app/screen.ts';
import { IconReceiptRefund } from '../../ui/icons.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { day, listSearch, oneOf, text } from '../../ui/list/search.ts';
import { moneyStates, purchaseQuery, refundQuery, refundsQuery, statuses } from './queries.ts';

const listState = listSearch({
  status: oneOf(statuses),
  money: oneOf(moneyStates),
  userId: text,
  purchaseId: text,
  dateFrom: day,
  dateTo: day,
});

const refundsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/refunds',
  validateSearch: listState,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => preloadList(context, refundsQuery(deps)),
  component: lazyComponent(async () => (await import('./list-screen.tsx')).RefundListScreen),
});

/** The purchase, and what someone who comes from elsewhere already knows of the refund. */
interface NewRefundSearch {
  purchase?: string | undefined;
  cents?: number | undefined;
  reason?: string | undefined;
}

const newRoute = createRoute({
  getParentRoute: () => refundsRoute,
  path: 'new',
  validateSearch: ({ purchase, cents, reason }: Record<string, unknown>): NewRefundSearch => ({
    purchase: text(purchase),
    cents: typeof cents === 'number' && Number.isSafeInteger(cents) && cents > 0 ? cents : undefined,
    reason: text(reason),
  }),
  loaderDeps: ({ search: { purchase } }) => ({ purchase }),
  loader: ({ context, deps: { purchase } }) => purchase && preload(context, purchaseQuery(purchase)),
  component: lazyComponent(async () => (await import('./new-drawer.tsx')).NewRefundDrawer),
});

const refundRoute = createRoute({
  getParentRoute: () => refundsRoute,
  path: '$id',
  loader: ({ context, params: { id } }) => preload(context, refundQuery(id)),
  component: lazyComponent(async () => (await import('./refund-drawer.tsx')).RefundDrawer),
});

const label = { en: 'Refunds', ar: 'عمليات الاسترداد', id: 'Pengembalian dana' };

export const refundScreens = defineScreens({
  route: refundsRoute.addChildren([newRoute, refundRoute]),
  permission: 'payments:read',
  menu: { group: 'money', order: 70, icon: IconReceiptRefund, label, key: 'd' },
  objects: { refund: '/refunds/$id' },
});
