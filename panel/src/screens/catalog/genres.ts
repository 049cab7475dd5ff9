import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../api/query.ts';
import type { Option } from '../../ui/form/fields.ts';
import { readable } from '../../words/define.ts';
import { type serverTables, serverWord, useServerWord } from '../../words/server.ts';

export const genresQuery = { ...apiQuery('/v1/admin/genres', {}), staleTime: 60_000 };

/** The genres that series have already, by name; others can be written. */
export function useGenres(): readonly Option[] {
  const word = useServerWord();
  const { data } = useQuery(genresQuery);
  return data?.items.map((value) => ({ value, label: word('genre', value) })) ?? [];
}

/** The same for a field that one types into. */
export const useTypedGenres = (): readonly Option[] => useGenres().map(({ label }) => ({ value: label, label }));

export interface KnownWords {
  readonly genres: readonly string[];
  readonly tropes: readonly string[];
}

/** The tropes that series have already. */
export function useTropes(): readonly Option[] {
  const { data } = useQuery(genresQuery);
  return data?.tropes.map((value) => ({ value, label: readable(value) })) ?? [];
}

const sameWord = new Intl.Collator(undefined, { sensitivity: 'base' });

const isSame = (one: string, other: string): boolean => sameWord.compare(one, other) === 0;
const tidy = (typed: string): string => typed.trim().replace(/\s+/g, ' ');
/** Without the signs that stand for a space where a genre or a trope is kept. */
const plain = (text: string): string => tidy(text.replace(/[_-]+/g, ' '));

export const genreName = (genre: string | null): string => (genre === null ? '' : serverWord('genre', genre));

/** The genres that have a name in each language, by all of them: whatever language one is typed in, it is found. */
export const genreNames: Readonly<Record<keyof typeof serverTables.genre, readonly string[]>> = {
  action: ['Action', 'أكشن', 'Aksi'],
  comedy: ['Comedy', 'كوميديا', 'Komedi'],
  crime: ['Crime', 'جريمة', 'Kriminal'],
  drama: ['Drama', 'دراما', 'Drama'],
  family: ['Family', 'عائلي', 'Keluarga'],
  fantasy: ['Fantasy', 'فانتازيا', 'Fantasi'],
  historical: ['Historical', 'تاريخي', 'Sejarah'],
  horror: ['Horror', 'رعب', 'Horor'],
  mystery: ['Mystery', 'غموض', 'Misteri'],
  revenge: ['Revenge', 'انتقام', 'Balas dendam'],
  romance: ['Romance', 'رومانسي', 'Romansa'],
  thriller: ['Thriller', 'إثارة', 'Thriller'],
};

/** As the server keeps it: a genre of that name that there is, in any language, or a new one, `dark-romance`. */
export function genreOf(typed: string, own: string | null, known: readonly string[]): string {
  const name = tidy(typed);
  if (own !== null && isSame(plain(genreName(own)), plain(name))) return own;
  const named = Object.entries(genreNames).find(([, names]) => names.some((one) => isSame(plain(one), plain(name))));
  const found = named?.[0] ?? known.find((genre) => isSame(plain(genreName(genre)), plain(name)));
  return found ?? name.toLowerCase().replace(/[\s_]+/g, '-');
}

/** A trope of that name: one that the series has, else one that there is, else a new one, `second_chance`; '' for `-`. */
export function tropeOf(typed: string, own: readonly string[], known: readonly string[]): string {
  const name = plain(typed);
  const found = [...own, ...known].find((trope) => isSame(plain(trope), name));
  return found ?? name.toLowerCase().replace(/\s+/g, '_');
}
