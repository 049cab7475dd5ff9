import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { makeAdminActor, makeRole } from '../../../test/harness/actor.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { createBarrier } from '../../kit/http/test-app.fixture.ts';
import type { JobStep } from '../../kit/jobs/job.ts';
import { createJobRunner } from '../../kit/jobs/runner.ts';

interface Progress {
  step: string;
  done: number;
  total: number | null;
  since: string;
}
interface Run {
  outcome: string;
  startedAt: string;
  startedBy: { email: string } | null;
  progress: Progress | null;
}
interface Cron {
  items: { name: string; steps: string[]; runs: Run[] }[];
}

const world = await openWorld();
await makeRole(world, 'operator', ['system:read', 'system:write']);
const operator = await makeAdminActor(world, 'operator', { name: 'Sofia' });
const log = pino({ level: 'silent' });

/** A process that runs the rollups with steps of the test's own. */
const processWith = (...steps: JobStep[]) => {
  const job = { name: 'rollups', everyMinutes: 60, description: '', steps };
  return createJobRunner({ database: world.another().database, jobs: [job], log });
};
async function newest(): Promise<Run | undefined> {
  const { body } = await operator.get<Cron>('/admin/cron');
  return body.items.find(({ name }) => name === 'rollups')?.runs[0];
}

describe('a run in progress', () => {
  it('shows its step, start, progress and total', async () => {
    const [first, second] = [createBarrier(), createBarrier()];
    const runner = processWith(
      {
        name: 'days',
        async run({ progress }) {
          for (let done = 1; done <= 250; done++) progress({ done, total: 1_000 });
          await first.pass();
          return 1_000;
        },
      },
      {
        name: 'weeks',
        async run({ progress }) {
          progress({ done: 3 });
          await second.pass();
          return 4;
        },
      },
    );
    const running = runner.runNow('rollups');
    const progress = async () => (await newest())?.progress;
    await expect.poll(progress).toMatchObject({ step: 'days', done: 250, total: 1_000 });
    const begun = (await newest())?.progress?.since;
    first.open();
    await expect.poll(progress).toMatchObject({ step: 'weeks', done: 3, total: null });
    const run = await newest();
    expect(run?.outcome).toBe('running');
    expect(new Date(run?.progress?.since ?? 0).getTime()).toBeGreaterThan(new Date(begun ?? 0).getTime());
    second.open();
    expect(await running).toMatchObject({ outcome: 'succeeded', progress: null, counts: { days: 1_000, weeks: 4 } });
    expect(await newest()).toMatchObject({ outcome: 'succeeded', progress: null });
  });

  it('shows nothing if it ends within a second', async () => {
    const quick: JobStep = {
      name: 'quick',
      async run({ progress }) {
        progress({ done: 1 });
        return 1;
      },
    };
    expect(await processWith(quick).runNow('rollups')).toMatchObject({
      outcome: 'succeeded',
      progress: null,
      startedBy: null,
    });
  });
});

it('A manual run shows the admin who started it', async () => {
  const { body } = await operator.post<Run>('/admin/cron/rollups/run');
  expect(body.startedBy).toMatchObject({ email: expect.stringContaining('@'), name: 'Sofia' });
  expect(await newest()).toMatchObject({ outcome: 'succeeded', startedBy: body.startedBy });
});

it('The steps of a job are listed in execution order', async () => {
  const { body } = await operator.get<Cron>('/admin/cron');
  expect(body.items.find(({ name }) => name === 'media_sync')?.steps).toEqual([
    'retried_webhooks',
    'stuck_assets',
    'sealed_in_blocks',
  ]);
  expect(body.items.find(({ name }) => name === 'housekeeping')?.steps.at(0)).toBe('elapsed_suspensions');
});
