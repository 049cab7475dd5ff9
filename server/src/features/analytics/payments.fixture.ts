import type { World } from '../../../test/harness/world.ts';
import { newId } from '../../kit/id.ts';

/** A payment that was made now, without the rail that would tell of it. */
export async function insertCompletedPayment(
  { database: { pool } }: World,
  payment: { user: string; rail: string; country: string | null; kind: string; cents: number; package: string },
): Promise<string> {
  const id = newId();
  await pool.query(
    `insert into transactions (user_id, id, kind, platform, product_id, package_id, transaction_id, amount_cents,
       currency, amount_usd_cents, region, status, completed_at)
     values ($1, $2::uuid, $3::text, $4, 'coins', case when $3::text = 'coin_pack' then $5::uuid end, $2::uuid::text, $6,
       'USD', $6, $7, 'completed', clock())`,
    [payment.user, id, payment.kind, payment.rail, payment.package, payment.cents, payment.country],
  );
  return id;
}

export async function insertExecutedRefund(
  { database: { pool } }: World,
  purchase: string,
  cents: number,
): Promise<void> {
  await pool.query(
    `insert into refunds (user_id, id, purchase_id, product_id, platform, status, amount_cents, currency,
       amount_usd_cents, reason, executed_at)
     select user_id, $2, id, product_id, platform, 'executed', $3, 'USD', $3, 'asked', clock()
     from transactions where id = $1`,
    [purchase, newId(), cents],
  );
}
