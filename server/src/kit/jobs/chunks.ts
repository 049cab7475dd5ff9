import type { Tx } from '../db/database.ts';
import type { JobIo } from './job.ts';

/** The default number of rows in a chunk. */
export const chunkSize = 1_000;

/** Processes at most `size` due items, and returns how many. */
export type Chunk = (tx: Tx, now: Date, size: number) => Promise<number>;

/**
 * Processes due items in transactions of bounded size, until a chunk is not full. A step that is stopped or killed loses
 * only its current chunk.
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
