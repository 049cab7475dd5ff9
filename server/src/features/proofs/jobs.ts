import { setTimeout as sleep } from 'node:timers/promises';
import type { JobIo, JobStep } from '../../kit/jobs/job.ts';
import { type Chain, chains, checking, sealing } from './rules.ts';
import { checkBlocks, sealBlock } from './sql.ts';

/** Seals what is over in blocks. Where a run ends, for whatever reason, the next one goes on. */
export const sealHistory: JobStep = {
  name: 'sealed_in_blocks',
  async run(io) {
    let sealed = 0;
    for (const chain of chains) sealed += await sealChain(chain, io);
    return sealed;
  },
};

async function sealChain(chain: Chain, { database, signal }: Pick<JobIo, 'database' | 'signal'>): Promise<number> {
  let total = 0;
  let waits = 0;
  for (let blocks = 0; blocks < sealing.maxBlocks && !signal.aborted; ) {
    const { sealed, more } = await database.transaction((tx) => sealBlock(tx, chain, sealing.blockSize));
    total += sealed;
    if (!more) break;
    if (sealed > 0) blocks++;
    else if (++waits > sealing.waits) break;
    else await sleep(sealing.waitMs);
  }
  return total;
}

/** Looks at some of the blocks again, so that a change in the past is found without anyone asking. */
export const checkHistory: JobStep = {
  name: 'checked_blocks',
  async run({ database, signal }) {
    let checked = 0;
    for (const chain of chains) {
      if (signal.aborted) break;
      checked += await database.transaction((tx) => checkBlocks(tx, chain, checking.events));
    }
    return checked;
  },
};
