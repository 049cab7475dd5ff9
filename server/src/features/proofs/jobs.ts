import type { JobStep } from '../../kit/jobs/job.ts';
import { sealAll } from './actions.ts';
import { chains, checking } from './rules.ts';
import { checkBlocks, measureChains } from './sql.ts';

export const sealHistory: JobStep = {
  name: 'sealed_in_blocks',
  changesNothing: true,
  async run({ database, signal }) {
    const sealed = await sealAll(database, signal);
    await database.transaction((tx, now) => measureChains(tx, now));
    return sealed;
  },
};

/** Looks at some of the blocks again, so that a change in the past is found without anyone asking. */
export const checkHistory: JobStep = {
  name: 'checked_blocks',
  changesNothing: true,
  async run({ database, signal }) {
    let checked = 0;
    for (const chain of chains) {
      if (signal.aborted) break;
      checked += await database.transaction((tx) => checkBlocks(tx, chain, checking.events));
    }
    return checked;
  },
};
