import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../api/query.ts';
import { readable } from '../../words/define.ts';
import { serverTables, serverWord, useServerWord } from '../../words/server.ts';
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

const tropesIn = ({ items }: { readonly items: readonly Series[] }): string[] =>
  [...new Set(items.flatMap(({ tropes }) => tropes))].toSorted();

/** The tropes that series have already. */
export function useTropes(): readonly { readonly value: string; readonly label: string }[] {
  const query = apiQuery('/v1/admin/series', { query: { limit: 200 } });
  const { data = [] } = useQuery({ ...query, select: tropesIn, staleTime: 60_000 });
  return data.map((value) => ({ value, label: readable(value) }));
}

const sameWord = new Intl.Collator(undefined, { sensitivity: 'base' });

/** As the server keeps it: the genre of that name in the language of the panel, or a new one, `dark-romance`. */
export function genreOf(typed: string): string {
  const name = typed.trim().replace(/\s+/g, ' ');
  const known = Object.keys(serverTables.genre).find(
    (genre) => sameWord.compare(serverWord('genre', genre), name) === 0,
  );
  return known ?? name.toLowerCase().replace(/[\s_]+/g, '-');
}
