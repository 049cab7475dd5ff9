import { createRoute } from '@tanstack/react-router';
import { read } from '../../api/query.ts';
import { preload } from '../../app/load.ts';
import { shellRoute } from '../../app/routes.tsx';
import { defineScreens } from '../../app/screen.ts';
import { countLimit as limit, tileFrom, tileQuery } from '../../app/tiles.ts';
import { IconClockPlay } from '../../ui/icons.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { listSearch, oneOf, text } from '../../ui/list/search.ts';
import { serverWord } from '../../words/server.ts';
import { jobsQuery, messagesQuery } from './queries.ts';
import { messageStatuses } from './statuses.ts';

const listState = listSearch({ status: oneOf(messageStatuses), topic: text });

const jobsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/jobs',
  validateSearch: listState,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    preload(context, jobsQuery);
    preload(context, messagesQuery(deps));
  },
  component: lazyComponent(async () => (await import('./jobs-screen.tsx')).JobsScreen),
});

const jobRoute = createRoute({
  getParentRoute: () => jobsRoute,
  path: '$job',
  component: lazyComponent(async () => (await import('./job-drawer.tsx')).JobDrawer),
});

const messageRoute = createRoute({
  getParentRoute: () => jobsRoute,
  path: 'messages/$id',
  component: lazyComponent(async () => (await import('./message-drawer.tsx')).MessageDrawer),
});

const failedMessages = tileQuery('/v1/admin/outbox', 'dead', async (signal) =>
  tileFrom(
    await read('/v1/admin/outbox', { query: { status: 'dead', limit } }, signal),
    ({ id, topic, createdAt }) => ({
      id,
      href: `/jobs/messages/${id}`,
      text: serverWord('outboxTopic', topic),
      at: createdAt,
    }),
  ),
);

export const jobScreens = defineScreens({
  route: jobsRoute.addChildren([jobRoute, messageRoute]),
  permission: 'system:read',
  menu: {
    group: 'system',
    order: 20,
    icon: IconClockPlay,
    label: { en: 'Jobs', ar: 'المهام', id: 'Pekerjaan' },
    key: 'j',
  },
  tiles: [
    {
      name: 'failedMessages',
      part: 'now',
      permission: 'system:write',
      order: 80,
      href: '/jobs?status=dead',
      query: failedMessages,
      isFault: true,
      inMenu: true,
    },
  ],
  objects: { job: '/jobs/$job', outbox: '/jobs/messages/$id' },
});
