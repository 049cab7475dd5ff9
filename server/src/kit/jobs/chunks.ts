import type { Tx } from '../db/database.ts';
import type { JobIo } from './job.ts';

/** Rows that one statement of a step touches at most, where nothing asks for another number. */
export const chunkSize = 1_000;

/** Does at most `size` of what is due and says how much that was. */
export type Chunk = (tx: Tx, now: Date, size: number) => Promise<number>;

/**
 * Does what is due in transactions of a bounded size, until one finds less than it may take. A step that is stopped or
 * killed loses the chunk it was at, and no statement grows with the backlog.
 */
export async function inChunks(io: Omit<JobIo, 'log'>, work: Chunk, size = chunkSize): Promise<number> {
  let done = 0;
  while (!io.signal.aborted) {
    const found = await io.database.transaction((tx, now) => work(tx, now, size));
    done += found;
    io.progress({ done });
    if (found < size) break;
  }
  return done;
}
