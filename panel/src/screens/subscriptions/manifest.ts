import { createRoute } from '@tanstack/react-router';
import { read } from '../../api/query.ts';
import { preload, preloadList } from '../../app/load.ts';
import { shellRoute } from '../../app/routes.tsx';
import { defineScreens } from '../../app/screen.ts';
import { formatOf } from '../../ui/format.ts';
import { IconPackage, IconPlus, IconRepeat } from '../../ui/icons.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { listSearch, oneOf, text } from '../../ui/list/search.ts';
import { languageNow } from '../../words/define.ts';
import {
  platforms,
  productQuery,
  productStatuses,
  productsQuery,
  statuses,
  subscriptionQuery,
  subscriptionsQuery,
} from './queries.ts';

const listState = listSearch({
  status: oneOf(statuses),
  platform: oneOf(platforms),
  country: text,
  productId: text,
  userId: text,
  q: text,
});

const subscriptionsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/subscriptions',
  validateSearch: listState,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => preloadList(context, subscriptionsQuery(deps)),
  component: lazyComponent(async () => (await import('./subscriptions-screen.tsx')).SubscriptionsScreen),
});

const subscriptionRoute = createRoute({
  getParentRoute: () => subscriptionsRoute,
  path: '$id',
  loader: ({ context, params: { id } }) => preload(context, subscriptionQuery(id)),
  component: lazyComponent(async () => (await import('./subscription-drawer.tsx')).SubscriptionDrawer),
});

const productListState = listSearch({ status: oneOf(productStatuses) });

const productsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/subscription-products',
  validateSearch: productListState,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => preloadList(context, productsQuery(deps)),
  component: lazyComponent(async () => (await import('./products-screen.tsx')).ProductsScreen),
});

const newProductRoute = createRoute({
  getParentRoute: () => productsRoute,
  path: 'new',
  component: lazyComponent(async () => (await import('./new-product-drawer.tsx')).NewProductDrawer),
});

const productRoute = createRoute({
  getParentRoute: () => productsRoute,
  path: '$id',
  loader: ({ context, params: { id } }) => preload(context, productQuery(id)),
  component: lazyComponent(async () => (await import('./product-drawer.tsx')).ProductDrawer),
});

const label = { en: 'Subscriptions', ar: 'الاشتراكات', id: 'Langganan' };
const productsLabel = { en: 'Subscription products', ar: 'منتجات الاشتراك', id: 'Produk langganan' };

/** Those whose renewal has not been paid. */
export const subscriptionScreens = defineScreens(
  {
    route: subscriptionsRoute.addChildren([subscriptionRoute]),
    permission: 'payments:read',
    menu: { group: 'money', order: 30, icon: IconRepeat, label, key: 'b' },
    finder: {
      label,
      // Only by the whole of what its provider calls it, which is long.
      find: async (q, signal) => {
        if (q.length < 6) return [];
        const { items } = await read('/v1/admin/subscriptions', { query: { q, limit: 5 } }, signal);
        return items.map(({ id, productName, user }) => ({
          id,
          label: productName,
          hint: user.label ?? '',
          href: `/subscriptions/${id}`,
        }));
      },
    },
    objects: { subscription: '/subscriptions/$id' },
  },
  {
    route: productsRoute.addChildren([newProductRoute, productRoute]),
    permission: 'pricing:read',
    menu: { group: 'money', order: 40, icon: IconPackage, label: productsLabel, key: 'y' },
    finder: {
      label: productsLabel,
      find: async (q, signal) => {
        const { items } = await read('/v1/admin/subscription-products', { query: { limit: 200 } }, signal);
        const { money } = formatOf(languageNow());
        const wanted = q.toLowerCase();
        return items
          .filter(({ name, productId }) => `${name} ${productId}`.toLowerCase().includes(wanted))
          .slice(0, 5)
          .map(({ id, name, priceCents, currency }) => ({
            id,
            label: name,
            hint: money(priceCents, currency),
            href: `/subscription-products/${id}`,
          }));
      },
    },
    actions: [
      {
        label: { en: 'New subscription product', ar: 'منتج اشتراك جديد', id: 'Produk langganan baru' },
        icon: IconPlus,
        permission: 'pricing:write',
        href: '/subscription-products/new',
      },
    ],
    objects: { subscription_product: '/subscription-products/$id' },
  },
);
