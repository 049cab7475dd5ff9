import { createRoute } from '@tanstack/react-router';
import { read } from '../../api/query.ts';
import { preload, preloadList } from '../../app/load.ts';
import { shellRoute } from '../../app/routes.tsx';
import { defineScreens } from '../../app/screen.ts';
import { IconPlus, IconTicket } from '../../ui/icons.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { listSearch, oneOf, text } from '../../ui/list/search.ts';
import { serverWord } from '../../words/server.ts';
import { promoQuery, promosQuery, statuses, types } from './queries.ts';

const listState = listSearch({ q: text, status: oneOf(statuses), type: oneOf(types), segmentId: text });

const promosRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/promos',
  validateSearch: listState,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => preloadList(context, promosQuery(deps)),
  component: lazyComponent(async () => (await import('./list-screen.tsx')).PromoListScreen),
});

const newRoute = createRoute({
  getParentRoute: () => promosRoute,
  path: 'new',
  component: lazyComponent(async () => (await import('./new-drawer.tsx')).NewPromoDrawer),
});

const promoRoute = createRoute({
  getParentRoute: () => promosRoute,
  path: '$id',
  loader: ({ context, params: { id } }) => preload(context, promoQuery(id)),
  component: lazyComponent(async () => (await import('./promo-drawer.tsx')).PromoDrawer),
});

const editRoute = createRoute({
  getParentRoute: () => promosRoute,
  path: '$id/edit',
  loader: ({ context, params: { id } }) => preload(context, promoQuery(id)),
  component: lazyComponent(async () => (await import('./edit-drawer.tsx')).EditPromoDrawer),
});

const label = { en: 'Promos', ar: 'العروض', id: 'Promo' };

export const promoScreens = defineScreens({
  route: promosRoute.addChildren([newRoute, promoRoute, editRoute]),
  permission: 'pricing:read',
  menu: { group: 'money', order: 50, icon: IconTicket, label, key: 'o' },
  finder: {
    label,
    find: async (q, signal) => {
      const { items } = await read('/v1/admin/promos', { query: { q, limit: 5 } }, signal);
      return items.map(({ id, code, type }) => ({
        id,
        label: code,
        hint: serverWord('promoType', type),
        href: `/promos/${id}`,
      }));
    },
  },
  actions: [
    {
      label: { en: 'New promo', ar: 'عرض جديد', id: 'Promo baru' },
      icon: IconPlus,
      permission: 'pricing:write',
      href: '/promos/new',
    },
  ],
  objects: { promo: '/promos/$id' },
});
