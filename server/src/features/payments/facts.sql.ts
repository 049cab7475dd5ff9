import { sql } from 'kysely';
import type { Tx } from '../../kit/db/database.ts';
import { executePrepared } from '../../kit/db/prepared.ts';
import type { TransactionRow } from './sql.ts';

export interface AskedPayment {
  readonly userId: string;
  readonly rail: string;
  readonly transactionId: string;
  /** The purchase that the app announced, where the rail names one. */
  readonly announcedId: string | null;
}

/** What is known of a payment before it has gone through. */
export type KnownPayment = Pick<
  TransactionRow,
  | 'id'
  | 'userId'
  | 'platform'
  | 'productId'
  | 'packageId'
  | 'status'
  | 'transactionId'
  | 'region'
  | 'coinsGranted'
  | 'bonusCoins'
  | 'amountUsdCents'
  | 'expectedUsdCents'
>;

export interface PaymentFacts {
  /** The payment with that id at the rail, of any user, and the one that this user announced. */
  candidates: KnownPayment[];
  /** Whether a refund waits for it. */
  isRefunded: boolean;
  hasMultiplier: boolean;
}

const known = sql.raw(`json_build_object('id', t.id, 'userId', t.user_id, 'platform', t.platform,
  'productId', t.product_id, 'packageId', t.package_id, 'status', t.status, 'transactionId', t.transaction_id,
  'region', t.region, 'coinsGranted', t.coins_granted, 'bonusCoins', t.bonus_coins,
  'amountUsdCents', t.amount_usd_cents, 'expectedUsdCents', t.expected_usd_cents) as json, t.id`);

/**
 * What decides about payments, in their order. The users are locked. Each look ends at the first row, so that it goes by an
 * index for each of them.
 */
export async function listPaymentFacts(tx: Tx, asked: readonly AskedPayment[]): Promise<PaymentFacts[]> {
  if (asked.length === 0) return [];
  const query = sql<PaymentFacts>`
    select array_remove(array[named.json::text, announced.json::text], null)::json[] as candidates,
      coalesce(refunded.is_so, returned.is_so) is not null as "isRefunded", multiplied.is_so is not null as "hasMultiplier"
    from rows from (jsonb_to_recordset(${JSON.stringify(asked)}::jsonb)
      as ("userId" uuid, rail text, "transactionId" text, "announcedId" uuid)) with ordinality
      as q (user_id, rail, transaction_id, announced_id, n)
    left join lateral (select ${known} from transactions t
      where t.platform = q.rail and t.transaction_id = q.transaction_id limit 1) named on true
    left join lateral (select ${known} from transactions t
      where t.user_id = q.user_id and t.id = q.announced_id limit 1) announced on true
    left join lateral (select true as is_so from provider_refunds r
      where r.platform = q.rail and r.transaction_id = q.transaction_id and r.applied_at is null limit 1) refunded on true
    left join lateral (select true as is_so from provider_refunds r
      where r.user_id = q.user_id and r.purchase_id in (q.announced_id, named.id) and r.applied_at is null limit 1) returned on true
    left join lateral (select true as is_so from waiting_multipliers m where m.user_id = q.user_id limit 1) multiplied on true
    order by q.n`;
  return executePrepared(tx, query);
}
