import type { Connections } from '../../kit/db/database.ts';

export { eventsJson } from './sql.ts';

import { eraseProps, listEventDays } from './sql.ts';

/**
 * Erases the custom properties of the events of a user, which may identify them, in a transaction for each day. Returns
 * early when the signal is aborted.
 */
export async function eraseEvents(database: Connections, userId: string, signal: AbortSignal): Promise<void> {
  for (const day of await listEventDays(database.db)) {
    if (signal.aborted) return;
    await database.transaction((tx) => eraseProps(tx, userId, day));
  }
}
