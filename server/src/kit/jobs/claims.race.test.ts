import { expect, it } from 'vitest';
import { countLockWaiters } from '../../../test/harness/waiting.ts';
import { openWorld } from '../../../test/harness/world.ts';
import type { Tx } from '../db/database.ts';
import { claimSlot, closeAbandoned, ensureJobs, finishRun } from './sql.ts';

/** Two processes of which each takes itself for the only one that runs a job: the one before lost its lock unnoticed. */

const world = await openWorld();
const { transaction } = world.database;
const slot = new Date('2030-01-01T00:00:00Z');

/** Starts the second in a connection of its own, and ends the first once the second waits for it. */
async function meanwhile<A, B>(first: (tx: Tx, now: Date) => Promise<A>, second: (tx: Tx, now: Date) => Promise<B>) {
  let other: Promise<B> | undefined;
  const one = await transaction(async (tx, now) => {
    const done = await first(tx, now);
    other = transaction(second);
    other.catch(() => undefined);
    await expect.poll(() => countLockWaiters(world)).toBeGreaterThanOrEqual(1);
    return done;
  });
  return [one, await other] as const;
}

const runsOf = (job: string) =>
  world.database.db
    .selectFrom('job_runs')
    .select(['attempt', 'outcome'])
    .where('job', '=', job)
    .orderBy('attempt')
    .execute();

it('A slot that two claim at the same moment is given to one of them', async () => {
  await transaction((tx) => ensureJobs(tx, ['claimed']));
  const claim = (tx: Tx, now: Date) => claimSlot(tx, 'claimed', slot, now);
  expect(await meanwhile(claim, claim)).toEqual([expect.any(String), undefined]);
  expect(await runsOf('claimed')).toEqual([{ attempt: 1, outcome: 'running' }]);
});

it('A run that ends while another process takes its slot over stays abandoned', async () => {
  await transaction((tx) => ensureJobs(tx, ['taken']));
  const id = (await transaction((tx, now) => claimSlot(tx, 'taken', slot, now))) ?? '';
  await meanwhile(
    async (tx, now) => {
      await closeAbandoned(tx, 'taken', now);
      return claimSlot(tx, 'taken', slot, now);
    },
    (tx, now) => finishRun(tx, id, { outcome: 'succeeded', counts: {}, error: null }, now),
  );
  expect(await runsOf('taken')).toEqual([
    { attempt: 1, outcome: 'abandoned' },
    { attempt: 2, outcome: 'running' },
  ]);
});
