import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../api/query.ts';
import { useServerWord } from '../../words/server.ts';
import type { Series } from './queries.ts';

const genresIn = ({ items }: { readonly items: readonly Series[] }): string[] =>
  [...new Set(items.flatMap(({ genreSlug }) => genreSlug ?? []))].toSorted();

/** The genres that series have already, by name; others can be written. */
export function useGenres(): readonly { readonly value: string; readonly label: string }[] {
  const word = useServerWord();
  const query = apiQuery('/v1/admin/series', { query: { limit: 200 } });
  const { data = [] } = useQuery({ ...query, select: genresIn, staleTime: 60_000 });
  return data.map((value) => ({ value, label: word('genre', value) }));
}

/** `Dark Romance` as the server keeps it: `dark-romance`. */
export const genreOf = (typed: string): string =>
  typed
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, '-');
