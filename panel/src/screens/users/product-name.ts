import { fieldsOf } from '../../ui/diff.tsx';
import { useBoughtName } from '../transactions/public.ts';
import type { User } from './queries.ts';
import { productNamesOf } from './status.tsx';

/** What a purchase was for: a package by its coins, a subscription by its name. */
export function useProductName({ subscriptions }: Pick<User, 'subscriptions'>) {
  const boughtName = useBoughtName();
  const productName = productNamesOf({ subscriptions });
  return (productId: string, bought: unknown): string => {
    const { kind, coinsGranted, bonusCoins } = fieldsOf(bought);
    if (kind === 'subscription') return productName(productId);
    const coins = { coinsGranted: Number(coinsGranted ?? 0), bonusCoins: Number(bonusCoins ?? 0) };
    return boughtName({ kind: 'coin_pack', productId, productName: null, ...coins });
  };
}
