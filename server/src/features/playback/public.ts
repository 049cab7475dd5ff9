import type { Connections, Db } from '../../kit/db/database.ts';
import type { TimeCursor } from '../../kit/page.ts';
import type { Rotation } from '../catalog/public.ts';
import { listUnlockingSubscribers } from '../subscriptions/public.ts';
import { haveUnlocked } from '../unlocks/public.ts';
import type { Entitlement } from './rules.ts';
import { deleteSaves, listWatchedBefore } from './sql.ts';

export type { PlaybackPorts } from './actions.ts';
export { countStarts, savesJson, watchesJson } from './sql.ts';

export const subscribed: Entitlement = {
  name: 'subscription',
  outlivesArchive: false,
  async entitles(db, viewings) {
    const ids = viewings.map(({ viewer }) => viewer.id);
    const subscribers = await listUnlockingSubscribers(db, ids);
    return ids.map((id) => subscribers.has(id));
  },
};

export const unlocked: Entitlement = {
  name: 'unlock',
  outlivesArchive: true,
  entitles: (db, viewings) =>
    haveUnlocked(
      db,
      viewings.map(({ viewer, episode }) => ({ userId: viewer.id, episodeId: episode.id })),
    ),
};

export const freeToday = (rotation: Rotation): Entitlement => ({
  name: 'free_today',
  outlivesArchive: false,
  async entitles(db, viewings) {
    const free = new Map<string | null, ReadonlySet<string>>();
    for (const market of new Set(viewings.map(({ viewer }) => viewer.countryCode))) {
      const series = viewings.flatMap(({ viewer, episode }) => (viewer.countryCode === market ? episode.seriesId : []));
      free.set(market, await rotation.findFreeToday(db, series, market));
    }
    return viewings.map(({ viewer, episode }) => free.get(viewer.countryCode)?.has(episode.seriesId) ?? false);
  },
});

/** Watches of a user, for the timeline. */
export const watchingSource = {
  type: 'watch',
  async list(db: Db, userId: string, before: TimeCursor, limit: number) {
    const rows = await listWatchedBefore(db, userId, before, limit);
    return rows.map((row) => ({ ...row, type: 'watch' }));
  },
};

/** Erases saved series. Watches are kept for statistics. */
export const eraseWatching = (database: Connections, userId: string): Promise<void> =>
  database.transaction((tx) => deleteSaves(tx, userId));
