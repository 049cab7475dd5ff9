import type { Endpoint } from '../../kit/http/endpoint.ts';
import { Id } from '../../kit/http/schema.ts';
import { adminEndpoint } from '../access/public.ts';
import { findUser } from '../users/public.ts';
import { latestWatch } from './rules.ts';
import { showWatch, WatchEntry } from './schema.ts';
import { readWatches } from './sql.ts';

export const watchHistoryRoutes: Endpoint[] = [
  adminEndpoint.list({
    url: '/admin/users/:id/watch-history',
    access: ['users:read'],
    summary: 'List the watch history of a user, newest first',
    description: 'One entry per start of an episode, with the seconds watched and whether it was completed.',
    params: { id: Id },
    item: WatchEntry,
    example: { params: { id: '01930000-0000-7000-8000-000000000011' } },
    target: (db, { id }) => findUser(db, id),
    sort: latestWatch,
    cursorScope: ({ params: { id } }) => ['watches', id],
    list: async (_db, _filters, keyset, { params: { id: userId }, readBatched }) =>
      (await readBatched(readWatches, { userId, keyset }))?.rows ?? [],
    show: showWatch,
  }),
];
