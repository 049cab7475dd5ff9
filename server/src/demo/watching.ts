import { sql } from 'kysely';
import type { Database } from '../kit/db/database.ts';
import { idPerRow } from '../kit/db/fragments.ts';
import { seedOnce } from './admin-context.ts';

/**
 * Watches of the last week, which the collections of most watched series are computed from: the newest series is watched
 * by every second viewer, the next by every third, and so on.
 */
export const seedWatching = (database: Database): Promise<void> =>
  seedOnce(database, 'watches', async ({ tx, ago }) => {
    await sql`
      with viewers as (
        select u.id, u.created_at, s.last_seen_at as seen_at, row_number() over (order by u.created_at, u.id) - 1 as n
        from users u join user_last_seen s on s.user_id = u.id
        where u.status = 'active' and s.last_seen_at > ${ago(7)}),
      free as (
        select e.id, e.episode_number as number, dense_rank() over (order by s.published_at desc, s.id) as place
        from episodes e join series s on s.id = e.series_id
        where e.status = 'published' and s.status = 'published' and e.episode_number <= s.free_episodes),
      watched as (
        select v.*, f.id as episode_id, v.seen_at - row_number() over (partition by v.id order by f.place, f.number)
          * interval '7 hours' as started_at, (v.n + f.number) % 4 <> 3 as completed
        from viewers v join free f on v.n % (f.place + 1) = 0 and f.number <= 1 + v.n % 2)
      insert into watches (user_id, id, episode_id, started_at, ended_at, seconds_watched, completed, created_at, updated_at)
      select id, ${idPerRow()}, episode_id, started_at, ended_at, 95, completed, ended_at, ended_at
      from (select *, started_at + interval '95 seconds' as ended_at from watched) w where started_at > created_at`.execute(
      tx,
    );
  });
