import { type ChildProcess, spawn } from 'node:child_process';
import { expect, it, onTestFinished } from 'vitest';
import { openLeases } from '../../src/gateways/files/lease.fixture.ts';
import { newId } from '../../src/kit/id.ts';
import { makeAdminActor } from '../harness/actor.ts';
import { makeDueEpisodes, publishings } from '../harness/due-episodes.ts';
import { firstOutput, processPath } from '../harness/processes.ts';
import { countLockWaiters } from '../harness/waiting.ts';
import { openWorld } from '../harness/world.ts';

/** A process that is stopped while it holds a lock, as a paused virtual machine is, and goes on much later. */

const world = await openWorld();
const { pool } = world.database;
const admin = await makeAdminActor(world, 'content_manager');
const url = world.server.url('app', world.databaseName);
/** Within a minute; the database ends the session of the frozen process after 20 seconds. */
const takeOverMs = 60_000;

function killAfterTest(child: ChildProcess): void {
  onTestFinished(() => void child.kill('SIGKILL'));
}

function startScheduler() {
  const child = spawn(process.execPath, [processPath('scheduler-process.fixture'), url], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  killAfterTest(child);
  return child;
}

const executedCount = async (seriesId: string): Promise<number> => {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*) from publish_schedules p join episodes e on e.id = p.ref_id
     where e.series_id = $1 and p.status = 'executed'`,
    [seriesId],
  );
  return rows[0]?.count ?? 0;
};

it('A job whose process is frozen is taken over, and nothing is done twice when it goes on', {
  timeout: 300_000,
}, async () => {
  const count = 300;
  const seriesId = await makeDueEpisodes(world, admin.id, count);
  await world.clock.stopAt('2035-01-03T00:00:30Z');
  onTestFinished(() => world.clock.shift('0'));
  const blocker = await pool.connect();
  onTestFinished(() => blocker.release());
  await blocker.query('begin');
  await blocker.query('select from episodes where series_id = $1 and episode_number = $2 for update', [seriesId, 100]);
  const frozen = startScheduler();
  await expect.poll(() => countLockWaiters(world), { timeout: 60_000 }).toBeGreaterThan(0);
  frozen.kill('SIGSTOP');
  await blocker.query('rollback');
  expect(await executedCount(seriesId), 'it was frozen in the middle').toBeLessThan(count);
  const other = startScheduler();
  const outcomes = async () => {
    const { rows } = await pool.query<{ outcome: string }>(
      `select outcome from job_runs where job = 'publish_scheduler' order by started_at, attempt`,
    );
    return rows.map(({ outcome }) => outcome);
  };
  await expect.poll(() => executedCount(seriesId), { timeout: takeOverMs, interval: 200 }).toBe(count);
  await expect.poll(outcomes, { timeout: 60_000 }).toEqual(['abandoned', 'succeeded']);
  const resumed = firstOutput(frozen);
  frozen.kill('SIGCONT');
  expect(await resumed).toBe('resumed');
  // Alone with the next slot, it runs that one too: the lost lock has ended the run before.
  other.kill('SIGKILL');
  await world.clock.stopAt('2035-01-03T00:01:30Z');
  await expect.poll(outcomes, { timeout: 60_000 }).toEqual(['abandoned', 'succeeded', 'succeeded']);
  expect(frozen.exitCode).toBeNull();
  expect(await publishings(world, seriesId)).toEqual({ 1: count });
});

it('A lease whose process is frozen goes to another, and the frozen one notices', { timeout: 300_000 }, async () => {
  const name = newId();
  const child = spawn(process.execPath, [processPath('lease-process.fixture'), url, name], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  killAfterTest(child);
  expect(await firstOutput(child)).toBe('held');
  let output = '';
  child.stdout.on('data', (text: string) => {
    output += text;
  });
  const { leases, close } = openLeases(url);
  onTestFinished(close);
  child.kill('SIGSTOP');
  const take = async () => (await leases.alone(name, async () => 'taken'))?.result;
  expect(await take()).toBeUndefined();
  await expect.poll(take, { timeout: takeOverMs, interval: 500 }).toBe('taken');
  expect(output).toBe('');
  child.kill('SIGCONT');
  await expect.poll(() => output, { timeout: 30_000 }).toBe('lost\n');
});
