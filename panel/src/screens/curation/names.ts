import { useFormat } from '../../ui/format.ts';
import { useWords } from '../../words/define.ts';
import { useServerWord } from '../../words/server.ts';
import { useTitleIn } from '../../words/title.ts';
import type { Collection } from './queries.ts';
import { collectionWords } from './words.ts';

/** What a collection is called in the language of the panel. */
export function useCollectionTitle(): (collection: Pick<Collection, 'titleI18n'>) => string {
  const titleIn = useTitleIn();
  return ({ titleI18n }) => titleIn(titleI18n.en ?? '', titleI18n);
}

type Use = Pick<Collection['usedBy'][number], 'surface' | 'status'>;

/** A rail by its surface, and whether it is paused. */
export function useRailName(): (rail: Use) => string {
  const t = useWords(collectionWords);
  const word = useServerWord();
  return ({ surface, status }) =>
    status === 'paused' ? t('pausedOn', { surface: word('curation', surface) }) : word('curation', surface);
}

/** Several of them, each surface once. */
export function useRailNames(): (rails: readonly Use[]) => string {
  const format = useFormat();
  const nameOf = useRailName();
  return (rails) => format.list([...new Set(rails.map(nameOf))]);
}
