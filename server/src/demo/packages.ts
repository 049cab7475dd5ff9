import { createPackage, editPackage, type NewPackage } from '../features/store/actions.ts';
import type { Database } from '../kit/db/database.ts';
import { dayMs } from '../kit/time.ts';
import { before, contextFor, findCaller } from './admin-context.ts';

const stores = ['ios_store', 'android_store'];
const wallets = ['localwallet_gopay', 'localwallet_dana', 'mobilemoney_vodafone'];

/** What the store sells in Indonesia, Egypt and Saudi Arabia. Phone companies keep more, so theirs is dear. */
const samplePackages: readonly (Omit<NewPackage, 'currency'> & { readonly bonusCoins: number })[] = [
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

/** Makes the packages of the store and one of a season that is over, in one transaction. */
export async function seedPackages(database: Database): Promise<void> {
  const known = await database.db.selectFrom('coin_packages').select('id').limit(1).executeTakeFirst();
  if (known) return;
  await database.transaction(async (tx, now) => {
    const finance = await findCaller(tx, 'kwame@demo.example');
    if (!finance) return;
    const at = (days: number) => contextFor(tx, finance, before(now, days * dayMs));
    for (const [index, sample] of samplePackages.entries()) {
      await createPackage(at(210 - index), { ...sample, currency: 'USD' });
    }
    const { id } = await createPackage(at(120), ramadan);
    await editPackage(at(88), id, { status: 'paused', note: 'The season is over' });
  });
}
