import { setTimeout as sleep } from 'node:timers/promises';
import type { Connections } from '../../kit/db/database.ts';
import { type Chain, chains, sealing } from './blocks.rules.ts';
import { sealBlock } from './blocks.sql.ts';

/** Seals what is over in blocks, and says how much that was. Where it ends, for whatever reason, the next call goes on. */
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
