import type { Connections } from '../../kit/db/database.ts';
import type { JobStep } from '../../kit/jobs/job.ts';
import { deleteErasure, listErasures } from './sql.ts';

/**
 * Erases what a feature keeps of an anonymized user, in transactions of its own; called again for the same user after an
 * interruption. Returns early when the signal is aborted.
 */
export type EraseLater = (database: Connections, userId: string, signal: AbortSignal) => Promise<void>;

const atOnce = 100;

/** Erases what anonymizing left for later. A user stays on the list until all of it is done. */
export const eraseAnonymized = (erasers: readonly EraseLater[]): JobStep => ({
  name: 'erased_users',
  async run({ database, signal, progress }) {
    let done = 0;
    for (let found = atOnce; found === atOnce && !signal.aborted; ) {
      const userIds = await listErasures(database.db, atOnce);
      found = userIds.length;
      for (const userId of userIds) {
        for (const erase of erasers) await erase(database, userId, signal);
        if (signal.aborted) return done;
        await database.transaction((tx) => deleteErasure(tx, userId));
        done += 1;
        progress({ done });
      }
    }
    return done;
  },
});
