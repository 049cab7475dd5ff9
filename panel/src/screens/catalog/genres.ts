import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../api/query.ts';
import type { Option } from '../../ui/form/fields.ts';
import { readable } from '../../words/define.ts';
import { serverTables, serverWord, useServerWord } from '../../words/server.ts';

const genresQuery = { ...apiQuery('/v1/admin/genres', {}), staleTime: 60_000 };

/** The genres that series have already, by name; others can be written. */
export function useGenres(): readonly Option[] {
  const word = useServerWord();
  const { data } = useQuery(genresQuery);
  return data?.genres.map((value) => ({ value, label: word('genre', value) })) ?? [];
}

/** The same for a field that one types into, which shows their names. */
export const useGenreNames = (): readonly Option[] => useGenres().map(({ label }) => ({ value: label, label }));

/** The tropes that series have already. */
export function useTropes(): readonly Option[] {
  const { data } = useQuery(genresQuery);
  return data?.tropes.map((value) => ({ value, label: readable(value) })) ?? [];
}

const sameWord = new Intl.Collator(undefined, { sensitivity: 'base' });

const isSame = (one: string, other: string): boolean => sameWord.compare(one, other) === 0;
const tidy = (typed: string): string => typed.trim().replace(/\s+/g, ' ');

export const genreName = (genre: string | null): string => (genre === null ? '' : serverWord('genre', genre));

/** As the server keeps it: the genre of that name in the language of the panel, or a new one, `dark-romance`. */
export function genreOf(typed: string, own: string | null = null): string {
  const name = tidy(typed);
  if (own !== null && isSame(genreName(own), name)) return own;
  const known = Object.keys(serverTables.genre).find((genre) => isSame(serverWord('genre', genre), name));
  return known ?? name.toLowerCase().replace(/[\s_]+/g, '-');
}

/** A trope of that name: one that the series has, or a new one, `second_chance`. */
export function tropeOf(typed: string, own: readonly string[]): string {
  const name = tidy(typed);
  return own.find((trope) => isSame(readable(trope), name)) ?? name.toLowerCase().replace(/[\s-]+/g, '_');
}
