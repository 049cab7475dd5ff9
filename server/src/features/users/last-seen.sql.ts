import { sql } from 'kysely';
import type { Tx } from '../../kit/db/database.ts';

/**
 * Writes down when users were last seen, unless that was a short while ago. A row that is locked is passed over: nobody
 * but another process that saw the same user locks one. Answers the times that are there already of those who were seen a
 * short while ago. Each row is looked up by itself: joined as a whole, the planner would read the table of all users.
 */
export async function markSeen(
  tx: Tx,
  seen: readonly (readonly [userId: string, atMs: number])[],
  everyMs: number,
): Promise<[userId: string, atMs: number][]> {
  const ids = seen.map(([userId]) => userId);
  const times = seen.map(([, atMs]) => new Date(atMs));
  const { rows } = await sql<{ userId: string; at: Date }>`
    with visits as (
      select * from unnest(${ids}::uuid[], ${times}::timestamptz[]) as v (user_id, at) order by user_id),
    due as (
      select v.user_id, v.at, s.place from visits v cross join lateral (
        select s.ctid as place from user_last_seen s where s.user_id = v.user_id
          and (s.last_seen_at is null or s.last_seen_at <= v.at - ${everyMs} * interval '1 ms')
        for no key update skip locked) s),
    written as (
      update user_last_seen s set last_seen_at = due.at from due
      where s.ctid = any(array(select place from due)) and s.user_id = due.user_id)
    select s.user_id as "userId", s.last_seen_at as at from visits v cross join lateral (
      select s.user_id, s.last_seen_at from user_last_seen s where s.user_id = v.user_id offset 0) s
    where v.user_id not in (select user_id from due) and s.last_seen_at > v.at - ${everyMs} * interval '1 ms'`.execute(
    tx,
  );
  return rows.map(({ userId, at }) => [userId, at.getTime()]);
}
