import { Type } from 'typebox';
import type { Endpoint } from '../../kit/http/endpoint.ts';
import { adminEndpoint } from '../access/public.ts';
import { findGenres } from './choices.sql.ts';

const Genres = Type.Object(
  {
    genres: Type.Array(Type.String(), { description: 'Each once, by its letters' }),
    tropes: Type.Array(Type.String(), { description: 'Each once, by its letters' }),
  },
  { title: 'Genres' },
);

/** For filters and rules, which choose among what is there. */
export const genreRoutes: Endpoint[] = [
  adminEndpoint({
    method: 'GET',
    url: '/admin/genres',
    access: ['catalog:read', 'curation:read', 'analytics:read'],
    summary: 'List the genres and tropes that series have',
    description: 'Of series in every state. Removed series do not count.',
    reply: Genres,
    maxStatements: 1,
    fromReplica: true,
    example: {},
    run: ({ db }) => findGenres(db),
  }),
];
