import type { Schema } from '../api/client.ts';
import { fieldsOf } from '../ui/diff.tsx';
import { useFormat } from '../ui/format.ts';
import { useWords } from '../words/define.ts';
import { namesWords } from './names-words.ts';

type Bought = Pick<Schema<'ListedTransaction'>, 'kind' | 'productId' | 'productName' | 'coinsGranted' | 'bonusCoins'>;

/** What was paid for: a package by its coins, as the store shows it, a subscription by its name. */
export function useBoughtName(): (bought: Bought) => string {
  const t = useWords(namesWords);
  const coinsText = useCoinsText();
  return ({ kind, productId, productName, coinsGranted, bonusCoins }) =>
    kind === 'subscription'
      ? t('subscriptionTo', { product: productName ?? productId })
      : (coinsText({ coinsGranted, bonusCoins }) ?? productId);
}

/** The same as answers have it that keep it loosely, such as a movement of coins or a request. */
function boughtIn(productId: string, fields: unknown): Bought {
  const { kind, productName, coinsGranted, bonusCoins } = fieldsOf(fields);
  return {
    kind: kind === 'subscription' ? 'subscription' : 'coin_pack',
    productId,
    productName: typeof productName === 'string' ? productName : null,
    coinsGranted: Number(coinsGranted ?? 0),
    bonusCoins: Number(bonusCoins ?? 0),
  };
}

/** What has this SKU, by the fields known of it; by the SKU where there are none. */
export function useProductCalled(): (productId: string, fields: unknown) => string {
  const boughtName = useBoughtName();
  return (productId, fields) => boughtName(boughtIn(productId, fields));
}

type Granted = Pick<Bought, 'coinsGranted' | 'bonusCoins'>;

/** The coins that a payment is for. */
export function useCoinsText(): (granted: Granted) => string | undefined {
  const t = useWords(namesWords);
  const format = useFormat();
  return ({ coinsGranted: count, bonusCoins: bonus }) => {
    if (count + bonus === 0) return undefined;
    const given = { count, amount: format.number(count), bonus: format.number(bonus) };
    return t(bonus > 0 ? 'withBonus' : 'coins', given);
  };
}
