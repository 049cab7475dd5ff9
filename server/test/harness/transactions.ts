import { newId } from '../../src/kit/id.ts';
import type { World } from './world.ts';

/** Payments that are there already, as lists and exports find them. */

export interface PaidOptions {
  userId: string;
  kind?: 'coin_pack' | 'subscription';
  platform?: string;
  productId?: string;
  packageId?: string;
  transactionId?: string | null;
  amountCents?: number;
  currency?: string;
  amountUsdCents?: number;
  region?: string | null;
  status?: 'pending' | 'completed' | 'refunded';
  refundedCents?: number;
  refundReason?: string | null;
  createdAt?: string;
}

/** One payment; answers its id. */
export async function paidIn({ database }: World, options: PaidOptions): Promise<string> {
  const id = newId();
  const { userId, packageId, amountCents = 999, createdAt } = options;
  await database.db
    .insertInto('transactions')
    .values({
      ...{ user_id: userId, id, kind: options.kind ?? (packageId === undefined ? 'subscription' : 'coin_pack') },
      ...{ platform: options.platform ?? 'ios_store', product_id: options.productId ?? 'vip_monthly' },
      ...{ package_id: packageId ?? null, amount_cents: amountCents, currency: options.currency ?? 'USD' },
      transaction_id: options.transactionId === undefined ? id : options.transactionId,
      amount_usd_cents: options.amountUsdCents ?? amountCents,
      region: options.region === undefined ? 'EG' : options.region,
      status: options.status ?? 'completed',
      ...{ refunded_cents: options.refundedCents ?? 0, refund_reason: options.refundReason ?? null },
      ...(createdAt !== undefined && { created_at: createdAt }),
    })
    .execute();
  return id;
}
