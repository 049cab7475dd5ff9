import { useProductCalled } from '../../app/bought.ts';
import { fieldsOf } from '../../ui/diff.tsx';
import type { User } from './queries.ts';
import { productNamesOf } from './status.tsx';

/** What a purchase was for: a package by its coins, a subscription by its name. */
export function useProductName({ subscriptions }: Pick<User, 'subscriptions'>) {
  const called = useProductCalled();
  const productName = productNamesOf({ subscriptions });
  return (productId: string, bought: unknown): string =>
    fieldsOf(bought).kind === 'subscription' ? productName(productId) : called(productId, bought);
}
