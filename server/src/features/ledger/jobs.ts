import { isTimeout } from '../../kit/db/faults.ts';
import type { JobIo, JobStep } from '../../kit/jobs/job.ts';
import { proveNext, recheckBreaks } from './proof.sql.ts';
import { proof } from './rules.ts';

/** Runs a batch, halving its size on each statement timeout, and returns the size that succeeded. */
async function halveOnTimeout<T>(size: number, work: (size: number) => Promise<T>): Promise<{ size: number; done: T }> {
  try {
    return { size, done: await work(size) };
  } catch (error) {
    if (!isTimeout(error) || size === 1) throw error;
    return halveOnTimeout(Math.ceil(size / 2), work);
  }
}

/** Proves the events since the last proof in batches. Broken events are rechecked separately, so that they block nothing. */
export const proveLedger: JobStep = {
  name: 'proved_ledger_events',
  async run({ database, signal }) {
    const failed = await recheck(database).then(
      () => [],
      (error: unknown) => [error],
    );
    const proved = await proveForward({ database, signal });
    for (const error of failed) throw error;
    return proved;
  },
};

const recheck = (database: JobIo['database']) =>
  halveOnTimeout(proof.maxBreaks, (size) => database.transaction((tx) => recheckBreaks(tx, size)));

async function proveForward({ database, signal }: Pick<JobIo, 'database' | 'signal'>): Promise<number> {
  let proved = 0;
  let next: number = proof.batch;
  for (let batches = 0; batches < proof.maxBatches && !signal.aborted; batches++) {
    const { size, done } = await halveOnTimeout(next, (most) => database.transaction((tx) => proveNext(tx, most)));
    proved += done.events;
    if (!done.more) break;
    next = size;
  }
  return proved;
}
