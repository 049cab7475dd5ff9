import pg from 'pg';
import { bootstrap } from '../server/src/features/admins/public.ts';
import { rollUpDays } from '../server/src/features/analytics/jobs.ts';
import { openDatabase } from '../server/src/kit/db/database.ts';
import { migrate } from '../server/src/kit/db/migrate.ts';
import { seedAdmins } from './admins.ts';
import { seedCatalog } from './catalog.ts';
import { migrations, type Size, say } from './database.ts';
import type { BenchCluster } from './environment.ts';

/**
 * What viewers did and told on 30 days, in a database of its own: poured in by the first bench that asks for it, rolled up
 * as the job does it, and kept. Some viewers and some episodes are seen much more often than others.
 */

export const dayCount = 30;
const sizes: Record<Size, { users: number; events: number }> = {
  usual: { users: 100_000, events: 2_000_000 },
  full: { users: 300_000, events: 10_000_000 },
};
/** So many days lie between the last of them and the day of the seed: what is told now is of none of them. */
const daysSince = 3;
const seriesCount = 2_000;
const stampTable = 'rollup_days';

export interface AnalyticsDatabase {
  readonly appUrl: string;
  readonly ownerUrl: string;
  readonly superuserUrl: string;
  readonly users: number;
  /** The days that were poured in, the first one first. */
  readonly days: readonly string[];
}

const id = (block: string, n: string): string =>
  `('01900000-0000-7000-${block}-' || lpad(to_hex(${n}), 12, '0'))::uuid`;
const countries = `(array['ID', 'EG', 'US', 'SA', 'MY', 'TR', 'GH', 'BR'])`;

/** Half of them came in the month before the days, and half of them on the days. */
const users = `
  insert into users (id, is_guest, auth_provider, country_code, created_at)
  select ${id('8000', 'n')}, n % 3 = 0, case when n % 3 = 0 then 'guest' else 'password' end, ${countries}[1 + n % 8],
    $1::date + (n % ${2 * dayCount} - ${dayCount}) + (n % 86399) * interval '1 second'
  from generate_series(1, $2::integer) n`;
const listing = `
  insert into user_listing (user_id, status, country_code, is_guest, created_at)
  select id, status, country_code, is_guest, created_at from users`;

/** Who did something with what, in the order of time: the nth of $2 on the day $1, one of $3 users. */
const drawn = `(
  select n, ${id('8000', '1 + floor($3 * power(random(), 1.5))::integer')} as user_id, series, episode,
    $1::date::timestamp at time zone 'UTC' + n * (interval '86399 seconds' / $2::integer) as at, random() as chance
  from (select n, floor(${seriesCount} ^ random())::integer as series, 1 + floor(50 * power(random(), 2))::integer as episode
    from generate_series(1, $2::integer) n offset 0) s offset 0) d`;
const episodeId = id('b000', 'd.series * 50 + d.episode');

const events = `
  insert into viewer_events (user_id, id, at, name, series_id, episode_id, received_at)
  select d.user_id, gen_random_uuid(), d.at, case when d.chance < 0.25 then 'preview_view' when d.chance < 0.4 then 'ep1_start'
      when d.chance < 0.55 then 'paywall_hit' when d.chance < 0.8 then 'played' else 'opened_app' end,
    case when d.chance < 0.8 then ${id('a000', 'd.series')} end, case when d.chance < 0.8 then ${episodeId} end, d.at
  from ${drawn}`;
const watches = `
  insert into watches (user_id, id, episode_id, started_at, seconds_watched, completed)
  select d.user_id, gen_random_uuid(), ${episodeId}, d.at, floor(d.chance * 120)::integer, d.chance > 0.4 from ${drawn}
  on conflict do nothing`;
const unlocks = `
  insert into unlocks (user_id, id, episode_id, coins, price_source, event_id, created_at)
  select d.user_id, gen_random_uuid(), ${episodeId}, 10, 'default', gen_random_uuid(), d.at from ${drawn}
  on conflict do nothing`;
const payments = `
  insert into transactions (user_id, id, kind, platform, product_id, transaction_id, amount_cents, currency,
    amount_usd_cents, region, status, created_at, completed_at)
  select d.user_id, gen_random_uuid(), 'subscription',
    (array['ios_store', 'android_store', 'card_web', 'localwallet_dana'])[1 + d.n % 4], 'vip_monthly',
    gen_random_uuid()::text, 499, 'USD', 499, ${countries}[1 + d.n % 8], 'completed', d.at, d.at from ${drawn}`;

/** For each of these many events there is one of the others. */
const poured = [
  { statement: events, each: 1 },
  { statement: watches, each: 5 },
  { statement: unlocks, each: 50 },
  { statement: payments, each: 200 },
];

async function pour(superuserUrl: string, size: Size, days: readonly string[]): Promise<void> {
  const world = sizes[size];
  const client = new pg.Client({
    connectionString: superuserUrl,
    options: '-c session_replication_role=replica -c timezone=UTC -c synchronous_commit=off',
  });
  await client.connect();
  await client.query(users, [days[0], world.users]);
  await client.query(listing);
  for (const day of days) {
    await client.query('select keep_event_day($1::date)', [day]);
    for (const { statement, each } of poured) {
      await client.query(statement, [day, Math.round(world.events / dayCount / each), world.users]);
    }
  }
  await client.query('vacuum (analyze)');
  await client.end();
}

async function rollUp(appUrl: string): Promise<void> {
  const database = openDatabase({ url: appUrl, connections: 1 });
  const log = { error: (_: object, message: string) => say(message), warn: () => undefined };
  const io = { database: database.jobs, signal: new AbortController().signal, progress: () => undefined, log };
  await rollUpDays.run(io);
  await database.close();
}

async function ownerQuery(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<Record<string, unknown>>(text);
  await client.end();
  return rows;
}

const daysFrom = (first: string): string[] =>
  Array.from({ length: dayCount }, (_, n) => new Date(Date.parse(first) + n * 86_400_000).toISOString().slice(0, 10));

/** The first of the days that were poured in, where that was not too long ago to be rolled up. */
async function firstDayIn(ownerUrl: string): Promise<string | undefined> {
  const [row] = await ownerQuery(ownerUrl, `select obj_description(to_regclass('${stampTable}')) as note`);
  const first = /^poured in from (\S+)$/.exec(String(row?.note))?.[1];
  return first !== undefined && Date.now() - Date.parse(first) < 300 * 86_400_000 ? first : undefined;
}

async function makeAnew({ server, size }: BenchCluster, name: string, first: string): Promise<void> {
  const began = performance.now();
  const world = sizes[size];
  say(`pouring in ${world.events.toLocaleString('en')} events of ${world.users.toLocaleString('en')} users, once`);
  const [appUrl, ownerUrl] = [server.url('app', name), server.url('owner', name)];
  await server.dropDatabase(name);
  await server.createDatabase(name);
  await migrate(ownerUrl, migrations);
  const database = openDatabase({ url: appUrl, connections: 2 });
  await bootstrap(database, undefined);
  await database.close();
  await seedCatalog(ownerUrl);
  await seedAdmins(ownerUrl);
  await ownerQuery(
    ownerUrl,
    `update roles set permissions = permissions || '{analytics:read}' where name = 'bench admin'`,
  );
  await pour(server.url('superuser', name), size, daysFrom(first));
  say(`  poured in after ${((performance.now() - began) / 1000).toFixed(0)} s`);
  await rollUp(appUrl);
  await ownerQuery(ownerUrl, 'vacuum (analyze)');
  await ownerQuery(ownerUrl, `comment on table ${stampTable} is 'poured in from ${first}'`);
  say(`  rolled up after ${((performance.now() - began) / 1000).toFixed(0)} s`);
}

/** Newer migrations run on what is there. */
export async function keepAnalytics(cluster: BenchCluster): Promise<AnalyticsDatabase> {
  const { server, size } = cluster;
  const name = `bench_analytics_${size}`;
  await server.createDatabase(name);
  const ownerUrl = server.url('owner', name);
  const kept = await firstDayIn(ownerUrl);
  const first = kept ?? new Date(Date.now() - (dayCount + daysSince) * 86_400_000).toISOString().slice(0, 10);
  if (kept === undefined) await makeAnew(cluster, name, first);
  else await migrate(ownerUrl, migrations);
  return {
    appUrl: server.url('app', name),
    ownerUrl,
    superuserUrl: server.url('superuser', name),
    users: sizes[size].users,
    days: daysFrom(first),
  };
}

/** Periods of a day, a week, some weeks and all days, as many of each, from one day after the other on; as a query. */
export const anyDays = ({ days }: AnalyticsDatabase): string[] =>
  [1, 7, 23, dayCount].flatMap((length) =>
    days.map((_, n) => {
      const first = n % (days.length - length + 1);
      return `dateFrom=${days[first]}&dateTo=${days[first + length - 1]}`;
    }),
  );
