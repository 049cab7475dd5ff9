import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import type { CollectionRule } from './rules.ts';

export interface ComingRow {
  at: Date;
  seriesId: string;
  episodes: number;
}

/** Scheduled publications by series and time. */
export async function listPublishes(db: Db, from: Date, until: Date, most: number): Promise<ComingRow[]> {
  const query = sql<ComingRow>`
    select u.run_at as at, coalesce(e.series_id, u.ref_id) as "seriesId", count(e.id)::integer as episodes
    from upcoming_publishes u left join current_episodes e on u.ref_type = 'episode' and e.id = u.ref_id
    where u.run_at > ${from} and u.run_at <= ${until} and (u.ref_type = 'series' or e.id is not null)
    group by 1, 2 order by 1, 2 limit ${most}`;
  return (await query.execute(db)).rows;
}

/** When published series leave the window of these rules, without duplicates. */
export async function listLeaving(
  db: Db,
  rules: readonly CollectionRule[],
  from: Date,
  until: Date,
  most: number,
): Promise<ComingRow[]> {
  const query = sql<ComingRow>`
    select distinct l.at, l.id as "seriesId", 0 as episodes from (
      select s.id, s.published_at + make_interval(days => r.window_days) as at
      from jsonb_to_recordset(${JSON.stringify(rules)}::jsonb) as r (genre text, trope text, window_days integer)
      join current_series s on s.status = 'published' and (r.genre is null or s.genre_slug = r.genre)
        and (r.trope is null or r.trope = any(s.tropes))) l
    where l.at > ${from} and l.at <= ${until} order by 1, 2 limit ${most}`;
  return (await query.execute(db)).rows;
}
