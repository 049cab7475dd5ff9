import { createRoute } from '@tanstack/react-router';
import { read } from '../../api/query.ts';
import { preload } from '../../app/load.ts';
import { shellRoute } from '../../app/routes.tsx';
import { defineScreens } from '../../app/screen.ts';
import { formatOf } from '../../ui/format.ts';
import { IconCoins, IconPlus } from '../../ui/icons.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { text } from '../../ui/list/search.ts';
import { languageNow } from '../../words/define.ts';
import { packageQuery, packagesQuery } from './queries.ts';

const packagesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/packages',
  validateSearch: ({ rail }: Record<string, unknown>): { rail?: string | undefined } => ({ rail: text(rail) }),
  loader: ({ context }) => preload(context, packagesQuery),
  component: lazyComponent(async () => (await import('./packages-screen.tsx')).PackagesScreen),
});

const newRoute = createRoute({
  getParentRoute: () => packagesRoute,
  path: 'new',
  component: lazyComponent(async () => (await import('./new-drawer.tsx')).NewPackageDrawer),
});

const packageRoute = createRoute({
  getParentRoute: () => packagesRoute,
  path: '$id',
  loader: ({ context, params: { id } }) => preload(context, packageQuery(id)),
  component: lazyComponent(async () => (await import('./package-drawer.tsx')).PackageDrawer),
});

const label = { en: 'Coin packages', ar: 'حزم العملات', id: 'Paket koin' };

export const packageScreens = defineScreens({
  route: packagesRoute.addChildren([newRoute, packageRoute]),
  permission: 'pricing:read',
  menu: { group: 'money', order: 20, icon: IconCoins, label, key: 'k' },
  finder: {
    label,
    find: async (q, signal) => {
      const { items } = await read('/v1/admin/coin-packages', { query: { q, limit: 5 } }, signal);
      const { money } = formatOf(languageNow());
      return items.map(({ id, sku, priceCents }) => ({
        id,
        label: sku,
        hint: money(priceCents, 'USD'),
        href: `/packages/${id}`,
      }));
    },
  },
  actions: [
    {
      label: { en: 'New coin package', ar: 'حزمة عملات جديدة', id: 'Paket koin baru' },
      icon: IconPlus,
      permission: 'pricing:write',
      href: '/packages/new',
    },
  ],
  objects: { coin_package: '/packages/$id' },
});
