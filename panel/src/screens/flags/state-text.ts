import { useFormat } from '../../ui/format.ts';
import { useWords } from '../../words/define.ts';
import { usePlaces } from '../../words/places.ts';
import type { FlagState } from './queries.ts';
import { flagWords } from './words.ts';

/** Who gets it, in a sentence. */
export function useStateText(): (state: FlagState) => string {
  const t = useWords(flagWords);
  const format = useFormat();
  const places = usePlaces();
  return ({ enabled, percentage, markets }) => {
    if (!enabled || percentage === 0) return t('who.nobody');
    const where = markets.length === 0 ? t('who.everywhere') : format.list(markets.map((code) => places.country(code)));
    return percentage === 100
      ? t('who.all', { where })
      : t('who.share', { share: format.percent(percentage / 100), where });
  };
}
