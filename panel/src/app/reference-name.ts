import type { Schema } from '../api/client.ts';
import { useWords } from '../words/define.ts';
import { usePlaces } from '../words/places.ts';
import { serverTables, useServerWord } from '../words/server.ts';
import { useTitleIn } from '../words/title.ts';
import { useProductCalled } from './bought.ts';
import { namesWords } from './names-words.ts';
import { useSeenUserName } from './user-name.ts';

export type Reference = Schema<'Reference'>;

const isRole = (word: string): boolean => Object.hasOwn(serverTables.role, word);

/** An episode by its number and series, a file with the episode or series that it is of: their titles alone say little. */
function usePartName(): (part: Reference['part'], name: string) => string {
  const t = useWords(namesWords);
  const word = useServerWord();
  const titleIn = useTitleIn();
  return (part, name) => {
    if (part === null || part.seriesTitle === null) return name;
    const { episodeNumber: number, assetKind: kind, lang } = part;
    const series = titleIn(part.seriesTitle, part.seriesTitleI18n);
    const owner = number === null ? series : t('episodeOf', { number, series });
    if (kind === null) return `${owner} · ${name}`;
    const file = lang === null ? word('assetKind', kind) : t('captionsIn', { language: word('language', lang) });
    return `${owner} · ${file}`;
  };
}

/** What a thing is called, in the language of the panel. */
export function useReferenceName(): (reference: Reference) => string {
  const word = useServerWord();
  const { country } = usePlaces();
  const titleIn = useTitleIn();
  const called = useProductCalled();
  const userName = useSeenUserName();
  const partName = usePartName();
  return ({ type, id, label, labelI18n, part, about, bought, user }) => {
    if (label === null) return userName({ id, name: null, ...user });
    if (type === 'role' && isRole(label)) return word('role', label);
    // The price of a market is called by the code of the country.
    if (type === 'market' || about?.type === 'market') return country(label);
    return bought ? called(label, bought) : partName(part, titleIn(label, labelI18n));
  };
}
