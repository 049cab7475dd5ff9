import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import type { Job } from '../../src/kit/jobs/job.ts';
import { createJobRows, createJobRunner } from '../../src/kit/jobs/runner.ts';
import { testCount } from '../harness/long-form.ts';
import { processPath } from '../harness/processes.ts';
import { openWorld } from '../harness/world.ts';

const world = await openWorld();
const processes = [world, world.another(), world.another()];

const log = pino({ level: 'silent' });
const runnersOf = (job: Job) => processes.map(({ database }) => createJobRunner({ database, jobs: [job], log }));

interface Run {
  slot: Date | null;
  attempt: number;
  outcome: string;
  counts: Record<string, number>;
  error: string | null;
}

const runsOf = async (job: string): Promise<Run[]> =>
  (
    await sql<Run>`select slot, attempt, outcome, counts, error from job_runs where job = ${job} order by started_at, attempt`.execute(
      world.database.db,
    )
  ).rows;

async function createTestJob(name: string, run: () => Promise<number>): Promise<Job> {
  const job = { name, everyMinutes: 1, description: '', steps: [{ name: 'work', run }] };
  await createJobRows(world.database, [job]);
  return job;
}

it('Three processes run each of many slots once', async () => {
  const slots = testCount(10, { long: 32 });
  let done = 0;
  const runners = runnersOf(await createTestJob('counted', async () => ++done));
  for (let minute = 0; minute < slots; minute++) {
    await world.clock.stopAt(`2030-01-01T00:${String(minute).padStart(2, '0')}:01Z`);
    await Promise.all(runners.flatMap((runner) => [runner.tick(), runner.tick()]));
  }
  await world.clock.shift('0');
  expect(done).toBe(slots);
  const runs = await runsOf('counted');
  expect(runs.map(({ outcome, attempt }) => `${outcome} ${attempt}`)).toEqual(Array(slots).fill('succeeded 1'));
  expect(new Set(runs.map(({ slot }) => slot?.getTime())).size).toBe(slots);
});

it('A job whose process is killed is seen as abandoned, and its slot is run again by another', async () => {
  let done = 0;
  const job = await createTestJob('killed', async () => ++done);
  const url = world.server.url('app', world.databaseName);
  await world.clock.stopAt('2030-01-02T00:00:01Z');
  const child = spawn(process.execPath, [processPath('job-process.fixture'), url, job.name], { stdio: 'ignore' });
  try {
    while ((await runsOf(job.name)).length === 0) await sleep(20);
    const [runner] = runnersOf(job);
    await runner?.tick();
    expect(done, 'nobody runs what is under way').toBe(0);
    child.kill('SIGKILL');
    while (done === 0) {
      await runner?.tick();
      await sleep(20);
    }
  } finally {
    child.kill('SIGKILL');
    await world.clock.shift('0');
  }
  expect(await runsOf(job.name)).toMatchObject([
    { outcome: 'abandoned', attempt: 1 },
    { outcome: 'succeeded', attempt: 2 },
  ]);
});

it('Running a job by hand waits for the run that is under way; they never overlap', async () => {
  let running = 0;
  let most = 0;
  const job = await createTestJob('slow', async () => {
    most = Math.max(most, ++running);
    await sleep(60);
    return --running;
  });
  const runners = runnersOf(job);
  const byHand = runners.flatMap((runner) => [runner.runNow(job.name), runner.runNow(job.name)]);
  const answers = await Promise.all([...byHand, ...runners.map((runner) => runner.tick())]);
  expect(most).toBe(1);
  expect(answers.slice(0, 6)).toMatchObject(Array(6).fill({ outcome: 'succeeded', slot: null }));
});

it('A step that fails is told, and keeps no other step from running', async () => {
  const failing = { name: 'failing', run: () => Promise.reject(new Error('out of paper')) };
  const job = {
    ...(await createTestJob('partly', async () => 7)),
    steps: [failing, { name: 'fine', run: async () => 7 }],
  };
  const [runner] = runnersOf(job);
  expect(await runner?.runNow('partly')).toMatchObject({
    outcome: 'failed',
    counts: { fine: 7 },
    error: 'failing: out of paper',
  });
});

it('Stopping waits for the run that is under way', async () => {
  let ended = false;
  const job = await createTestJob('stopping', async () => {
    await sleep(100);
    ended = true;
    return 1;
  });
  const [runner] = runnersOf(job);
  const ticking = runner?.tick();
  while ((await runsOf('stopping')).length === 0) await sleep(5);
  await runner?.stop();
  expect(ended).toBe(true);
  await ticking;
});
