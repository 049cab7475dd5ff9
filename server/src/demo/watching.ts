import { sql } from 'kysely';
import type { Database, Tx } from '../kit/db/database.ts';
import { newId } from '../kit/id.ts';
import { hourMs } from '../kit/time.ts';
import { before, seedOnce } from './admin-context.ts';

interface Viewer {
  readonly id: string;
  readonly seenAt: Date;
  readonly createdAt: Date;
}

const listViewers = async (tx: Tx, since: Date): Promise<Viewer[]> => {
  const query = sql<Viewer>`
    select u.id, s.last_seen_at as "seenAt", u.created_at as "createdAt" from users u join user_last_seen s on s.user_id = u.id
    where u.status = 'active' and s.last_seen_at > ${since} order by u.created_at, u.id`;
  return (await query.execute(tx)).rows;
};

/** Free episodes by series, newest first. */
async function listFreeEpisodes(tx: Tx): Promise<string[][]> {
  const { rows } = await sql<{ ids: string[] }>`
    select array_agg(e.id order by e.episode_number) as ids from episodes e join series s on s.id = e.series_id
    where e.status = 'published' and s.status = 'published' and e.episode_number <= s.free_episodes
    group by s.id, s.published_at order by s.published_at desc, s.id`.execute(tx);
  return rows.map(({ ids }) => ids);
}

const [pauseMs, lengthMs] = [7 * hourMs, 95_000];

/** The newest series is watched by every second viewer, the next by every third, and so on. */
function watchesOf({ id, seenAt, createdAt }: Viewer, index: number, series: readonly (readonly string[])[]) {
  const watched = series
    .filter((_, place) => index % (place + 2) === 0)
    .flatMap((ids) => ids.slice(0, 1 + (index % 2)));
  return watched
    .map((episodeId, n) => ({ episodeId, startedAt: before(seenAt, n * pauseMs + lengthMs), completed: n % 4 !== 3 }))
    .filter(({ startedAt }) => startedAt > createdAt)
    .map(({ episodeId, startedAt, completed }) => ({
      episodeId,
      startedAt,
      completed,
      endedAt: before(startedAt, completed ? -lengthMs : -lengthMs / 2),
    }))
    .map(({ episodeId, startedAt, completed, endedAt }) => ({
      id: newId(),
      user_id: id,
      episode_id: episodeId,
      started_at: startedAt,
      completed,
      ended_at: endedAt,
      created_at: endedAt,
      updated_at: endedAt,
      seconds_watched: Math.floor((completed ? lengthMs : lengthMs / 2) / 1000),
    }));
}

/** Watches of the last week, which the collections of most watched series are computed from. */
export const seedWatching = (database: Database): Promise<void> =>
  seedOnce(database, 'watches', async ({ tx, ago }) => {
    const series = await listFreeEpisodes(tx);
    const viewers = await listViewers(tx, ago(7));
    const rows = viewers.flatMap((viewer, index) => watchesOf(viewer, index, series));
    if (rows.length > 0) await tx.insertInto('watches').values(rows).execute();
  });
