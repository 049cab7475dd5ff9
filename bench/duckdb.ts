import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { type AnalyticsDatabase, dayCount } from './analytics.ts';

/** DuckDB in memory, with one thread, on the same rows, which makes the same tables of them as the rollups do. */
export interface Duckdb {
  run(text: string): Promise<void>;
  numbers(text: string): Promise<number[]>;
  close(): void;
}

interface Connection {
  run(text: string): Promise<unknown>;
  runAndReadAll(text: string): Promise<{ getRowsJson(): readonly (readonly unknown[])[] }>;
  closeSync(): void;
}

interface Module {
  readonly DuckDBInstance: {
    create(path: string, options: Readonly<Record<string, string>>): Promise<{ connect(): Promise<Connection> }>;
  };
}

const isDuckdb = (module: unknown): module is Module =>
  typeof module === 'object' && module !== null && 'DuckDBInstance' in module;

/** The rows that the rollups read. Moments are without a zone, which DuckDB is much faster with. */
const utc = (column: string): string => `${column} at time zone 'UTC'`;
const sources = {
  people: `select user_id, country_code, is_guest, ${utc('created_at')} from user_listing`,
  episodes: 'select id, series_id from episodes',
  events: `select user_id, ${utc('at')}, name, episode_id from viewer_events`,
  watches: `select user_id, episode_id, ${utc('started_at')}, seconds_watched, completed from watches`,
  unlocks: `select user_id, id, episode_id, ${utc('created_at')}, coins from unlocks`,
  payments: `select user_id, platform, region, kind, amount_usd_cents, ${utc('completed_at')} from transactions`,
};

const tables = `
  create table people (user_id uuid, market text, is_guest boolean, moment timestamp);
  create table episodes (id uuid, series_id uuid);
  create table events (user_id uuid, moment timestamp, name text, episode_id uuid);
  create table watches (user_id uuid, episode_id uuid, moment timestamp, seconds integer, completed boolean);
  create table unlocks (user_id uuid, id uuid, episode_id uuid, moment timestamp, coins integer);
  create table payments (user_id uuid, rail text, country text, kind text, cents bigint, moment timestamp);
  create table revenue_days (day date, rail text, country text, kind text, payments integer, gross bigint);
  create table payer_days (day date, rail text, country text, kind text, user_id uuid);
  create table episode_days (market text, series_id uuid, day date, episode_id uuid, starts integer, completes integer,
    seconds bigint, hits integer, unlocks integer, coins bigint);
  create table series_days (market text, series_id uuid, day date, starts integer, completes integer, seconds bigint,
    hits integer, unlocks integer, coins bigint);
  create table growth_days (market text, day date, installs integer, registrations integer);
  create table user_days (user_id uuid, day date, market text, steps integer);
  create table reach_days (step integer, market text, day date, gap integer, users integer);
  create table retention_days (market text, day date, since integer, users integer)`;

async function pourIn(duckdb: Duckdb, { superuserUrl }: AnalyticsDatabase): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl, options: '-c timezone=UTC' });
  const folder = await mkdtemp(join(tmpdir(), 'bench-duckdb-'));
  await client.connect();
  try {
    for (const [table, query] of Object.entries(sources)) {
      const file = join(folder, `${table}.csv`);
      await pipeline(client.query(copyTo(`copy (${query}) to stdout with (format csv)`)), createWriteStream(file));
      await duckdb.run(`copy ${table} from '${file}' (format csv, header false)`);
      await rm(file);
    }
  } finally {
    await client.end();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Where `DUCKDB` names the main file of an installed @duckdb/node-api; undefined where it names none. */
export async function openDuckdb(database: AnalyticsDatabase): Promise<Duckdb | undefined> {
  const file = process.env.DUCKDB;
  if (!file) return undefined;
  const module: unknown = await import(pathToFileURL(file).href);
  if (!isDuckdb(module)) throw new Error(`${file} is not @duckdb/node-api`);
  const instance = await module.DuckDBInstance.create(':memory:', { threads: '1' });
  const connection = await instance.connect();
  const duckdb: Duckdb = {
    run: async (text) => void (await connection.run(text)),
    numbers: async (text) => ((await connection.runAndReadAll(text)).getRowsJson()[0] ?? []).map(Number),
    close: () => connection.closeSync(),
  };
  for (const statement of tables.split(';')) await duckdb.run(statement);
  await pourIn(duckdb, database);
  return duckdb;
}

export const noDuckdb = 'DUCKDB names no main file of @duckdb/node-api (…/node_modules/@duckdb/node-api/lib/index.js)';

/** Moments of the days from one to another, both included. */
const during = (column: string, from: string, to: string): string =>
  `${column} >= date '${from}' and ${column} < date '${to}' + 1`;
const bits = [1, 2, 4, 8, 16, 32, 64];
const ofDay = (column: string): string => `cast(${column} as date)`;

const episodesSql = (from: string, to: string): string => `
  insert into episode_days
  select coalesce(t.market, '*'), t.series_id, t.day, t.episode_id, sum(starts), sum(completes), sum(seconds), sum(hits),
    sum(unlocks), sum(coins)
  from (select p.market, e.series_id, d.* from (
    select ${ofDay('moment')} as day, user_id, episode_id, 1 as starts, bool_or(completed)::integer as completes,
      sum(seconds) as seconds, 0 as hits, 0 as unlocks, 0 as coins
    from watches where ${during('moment', from, to)} group by 1, 2, 3
    union all select distinct ${ofDay('moment')}, user_id, episode_id, 0, 0, 0, 1, 0, 0 from events
      where ${during('moment', from, to)} and name = 'paywall_hit' and episode_id is not null
    union all select ${ofDay('moment')}, user_id, episode_id, 0, 0, 0, 0, 1, coins from unlocks
      where ${during('moment', from, to)}) d
    join episodes e on e.id = d.episode_id join people p on p.user_id = d.user_id) t
  group by grouping sets ((t.market, t.series_id, t.day, t.episode_id), (t.series_id, t.day, t.episode_id));
  insert into series_days select market, series_id, day, sum(starts), sum(completes), sum(seconds), sum(hits), sum(unlocks),
    sum(coins) from episode_days where day between date '${from}' and date '${to}' group by 1, 2, 3`;

const moneySql = (from: string, to: string): string => `
  insert into revenue_days select ${ofDay('moment')}, rail, country, kind, count(*), sum(cents) from payments
    where ${during('moment', from, to)} group by 1, 2, 3, 4;
  insert into payer_days select distinct ${ofDay('moment')}, rail, country, kind, user_id from payments
    where ${during('moment', from, to)};
  insert into growth_days select coalesce(market, '*'), day, count(*), sum((not is_guest)::integer)
    from (select market, is_guest, ${ofDay('moment')} as day from people where ${during('moment', from, to)})
    group by grouping sets ((market, day), (day))`;

const stepsSql = (from: string, to: string): string => `
  insert into user_days
  select user_id, day, market, bit_or(steps) from (
    select d.user_id, d.day, p.market, d.steps from (
      select user_id, day, bit_or(steps) as steps from (
        select user_id, ${ofDay('moment')} as day, 1 | case name when 'preview_view' then 2 when 'ep1_start' then 4
          when 'paywall_hit' then 8 else 0 end as steps from events where ${during('moment', from, to)}
        union all select user_id, ${ofDay('moment')}, 1 from watches where ${during('moment', from, to)}
        union all select u.user_id, ${ofDay('u.moment')}, case when f.id = u.id then 17 else 49 end from unlocks u
          join (select user_id, arg_min(id, (moment, id)) as id from unlocks group by user_id) f on f.user_id = u.user_id
          where ${during('u.moment', from, to)}
        union all select user_id, ${ofDay('moment')}, 1 from payments where ${during('moment', from, to)})
      group by 1, 2) d
    join people p on p.user_id = d.user_id
    union all select user_id, ${ofDay('moment')}, country, 64 from payments where ${during('moment', from, to)})
  group by 1, 2, 3`;

/** Of whoever was there on the days, how long before they had last taken each step. */
const reachSql = (from: string, to: string): string => `
  insert into reach_days
  select step, market, day, least(coalesce(gap, 366), 366), count(*) from (
    select step, market, day, day - lag(day) over (partition by user_id, market, step order by day) as gap from (
      select user_id, market, day, unnest([${bits.join()}]) as step, steps from (
        select user_id, market, day, steps from user_days
        union all select user_id, '*', day, bit_or(steps) from user_days group by 1, 3)
      where day <= date '${to}' and user_id in (
        select user_id from user_days where day between date '${from}' and date '${to}'))
    where steps & step <> 0)
  where day >= date '${from}' group by 1, 2, 3, 4`;

const lastTaken = bits.map((bit) => `max(day) filter (where steps & ${bit} <> 0) as last_${bit}`).join();
const lastOf = bits.map((bit) => `when ${bit} then p.last_${bit}`).join(' ');

/** The same for one day, without the order of all that those who were there did before. */
const dayReachSql = (day: string): string => `
  insert into reach_days
  select step, market, date '${day}', least(coalesce(date '${day}' - last, 366), 366), count(*) from (
    select t.market, s.step, case s.step ${lastOf} end as last from (
      select user_id, market, steps from user_days where day = date '${day}'
      union all select user_id, '*', bit_or(steps) from user_days where day = date '${day}' group by 1) t
    left join (
      select user_id, coalesce(market, '*') as market, ${lastTaken} from user_days
      where day < date '${day}' and user_id in (select user_id from user_days where day = date '${day}')
      group by grouping sets ((user_id, market), (user_id))) p on p.user_id = t.user_id and p.market = t.market
    cross join (select unnest([${bits.join()}]) as step) s where t.steps & s.step <> 0)
  group by 1, 2, 4`;

const retentionSql = (from: string, to: string): string => `
  insert into retention_days
  select coalesce(p.market, '*'), u.day, s.since, count(distinct u.user_id) from user_days u
  join people p on p.user_id = u.user_id join (values (1), (7), (30)) s (since)
    on u.day - ${ofDay('p.moment')} = s.since
  where u.day between date '${from}' and date '${to}' and u.steps & 1 <> 0
  group by grouping sets ((p.market, u.day, s.since), (u.day, s.since))`;

/** All days at once, as DuckDB is best at. */
export async function rollUpInDuckdb(duckdb: Duckdb, from: string, to: string): Promise<void> {
  const reach = from === to ? dayReachSql : reachSql;
  const parts = [moneySql, episodesSql, stepsSql, reach, retentionSql].flatMap((part) => part(from, to).split(';'));
  for (const statement of parts) await duckdb.run(statement);
}

const rolledTables = [
  ...['revenue_days', 'payer_days', 'growth_days', 'episode_days', 'series_days', 'user_days', 'reach_days'],
  'retention_days',
];
export async function forgetInDuckdb(duckdb: Duckdb, from: string): Promise<void> {
  for (const table of rolledTables) await duckdb.run(`delete from ${table} where day >= date '${from}'`);
}

/** Who was active and who came back, counted from what happened. */
export async function activeUsersInDuckdb(duckdb: Duckdb, end: string): Promise<number[]> {
  const done = ['events', 'watches', 'unlocks', 'payments']
    .map(
      (table) =>
        `select user_id, ${ofDay('moment')} as day from ${table} where moment >= date '${end}' - ${dayCount - 1}`,
    )
    .join(' union all ');
  const since = (days: number) => `count(distinct user_id) filter (where day > date '${end}' - ${days})`;
  return [
    ...(await duckdb.numbers(`select ${since(1)}, ${since(7)}, ${since(30)} from (${done})`)),
    ...(await duckdb.numbers(`
      select count(distinct (d.user_id, day)) from (${done}) d join people p on p.user_id = d.user_id
      where day - ${ofDay('p.moment')} in (1, 7, 30)`)),
  ];
}
