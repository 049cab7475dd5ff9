import type { Connections } from '../../kit/db/database.ts';
import { eraseProps, listEventDays } from './sql.ts';

/**
 * Erases what apps said of a user beside what is counted, which may tell who the user was. Each day is a transaction of
 * its own: a heavy user has events on hundreds of days. Ends early when the signal is aborted.
 */
export async function eraseEvents(database: Connections, userId: string, signal: AbortSignal): Promise<void> {
  for (const day of await listEventDays(database.db)) {
    if (signal.aborted) return;
    await database.transaction((tx) => eraseProps(tx, userId, day));
  }
}
