import { createRoute } from '@tanstack/react-router';
import { read } from '../../api/query.ts';
import { preload, preloadList } from '../../app/load.ts';
import { shellRoute } from '../../app/routes.tsx';
import { defineScreens } from '../../app/screen.ts';
import { IconBellRinging } from '../../ui/icons.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { listSearch, oneOf } from '../../ui/list/search.ts';
import { languageNow } from '../../words/define.ts';
import { kindIn, kinds } from './kind-name.ts';
import { alertQuery, alertsQuery, openAlertsQuery, severities, statuses } from './queries.ts';

const listState = listSearch({ status: oneOf(statuses), kind: oneOf(kinds), severity: oneOf(severities) });

const alertsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/alerts',
  validateSearch: listState,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => preloadList(context, alertsQuery(deps)),
  component: lazyComponent(async () => (await import('./list-screen.tsx')).AlertListScreen),
});

const alertRoute = createRoute({
  getParentRoute: () => alertsRoute,
  path: '$id',
  loader: ({ context, params: { id } }) => preload(context, alertQuery(id)),
  component: lazyComponent(async () => (await import('./detail-drawer.tsx')).AlertDrawer),
});

const label = { en: 'Alerts', ar: 'التنبيهات', id: 'Peringatan' };

export const alertScreens = defineScreens({
  route: alertsRoute.addChildren([alertRoute]),
  permission: ['analytics:read', 'payments:read', 'pricing:read'],
  menu: { group: 'work', order: 15, icon: IconBellRinging, label, key: 'v' },
  finder: {
    label,
    find: async (q, signal) => {
      const query = { status: ['open' as const, 'acknowledged' as const], limit: 50 };
      const { items } = await read('/v1/admin/alerts', { query }, signal);
      return items
        .map(({ id, kind, subject }) => ({
          id,
          label: kindIn(languageNow(), kind),
          hint: subject.type === 'admin' || subject.type === 'promo' ? (subject.label ?? '') : '',
          href: `/alerts/${id}`,
        }))
        .filter((found) => `${found.label} ${found.hint}`.toLowerCase().includes(q.toLowerCase()))
        .slice(0, 5);
    },
  },
  tiles: [
    {
      ...({ name: 'openAlerts', part: 'now', order: 5, href: '/alerts?status=open' } as const),
      query: openAlertsQuery,
      isFault: true,
      inMenu: true,
    },
  ],
  objects: { alert: '/alerts/$id' },
});
