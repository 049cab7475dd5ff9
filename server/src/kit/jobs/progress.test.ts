import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, expect, it, vi } from 'vitest';
import { openWorld } from '../../../test/harness/world.ts';
import type { Connections } from '../db/database.ts';
import { newId } from '../id.ts';
import { trackProgress } from './job.ts';

const world = await openWorld();
afterEach(() => vi.useRealTimers());

it('A step that reports every item costs one statement a second, and none where nothing is new', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const writes: Promise<unknown>[] = [];
  const { jobs } = world.database;
  const transaction: Connections['transaction'] = (work) => {
    const write = jobs.transaction(work);
    writes.push(write);
    return write;
  };
  const faults: unknown[] = [];
  const progress = trackProgress({ ...jobs, transaction }, newId(), (error) => faults.push(error));
  /** Moves the timer on, and waits for what it began. */
  const pass = async (ms: number): Promise<number> => {
    vi.advanceTimersByTime(ms);
    await Promise.all(writes);
    await turn();
    return writes.length;
  };
  const reportMany = (): void => {
    for (let done = 1; done <= 1_000; done++) progress.report({ done });
  };

  progress.begin('busy');
  reportMany();
  expect(await pass(999)).toBe(0);
  expect(await pass(1)).toBe(1);
  expect(await pass(5_000)).toBe(1);
  reportMany();
  expect(await pass(1_000)).toBe(2);
  reportMany();
  progress.end();
  expect(await pass(5_000)).toBe(2);
  expect(faults).toEqual([]);
});
