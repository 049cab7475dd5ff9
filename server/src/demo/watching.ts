import { sql } from 'kysely';
import type { Database, Tx } from '../kit/db/database.ts';
import { newId } from '../kit/id.ts';
import { dayMs, hourMs } from '../kit/time.ts';
import { before } from './admin-context.ts';

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

/** What can be watched for nothing, by series. */
async function listFreeEpisodes(tx: Tx): Promise<string[][]> {
  const { rows } = await sql<{ ids: string[] }>`
    select array_agg(e.id order by e.episode_number) as ids from episodes e join series s on s.id = e.series_id
    where e.status = 'published' and s.status = 'published' and e.episode_number <= s.free_episodes
    group by s.id, s.published_at order by s.published_at desc, s.id`.execute(tx);
  return rows.map(({ ids }) => ids);
}

const [pauseMs, lengthMs] = [7 * hourMs, 95_000];

/** The first series is begun by every second viewer, the next by every third, and so on. */
function watchesOf({ id, seenAt, createdAt }: Viewer, index: number, series: readonly (readonly string[])[]) {
  const begun = series.filter((_, place) => index % (place + 2) === 0).flatMap((ids) => ids.slice(0, 1 + (index % 2)));
  return begun
    .map((episodeId, n) => ({ episodeId, startedAt: before(seenAt, n * pauseMs + lengthMs), completed: n % 4 !== 3 }))
    .filter(({ startedAt }) => startedAt > createdAt)
    .map(({ episodeId, startedAt, completed }) => ({
      id: newId(),
      user_id: id,
      episode_id: episodeId,
      started_at: startedAt,
      completed,
      ended_at: before(startedAt, completed ? -lengthMs : -lengthMs / 2),
      seconds_watched: Math.floor((completed ? lengthMs : lengthMs / 2) / 1000),
    }));
}

/** What those who were there in the last days watched, so that the rails of what is watched most have something to show. */
export async function seedWatching(database: Database): Promise<void> {
  await database.transaction(async (tx, now) => {
    const known = await tx.selectFrom('watches').select('id').limit(1).executeTakeFirst();
    if (known) return;
    const series = await listFreeEpisodes(tx);
    const viewers = await listViewers(tx, before(now, 7 * dayMs));
    const rows = viewers.flatMap((viewer, index) => watchesOf(viewer, index, series));
    await sql`
      insert into watches (user_id, id, episode_id, started_at, ended_at, seconds_watched, completed, created_at, updated_at)
      select user_id, id, episode_id, started_at, ended_at, seconds_watched, completed, ended_at, ended_at
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w (user_id uuid, id uuid, episode_id uuid,
        started_at timestamptz, ended_at timestamptz, seconds_watched integer, completed boolean)`.execute(tx);
  });
}
