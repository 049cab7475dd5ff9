import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { makeAdminActor } from '../harness/actor.ts';
import { makeDueEpisodes, publishings } from '../harness/due-episodes.ts';
import { testCount } from '../harness/long-form.ts';
import { processPath } from '../harness/processes.ts';
import { openWorld } from '../harness/world.ts';

/** `SCHEDULES=3000` is the long form. */
const count = Number(process.env.SCHEDULES ?? 120);
/** Two are enough to meet; a start costs more than what a process then does. */
const atOnce = testCount(2, { long: 3 });

const world = await openWorld();
const { pool } = world.database;
const admin = await makeAdminActor(world, 'content_manager');

const makeDue = (): Promise<string> => makeDueEpisodes(world, admin.id, count);

const executedIn = async (seriesId: string): Promise<number> => {
  const { rowCount } = await pool.query(
    `select from publish_schedules p join episodes e on e.id = p.ref_id
     where e.series_id = $1 and p.status = 'executed' and e.status = 'published'`,
    [seriesId],
  );
  return rowCount ?? 0;
};

const startScheduler = (): ChildProcess => {
  const url = world.server.url('app', world.databaseName);
  return spawn(process.execPath, [processPath('scheduler-process.fixture'), url], { stdio: 'ignore' });
};

it(`Several processes publish ${count} due episodes in one tick, each once`, { timeout: 180_000 }, async () => {
  const seriesId = await makeDue();
  await world.clock.stopAt('2035-01-01T00:00:30Z');
  const processes = Array.from({ length: atOnce }, startScheduler);
  try {
    while ((await executedIn(seriesId)) < count) await sleep(100);
    // Whoever came late must find nothing to do.
    await sleep(2_000);
  } finally {
    for (const child of processes) child.kill('SIGKILL');
    await world.clock.shift('0');
  }
  expect(await publishings(world, seriesId)).toEqual({ 1: count });
  const { rows } = await pool.query(`select outcome, counts from job_runs where job = 'publish_scheduler'`);
  expect(rows).toMatchObject([{ outcome: 'succeeded', counts: { due_schedules: count } }]);
});

it('Processes that are killed in the middle lose no schedule and repeat none', { timeout: 180_000 }, async () => {
  const seriesId = await makeDue();
  await world.clock.stopAt('2035-01-02T00:00:30Z');
  const processes = Array.from({ length: atOnce }, startScheduler);
  try {
    // Of three, two are killed first and then all: the one at work is among them.
    const marks = [count / 15, count / 3];
    for (const mark of marks.slice(0, testCount(1, { long: 2 }))) {
      while ((await executedIn(seriesId)) < mark) await sleep(5);
      for (const child of processes.splice(0, 2)) child.kill('SIGKILL');
      processes.push(startScheduler());
    }
    while ((await executedIn(seriesId)) < count) await sleep(50);
  } finally {
    for (const child of processes) child.kill('SIGKILL');
    await world.clock.shift('0');
  }
  expect(await publishings(world, seriesId)).toEqual({ 1: count });
  const { rows } = await pool.query<{ outcome: string }>(
    `select outcome from job_runs where job = 'publish_scheduler' and slot >= '2035-01-02' order by attempt`,
  );
  expect(rows.map(({ outcome }) => outcome)).toContain('abandoned');
});
