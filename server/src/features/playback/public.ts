import type { Connections, Db } from '../../kit/db/database.ts';
import type { TimeCursor } from '../../kit/page.ts';
import type { Rotation } from '../catalog/public.ts';
import { hasUnlockingSubscription } from '../subscriptions/public.ts';
import { hasUnlocked } from '../unlocks/public.ts';
import type { Entitlement } from './rules.ts';
import { deleteSaves, listWatchedBefore } from './sql.ts';

export type { PlaybackPorts } from './actions.ts';
export { countStarts } from './sql.ts';

/** A subscription that unlocks everything, while it runs. */
export const subscribed: Entitlement = {
  name: 'subscription',
  outlivesArchive: false,
  entitles: (db, { id }) => hasUnlockingSubscription(db, id),
};

/** What was paid for stays open, also once it is archived. */
export const unlocked: Entitlement = {
  name: 'unlock',
  outlivesArchive: true,
  entitles: (db, { id }, episode) => hasUnlocked(db, id, episode.id),
};

/** A series that is free for a day, in the viewer's market. */
export const freeToday = (rotation: Rotation): Entitlement => ({
  name: 'free_today',
  outlivesArchive: false,
  entitles: async (db, { countryCode }, { seriesId }) =>
    (await rotation.findFreeToday(db, [seriesId], countryCode)).has(seriesId),
});

/** What a user watched, for their story. */
export const watchingSource = {
  type: 'watch',
  async list(db: Db, userId: string, before: TimeCursor, limit: number) {
    const rows = await listWatchedBefore(db, userId, before, limit);
    return rows.map((row) => ({ ...row, type: 'watch' }));
  },
};

/** Erases what a user saved. What was watched is counted without a name, and stays. */
export const eraseWatching = (database: Connections, userId: string): Promise<void> =>
  database.transaction((tx) => deleteSaves(tx, userId));
