import pg from 'pg';
import { beforeAll, expect, it } from 'vitest';
import { testCount } from '../../../test/harness/long-form.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { openDatabase } from '../../kit/db/database.ts';
import { byNewest } from '../../kit/page.ts';
import { lastPaymentColumns } from '../payments/public.ts';
import { listSubscriptions, type SubscriptionFilters } from './list.sql.ts';

const world = await openWorld();

const all = testCount(9_000, { long: 30_000 });
const rare = all / 1000;
const users = all / 60;

/** Many of the common kind, and one of the other in every thousand. */
const many = `
  insert into subscription_products (id, product_id, name, period_days, price_cents, currency)
    values (gen_random_uuid(), 'common', 'Common', 30, 1, 'USD'), (gen_random_uuid(), 'rare', 'Rare', 30, 1, 'USD');
  insert into users (id, is_guest, auth_provider, created_at)
    select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, true, 'guest',
      timestamptz '2020-01-01' + n * interval '1 day' from generate_series(0, ${users - 1}) n;
  insert into subscriptions (user_id, id, platform, provider_subscription_id, product_id, status, auto_renew,
      current_period_start, current_period_end, price_cents, currency, region, created_at)
    select ('00000000-0000-7000-8000-' || lpad((n % ${users})::text, 12, '0'))::uuid, gen_random_uuid(),
      case n % 1000 when 1 then 'vas_rare' else 'ios_store' end, 'many-' || n,
      case n % 1000 when 1 then 'rare' else 'common' end, case n % 1000 when 1 then 'past_due' else 'expired' end,
      false, '2020-01-01', '2020-02-01', 1, 'USD', case n % 1000 when 1 then 'GH' else 'EG' end,
      timestamptz '2020-01-01' + n * interval '1 minute'
    from generate_series(1, ${all}) n`;

beforeAll(async () => {
  const owner = new pg.Client({ connectionString: world.server.url('superuser', world.databaseName) });
  await owner.connect();
  await owner.query(many);
  await owner.query('vacuum analyze users, subscriptions, subscription_products');
  await owner.end();
}, 60_000);

it.each([
  [{}, 51],
  [{ status: 'past_due' }, rare],
  [{ platform: 'vas_rare' }, rare],
  [{ platform: 'vas_*' }, rare],
  [{ platform: 'ios_*' }, 51],
  [{ platform: 'mobilemoney_*' }, 0],
  [{ country: 'GH' }, rare],
  [{ productId: 'rare' }, rare],
  [{ userId: '00000000-0000-7000-8000-000000000001' }, 51],
  [{ q: 'many-77' }, 1],
] satisfies [SubscriptionFilters, number][])(
  'The subscriptions with %j are found among many by an index, however often they are asked for',
  async (given, shown) => {
    const database = openDatabase({ url: world.server.url('app', world.databaseName), connections: 1 });
    const rowsRead = async (): Promise<number> => {
      const { rows } = await database.pool.query<{ read: number }>(
        `select pg_stat_force_next_flush(), (seq_tup_read + idx_tup_fetch)::integer as read
         from pg_stat_user_tables where relname = 'subscriptions'`,
      );
      return rows[0]?.read ?? 0;
    };
    const keyset = { ...byNewest('createdAt', 's'), limit: 50, scope: '', cursor: undefined };
    await rowsRead();
    const before = await rowsRead();
    for (let time = 0; time < 7; time++)
      expect(await listSubscriptions(database.db, given, keyset, lastPaymentColumns)).toHaveLength(shown);
    await rowsRead();
    expect((await rowsRead()) - before).toBeLessThan(7 * 100);
    await database.close();
  },
);
