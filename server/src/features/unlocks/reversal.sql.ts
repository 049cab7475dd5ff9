import { sql } from 'kysely';
import type { Db, Tx } from '../../kit/db/database.ts';

/** An unlock that was paid for, by the names of what it opened. */
export interface PaidUnlock {
  id: string;
  episodeId: string;
  episodeNumber: number;
  title: string;
  seriesId: string;
  seriesTitle: string;
  coins: number;
  eventId: string;
}

const names = sql`
  u.id, u.episode_id as "episodeId", e.episode_number as "episodeNumber", e.title, s.id as "seriesId",
  s.title as "seriesTitle", u.coins, u.event_id as "eventId"`;

/** What a user paid coins for since a moment, newest first, until so many coins are together. */
export async function listPaidSince(tx: Tx, userId: string, since: Date, coins: number): Promise<PaidUnlock[]> {
  const query = sql<PaidUnlock>`
    select ${names} from (
      select *, sum(coins) over (order by created_at desc, id desc) - coins as before from unlocks
      where user_id = ${userId} and created_at >= ${since} and coins > 0 and event_id is not null) u
    join episode_names e on e.id = u.episode_id join series_names s on s.id = e.series_id
    where u.before < ${coins} order by u.created_at desc, u.id desc`;
  return (await query.execute(tx)).rows;
}

/** Ends unlocks, and keeps what they were. */
export async function moveToReversed(
  tx: Tx,
  userId: string,
  ids: readonly string[],
  reversalEventId: string,
  now: Date,
): Promise<void> {
  await sql`
    with ended as (delete from unlocks where user_id = ${userId} and id = any(${[...ids]}::uuid[]) returning *)
    insert into reversed_unlocks (user_id, id, episode_id, coins, price_source, event_id, reversal_event_id, created_at,
      reversed_at)
    select user_id, id, episode_id, coins, price_source, event_id, ${reversalEventId}, created_at, ${now}
    from ended`.execute(tx);
}

/** Unlocks that were reversed, by name, newest first. */
export async function listReversed(db: Db, userId: string, ids: readonly string[]): Promise<PaidUnlock[]> {
  if (ids.length === 0) return [];
  const query = sql<PaidUnlock>`
    select ${names} from reversed_unlocks u
    join episode_names e on e.id = u.episode_id join series_names s on s.id = e.series_id
    where u.user_id = ${userId} and u.id = any(${[...ids]}::uuid[]) order by u.created_at desc, u.id desc`;
  return (await query.execute(db)).rows;
}
