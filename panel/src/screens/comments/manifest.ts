import { createRoute } from '@tanstack/react-router';
import { read } from '../../api/query.ts';
import { preload, preloadList } from '../../app/load.ts';
import { shellRoute } from '../../app/routes.tsx';
import { defineScreens } from '../../app/screen.ts';
import { IconMessageReport } from '../../ui/icons.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { listSearch, oneOf, tabOfPage, text } from '../../ui/list/search.ts';
import { commentQuery, commentsQuery, statuses, tabs, waitingComments } from './queries.ts';

const listState = listSearch({ tab: tabOfPage(tabs), status: oneOf(statuses), q: text, userId: text });

const commentsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/moderation',
  validateSearch: listState,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => preloadList(context, commentsQuery(deps)),
  component: lazyComponent(async () => (await import('./list-screen.tsx')).CommentListScreen),
});

const commentRoute = createRoute({
  getParentRoute: () => commentsRoute,
  path: '$id',
  loader: ({ context, params: { id } }) => preload(context, commentQuery(id)),
  component: lazyComponent(async () => (await import('./comment-drawer.tsx')).CommentDrawer),
});

const label = { en: 'Moderation', ar: 'الإشراف على التعليقات', id: 'Moderasi' };

export const commentScreens = defineScreens({
  route: commentsRoute.addChildren([commentRoute]),
  permission: 'moderation:read',
  menu: { group: 'work', order: 25, icon: IconMessageReport, label, key: 'h' },
  finder: {
    label: { en: 'Comments', ar: 'التعليقات', id: 'Komentar' },
    find: async (q, signal) => {
      const { items } = await read('/v1/admin/moderation/comments', { query: { q, limit: 5 } }, signal);
      return items.map(({ id, body, displayName }) => ({
        id,
        label: body,
        hint: displayName ?? '',
        href: `/moderation/${id}`,
      }));
    },
  },
  tiles: [
    {
      ...({ name: 'reportedComments', part: 'now', order: 11, href: '/moderation' } as const),
      permission: 'moderation:write',
      query: waitingComments,
      inMenu: true,
    },
  ],
  objects: { comment: '/moderation/$id' },
});
