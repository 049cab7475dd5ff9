import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { openLeases } from '../../src/gateways/files/lease.fixture.ts';
import { newId } from '../../src/kit/id.ts';
import { makeAdminActor } from '../harness/actor.ts';
import { makeDueEpisodes, publishings } from '../harness/due-episodes.ts';
import { firstOutput, processPath } from '../harness/processes.ts';
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

function startScheduler(): ChildProcess {
  const child = spawn(process.execPath, [processPath('scheduler-process.fixture'), url], { stdio: 'ignore' });
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
  const frozen = startScheduler();
  while ((await executedCount(seriesId)) < 5) await sleep(5);
  frozen.kill('SIGSTOP');
  await sleep(200);
  const before = await executedCount(seriesId);
  expect(before, 'it was frozen in the middle').toBeLessThan(count);
  const other = startScheduler();
  await expect.poll(() => executedCount(seriesId), { timeout: takeOverMs, interval: 200 }).toBe(count);
  frozen.kill('SIGCONT');
  // It finds that its lock is lost, and that nothing is left to do.
  await sleep(3_000);
  expect([frozen.exitCode, other.exitCode]).toEqual([null, null]);
  expect(await publishings(world, seriesId)).toEqual({ 1: count });
  const { rows } = await pool.query<{ outcome: string }>(
    `select outcome from job_runs where job = 'publish_scheduler' order by started_at, attempt`,
  );
  expect(rows.map(({ outcome }) => outcome)).toEqual(['abandoned', 'succeeded']);
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
