import { createRoute } from '@tanstack/react-router';
import { read } from '../../api/query.ts';
import { preloadList } from '../../app/load.ts';
import { shellRoute } from '../../app/routes.tsx';
import { defineScreens } from '../../app/screen.ts';
import { countLimit as limit, tileFrom, tileQuery } from '../../app/tiles.ts';
import { IconWebhook } from '../../ui/icons.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { listSearch, oneOf, text } from '../../ui/list/search.ts';
import { shownOutcomes } from './choices.ts';
import { webhooksQuery } from './queries.ts';

const listState = listSearch({ outcome: oneOf(shownOutcomes), source: text, transactionId: text });

const inboxRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/webhooks',
  validateSearch: listState,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => preloadList(context, webhooksQuery(deps)),
  component: lazyComponent(async () => (await import('./inbox-screen.tsx')).InboxScreen),
});

const eventRoute = createRoute({
  getParentRoute: () => inboxRoute,
  path: '$id',
  component: lazyComponent(async () => (await import('./event-drawer.tsx')).EventDrawer),
});

const failedWebhooks = tileQuery('/v1/admin/webhooks', 'failed', async (signal) =>
  tileFrom(
    await read('/v1/admin/webhooks', { query: { outcome: 'failed', limit } }, signal),
    ({ id, subject, eventId, receivedAt }) => ({
      id,
      href: `/webhooks/${id}?outcome=failed`,
      text: subject?.label ?? eventId,
      at: receivedAt,
    }),
  ),
);

export const webhookScreens = defineScreens({
  route: inboxRoute.addChildren([eventRoute]),
  permission: 'system:read',
  menu: {
    group: 'system',
    order: 30,
    icon: IconWebhook,
    label: { en: 'Webhooks', ar: 'الإشعارات الواردة', id: 'Webhook' },
    key: 'w',
  },
  tiles: [
    {
      name: 'failedWebhooks',
      part: 'now',
      permission: 'system:write',
      order: 70,
      href: '/webhooks?outcome=failed',
      query: failedWebhooks,
      isFault: true,
      inMenu: true,
    },
  ],
  objects: { webhook: '/webhooks/$id' },
});
