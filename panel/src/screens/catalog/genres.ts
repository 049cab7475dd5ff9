import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../api/query.ts';
import type { Series } from './queries.ts';

const genresIn = ({ items }: { readonly items: readonly Series[] }): string[] =>
  [...new Set(items.flatMap(({ genreSlug }) => genreSlug ?? []))].toSorted();

/** The genres that series have already, to choose from; others can be written. */
export function useGenres(): readonly string[] {
  const query = apiQuery('/v1/admin/series', { query: { limit: 200 } });
  return useQuery({ ...query, select: genresIn, staleTime: 60_000 }).data ?? [];
}

/** `Dark Romance` as the server keeps it: `dark-romance`. */
export const genreOf = (typed: string): string =>
  typed
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, '-');
