import type { OwnerConnection } from '../parts.ts';
import { date, insert, listOf, rowsAtATime, type Value } from './insert.ts';
import type { PaymentRow, RedemptionRow, Rows } from './rows.ts';
import type { Movement } from './wallet.ts';
import { writeRecords } from './write-records.ts';

/** Coins, what was paid for them, and what was opened for them. */
export async function writeMoney(client: OwnerConnection, rows: Rows): Promise<void> {
  const { movements, payments, unlocks, redemptions } = rows;
  for (let from = 0; from < movements.length; from += rowsAtATime) {
    await writeMovements(client, movements.slice(from, from + rowsAtATime));
  }
  await writePayments(client, payments);
  await writeRefunds(client, payments);
  await writeRecords(client, payments);
  await writeRedemptions(client, redemptions);
  await insert(
    client,
    'unlocks',
    {
      user_id: 'uuid',
      id: 'uuid',
      episode_id: 'uuid',
      coins: 'integer',
      price_source: 'text',
      event_id: 'uuid',
      created_at: 'timestamptz',
    },
    unlocks.map((row) => [row.userId, row.id, row.episodeId, row.coins, row.source, row.eventId, date(row.at)]),
  );
}

/** Events and their entries in one statement, as the ledger writes them; their numbers follow the order of time. */
async function writeMovements(client: OwnerConnection, movements: readonly Movement[]): Promise<void> {
  const events = listOf(
    {
      id: 'uuid',
      user_id: 'uuid',
      idem_key: 'text',
      reason: 'text',
      ref_type: 'text',
      ref_id: 'text',
      created_at: 'timestamptz',
      paid_change: 'bigint',
      bonus_change: 'bigint',
    },
    movements.map(({ id, userId, key, reason, refType, refId, at, paid, bonus }) => [
      ...[id, userId, key, reason, refType, refId, date(at), paid, bonus],
    ]),
  );
  const entries = listOf(
    {
      user_id: 'uuid',
      event_id: 'uuid',
      leg: 'smallint',
      account: 'text',
      amount: 'bigint',
      seq: 'integer',
      total: 'bigint',
    },
    movements.flatMap(({ id, userId, entries: legs }) =>
      legs.map(({ leg, account, amount, seq, total }) => [userId, id, leg, account, amount, seq, total]),
    ),
    events.names.length,
  );
  await client.query(
    `with posted as (insert into ledger.events (${events.names.join()}) select * from ${events.sql})
     insert into ledger.entries (${entries.names.join()}) select * from ${entries.sql}`,
    [...events.values, ...entries.values],
  );
}

const writePayments = (client: OwnerConnection, payments: readonly PaymentRow[]): Promise<void> =>
  insert(
    client,
    'transactions',
    {
      user_id: 'uuid',
      id: 'uuid',
      kind: 'text',
      platform: 'text',
      product_id: 'text',
      package_id: 'uuid',
      transaction_id: 'text',
      coins_granted: 'integer',
      bonus_coins: 'integer',
      amount_cents: 'bigint',
      currency: 'text',
      amount_usd_cents: 'bigint',
      region: 'text',
      status: 'text',
      failure_reason: 'text',
      failed_at: 'timestamptz',
      event_id: 'uuid',
      paid_at: 'timestamptz',
      created_at: 'timestamptz',
      completed_at: 'timestamptz',
      updated_at: 'timestamptz',
      refunded_cents: 'bigint',
      refund_reason: 'text',
      last_refund_at: 'timestamptz',
      coins_due: 'integer',
      bonus_due: 'integer',
      coins_taken: 'integer',
    },
    payments.map(transactionOf),
  );

function transactionOf(row: PaymentRow): Value[] {
  const { userId, id, rail, sku, packageId, transactionId, coins, bonus, amountCents, currency, usdCents } = row;
  const bought = [userId, id, 'coin_pack', rail, sku, packageId, transactionId, coins, bonus, amountCents, currency];
  const at = date(row.at);
  const paid = row.failure === undefined;
  const status = row.refund ? 'refunded' : paid ? 'completed' : 'pending';
  const outcome = paid
    ? [null, null, row.eventId ?? null, at, at, at]
    : [row.failure ?? null, at, null, null, at, null];
  const back = row.refund
    ? [date(row.refund.at), amountCents, row.refund.reason, date(row.refund.at), coins, bonus, coins + bonus]
    : [at, 0, null, null, 0, 0, 0];
  return [...bought, usdCents, row.country, status, ...outcome, ...back];
}

/** What rails gave back: as they told of it, and as a refund like any other. */
async function writeRefunds(client: OwnerConnection, payments: readonly PaymentRow[]): Promise<void> {
  const given = payments.flatMap(({ refund, ...payment }) => (refund ? [{ ...payment, refund }] : []));
  await insert(
    client,
    'refunds',
    {
      user_id: 'uuid',
      id: 'uuid',
      purchase_id: 'uuid',
      product_id: 'text',
      platform: 'text',
      status: 'text',
      amount_cents: 'bigint',
      currency: 'text',
      amount_usd_cents: 'bigint',
      reason: 'text',
      coins_deducted: 'integer',
      event_id: 'uuid',
      created_at: 'timestamptz',
      executed_at: 'timestamptz',
    },
    given.map(({ refund, ...row }) => [
      ...[row.userId, refund.id, row.id, row.sku, row.rail, 'executed', row.amountCents, row.currency, row.usdCents],
      ...[refund.reason, row.coins + row.bonus, refund.eventId, date(refund.at), date(refund.at)],
    ]),
  );
  await insert(
    client,
    'provider_refunds',
    {
      user_id: 'uuid',
      platform: 'text',
      transaction_id: 'text',
      occurred_at: 'timestamptz',
      product_id: 'text',
      amount_cents: 'bigint',
      currency: 'text',
      reason: 'text',
      applied_at: 'timestamptz',
      refunded_cents: 'bigint',
      coins_taken: 'integer',
      event_id: 'uuid',
      created_at: 'timestamptz',
      purchase_id: 'uuid',
    },
    given.map(({ refund, ...row }) => [
      ...[row.userId, row.rail, row.transactionId, date(refund.at), row.sku, row.amountCents, row.currency],
      ...[refund.reason, date(refund.at), row.amountCents, row.coins + row.bonus, refund.eventId, date(refund.at)],
      row.id,
    ]),
  );
}

/** What a promo gave, and what that leaves of its budget. */
async function writeRedemptions(client: OwnerConnection, redemptions: readonly RedemptionRow[]): Promise<void> {
  await insert(
    client,
    'promo_redemptions',
    {
      user_id: 'uuid',
      id: 'uuid',
      promo_id: 'uuid',
      coins_granted: 'integer',
      event_id: 'uuid',
      used_at: 'timestamptz',
      created_at: 'timestamptz',
    },
    redemptions.map(({ userId, id, promoId, coins, eventId, at }) => [
      ...[userId, id, promoId, coins, eventId, date(at), date(at)],
    ]),
  );
  const promoIds = [...new Set(redemptions.map(({ promoId }) => promoId))];
  await client.query(
    `with given as (
       select r.promo_id, (r.created_at at time zone 'UTC')::date as day, count(*) as redemptions, sum(r.coins_granted) as coins
       from promo_redemptions r where r.promo_id = any($1::uuid[]) group by 1, 2),
     days as (insert into promo_days as d (promo_id, day, redemptions, coins) select * from given
       on conflict on constraint promo_days_pk do update set redemptions = excluded.redemptions, coins = excluded.coins)
     update promos p set spent_coins = g.coins
     from (select promo_id, sum(coins) as coins from given group by 1) g where p.id = g.promo_id`,
    [promoIds],
  );
}
