import { invalidCursor } from '../../kit/errors.ts';
import type { Endpoint } from '../../kit/http/endpoint.ts';
import { Id, listQuery } from '../../kit/http/schema.ts';
import { type Keyset, toPage } from '../../kit/page.ts';
import { adminEndpoint } from '../access/public.ts';
import { findUser } from '../users/public.ts';
import { WatchPage } from './schema.ts';
import { listWatches } from './sql.ts';

export const watchHistoryRoutes: Endpoint[] = [
  adminEndpoint({
    method: 'GET',
    url: '/admin/users/:id/watch-history',
    may: ['users:read'],
    summary: 'List what a user watched, newest first',
    description:
      'One entry for each time that an episode was begun, with the seconds watched and whether it was seen to its end.',
    params: { id: Id },
    query: listQuery,
    reply: WatchPage,
    errors: [invalidCursor],
    budget: 2,
    example: { params: { id: '01930000-0000-7000-8000-000000000011' } },
    target: (db, { id }) => findUser(db, id),
    run: async ({ db }, { params: { id }, query: { cursor, limit = 50 } }) => {
      const by = { column: 'w.started_at', id: 'w.id', kind: 'time', order: 'desc' } as const;
      const keyset: Keyset = { ...by, limit, cursor, boundTo: ['watches', id] };
      return toPage(
        await listWatches(db, id, keyset, null),
        keyset,
        (row) => row.startedAt,
        (row) => row,
      );
    },
  }),
];
