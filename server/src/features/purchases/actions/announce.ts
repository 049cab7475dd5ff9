import { notFound, refuse, validationFailed } from '../../../kit/errors.ts';
import type { Ctx } from '../../../kit/http/endpoint.ts';
import { newId } from '../../../kit/id.ts';
import { findPackageBySku, railAllows } from '../../store/public.ts';
import type { User } from '../../users/public.ts';
import { findTransaction, insertTransaction, type NewTransaction, type TransactionRow } from '../sql.ts';

/** A viewer is about to pay for a package by a rail, for what it costs now. */
export async function announce(
  { tx, now, caller }: Ctx<User>,
  { sku, rail }: { readonly sku: string; readonly rail: string },
): Promise<TransactionRow> {
  const found = await findPackageBySku(tx, sku);
  if (found?.status !== 'active') return refuse(notFound, { field: 'sku' });
  const { id: packageId, coins: coinsGranted, bonusCoins, priceCents } = found;
  if (!railAllows(found.rails, rail)) {
    refuse(validationFailed, { details: [{ path: 'rail', message: 'must be one that the package is sold by' }] });
  }
  const id = newId();
  const pending: NewTransaction = {
    ...{ id, kind: 'coin_pack', userId: caller.id, platform: rail, productId: found.sku, packageId, coinsGranted },
    ...{ bonusCoins, subscriptionId: null, transactionId: null, expectedUsdCents: null, region: caller.countryCode },
    ...{ amountCents: priceCents, currency: 'USD', amountUsdCents: priceCents },
    ...{ status: 'pending', failureReason: null, failedAt: null, eventId: null },
  };
  await insertTransaction(tx, pending, now);
  return (await findTransaction(tx, caller.id, id)) ?? refuse(notFound);
}
