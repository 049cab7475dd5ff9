import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';

export interface UnlockableEpisode {
  id: string;
  seriesId: string;
  episodeNumber: number;
  freeEpisodes: number;
  status: string;
  seriesStatus: string;
  /** Whether this user has unlocked it. */
  alreadyUnlocked: boolean;
}

export async function findUnlockable(db: Db, id: string, userId: string): Promise<UnlockableEpisode | undefined> {
  const query = sql<UnlockableEpisode>`
    select e.id, e.series_id as "seriesId", e.episode_number as "episodeNumber", e.free_episodes as "freeEpisodes",
      e.status, e.series_status as "seriesStatus",
      exists (select from unlocks u where u.user_id = ${userId} and u.episode_id = e.id) as "alreadyUnlocked"
    from current_episodes e where e.id = ${id}`;
  return (await query.execute(db)).rows[0];
}

export async function hasUnlocked(db: Db, userId: string, episodeId: string): Promise<boolean> {
  const query = sql`select from unlocks where user_id = ${userId} and episode_id = ${episodeId}`;
  return (await query.execute(db)).rows.length > 0;
}

/** How many viewers have unlocked any of these episodes. */
export async function countUnlockers(db: Db, episodeIds: readonly string[]): Promise<number> {
  const query = sql<{ count: number }>`
    select count(distinct user_id)::integer as count from unlocks where episode_id = any(${[...episodeIds]}::uuid[])`;
  return (await query.execute(db)).rows[0]?.count ?? 0;
}

/** How many episodes a user has unlocked, as SQL. */
export const unlocksCount = (userId: string): string =>
  `(select count(*)::integer from unlocks where user_id = ${userId})`;
