import { sql } from 'kysely';
import { expect } from 'vitest';
import { newId } from '../../src/kit/id.ts';
import type { Actor, Answer } from './actor.ts';
import { purchasesOf, type SoldPackage, sendPayment } from './payments.ts';
import type { World } from './world.ts';

/** Payments, and what is given back of them. */

export interface PaidPurchase {
  readonly userId: string;
  readonly id: string;
  readonly transactionId: string;
  readonly sku: string;
}

export interface PaidOptions {
  amountCents?: number;
  currency?: string;
  amountUsdCents?: number;
  rail?: string;
}

/** A payment for a package that went through. */
export async function makePayment(
  world: World,
  reader: Actor,
  userId: string,
  pack: SoldPackage,
  { rail = 'ios_store', ...paid }: PaidOptions = {},
): Promise<PaidPurchase> {
  const transactionId = newId();
  const amounts = { amountCents: pack.priceCents, currency: pack.currency, ...paid };
  const data = { userId, productId: pack.sku, transactionId, ...amounts };
  const event = { type: 'purchase.completed', occurredAt: '2026-03-01T12:00:00.000Z', data };
  expect((await sendPayment(world, rail, event)).status).toBe(204);
  const made = (await purchasesOf(reader, userId)).find((purchase) => purchase.transactionId === transactionId);
  if (!made) throw new Error('the payment is not there');
  return { userId, id: made.id, transactionId, sku: pack.sku };
}

/** A refund that a rail tells of. */
export const refundByRail = (
  world: World,
  { userId, transactionId, sku }: PaidPurchase,
  amountCents: number,
  { currency = 'USD', occurredAt = '2026-03-02T12:00:00.000Z' } = {},
) =>
  sendPayment(world, 'ios_store', {
    type: 'purchase.refunded',
    occurredAt,
    data: { userId, productId: sku, transactionId, amountCents, currency, reason: 'asked_the_store' },
  });

export interface RefundBody {
  id: string;
  status: string;
  purchaseId: string;
  amountCents: number;
  approvalId: string;
  ledgerEventId: string | null;
  underpaidCents: number;
  coinsDeducted: number;
  reversedUnlockIds: string[];
  requestedBy: { id: string; email: string } | null;
  decidedBy: { id: string; email: string } | null;
  rejectReason: string | null;
  allowed: string[];
  error: string;
  refundableCents: number;
}

export interface RefundRequest {
  readonly amountCents: number;
  readonly reason?: string;
  readonly reverseUnlocks?: boolean;
  readonly key?: string;
  readonly dryRun?: boolean;
  /** Sent before: it changes nothing. */
  readonly again?: boolean;
}

export function requestRefund(
  admin: Actor,
  { id: purchaseId }: Pick<PaidPurchase, 'id'>,
  { key, dryRun = false, again = false, ...asked }: RefundRequest,
): Promise<Answer<RefundBody>> {
  const body = { purchaseId, reason: 'Bought by accident', reverseUnlocks: false, ...asked };
  const headers = key === undefined ? {} : { 'idempotency-key': key };
  return admin.post<RefundBody>(`/admin/refunds${dryRun ? '?dryRun=true' : ''}`, body, {
    headers,
    changesNothing: again,
  });
}

export const readRefund = async (admin: Actor, id: string): Promise<RefundBody> =>
  (await admin.get<RefundBody>(`/admin/refunds/${id}`)).body;

/** What is never true of refunds, as rows. */
export async function refundViolations(world: World): Promise<object[]> {
  const { rows } = await sql<{ what: string; id: string }>`
    select 'gives back other cents than its refunds' as what, t.id from transactions t
      where t.refunded_cents <> coalesce((select sum(r.amount_cents) from refunds r
        where r.purchase_id = t.id and r.status = 'executed'), 0)
    union all
    select 'gives back other US cents than its refunds', t.id from transactions t
      where t.amount_cents > 0 and round(t.amount_usd_cents::numeric * t.refunded_cents / t.amount_cents)
        <> coalesce((select sum(r.amount_usd_cents) from refunds r where r.purchase_id = t.id and r.status = 'executed'), 0)
    union all
    select 'gives back more than was paid', t.id from transactions t where t.refunded_cents > t.amount_cents
    union all
    select 'took other coins than its refunds', t.id from transactions t
      where t.coins_taken <> coalesce((select sum(r.coins_deducted) from refunds r where r.purchase_id = t.id), 0)
    union all
    select 'took more coins than were granted', t.id from transactions t
      where t.coins_due > t.coins_granted or t.bonus_due > t.bonus_coins
    union all
    select 'says other coins than the ledger', r.id from refunds r
      where r.coins_deducted <> coalesce((select sum(n.amount) from ledger.entries n
        where n.user_id = r.user_id and n.event_id = r.event_id and n.account = 'sink_refund'), 0)
    union all
    select 'waits for no approval', r.id from refunds r left join approvals a on a.id = r.approval_id
      where (r.status = 'pending') <> coalesce(a.status = 'pending', false)
    union all
    select 'was decided otherwise than its approval', r.id from refunds r join approvals a on a.id = r.approval_id
      where (r.status = 'executed') <> (a.status = 'approved')
    union all
    select 'is still open', r.id from refunds r join unlocks u on u.user_id = r.user_id
      where u.id = any(r.reversed_unlock_ids)`.execute(world.database.db);
  return rows;
}
