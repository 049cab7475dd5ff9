import type { JobStep } from '../../kit/jobs/job.ts';
import { rollup } from './rules.ts';
import { areSumsRight, deleteSums, measureZeroSum, sumNext } from './sql.ts';

/** Adds new ledger rows to the daily sums in batches; the next run continues. Then checks whether the ledger sums to zero. */
export const sumEconomy: JobStep = {
  name: 'summed_ledger_rows',
  async run({ database, signal, progress }) {
    let done = 0;
    for (let batches = 0; batches < rollup.maxBatches && !signal.aborted; batches++) {
      const { rows, more } = await database.transaction((tx) => sumNext(tx, rollup.batch));
      done += rows;
      progress({ done });
      if (!more) break;
    }
    await database.transaction((tx, now) => measureZeroSum(tx, now));
    return done;
  },
};

/** Compares the sums with all rows, and deletes them if they differ, so that they are computed again. */
export const recountEconomy: JobStep = {
  name: 'recounted_economy',
  async run({ database, log }) {
    if (await areSumsRight(database.db)) return 0;
    log.error({}, 'ledger rows were changed after they were summed; computing the sums again');
    await database.transaction((tx) => deleteSums(tx));
    return 1;
  },
};
