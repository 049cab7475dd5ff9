import type { Connections } from '../../kit/db/database.ts';
import type { JobIo, JobStep } from '../../kit/jobs/job.ts';
import * as audit from '../audit/public.ts';
import { listDueDeletions } from '../users/public.ts';
import type { Anonymizer } from './actions.ts';
import { deleteErasure, listErasures } from './sql.ts';

/**
 * Erases data of an anonymized user in its own transactions; idempotent, and returns early when the signal is aborted.
 */
export type EraseLater = (database: Connections, userId: string, signal: AbortSignal) => Promise<void>;

const atOnce = 100;

interface UserStep {
  readonly name: string;
  /** The users to process, oldest first, without those that failed in this run. */
  readonly list: (io: JobIo, most: number, failed: readonly string[]) => Promise<string[]>;
  /** Processes one user, who is no longer listed afterwards unless the signal was aborted. */
  readonly process: (io: JobIo, userId: string) => Promise<unknown>;
}

/** A failure does not affect other users, and fails the step at its end. */
const forEachUser = ({ name, list, process }: UserStep): JobStep => ({
  name,
  async run(io) {
    const { signal, progress } = io;
    const failed: string[] = [];
    let done = 0;
    for (let found = atOnce; found === atOnce && !signal.aborted; ) {
      const userIds = await list(io, atOnce, failed);
      found = userIds.length;
      for (const userId of userIds) {
        const isDone = await succeeds(io, userId, process);
        if (signal.aborted) return done;
        if (isDone) progress({ done: ++done });
        else failed.push(userId);
      }
    }
    if (failed.length > 0) throw new Error(`${name}: users who could not be processed: ${failed.length}`);
    return done;
  },
});

async function succeeds(io: JobIo, userId: string, process: UserStep['process']): Promise<boolean> {
  try {
    await process(io, userId);
    return true;
  } catch (error) {
    if (io.signal.aborted) throw error;
    io.log.error({ err: error, user: userId }, 'data of a user could not be erased');
    return false;
  }
}

/** Users stay in the list until all of their data is erased. */
export const eraseAnonymized = (erasers: readonly EraseLater[]): JobStep =>
  forEachUser({
    name: 'erased_users',
    list: ({ database }, most, failed) => listErasures(database.db, most, failed),
    process: async ({ database, signal }, userId) => {
      for (const erase of erasers) await erase(database, userId, signal);
      if (!signal.aborted) await database.transaction((tx) => deleteErasure(tx, userId));
    },
  });

export const deleteDueAccounts = (anonymizer: Anonymizer): JobStep =>
  forEachUser({
    name: 'deleted_accounts',
    list: ({ database }, most, failed) => listDueDeletions(database.db, most, failed),
    process: ({ database }, userId) =>
      database.transaction((tx, now) => anonymizer.deleteDue(audit.systemCtx(tx, now), userId)),
  });
