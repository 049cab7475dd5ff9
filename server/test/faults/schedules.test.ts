import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { newId } from '../../src/kit/id.ts';
import { makeAdminActor } from '../harness/actor.ts';
import { makeSeries } from '../harness/catalog.ts';
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

/** Episodes whose moment has passed. */
async function makeDue(): Promise<string> {
  const seriesId = await makeSeries(world, 'published');
  const ids = Array.from({ length: count }, newId);
  await pool.query(
    `insert into episodes (id, series_id, episode_number, title, status)
     select id, $2, n, 'Episode ' || n, 'scheduled' from unnest($1::uuid[]) with ordinality as t (id, n)`,
    [ids, seriesId],
  );
  await pool.query(
    `insert into publish_schedules (id, ref_type, ref_id, action, run_at, created_by)
     select gen_random_uuid(), 'episode', id, 'publish', '2020-01-01', $2 from unnest($1::uuid[]) as t (id)`,
    [ids, admin.id],
  );
  return seriesId;
}

const executedIn = async (seriesId: string): Promise<number> => {
  const { rowCount } = await pool.query(
    `select from publish_schedules p join episodes e on e.id = p.ref_id
     where e.series_id = $1 and p.status = 'executed' and e.status = 'published'`,
    [seriesId],
  );
  return rowCount ?? 0;
};

/** How often each episode was published, by the record. Counted here: the new rows have no statistics to join by. */
async function publishings(seriesId: string): Promise<Record<string, number>> {
  const episodes = await pool.query<{ id: string }>('select id from episodes where series_id = $1', [seriesId]);
  const record = await pool.query<{ id: string }>(
    `select target_id as id from audit_log where action = 'episode.publish'`,
  );
  const times = new Map(episodes.rows.map(({ id }) => [id, 0]));
  for (const { id } of record.rows) if (times.has(id)) times.set(id, (times.get(id) ?? 0) + 1);
  const counted: Record<string, number> = {};
  for (const often of times.values()) counted[often] = (counted[often] ?? 0) + 1;
  return counted;
}

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
  expect(await publishings(seriesId)).toEqual({ 1: count });
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
  expect(await publishings(seriesId)).toEqual({ 1: count });
  const { rows } = await pool.query<{ outcome: string }>(
    `select outcome from job_runs where job = 'publish_scheduler' and slot >= '2035-01-02' order by attempt`,
  );
  expect(rows.map(({ outcome }) => outcome)).toContain('abandoned');
});
