import pg from 'pg';
import { beforeAll, expect, it } from 'vitest';
import { testCount } from '../../../test/harness/long-form.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { openDatabase } from '../../kit/db/database.ts';
import { byNewest } from '../../kit/page.ts';
import { listTransactionsOfAll, type TransactionFilters } from '../payments/public.ts';

const world = await openWorld();

const all = testCount(9_000, { long: 30_000 });
const rare = all / 1000;
const users = all / 60;

/** Many of the common kind, and one of the other in every thousand. */
const many = `
  insert into coin_packages (id, sku, coins, price_cents, currency, rails)
    values ('00000000-0000-7000-8000-00000000000a', 'common', 1, 1, 'USD', '{ios_store}');
  insert into users (id, is_guest, auth_provider, created_at)
    select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, true, 'guest',
      timestamptz '2020-01-01' + n * interval '1 day' from generate_series(0, ${users - 1}) n;
  insert into transactions (user_id, id, kind, platform, product_id, package_id, transaction_id, amount_cents, currency,
      amount_usd_cents, region, status, failure_reason, disputed_at, dispute_reason, created_at)
    select ('00000000-0000-7000-8000-' || lpad((n % ${users})::text, 12, '0'))::uuid, gen_random_uuid(),
      case n % 1000 when 1 then 'subscription' else 'coin_pack' end,
      case n % 1000 when 1 then 'vas_rare' when 2 then 'vas_other' else 'ios_store' end,
      case n % 1000 when 1 then 'rare' else 'common' end,
      case n % 1000 when 1 then null else '00000000-0000-7000-8000-00000000000a'::uuid end, 'many-' || n, 1,
      case n % 1000 when 1 then 'GHS' else 'USD' end, 1, case n % 1000 when 1 then 'GH' else 'EG' end,
      case n % 1000 when 1 then 'refunded' when 3 then 'pending' else 'completed' end,
      case n % 1000 when 3 then 'card_declined' end,
      case n % 1000 when 5 then timestamptz '2020-02-01' end, case n % 1000 when 5 then 'fraudulent' end, timestamptz '2020-01-01' + n * interval '1 minute'
    from generate_series(1, ${all}) n`;

beforeAll(async () => {
  const owner = new pg.Client({ connectionString: world.server.url('superuser', world.databaseName) });
  await owner.connect();
  await owner.query(many);
  await owner.query('vacuum analyze users, transactions');
  await owner.end();
}, 120_000);

it.each([
  [{}, 51],
  [{ status: 'refunded' }, rare],
  [{ failed: true }, rare],
  [{ disputed: true }, rare],
  [{ status: 'completed', disputed: true }, rare],
  [{ status: 'pending', failed: true }, rare],
  [{ status: 'completed' }, 51],
  [{ rail: ['vas_rare'] }, rare],
  [{ rail: ['vas_rare', 'ios_store'] }, 51],
  [{ rail: ['vas_*'] }, Math.min(2 * rare, 51)],
  [{ country: 'GH' }, rare],
  [{ currency: 'GHS' }, rare],
  [{ kind: 'subscription' }, rare],
  [{ userId: '00000000-0000-7000-8000-000000000001' }, 51],
  [{ q: 'many-77' }, 1],
  [{ q: 'rare' }, rare],
  [{ from: new Date('2020-01-03'), before: new Date('2020-01-04') }, 51],
] satisfies [TransactionFilters, number][])(
  'The transactions with %j are found among many by an index, however often they are asked for',
  async (given, shown) => {
    const database = openDatabase({ url: world.server.url('app', world.databaseName), connections: 1 });
    const rowsRead = async (): Promise<number> => {
      const { rows } = await database.pool.query<{ read: number }>(
        `select pg_stat_force_next_flush(), (seq_tup_read + idx_tup_fetch)::integer as read
         from pg_stat_user_tables where relname = 'transactions'`,
      );
      return rows[0]?.read ?? 0;
    };
    const keyset = { ...byNewest('createdAt'), limit: 50, scope: '', cursor: undefined };
    await rowsRead();
    const before = await rowsRead();
    for (let time = 0; time < 7; time++)
      expect(await listTransactionsOfAll(database.db, given, keyset)).toHaveLength(shown);
    await rowsRead();
    expect((await rowsRead()) - before).toBeLessThan(7 * 120);
    await database.close();
  },
);
