import { setTimeout as sleep } from 'node:timers/promises';
import type { Connections } from '../../kit/db/database.ts';
import { inChunks } from '../../kit/jobs/chunks.ts';
import type { JobStep } from '../../kit/jobs/job.ts';
import { checkBlocks, measureChains, sealBlock } from './blocks.sql.ts';
import { type Chain, chains, checking, sealing } from './rules.ts';
import { numberEntries } from './sql.ts';

/** Numbers entries from before numbers were introduced, so that they are sealed too. */
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

/** Checks some blocks again, to detect changes of the past. */
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

/** Seals what is final, and returns how many items that was. Can be interrupted; the next call continues. */
export async function sealAll(database: Connections, signal?: AbortSignal): Promise<number> {
  let sealed = 0;
  for (const chain of chains) sealed += await sealChain(chain, database, signal);
  return sealed;
}

async function sealChain(chain: Chain, database: Connections, signal: AbortSignal | undefined): Promise<number> {
  let total = 0;
  let waits = 0;
  for (let blocks = 0; blocks < sealing.maxBlocks && !signal?.aborted; ) {
    const { sealed, more } = await database.transaction((tx) => sealBlock(tx, chain, sealing.blockSize));
    total += sealed;
    if (!more) break;
    if (sealed > 0) blocks++;
    else if (++waits > sealing.waits) break;
    else await sleep(sealing.waitMs);
  }
  return total;
}
