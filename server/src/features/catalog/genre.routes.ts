import { Type } from 'typebox';
import type { Endpoint } from '../../kit/http/endpoint.ts';
import { wholeList, wholeListOf } from '../../kit/http/schema.ts';
import { adminEndpoint } from '../access/public.ts';
import { findGenres } from './choices.sql.ts';

const Genres = wholeListOf(Type.String(), {
  title: 'Genres',
  description: 'Distinct genres in alphabetical order',
  more: { tropes: Type.Array(Type.String(), { description: 'Distinct tropes in alphabetical order' }) },
});

/** For filters and rules, which choose among what is there. */
export const genreRoutes: Endpoint[] = [
  adminEndpoint({
    method: 'GET',
    url: '/admin/genres',
    access: ['catalog:read', 'curation:read', 'analytics:read'],
    summary: 'List the genres and tropes in use',
    description: 'Covers series in any state, except removed ones.',
    reply: Genres,
    fromReplica: true,
    example: {},
    run: async ({ db }) => {
      const { genres, tropes } = await findGenres(db);
      return { ...wholeList(genres), tropes };
    },
  }),
];
