import { newId } from '../../src/kit/id.ts';
import { makeSeries } from './catalog.ts';
import type { World } from './world.ts';

/** So many episodes of a new series that should have been published by now. */
export async function makeDueEpisodes(world: World, adminId: string, count: number): Promise<string> {
  const { pool } = world.database;
  const seriesId = await makeSeries(world, 'published');
  const ids = Array.from({ length: count }, newId);
  await pool.query(
    `insert into episodes (id, series_id, episode_number, title, status)
     select id, $2, n, 'Episode ' || n, 'scheduled' from unnest($1::uuid[]) with ordinality as t (id, n)`,
    [ids, seriesId],
  );
  await pool.query(
    `insert into publish_schedules (id, ref_type, ref_id, action, run_at, created_by)
     select gen_random_uuid(), 'episode', id, 'publish', '2020-01-01', $2 from unnest($1::uuid[]) as t (id)`,
    [ids, adminId],
  );
  return seriesId;
}

/** How many episodes were published how often, by the audit log. Counted here: the new rows have no statistics to join by. */
export async function publishings({ database: { pool } }: World, seriesId: string): Promise<Record<string, number>> {
  const episodes = await pool.query<{ id: string }>('select id from episodes where series_id = $1', [seriesId]);
  const record = await pool.query<{ id: string }>(
    `select target_id as id from audit_log where action = 'episode.publish'`,
  );
  const times = new Map(episodes.rows.map(({ id }) => [id, 0]));
  for (const { id } of record.rows) if (times.has(id)) times.set(id, (times.get(id) ?? 0) + 1);
  const counted: Record<string, number> = {};
  for (const often of times.values()) counted[often] = (counted[often] ?? 0) + 1;
  return counted;
}
