import type { Endpoint } from '../../kit/http/endpoint.ts';
import { Id } from '../../kit/http/schema.ts';
import { adminEndpoint } from '../access/public.ts';
import type { CatalogFiles } from '../catalog/public.ts';
import { findUser } from '../users/public.ts';
import { showUnlocks } from './history.ts';
import { UnlockEntry } from './schema.ts';
import { listUnlocks } from './sql.ts';

export const userUnlockRoutes = (files: CatalogFiles): Endpoint[] => [
  adminEndpoint.list({
    url: '/admin/users/:id/unlocks',
    access: ['wallet:read'],
    summary: 'List the unlocks of a user, newest first',
    description: 'Each with its price and price source. `eventId` is the coin movement; null if the episode was free.',
    params: { id: Id },
    item: UnlockEntry,
    example: { params: { id: '01930000-0000-7000-8000-000000000011' } },
    target: (db, { id }) => findUser(db, id),
    sort: { field: 'createdAt', column: 'u.created_at', id: 'u.id', kind: 'time', order: 'desc' },
    cursorScope: ({ params: { id } }) => ['unlocks', id],
    list: async (db, _filters, keyset, { params: { id } }) => showUnlocks(db, files, await listUnlocks(db, id, keyset)),
    show: (row) => row,
  }),
];
