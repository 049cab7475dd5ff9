import { createPackage, editPackage, type NewPackage } from '../features/store/actions.ts';
import type { Database } from '../kit/db/database.ts';
import { seedOnce } from './admin-context.ts';

const stores = ['ios_store', 'android_store'];
const wallets = ['localwallet_gopay', 'localwallet_dana', 'mobilemoney_vodafone'];

/** Packages of Indonesia, Egypt and Saudi Arabia. Carrier billing costs more, so its package has fewer coins. */
export const samplePackages: readonly (Omit<NewPackage, 'currency'> & { readonly bonusCoins: number })[] = [
  { sku: 'coins_60_carrier', coins: 60, bonusCoins: 0, priceCents: 99, rails: ['vas_*', 'mobilemoney_*'] },
  { sku: 'coins_100', coins: 100, bonusCoins: 0, priceCents: 99, rails: [...stores, ...wallets] },
  { sku: 'coins_300', coins: 300, bonusCoins: 20, priceCents: 299, rails: [...stores, 'card_web', 'localwallet_*'] },
  { sku: 'coins_500', coins: 500, bonusCoins: 50, priceCents: 499, rails: [...stores, 'card_web', 'localwallet_*'] },
  { sku: 'coins_1100', coins: 1100, bonusCoins: 180, priceCents: 999, rails: [...stores, 'card_web'] },
];
const ramadan: NewPackage = {
  sku: 'coins_1000_ramadan',
  coins: 1000,
  bonusCoins: 1000,
  priceCents: 999,
  currency: 'USD',
  rails: [...stores, 'card_web'],
  note: 'Ramadan offer',
};

export const seedPackages = (database: Database): Promise<void> =>
  seedOnce(database, 'coin_packages', async ({ ago, as }) => {
    for (const [index, sample] of samplePackages.entries()) {
      await createPackage(as('finance', ago(210 - index)), { ...sample, currency: 'USD' });
    }
    const { id } = await createPackage(as('finance', ago(120)), ramadan);
    await editPackage(as('finance', ago(88)), id, { status: 'paused', note: 'The season is over' });
  });
