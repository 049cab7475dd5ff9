import { inUsdCents } from '../../gateways/payments/money.ts';
import type { Db } from '../../kit/db/database.ts';
import { dayOf } from './rules.ts';
import { listRatesOn } from './sql.ts';

interface PaidAmount {
  /** In minor units. */
  readonly amountCents: number;
  readonly currency: string;
  readonly paidAt: Date;
}

/** An exchange rate, and the value of an amount by it. */
export interface Conversion {
  readonly usdPerUnit: string;
  readonly day: string;
  readonly amountUsdCents: number;
}

/** Converts amounts by the newest rates that are not later than their UTC days, up to `most` US cents each. */
export async function convertAmounts(
  db: Db,
  amounts: readonly PaidAmount[],
  most: number,
): Promise<(Conversion | undefined)[]> {
  const wanted = amounts.map(({ currency, paidAt }) => ({ currency, day: dayOf(paidAt) }));
  const rates = await listRatesOn(db, wanted);
  return amounts.map(({ amountCents, currency }, index) => {
    const rate = rates[index];
    if (!rate) return undefined;
    const { usdPerUnit, day } = rate;
    return { usdPerUnit, day, amountUsdCents: Math.min(inUsdCents(amountCents, currency, usdPerUnit) ?? most, most) };
  });
}
