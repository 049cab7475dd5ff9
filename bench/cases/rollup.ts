import pg from 'pg';
import { rollUpEach } from '../../server/src/features/analytics/jobs.ts';
import { overviewOf } from '../../server/src/features/analytics/reports.ts';
import { type Database, openDatabase } from '../../server/src/kit/db/database.ts';
import { type AnalyticsDatabase, keepAnalytics } from '../analytics.ts';
import { say } from '../database.ts';
import { activeUsersInDuckdb, type Duckdb, forgetInDuckdb, noDuckdb, openDuckdb, rollUpInDuckdb } from '../duckdb.ts';
import type { BenchCluster } from '../environment.ts';
import { compare, type Result, type Sample, type Skipped } from '../rounds.ts';

/** The days that the dashboards read, rolled up as the job does it, beside DuckDB, which makes the same tables but no weeks. */

interface Sides {
  readonly kept: AnalyticsDatabase;
  readonly database: Database;
  readonly owner: pg.Client;
  readonly duckdb: Duckdb;
}

async function timed(work: () => Promise<unknown>): Promise<Sample> {
  const began = performance.now();
  await work();
  const ms = performance.now() - began;
  return { perSecond: 1000 / ms, p99Ms: ms };
}

async function withSides(cluster: BenchCluster, work: (sides: Sides) => Promise<Result>): Promise<Result | Skipped> {
  if (!process.env.DUCKDB) return { skipped: noDuckdb };
  const kept = await keepAnalytics(cluster);
  const duckdb = await openDuckdb(kept);
  if (!duckdb) return { skipped: noDuckdb };
  const database = openDatabase({ url: kept.appUrl, connections: 1 });
  const owner = new pg.Client({ connectionString: kept.ownerUrl });
  await owner.connect();
  try {
    const { ratio, ...result } = await work({ kept, database, owner, duckdb });
    return { ...result, ratio: 1 / ratio };
  } finally {
    await owner.end();
    await database.close();
    duckdb.close();
  }
}

const ioOf = ({ jobs: database }: Database) => {
  const { signal } = new AbortController();
  return { database, signal, progress: () => undefined };
};

const rolled =
  'revenue_days, payer_days, growth_days, episode_days, series_days, user_days, reach_days, retention_days';

/** What both have made of a span of days: figures of which one is another are worth nothing. */
const sums = (from: string, to: string): string[] => {
  const within = `where day between date '${from}' and date '${to}'`;
  return [
    `select count(*), sum(users), sum(users * gap) from reach_days ${within}`,
    `select count(*), sum(starts), sum(completes), sum(unlocks), sum(coins) from episode_days ${within}`,
    `select count(*), sum(starts), sum(completes), sum(unlocks), sum(coins) from series_days ${within}`,
    `select sum(steps), count(*) from user_days ${within}`,
    `select sum(users), count(*) from retention_days ${within} and since in (1, 7)`,
    `select sum(payments), count(*) from revenue_days ${within}`,
  ];
};

async function mustAgree({ owner, duckdb }: Sides, from: string, to: string): Promise<void> {
  for (const text of sums(from, to)) {
    const { rows } = await owner.query<Record<string, string>>(
      text.replaceAll(/(count\(\*\)|sum\([^)]*\))/g, '$1 as "$1"'),
    );
    const [ours, theirs] = [Object.values(rows[0] ?? {}).map(Number), await duckdb.numbers(text)];
    if (ours.join() !== theirs.join()) throw new Error(`${text}: ${ours.join()} here, ${theirs.join()} in DuckDB`);
  }
}

/** The last of the days, which was never rolled up, while those before it were. */
export const rollupDay = (cluster: BenchCluster): Promise<Result | Skipped> =>
  withSides(cluster, async (sides) => {
    const { kept, database, owner, duckdb } = sides;
    const [first = '', last = ''] = [kept.days[0], kept.days.at(-1)];
    await rollUpInDuckdb(duckdb, first, last);
    const ours = async () => {
      for (const table of rolled.split(', ')) await owner.query(`delete from ${table} where day >= $1::date`, [last]);
      await owner.query(`vacuum ${rolled}`);
      return timed(() => rollUpEach(ioOf(database), [last]));
    };
    const theirs = async () => {
      await forgetInDuckdb(duckdb, last);
      return timed(() => rollUpInDuckdb(duckdb, last, last));
    };
    const result = await compare(ours, theirs, { counted: 5, warming: 1 });
    await mustAgree(sides, last, last);
    return { ...result, timeName: 'a day' };
  });

/** All of the days, of which none was rolled up. */
export const rollupBackfill = (cluster: BenchCluster): Promise<Result | Skipped> =>
  withSides(cluster, async (sides) => {
    const { kept, database, owner, duckdb } = sides;
    const [first = '', last = ''] = [kept.days[0], kept.days.at(-1)];
    const ours = async () => {
      await owner.query(`truncate ${rolled}, series_weeks`);
      return timed(() => rollUpEach(ioOf(database), kept.days));
    };
    const theirs = async () => {
      await forgetInDuckdb(duckdb, first);
      const sample = await timed(() => rollUpInDuckdb(duckdb, first, last));
      say(`  DuckDB took ${(sample.p99Ms / 1000).toFixed(1)} s`);
      return sample;
    };
    const result = await compare(ours, theirs, { counted: 3, warming: 0 });
    await mustAgree(sides, first, last);
    await owner.query(`vacuum (analyze) ${rolled}`);
    return { ...result, timeName: 'all days' };
  });

/** Who was active on a day, in a week and in a month, and who came back, from the rollups and from the rows. */
export const activeUsers = (cluster: BenchCluster): Promise<Result | Skipped> =>
  withSides(cluster, async ({ kept, database, duckdb }) => {
    const end = kept.days.at(-1) ?? '';
    const asked = { dateFrom: kept.days[0] ?? end, dateTo: end };
    const { dau, wau, mau } = await overviewOf(database.db, asked, new Date());
    const found = await activeUsersInDuckdb(duckdb, end);
    if ([dau, wau, mau].join() !== found.slice(0, 3).join())
      throw new Error(`${[dau, wau, mau].join()} here, ${found.join()} in DuckDB`);
    return compare(
      () => timed(() => overviewOf(database.db, asked, new Date())),
      () => timed(() => activeUsersInDuckdb(duckdb, end)),
      { counted: 5, warming: 1 },
    );
  });
