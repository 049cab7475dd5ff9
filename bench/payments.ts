import pg from 'pg';
import { userId } from './seed.ts';

/** A million payments of the seeded users over a year, poured in when a bench first asks for them. */

const paymentCount = 1_000_000;
const packageId = '01900000-0000-7000-a000-000000000001';

/** Most by the stores, some by wallets that few use; now and then one that is refunded or has not gone through. */
const payments = `
  insert into transactions (user_id, id, kind, platform, product_id, package_id, transaction_id, coins_granted, bonus_coins,
    amount_cents, currency, amount_usd_cents, region, status, refunded_cents, refund_reason, created_at, completed_at)
  select overlay($1 placing lpad(to_hex(1 + n::bigint * 7919 % $2::bigint), 12, '0') from 25)::uuid,
    ('01900000-0000-7000-a001-' || lpad(to_hex(n), 12, '0'))::uuid,
    case when n % 10 = 3 then 'subscription' else 'coin_pack' end,
    (array['ios_store', 'android_store', 'card_web', 'localwallet_dana', 'ios_store', 'android_store', 'vas_mtn'])[1 + n % 7],
    case when n % 10 = 3 then 'vip_monthly' else 'coins_bench' end, case when n % 10 = 3 then null else '${packageId}'::uuid end,
    'GPA.3390-' || lpad(n::text, 14, '0'), 550, 50, 15000000, 'IDR', 999,
    (array['ID', 'EG', 'US', 'SA', 'MY', 'TR', 'GH', 'BR'])[1 + n % 8],
    case n % 500 when 1 then 'refunded' when 2 then 'pending' else 'completed' end,
    case n % 500 when 1 then 15000000 else 0 end, case n % 500 when 1 then 'It did not arrive, says the viewer' end,
    timestamptz '2025-01-01' + n * interval '31 seconds', timestamptz '2025-01-01' + n * interval '31 seconds'
  from generate_series(1, ${paymentCount}) n`;

export async function keepPayments(superuserUrl: string, users: number, say: (line: string) => void): Promise<void> {
  // Without triggers and references, as the rest of the world is poured in.
  const client = new pg.Client({ connectionString: superuserUrl, options: '-c session_replication_role=replica' });
  await client.connect();
  try {
    const { rowCount } = await client.query('select from coin_packages where id = $1', [packageId]);
    if (rowCount !== 0) return;
    say(`pouring in ${paymentCount.toLocaleString('en')} payments, once`);
    await client.query('begin');
    await client.query(payments, [userId(0), users]);
    await client.query(
      `insert into coin_packages (id, sku, coins, bonus_coins, price_cents, currency, rails)
       values ($1, 'coins_bench', 550, 50, 999, 'USD', '{ios_store,android_store}')`,
      [packageId],
    );
    await client.query('commit');
    await client.query('vacuum (analyze) transactions');
  } finally {
    await client.end();
  }
}
