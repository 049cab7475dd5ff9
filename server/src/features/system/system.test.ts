import { sql } from 'kysely';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { makeAdminActor, makeRole } from '../../../test/harness/actor.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { jobsOf } from '../../jobs.ts';
import { createBus } from '../../kit/bus.ts';
import { newId } from '../../kit/id.ts';
import { createJobRunner } from '../../kit/jobs/runner.ts';

interface Cron {
  items: {
    name: string;
    everyMinutes: number;
    enabled: boolean;
    nextRunAt: string | null;
    runs: { outcome: string; counts: object }[];
  }[];
}

const world = await openWorld();
await makeRole(world, 'operator', ['system:read', 'system:write']);
const operator = await makeAdminActor(world, 'operator');

describe('jobs', () => {
  it('The five jobs are listed with interval and next run', async () => {
    const { body } = await operator.get<Cron>('/admin/cron');
    expect(body.items.map(({ name, everyMinutes }) => [name, everyMinutes])).toEqual([
      ['publish_scheduler', 1],
      ['media_sync', 1],
      ['push_dispatch', 1],
      ['rollups', 60],
      ['housekeeping', 5],
    ]);
    expect(body.items.every(({ nextRunAt }) => nextRunAt !== null)).toBe(true);
  });

  it('A job can be run by hand, and returns its result', async () => {
    await sql`insert into idempotency_keys (caller, key, fingerprint, status, headers, body, created_at)
      values ('x', 'old', '', 200, '[]', '{}', clock() - interval '25 hours')`.execute(world.database.db);
    const { body } = await operator.post('/admin/cron/housekeeping/run');
    expect(body).toMatchObject({ outcome: 'succeeded', slot: null, counts: { old_idempotency_keys: 1 } });
    const cron = await operator.get<Cron>('/admin/cron');
    expect(cron.body.items.find(({ name }) => name === 'housekeeping')?.runs[0]).toMatchObject({
      outcome: 'succeeded',
    });
  });

  it('A paused job does not run on schedule until it is resumed', async () => {
    expect((await operator.put('/admin/cron/rollups', { enabled: false })).body).toMatchObject({
      enabled: false,
      nextRunAt: null,
    });
    await world.runner.tick();
    expect(await runsOf('rollups')).toBe(0);
    await operator.put('/admin/cron/rollups', { enabled: true });
    await world.runner.tick();
    expect(await runsOf('rollups')).toBe(1);
  });

  it('A resumed job that is due runs at once, on any process', async () => {
    const { database, server, databaseName, media, push } = world;
    await operator.put('/admin/cron/push_dispatch', { enabled: false });
    await sql`delete from job_runs where job = 'push_dispatch'`.execute(database.db);
    const bus = createBus({ url: server.url('app', databaseName) });
    const jobs = jobsOf(media, push).filter(({ name }) => name === 'push_dispatch');
    const never = 3_600_000;
    const runner = createJobRunner({ database, jobs, log: pino({ level: 'silent' }), bus, tickEveryMs: never });
    bus.start();
    runner.start();
    await expect.poll(() => bus.isConnected).toBe(true);
    await operator.put('/admin/cron/push_dispatch', { enabled: true });
    await expect.poll(() => runsOf('push_dispatch')).toBe(1);
    await runner.stop();
    await bus.stop();
  });

  it('An unknown job is not found, a run has no dry run, and requires system:write', async () => {
    expect((await operator.post('/admin/cron/nothing/run')).status).toBe(404);
    expect((await operator.put('/admin/cron/nothing', { enabled: true })).status).toBe(404);
    expect((await operator.post('/admin/cron/rollups/run?dryRun=true')).body).toMatchObject({
      error: 'validation_failed',
      details: [{ path: 'dryRun' }],
    });
    await makeRole(world, 'watcher', ['system:read']);
    const watcher = await makeAdminActor(world, 'watcher');
    expect((await watcher.post('/admin/cron/rollups/run')).status).toBe(403);
    expect((await watcher.get('/admin/cron')).status).toBe(200);
  });

  it('A run is audited only if it changed something', async () => {
    const entries = async () =>
      (
        await world.database.pool.query<{ after: unknown }>(
          `select after from audit_log where action = 'job.run' order by id`,
        )
      ).rows;
    await operator.post('/admin/cron/housekeeping/run');
    const before = await entries();
    expect((await operator.post('/admin/cron/housekeeping/run')).status).toBe(200);
    expect(await entries()).toEqual(before);
    await world.database.pool.query(
      `insert into idempotency_keys (caller, key, fingerprint, status, body, headers, created_at)
       values ('x', 'y', '\\x00', 200, '', '[]', clock() - interval '3 days')`,
    );
    await operator.post('/admin/cron/housekeeping/run');
    expect((await entries()).slice(before.length)).toMatchObject([{ after: { outcome: 'succeeded' } }]);
  });

  it('An outdated edit of a job is refused', async () => {
    const answer = await operator.put('/admin/cron/rollups', { enabled: false }, { headers: { 'if-match': '"999"' } });
    expect(answer.status).toBe(412);
  });
});

async function runsOf(job: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from job_runs where job = ${job}`.execute(
    world.database.db,
  );
  return rows[0]?.n ?? 0;
}

describe('outbox messages', () => {
  it('A dead letter is listed and resent; others are refused', async () => {
    const id = newId();
    await sql`insert into outbox (id, topic, payload, status, attempts, last_error)
      values (${id}, 'test', '{}', 'dead', 10, 'no answer')`.execute(world.database.db);
    const { body } = await operator.get<{ items: object[] }>('/admin/outbox?status=dead');
    expect(body.items).toMatchObject([{ id, status: 'dead', lastError: 'no answer', allowed: ['retry'] }]);
    expect((await operator.post(`/admin/outbox/${id}/retry`)).body).toMatchObject({ status: 'waiting', attempts: 0 });
    expect((await operator.post(`/admin/outbox/${id}/retry`)).body).toMatchObject({
      error: 'invalid_transition',
      currentState: 'waiting',
      allowed: [],
    });
  });
});
