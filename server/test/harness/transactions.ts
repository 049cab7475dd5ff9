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
  failureReason?: string | null;
  completedAt?: string | null;
  createdAt?: string;
}

const moneyOf = ({ amountCents = 999, amountUsdCents = amountCents, currency = 'USD', ...rest }: PaidOptions) => ({
  amount_cents: amountCents,
  amount_usd_cents: amountUsdCents,
  currency,
  refunded_cents: rest.refundedCents ?? 0,
  refund_reason: rest.refundReason ?? null,
});

const boughtOf = ({ packageId = '', productId = 'vip_monthly', platform = 'ios_store', kind }: PaidOptions) => ({
  kind: kind ?? (packageId === '' ? 'subscription' : 'coin_pack'),
  platform,
  product_id: productId,
  package_id: packageId || null,
});

/** One payment; answers its id. */
export async function insertPayment({ database }: World, options: PaidOptions): Promise<string> {
  const id = newId();
  const { userId, transactionId = id, region = 'EG', status = 'completed', createdAt } = options;
  const { failureReason = null, completedAt = null } = options;
  await database.db
    .insertInto('transactions')
    .values({
      user_id: userId,
      id,
      transaction_id: transactionId,
      region,
      status,
      failure_reason: failureReason,
      completed_at: completedAt,
      ...boughtOf(options),
      ...moneyOf(options),
      ...(createdAt !== undefined && { created_at: createdAt }),
    })
    .execute();
  return id;
}
