import { join } from 'node:path';
import pg from 'pg';
import { bootstrap } from '../server/src/features/admins/public.ts';
import { openEmbedded } from '../server/src/gateways/postgres/embedded.ts';
import { openDatabase } from '../server/src/kit/db/database.ts';
import { migrate } from '../server/src/kit/db/migrate.ts';
import { seedCatalog } from './catalog.ts';
import { root } from './processes.ts';

/** The seeded database, made once for each size and kept: 20 ledger rows for each user, and one user with 20,000. */

export type Size = 'usual' | 'full';
const userCounts: Record<Size, number> = { usual: 100_000, full: 1_000_000 };

export interface BenchDatabase {
  readonly ownerUrl: string;
  readonly appUrl: string;
  readonly users: number;
  close(): Promise<void>;
}

export const benchAdmin = { email: 'bench@example.com', password: 'measured by the second hand' };

/** The nth user's id. The one with the long history comes after all others. */
export const userId = (n: number): string => `01900000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;

const id = (n: string): string => `('01900000-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;
const eventId = (n: string): string => `('01900000-0000-7000-9000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;

/** Every odd movement gives 100 coins, every even one takes 40. */
const amount = '(case when k % 2 = 1 then 100 else -40 end)';
const total = '(100 * ((k + 1) / 2) - 40 * (k / 2))';
const counter = `(case when k % 2 = 1 then 'source_support_grant' else 'sink_unlock' end)`;

const seedUsers = (count: number): string => `
  insert into users (id, is_guest, email, display_name, phone_e164, country_code, language, auth_provider, created_at)
  select ${id('n')}, n % 3 = 0, case when n % 3 > 0 then 'viewer' || n || '@mail.example' end,
         case when n % 3 > 0 then (array['Layla','Budi','Anna','Omar','Putri','Kwame','Sofia','Deniz'])[1 + n % 8] || ' ' || n end,
         case when n % 3 = 1 then '+62' || lpad(n::text, 10, '8') end,
         (array['ID','EG','US','SA','MY','TR','GH','BR'])[1 + n % 8], (array['id','ar','en'])[1 + n % 3],
         case when n % 3 = 0 then 'guest' else 'password' end, timestamptz '2026-01-01' + n % 300 * interval '1 day' + n % 86400 * interval '1 second'
  from generate_series(1, ${count}) n`;

const seedLedger = (users: string, events: number, offset: string): string => `
  insert into ledger.events (id, user_id, idem_key, reason, ref_type, ref_id, created_at)
  select ${eventId(`${offset} + k`)}, ${id('n')}, 'seed:' || k, case when k % 2 = 1 then 'apology_seed' else 'unlock' end,
         case when k % 2 = 1 then 'adjustment' else 'episode' end, 'seed', timestamptz '2026-02-01' + k * interval '1 hour'
  from ${users} n cross join generate_series(1, ${events}) k;
  insert into ledger.entries (user_id, event_id, leg, account, amount, seq, total)
  select ${id('n')}, ${eventId(`${offset} + k`)}, leg, case when leg = 1 then 'wallet_bonus' else ${counter} end,
         case when leg = 1 then ${amount} else -${amount} end, case when leg = 1 then k end, case when leg = 1 then ${total} end
  from ${users} n cross join generate_series(1, ${events}) k cross join generate_series(1, 2) leg`;

const seedListing = `
  insert into user_listing (user_id, status, country_code, is_guest, created_at, last_seen_at, balance_total, total_spend_cents)
  select u.id, u.status, u.country_code, u.is_guest, u.created_at, u.created_at + interval '3 days',
         coalesce((select total from ledger.entries where user_id = u.id and seq is not null order by seq desc limit 1), 0)
           + ('x' || right(u.id::text, 4))::bit(16)::int % 977, ('x' || right(u.id::text, 3))::bit(12)::int * 7
  from users u;
  insert into user_counts (status, country_code, is_guest, day, shard, users)
  select status, coalesce(country_code, ''), is_guest, (created_at at time zone 'UTC')::date, 0, count(*) from users group by 1, 2, 3, 4`;

async function seed(url: string, users: number): Promise<void> {
  // The triggers are off while the rows are poured in: what they would write is poured in too.
  const client = new pg.Client({ connectionString: url, options: '-c session_replication_role=replica' });
  await client.connect();
  const heavy = users + 1;
  await client.query(seedUsers(heavy));
  await client.query(seedLedger(`generate_series(1, ${users})`, 10, 'n::bigint * 16'));
  await client.query(seedLedger(`generate_series(${heavy}, ${heavy})`, 10_000, 'n::bigint * 16'));
  await client.query(seedListing);
  await client.query('analyze');
  await client.query(`comment on table users is 'seeded'`);
  await client.end();
}

async function isSeeded(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ note: string | null }>(`select obj_description('users'::regclass) as note`);
  await client.end();
  return rows[0]?.note === 'seeded';
}

export async function openBenchDatabase(size: Size): Promise<BenchDatabase> {
  const say = (line: string): void => void process.stderr.write(`${line}\n`);
  const server = await openEmbedded({ folder: join(root, '.data', 'bench'), log: say });
  const name = `bench_${size}`;
  await server.createDatabase(name);
  const ownerUrl = server.url('owner', name);
  const appUrl = server.url('app', name);
  await migrate(ownerUrl, join(root, 'server/migrations'));
  const database = openDatabase({ url: appUrl, connections: 2 });
  await bootstrap(database, benchAdmin);
  await database.close();
  const users = userCounts[size];
  if (!(await isSeeded(ownerUrl))) {
    say(`seeding ${users.toLocaleString('en')} users and ${(users * 20).toLocaleString('en')} ledger rows, once`);
    await seed(server.url('superuser', name), users);
  }
  await seedCatalog(ownerUrl);
  return { ownerUrl, appUrl, users, close: () => server.close() };
}
