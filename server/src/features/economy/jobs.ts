import type { JobStep } from '../../kit/jobs/job.ts';
import { areSumsRight, forgetSums, sumNext } from './rollup.sql.ts';
import { rollup } from './rules.ts';
import { measureZeroSum } from './sql.ts';

/**
 * Adds what moved to the sums of the days, some thousand rows at a time; where a run ends, the next one goes on. Then it
 * takes little to see whether everything adds up.
 */
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

/** Adds every row up once more, and makes the sums anew where they are not those of the rows. */
export const recountEconomy: JobStep = {
  name: 'recounted_economy',
  async run({ database, log }) {
    if (await areSumsRight(database.db)) return 0;
    log.error({}, 'rows of the ledger were changed after they were summed; the sums are made anew');
    await database.transaction((tx) => forgetSums(tx));
    return 1;
  },
};
