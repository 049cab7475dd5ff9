import { useFormat } from '../../ui/format.ts';
import { useWords } from '../../words/define.ts';
import type { CollectionRule } from './queries.ts';
import { collectionWords } from './words.ts';

/** Why a rule selected a series, given its figure. */
export function useWhy(): (rule: CollectionRule, value: number, usualStarts: number | null) => string {
  const t = useWords(collectionWords);
  const format = useFormat();
  return ({ sort, window_days: days }, value, usualStarts) => {
    // If a series is usually started less than once a day, a ratio says nothing.
    const isRare = sort === 'trending' && usualStarts !== null && usualStarts < 1;
    const trend = usualStarts === 0 ? 'trendingNew' : 'trendingRare';
    return t(`why.${isRare ? trend : sort}`, {
      count: value,
      amount: format.number(Math.round(value * 10) / 10),
      days: format.number(days),
      day: format.date(new Date(value * 1000).toISOString()),
    });
  };
}
