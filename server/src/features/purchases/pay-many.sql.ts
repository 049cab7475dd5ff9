import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../kit/db/database.ts';
import { executePrepared } from '../../kit/db/prepared.ts';
import type { NewTransaction, TransactionRow } from './sql.ts';

/** Payments that are credited together, each of another user. The users are locked. */

export interface AskedPayment {
  readonly userId: string;
  readonly rail: string;
  readonly transactionId: string;
  /** The purchase that the app announced, where the rail names one. */
  readonly announcedId: string | null;
}

type Money = Pick<TransactionRow, 'coinsGranted' | 'bonusCoins' | 'amountUsdCents' | 'expectedUsdCents'>;
export type AnnouncedRow = Money &
  Pick<TransactionRow, 'id' | 'platform' | 'productId' | 'packageId' | 'status' | 'transactionId' | 'region'>;

/** What tells whether a payment is one like most. */
export interface PaymentFacts {
  /** Whether the rail has told of it before. */
  isNamed: boolean;
  /** Whether a refund waits for it. */
  isRefunded: boolean;
  hasMultiplier: boolean;
  announced: AnnouncedRow | null;
}

/** In the order of the payments. Each look ends at the first row, so that it goes by an index for each of them. */
export async function listPaymentFacts(tx: Tx, asked: readonly AskedPayment[]): Promise<PaymentFacts[]> {
  if (asked.length === 0) return [];
  const query = sql<PaymentFacts>`
    select named.is_so is not null as "isNamed", coalesce(refunded.is_so, returned.is_so) is not null as "isRefunded",
      multiplied.is_so is not null as "hasMultiplier",
      case when a.id is not null then json_build_object('id', a.id, 'platform', a.platform, 'productId', a.product_id,
        'packageId', a.package_id, 'status', a.status, 'transactionId', a.transaction_id, 'region', a.region,
        'coinsGranted', a.coins_granted, 'bonusCoins', a.bonus_coins, 'amountUsdCents', a.amount_usd_cents,
        'expectedUsdCents', a.expected_usd_cents) end as announced
    from rows from (jsonb_to_recordset(${JSON.stringify(asked)}::jsonb)
      as ("userId" uuid, rail text, "transactionId" text, "announcedId" uuid)) with ordinality
      as q (user_id, rail, transaction_id, announced_id, n)
    left join lateral (select true as is_so from transactions t
      where t.platform = q.rail and t.transaction_id = q.transaction_id limit 1) named on true
    left join lateral (select true as is_so from provider_refunds r
      where r.platform = q.rail and r.transaction_id = q.transaction_id and r.applied_at is null limit 1) refunded on true
    left join lateral (select true as is_so from provider_refunds r
      where r.user_id = q.user_id and r.purchase_id = q.announced_id and r.applied_at is null limit 1) returned on true
    left join lateral (select true as is_so from waiting_multipliers m where m.user_id = q.user_id limit 1) multiplied on true
    left join lateral (select * from transactions t where t.user_id = q.user_id and t.id = q.announced_id limit 1) a on true
    order by q.n`;
  return executePrepared(tx, query);
}

/** A payment that has gone through: a new one, or one that was announced. */
export interface CompletedPayment extends NewTransaction {
  readonly isAnnounced: boolean;
}

/**
 * Writes payments down, counts what they are worth as spent, and credits them by a query of the ledger, which is given the
 * numbers of those that were written. Where the name of one is taken by now, nothing is written for it. Two who bring the
 * same name wait for each other.
 */
export async function completeTransactions<Posted>(
  tx: Tx,
  payments: readonly CompletedPayment[],
  post: (numbers: RawBuilder<unknown>) => RawBuilder<Posted>,
  now: Date,
): Promise<(Posted & { n: number })[]> {
  if (payments.length === 0) return [];
  const rows = JSON.stringify(payments.map((payment, n) => ({ n, ...payment })));
  const query = sql<Posted & { n: number }>`
    with paid as materialized (
      select * from jsonb_to_recordset(${rows}::jsonb) as p (n integer, "isAnnounced" boolean, "userId" uuid, id uuid,
        kind text, platform text, "productId" text, "packageId" uuid, "transactionId" text, "coinsGranted" integer,
        "bonusCoins" integer, "amountCents" bigint, currency text, "amountUsdCents" bigint, "expectedUsdCents" bigint,
        region text, status text, "eventId" uuid, "paidAt" timestamptz)),
    added as (
      insert into transactions (user_id, id, kind, platform, product_id, package_id, transaction_id, coins_granted,
        bonus_coins, amount_cents, currency, amount_usd_cents, expected_usd_cents, region, status, event_id, paid_at,
        created_at, completed_at, updated_at)
      select "userId", id, kind, platform, "productId", "packageId", "transactionId", "coinsGranted", "bonusCoins",
        "amountCents", currency, "amountUsdCents", "expectedUsdCents", region, status, "eventId", "paidAt",
        ${now}, ${now}, ${now}
      from paid where not "isAnnounced" order by platform, "transactionId"
      on conflict on constraint transactions_once do nothing returning id, user_id, net_usd_cents),
    completed as (
      update transactions t set status = p.status, transaction_id = p."transactionId", amount_cents = p."amountCents",
        currency = p.currency, amount_usd_cents = p."amountUsdCents", expected_usd_cents = p."expectedUsdCents",
        region = p.region, failure_reason = null, failed_at = null, event_id = p."eventId", paid_at = p."paidAt",
        completed_at = ${now}, updated_at = ${now}
      from paid p where p."isAnnounced" and t.user_id = p."userId" and t.id = p.id
      returning t.id, t.user_id, t.net_usd_cents),
    written as materialized (
      select p.n, w.user_id, w.net_usd_cents
      from (select * from added union all select * from completed) w join paid p on p.id = w.id),
    spent as (
      update user_listing l set total_spend_cents = l.total_spend_cents + w.net_usd_cents
      from written w where l.user_id = w.user_id and w.net_usd_cents <> 0)
    ${post(sql`array(select n from written)`)}`;
  return executePrepared(tx, query);
}
