import type { CollectionRule } from './rules.ts';

const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;

/** Why a series is in a collection, in words; `value` is the figure that it was chosen by. */
export function whyOf(rule: CollectionRule | null, value: number): string {
  if (rule === null) return 'Chosen by hand';
  const within = `in the last ${counted(rule.window_days, 'day')}`;
  switch (rule.sort) {
    case 'top_this_week':
      return `${counted(value, 'start')} in the last 7 days`;
    case 'most_unlocks':
      return `${counted(value, 'unlock')} ${within}`;
    case 'most_saves':
      return `${counted(value, 'save')} ${within}`;
    case 'trending':
      return `Started ${Math.round(value * 10) / 10} times as often as usual in the last 24 hours`;
    case 'editor_score':
      return `Editorial score ${value}`;
    case 'newest':
      return `Published on ${new Date(value * 1000).toISOString().slice(0, 10)}`;
  }
}
