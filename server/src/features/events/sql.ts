import { type RawBuilder, sql } from 'kysely';
import { arrayLiteral } from '../../kit/db/batched-read.ts';
import { copyIn } from '../../kit/db/copy-in.ts';
import type { Db, Tx } from '../../kit/db/database.ts';
import { isoTime, jsonArray } from '../../kit/db/fragments.ts';
import { executePrepared } from '../../kit/db/prepared.ts';
import { dayMs } from '../../kit/time.ts';
import { oldestEventDays, type ValidEvent } from './rules.ts';

/** Advisory lock for writing events of a viewer. */
const viewerLock = (userId: RawBuilder<string>): RawBuilder<unknown> =>
  sql`hashtextextended('events', hashtext(${userId}))`;

/**
 * Locks viewers until the transaction ends, so that duplicates are found whatever their time. Returns which viewers
 * were locked; with `wait` all of them. Creates missing partitions for the days (since 1970).
 */
export async function lockViewers(
  tx: Tx,
  userIds: readonly string[],
  days: readonly number[],
  { wait }: { readonly wait: boolean },
): Promise<boolean[]> {
  const locked = (key: RawBuilder<unknown>) =>
    wait ? sql`pg_advisory_xact_lock(${key})::text is not null` : sql`pg_try_advisory_xact_lock(${key})`;
  // A generic plan, because planning for so many partitions takes longer than execution. Sequential scans are disabled,
  // so that the plan does not depend on partitions that are almost empty.
  const query = sql<{ locked: boolean[] }>`
    select array(select ${locked(viewerLock(sql`u.id::text`))}
        from unnest(${arrayLiteral(userIds)}::uuid[]) with ordinality u (id, n) order by u.n) as locked,
      (select count(keep_event_day(date '1970-01-01' + d)) from unnest(${arrayLiteral(days.map(String))}::integer[]) d) as days,
      set_config('plan_cache_mode', 'force_generic_plan', true), set_config('enable_seqscan', 'off', true)`;
  return (await executePrepared(tx, query))[0]?.locked ?? [];
}

/** Existing episodes with their series, and series with themselves. */
export async function findContent(
  tx: Tx,
  episodeIds: readonly string[],
  seriesIds: readonly string[],
): Promise<{ id: string; seriesId: string }[]> {
  const query = sql<{ id: string; seriesId: string }>`
    select e.id, e.series_id as "seriesId" from episode_names e where e.id = any(${arrayLiteral(episodeIds)}::uuid[])
    union all
    select s.id, s.id from series_names s where s.id = any(${arrayLiteral(seriesIds)}::uuid[])`;
  return executePrepared(tx, query);
}

/** Valid events of a viewer. */
export interface ViewerEvents {
  readonly userId: string;
  readonly events: readonly ValidEvent[];
}

/** The lowest and highest id. */
function endsOf(events: readonly ValidEvent[]): { low: string; high: string } {
  let [low, high] = ['ffffffff-ffff-ffff-ffff-ffffffffffff', '00000000-0000-0000-0000-000000000000'];
  for (const { id } of events) {
    if (id < low) low = id;
    if (id > high) high = id;
  }
  return { low, high };
}

/**
 * Ids that are already stored, by viewer; the viewers are locked. The first query checks for any stored id in the
 * range, since ascending ids of new events have none and need no second query.
 */
export async function findDuplicates(
  tx: Tx,
  viewers: readonly ViewerEvents[],
  now: Date,
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  // One day more than the maximum age.
  const since = new Date(now.getTime() - (oldestEventDays + 1) * dayMs);
  const ends = viewers.map(({ events }) => endsOf(events));
  const query = sql<{ n: number }>`
    select q.n from unnest(${arrayLiteral(viewers.map(({ userId }) => userId))}::uuid[],
      ${arrayLiteral(ends.map(({ low }) => low))}::uuid[], ${arrayLiteral(ends.map(({ high }) => high))}::uuid[])
      with ordinality q (user_id, low, high, n)
    cross join lateral (select from viewer_events v
      where v.user_id = q.user_id and v.id between q.low and q.high and v.at >= ${since} limit 1) k`;
  const some = (await executePrepared(tx, query)).flatMap(({ n }) => viewers[n - 1] ?? []);
  return some.length > 0 ? findStoredIds(tx, some, since) : new Map();
}

/** Looks up each id by the primary key. The arrays are parsed once, not for each partition. */
async function findStoredIds(
  tx: Tx,
  viewers: readonly ViewerEvents[],
  since: Date,
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const lists = viewers.map(({ events }) => events.map(({ id }) => id).join(' '));
  const query = sql<{ userId: string; id: string }>`
    select q.user_id as "userId", v.id
    from (select u.user_id, string_to_array(u.ids, ' ')::uuid[] as ids
      from unnest(${arrayLiteral(viewers.map(({ userId }) => userId))}::uuid[], ${arrayLiteral(lists)}::text[]) u (user_id, ids)
      offset 0) q
    join viewer_events v on v.user_id = q.user_id and v.id = any(q.ids) and v.at >= ${since}`;
  const before = new Map(viewers.map(({ userId }) => [userId, new Set<string>()]));
  for (const { userId, id } of await executePrepared(tx, query)) before.get(userId)?.add(id);
  return before;
}

const columns = ['user_id', 'received_at', 'id', 'at', 'name', 'series_id', 'episode_id', 'props'];

/** The viewers are locked, and ids are distinct. */
export async function insertEvents(tx: Tx, viewers: readonly ViewerEvents[], now: Date): Promise<void> {
  const receivedAt = now.toISOString();
  const rows = viewers.flatMap(({ userId, events }) =>
    events.map(({ id, at, name, seriesId, episodeId, props }) => {
      return [userId, receivedAt, id, new Date(at).toISOString(), name, seriesId, episodeId, props];
    }),
  );
  if (rows.length > 0) await copyIn(tx, 'viewer_events', columns, rows);
}

/** Creates partitions around this day. */
export async function createDays(tx: Tx, today: string, ahead: number): Promise<void> {
  await sql`
    select keep_event_day(d::date) from generate_series(${today}::date - ${sql.lit(oldestEventDays + 1)},
      ${today}::date + ${ahead}::integer, interval '1 day') d`.execute(tx);
}

/** Returns how many were dropped. */
export async function dropDays(tx: Tx, today: string, kept: number, most: number): Promise<number> {
  const query = sql<{ dropped: number }>`
    select drop_event_days(${today}::date - ${kept}::integer, ${most}::integer) as dropped`;
  return (await query.execute(tx)).rows[0]?.dropped ?? 0;
}

/** Days that have a partition. */
export async function listEventDays(db: Db): Promise<string[]> {
  const query = sql<{ day: string }>`
    select to_char(to_date(right(c.relname, 8), 'YYYYMMDD'), 'YYYY-MM-DD') as day
    from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'viewer_events'::regclass order by 1`;
  return (await query.execute(db)).rows.map(({ day }) => day);
}

/** Waits for events of the user that are being written. */
export async function eraseProps(tx: Tx, userId: string, day: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${viewerLock(sql`${userId}`)})`.execute(tx);
  await sql`
    update viewer_events set props = null where user_id = ${userId} and props is not null
      and at >= ${`${day}T00:00:00Z`}::timestamptz and at < ${`${day}T00:00:00Z`}::timestamptz + interval '1 day'`.execute(
    tx,
  );
}

/** SQL of all stored events of a user as a JSON array, oldest first. */
export const eventsJson = (userId: string): string =>
  jsonArray(`
    select v.id, ${isoTime('v.at')} as at, v.name, v.series_id as "seriesId", v.episode_id as "episodeId", v.props
    from viewer_events v where v.user_id = ${userId} order by v.at, v.id`);
