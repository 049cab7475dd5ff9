import { useFormat } from '../../ui/format.ts';
import { useWords } from '../../words/define.ts';
import { usePlaces } from '../../words/places.ts';
import { useTitleIn } from '../../words/title.ts';
import type { Override } from './queries.ts';
import { pricingWords } from './words.ts';

/** What overrides are for, by name. */
export function useTargetName(): (override: Pick<Override, 'item' | 'scopeRef'>) => string {
  const t = useWords(pricingWords);
  const titleIn = useTitleIn();
  const { country } = usePlaces();
  return ({ item, scopeRef }) => {
    if (!item) return country(scopeRef);
    const series = titleIn(item.seriesTitle, item.seriesTitleI18n);
    return item.episodeNumber === null ? series : t('episodeOf', { series, number: item.episodeNumber });
  };
}

/** From when to when, in words. */
export function usePeriod(): (window: Readonly<{ activeFrom: string | null; activeTo: string | null }>) => string {
  const t = useWords(pricingWords);
  const format = useFormat();
  const day = (moment: string) =>
    moment.endsWith('T00:00:00.000Z') ? format.date(moment) : format.dateTime(moment, 'UTC');
  return ({ activeFrom, activeTo }) => {
    if (activeFrom === null) return t('always');
    return activeTo === null
      ? t('since', { from: day(activeFrom) })
      : t('between', { from: day(activeFrom), to: day(activeTo) });
  };
}

interface Price {
  readonly coinsRequired: number;
}

/** What an episode costs: one figure, or the lowest and the highest of all markets. */
export function usePriceRange(): (prices: readonly Price[]) => string {
  const t = useWords(pricingWords);
  const format = useFormat();
  const coins = useCoins();
  return (prices) => {
    const all = prices.map(({ coinsRequired }) => coinsRequired);
    const [least, most] = [Math.min(...all), Math.max(...all)];
    return least === most ? coins(most) : t('range', { least: format.number(least), most: coins(most) });
  };
}

export function useCoins(): (coins: number) => string {
  const t = useWords(pricingWords);
  const format = useFormat();
  return (coins) => (coins === 0 ? t('free') : t('coins', { count: coins, amount: format.number(coins) }));
}
