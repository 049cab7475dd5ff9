import type { Connections } from '../../kit/db/database.ts';
import type { JobIo, JobStep } from '../../kit/jobs/job.ts';
import { deleteErasure, listErasures } from './sql.ts';

/**
 * Erases data of an anonymized user in its own transactions; idempotent, and returns early when the signal is aborted.
 */
export type EraseLater = (database: Connections, userId: string, signal: AbortSignal) => Promise<void>;

const atOnce = 100;

/** False if it failed. */
async function eraseUser(
  { database, signal, log }: JobIo,
  erasers: readonly EraseLater[],
  userId: string,
): Promise<boolean> {
  try {
    for (const erase of erasers) await erase(database, userId, signal);
    if (!signal.aborted) await database.transaction((tx) => deleteErasure(tx, userId));
    return true;
  } catch (error) {
    if (signal.aborted) throw error;
    log.error({ err: error, user: userId }, 'an anonymized user could not be erased');
    return false;
  }
}

/**
 * Users stay in the list until all of their data is erased. A failure does not affect other users, and fails the step
 * at its end.
 */
export const eraseAnonymized = (erasers: readonly EraseLater[]): JobStep => ({
  name: 'erased_users',
  async run(io) {
    const { database, signal, progress } = io;
    const failed: string[] = [];
    let done = 0;
    for (let found = atOnce; found === atOnce && !signal.aborted; ) {
      const userIds = await listErasures(database.db, atOnce, failed);
      found = userIds.length;
      for (const userId of userIds) {
        const isErased = await eraseUser(io, erasers, userId);
        if (signal.aborted) return done;
        if (isErased) progress({ done: ++done });
        else failed.push(userId);
      }
    }
    if (failed.length > 0) throw new Error(`anonymized users who could not be erased: ${failed.length}`);
    return done;
  },
});
