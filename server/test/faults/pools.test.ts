import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { pino } from 'pino';
import { Type } from 'typebox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, type Db, openDatabase } from '../../src/kit/db/database.ts';
import { createBarrier, serveTestApp, strictEndpoint } from '../../src/kit/http/test-app.fixture.ts';
import type { Job, JobIo } from '../../src/kit/jobs/job.ts';
import { createJobRows, createJobRunner } from '../../src/kit/jobs/runner.ts';
import { openWorld } from '../harness/world.ts';

/** Requests, jobs and reports each have connections and limits of their own, so that none holds up another. */

const world = await openWorld();
const url = world.server.url('app', world.databaseName);
const log = pino({ level: 'silent' });

const opened = new Set<Database>();
/** Another process's worth of connections, with limits that a test can reach. */
function open(limits: Parameters<typeof openDatabase>[0]['limits'] = {}): Database {
  const database = openDatabase({ url, limits });
  opened.add(database);
  return database;
}
async function close(database: Database): Promise<void> {
  opened.delete(database);
  await database.close();
}

let watcher: pg.Client;
beforeAll(async () => {
  watcher = new pg.Client({ connectionString: world.server.url('superuser', world.databaseName) });
  await watcher.connect();
});
afterAll(async () => {
  await Promise.all([...opened].map(close));
  await watcher.end();
});

const asleep = async () =>
  (await watcher.query(`select from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()`))
    .rowCount;
const slowly = (db: Db, seconds = 60) => sql`select pg_sleep(${seconds})`.execute(db);

let count = 0;
async function createTestJob(run: (io: JobIo) => Promise<number>): Promise<Job> {
  const job = { name: `pooled ${++count}`, everyMinutes: 1, description: '', steps: [{ name: 'work', run }] };
  await createJobRows(world.database, [job]);
  return job;
}
const runnerOf = (database: Database, jobs: readonly Job[], stopMs = 500) =>
  createJobRunner({ database, jobs, log, stopMs });
const outcomesOf = async (job: Job) =>
  (
    await sql<{ outcome: string }>`select outcome from job_runs where job = ${job.name} order by attempt`.execute(
      world.database.db,
    )
  ).rows.map(({ outcome }) => outcome);

/** Ticks as the next process, which runs the slot once PostgreSQL has noticed that the former connection is closed. */
function nextProcess(job: Job): () => Promise<string[]> {
  const runner = runnerOf(open(), [job]);
  return async () => {
    await runner.tick();
    return outcomesOf(job);
  };
}

describe('the connections of a service that was told nothing else', () => {
  const limitsOf = async (db: Db) =>
    (
      await sql<{ limit: string }>`
        select current_setting(name) as limit
        from unnest(array['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']) name`.execute(db)
    ).rows.map(({ limit }) => limit);

  it('cut requests short, and give jobs and reports their time', async () => {
    const database = open();
    expect(await limitsOf(database.db)).toEqual(['5s', '2s', '10s']);
    expect(await limitsOf(database.jobs.db)).toEqual(['1min', '10s', '20s']);
    expect(await limitsOf(database.reports.db)).toEqual(['10min', '10s', '1min']);
  });
});

describe('while every connection of the jobs is busy with a slow statement', () => {
  const shape = { summary: '', access: 'signed_in', reply: Type.Object({ n: Type.Integer() }) } as const;
  const one = async (db: Db) => ({ n: (await sql`select 1`.execute(db)).rows.length });
  const endpoints = [
    strictEndpoint({ ...shape, method: 'GET', url: '/look', run: ({ db }) => one(db) }),
    strictEndpoint({ ...shape, method: 'POST', url: '/change', run: ({ tx }) => one(tx) }),
  ];

  it('requests are answered, and the statements can be cancelled', async () => {
    const database = open({ requests: { connections: 4, waitMs: 500, statementMs: 60_000 }, jobs: { connections: 4 } });
    const service = serveTestApp(world, database, endpoints);
    const busy = Array.from({ length: 4 }, () => slowly(database.jobs.db));
    const settled = Promise.allSettled(busy);
    await expect.poll(asleep).toBe(4);
    expect(await service.call('GET /look')).toMatchObject({ status: 200, body: { n: 1 } });
    expect(await service.call('POST /change')).toMatchObject({ status: 200, body: { n: 1 } });
    await database.jobs.cancel();
    expect(await settled).toMatchObject(busy.map(() => ({ status: 'rejected', reason: { code: '57014' } })));
    await service.app.close();
  });
});

describe('a job', () => {
  it('may take longer for a statement than a request may', async () => {
    const database = open({ requests: { statementMs: 100 } });
    await expect(slowly(database.db, 0.4)).rejects.toMatchObject({ code: '57014' });
    const job = await createTestJob(async (io) => (await slowly(io.database.db, 0.4)).rows.length);
    expect(await runnerOf(database, [job]).runNow(job.name)).toMatchObject({ outcome: 'succeeded' });
  });

  it('runs while all connections of requests are taken', async () => {
    const database = open({ requests: { connections: 2, waitMs: 200 } });
    const held = [await database.pool.connect(), await database.pool.connect()];
    await expect(sql`select 1`.execute(database.db)).rejects.toThrow('timeout exceeded');
    const job = await createTestJob(async (io) => (await sql`select 1`.execute(io.database.db)).rows.length);
    expect(await runnerOf(database, [job]).runNow(job.name)).toMatchObject({ counts: { work: 1 } });
    for (const client of held) client.release();
  });

  it('finds a connection for its work however many others are running', async () => {
    const database = open({ jobs: { connections: 2, waitMs: 5_000 } });
    const all = createBarrier();
    let begun = 0;
    const work = async (io: JobIo): Promise<number> => {
      if (++begun === 6) all.open();
      await all.pass();
      return (await sql`select 1`.execute(io.database.db)).rows.length;
    };
    const jobs = await Promise.all(Array.from({ length: 6 }, () => createTestJob(work)));
    const runner = runnerOf(database, jobs);
    const runs = await Promise.all(jobs.map(({ name }) => runner.runNow(name)));
    expect(runs.map(({ outcome, counts }) => [outcome, counts.work])).toEqual(jobs.map(() => ['succeeded', 1]));
  });

  it('whose lock is lost is asked to stop, and its slot is run again', async () => {
    const database = open();
    const begun = createBarrier();
    let asked = 0;
    const job = await createTestJob(async ({ signal }) => {
      if (asked++ > 0) return 7;
      void begun.pass();
      while (!signal.aborted) await sleep(5);
      return 0;
    });
    const runner = runnerOf(database, [job]);
    const first = runner.tick();
    await begun.reached;
    await watcher.query(
      `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory'
        and database = (select oid from pg_database where datname = current_database())`,
    );
    await first;
    await runner.tick();
    expect(await outcomesOf(job)).toEqual(['abandoned', 'succeeded']);
  });
});

describe('a stop', () => {
  it('asks a step to end, and waits for that', async () => {
    const database = open();
    const begun = createBarrier();
    const job = await createTestJob(async ({ signal, database: { db } }) => {
      void begun.pass();
      while (!signal.aborted) await sql`select 1`.execute(db);
      return 3;
    });
    const runner = runnerOf(database, [job], 30_000);
    const ticking = runner.tick();
    await begun.reached;
    await runner.stop();
    await ticking;
    expect(await outcomesOf(job)).toEqual(['abandoned']);
  });

  it('cancels the statement of a step that does not end, and the next process runs the slot', async () => {
    const database = open();
    let runs = 0;
    const job = await createTestJob(async (io) => {
      if (runs++ > 0) return 7;
      await slowly(io.database.db);
      return 0;
    });
    const runner = runnerOf(database, [job]);
    const ticking = runner.tick();
    await expect.poll(asleep).toBe(1);
    await runner.stop();
    await ticking;
    expect(await asleep()).toBe(0);
    await close(database);
    await expect.poll(nextProcess(job)).toEqual(['abandoned', 'succeeded']);
  });

  it('leaves a step behind that waits for the world outside, and the next process runs the slot', async () => {
    const database = open();
    const begun = createBarrier();
    let runs = 0;
    const job = await createTestJob(async () => {
      if (runs++ > 0) return 7;
      void begun.pass();
      return new Promise<number>(() => {});
    });
    const runner = runnerOf(database, [job], 100);
    void runner.tick();
    await begun.reached;
    await runner.stop();
    await close(database);
    await expect.poll(nextProcess(job)).toEqual(['abandoned', 'succeeded']);
  });
});

describe('a report', () => {
  it('may take longer than a request, reads while requests have no connection, and writes nothing', async () => {
    const database = open({ requests: { connections: 1, statementMs: 100, waitMs: 200 } });
    const held = await database.pool.connect();
    await slowly(database.reports.db, 0.4);
    const writing = sql`update jobs set enabled = false`.execute(database.reports.db);
    await expect(writing).rejects.toMatchObject({ code: '25006' });
    held.release();
  });

  it('is read from the replica where there is one', async () => {
    const elsewhere = `world_${process.pid}_replica`;
    await world.server.createDatabase(elsewhere);
    const database = openDatabase({ url, readUrl: world.server.url('app', elsewhere) });
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(database.reports.db);
    expect(rows).toEqual([{ name: elsewhere }]);
    await database.close();
    await world.server.dropDatabase(elsewhere);
  });
});

it('What is committed is on disk, whatever a setting of the login says', async () => {
  const login = new URL(url).username;
  const name = `"${world.databaseName}"`;
  await watcher.query(`alter role "${login}" in database ${name} set synchronous_commit = off`);
  await watcher.query(`alter database ${name} set synchronous_commit = off`);
  const database = open();
  const settings = [database.pool, database.jobs.pool, database.reports.pool].map(async (pool) => {
    const { rows } = await pool.query<{ synchronous_commit: string }>('show synchronous_commit');
    return rows[0]?.synchronous_commit;
  });
  expect(await Promise.all(settings)).toEqual(['on', 'on', 'on']);
  await close(database);
});
