import type { CoinPackage } from './queries.ts';

/** A package of the store, with what is said about it. */
export const packageOf = (part: Partial<CoinPackage>): CoinPackage => ({
  id: '01930000-0000-7000-8000-000000000081',
  sku: 'coins_500',
  coins: 500,
  bonusCoins: 50,
  priceCents: 500,
  currency: 'USD',
  rails: ['ios_store', 'localwallet_*'],
  status: 'active',
  inUse: false,
  revision: 3,
  createdAt: '2035-01-01T00:00:00.000Z',
  updatedAt: '2035-01-01T00:00:00.000Z',
  allowed: ['update', 'pause', 'delete'],
  ...part,
});
