import { inChunks } from '../../kit/jobs/chunks.ts';
import type { JobStep } from '../../kit/jobs/job.ts';
import { sealAll } from './blocks.actions.ts';
import { chains, checking } from './blocks.rules.ts';
import { checkBlocks, measureChains } from './blocks.sql.ts';
import { numberEntries } from './sql.ts';

/** Entries from before they had numbers get theirs, so that they are sealed too. */
export const numberOldEntries: JobStep = {
  name: 'numbered_audit_entries',
  run: (io) => inChunks(io, (tx, _now, size) => numberEntries(tx, size)),
};

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
