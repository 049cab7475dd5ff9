import { useFormat } from '../../ui/format.ts';
import { useWords } from '../../words/define.ts';
import type { CoinPackage } from './queries.ts';
import { packageWords } from './words.ts';

/** Coins and prices as a store writes them. */
export function useStoreNames() {
  const t = useWords(packageWords);
  const format = useFormat();
  return {
    coins: (count: number) => t('coins', { count, amount: format.number(count) }),
    bonus: (count: number) => t('bonus', { count, amount: format.number(count) }),
    price: ({ priceCents }: Pick<CoinPackage, 'priceCents'>) =>
      priceCents === 0 ? t('free') : format.money(priceCents, 'USD'),
  };
}
