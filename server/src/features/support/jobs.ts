import type { Connections } from '../../kit/db/database.ts';
import type { JobIo, JobStep } from '../../kit/jobs/job.ts';
import { deleteErasure, listErasures } from './sql.ts';

/**
 * Erases what a feature keeps of an anonymized user, in transactions of its own; called again for the same user after an
 * interruption. Returns early when the signal is aborted.
 */
export type EraseLater = (database: Connections, userId: string, signal: AbortSignal) => Promise<void>;

const atOnce = 100;

/** Erases all that is left of a user, unless the run is stopped; false where that failed. */
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
 * Erases what anonymizing left for later. A user stays on the list until all of it is done; one who cannot be erased keeps
 * no other from it, and fails the step at its end.
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
