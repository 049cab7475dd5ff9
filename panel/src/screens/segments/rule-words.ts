import { useFormat } from '../../ui/format.ts';
import { useWords } from '../../words/define.ts';
import { usePlaces } from '../../words/places.ts';
import type { SegmentRule } from './queries.ts';
import { segmentWords } from './words.ts';

export const platforms = ['ios', 'android', 'web'] as const;

const platformNames: Readonly<Record<string, string>> = { ios: 'iOS', android: 'Android', web: 'Web' };

export const platformName = (platform: string): string => platformNames[platform] ?? platform;

/** The conditions of a rule, each as a few words; none of them is everyone. */
export function useRuleWords(): (rule: SegmentRule) => readonly string[] {
  const t = useWords(segmentWords);
  const format = useFormat();
  const { country, language } = usePlaces();
  // The sign of the currency keeps its place beside the number in Arabic too.
  const money = (cents: number) => `\u2066${format.money(cents, 'USD')}\u2069`;
  const who = ({ countries, languages, platforms: devices, guest, subscribed }: SegmentRule) => [
    countries && t('says.countries', { names: format.list(countries.map(country)) }),
    languages && t('says.languages', { names: format.list(languages.map(language)) }),
    devices && t('says.platforms', { names: format.list(devices.map(platformName)) }),
    guest !== undefined && t(guest ? 'says.guests' : 'says.registered'),
    subscribed !== undefined && t(subscribed ? 'says.subscribed' : 'says.notSubscribed'),
  ];
  const past = (rule: SegmentRule) => {
    const { minSpendCents: min, maxSpendCents: max, seenWithinDays: days } = rule;
    const { registeredAfter: after, registeredBefore: before } = rule;
    return [
      min !== undefined && t('says.minSpend', { amount: money(min) }),
      max !== undefined && t('says.maxSpend', { amount: money(max) }),
      after && t('says.after', { day: format.date(after) }),
      before && t('says.before', { day: format.date(before) }),
      days !== undefined && t('says.seen', { count: days, amount: format.number(days) }),
    ];
  };
  return (rule) => {
    const conditions = [...who(rule), ...past(rule)].filter((words) => typeof words === 'string');
    return conditions.length > 0 ? conditions : [t('everyone')];
  };
}
