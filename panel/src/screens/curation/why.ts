import { useFormat } from '../../ui/format.ts';
import { useWords } from '../../words/define.ts';
import type { CollectionRule } from './queries.ts';
import { collectionWords } from './words.ts';

/** Why a rule chose a series, in words, by the figure that it was chosen by. */
export function useWhy(): (rule: CollectionRule, value: number, usualStarts: number | null) => string {
  const t = useWords(collectionWords);
  const format = useFormat();
  return ({ sort, window_days: days }, value, usualStarts) => {
    const amount = format.number(Math.round(value * 10) / 10);
    switch (sort) {
      case 'newest':
        return t('why.newest', { day: format.date(new Date(value * 1000).toISOString()) });
      case 'trending':
        // Against a day without starts, or hardly any, “times as often” would say nothing.
        if (usualStarts === 0) return t('why.trendingNew', { count: value, amount });
        if (usualStarts !== null && usualStarts < 1) return t('why.trendingRare', { count: value, amount });
        return t('why.trending', { amount });
      case 'editor_score':
        return t('why.editor_score', { amount });
      case 'top_this_week':
        return t('why.top_this_week', { count: value, amount });
      case 'most_unlocks':
      case 'most_saves':
        return t(`why.${sort}`, { count: value, amount, days: format.number(days) });
    }
  };
}
