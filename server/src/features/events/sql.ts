import { type RawBuilder, sql } from 'kysely';
import { arrayLiteral } from '../../kit/db/batched-read.ts';
import { copyIn } from '../../kit/db/copy-in.ts';
import type { Db, Tx } from '../../kit/db/database.ts';
import { executePrepared } from '../../kit/db/prepared.ts';
import { dayMs } from '../../kit/time.ts';
import { oldestEventDays, type ValidEvent } from './rules.ts';

/** Whoever tells of a viewer holds this until the end of the transaction. */
const viewerLock = (userId: RawBuilder<string>): RawBuilder<unknown> =>
  sql`hashtextextended('events', hashtext(${userId}))`;

/**
 * Lets nobody else tell of these viewers until the end of the transaction: what was told before is looked up, whatever
 * time it was told of. Says of each whether nobody else does so now; with `wait` it is waited for. Makes room for the days,
 * counted from 1970, where there is none.
 */
export async function lockViewers(
  tx: Tx,
  userIds: readonly string[],
  days: readonly number[],
  { wait }: { readonly wait: boolean },
): Promise<boolean[]> {
  const held = (key: RawBuilder<unknown>) =>
    wait ? sql`pg_advisory_xact_lock(${key})::text is not null` : sql`pg_try_advisory_xact_lock(${key})`;
  // One plan for all: to plan a statement over so many days takes longer than to run it. What a day that has just begun
  // looks like is not to decide how it is read later.
  const query = sql<{ held: boolean[] }>`
    select array(select ${held(viewerLock(sql`u.id::text`))}
        from unnest(${arrayLiteral(userIds)}::uuid[]) with ordinality u (id, n) order by u.n) as held,
      (select count(keep_event_day(date '1970-01-01' + d)) from unnest(${arrayLiteral(days.map(String))}::integer[]) d) as days,
      set_config('plan_cache_mode', 'force_generic_plan', true), set_config('enable_seqscan', 'off', true)`;
  return (await executePrepared(tx, query))[0]?.held ?? [];
}

/** Of these the ones that are there, each with its series; a series is its own. */
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

/** What is told of a viewer, and is about something that is there. */
export interface ViewerEvents {
  readonly userId: string;
  readonly events: readonly ValidEvent[];
}

/** The earliest and the latest of some ids. */
function endsOf(events: readonly ValidEvent[]): { low: string; high: string } {
  let [low, high] = ['ffffffff-ffff-ffff-ffff-ffffffffffff', '00000000-0000-0000-0000-000000000000'];
  for (const { id } of events) {
    if (id < low) low = id;
    if (id > high) high = id;
  }
  return { low, high };
}

/**
 * Which of the events that are told of viewers were told before, by their viewers; whoever asks holds these. First it is
 * asked whether anything is kept under ids between those that are told: where they follow each other, that is only what
 * is told again, and the list of all ids is not even sent.
 */
export async function findDuplicates(
  tx: Tx,
  told: readonly ViewerEvents[],
  now: Date,
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  // A day before the oldest.
  const since = new Date(now.getTime() - (oldestEventDays + 1) * dayMs);
  const ends = told.map(({ events }) => endsOf(events));
  const query = sql<{ n: number }>`
    select q.n from unnest(${arrayLiteral(told.map(({ userId }) => userId))}::uuid[],
      ${arrayLiteral(ends.map(({ low }) => low))}::uuid[], ${arrayLiteral(ends.map(({ high }) => high))}::uuid[])
      with ordinality q (user_id, low, high, n)
    cross join lateral (select from viewer_events v
      where v.user_id = q.user_id and v.id between q.low and q.high and v.at >= ${since} limit 1) k`;
  const some = (await executePrepared(tx, query)).flatMap(({ n }) => told[n - 1] ?? []);
  return some.length > 0 ? findTold(tx, some, since) : new Map();
}

/**
 * Each id is looked up by the key: a viewer may have any number of events between ids that follow no order. The lists are
 * read before that, since each day would read them anew.
 */
async function findTold(
  tx: Tx,
  told: readonly ViewerEvents[],
  since: Date,
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const lists = told.map(({ events }) => events.map(({ id }) => id).join(' '));
  const query = sql<{ userId: string; id: string }>`
    select q.user_id as "userId", v.id
    from (select u.user_id, string_to_array(u.ids, ' ')::uuid[] as ids
      from unnest(${arrayLiteral(told.map(({ userId }) => userId))}::uuid[], ${arrayLiteral(lists)}::text[]) u (user_id, ids)
      offset 0) q
    join viewer_events v on v.user_id = q.user_id and v.id = any(q.ids) and v.at >= ${since}`;
  const before = new Map(told.map(({ userId }) => [userId, new Set<string>()]));
  for (const { userId, id } of await executePrepared(tx, query)) before.get(userId)?.add(id);
  return before;
}

const columns = ['user_id', 'received_at', 'id', 'at', 'name', 'series_id', 'episode_id', 'props'];

/** Keeps events that were not told before; whoever calls it holds the viewers, and names no event of one twice. */
export async function insertEvents(tx: Tx, told: readonly ViewerEvents[], now: Date): Promise<void> {
  const receivedAt = now.toISOString();
  const rows = told.flatMap(({ userId, events }) =>
    events.map(({ id, at, name, seriesId, episodeId, props }) => {
      return [userId, receivedAt, id, new Date(at).toISOString(), name, seriesId, episodeId, props];
    }),
  );
  if (rows.length > 0) await copyIn(tx, 'viewer_events', columns, rows);
}

/** Makes room for events of the days around this one. */
export async function keepDays(tx: Tx, today: string, ahead: number): Promise<void> {
  await sql`
    select keep_event_day(d::date) from generate_series(${today}::date - ${sql.lit(oldestEventDays + 1)},
      ${today}::date + ${ahead}::integer, interval '1 day') d`.execute(tx);
}

/** Drops days that are longer ago, at most so many. */
export async function dropDays(tx: Tx, today: string, kept: number, most: number): Promise<number> {
  const query = sql<{ dropped: number }>`
    select drop_event_days(${today}::date - ${kept}::integer, ${most}::integer) as dropped`;
  return (await query.execute(tx)).rows[0]?.dropped ?? 0;
}

/** The days that events are kept of, as the partitions have them. */
export async function listEventDays(db: Db): Promise<string[]> {
  const query = sql<{ day: string }>`
    select to_char(to_date(right(c.relname, 8), 'YYYYMMDD'), 'YYYY-MM-DD') as day
    from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'viewer_events'::regclass order by 1`;
  return (await query.execute(db)).rows.map(({ day }) => day);
}

/**
 * Erases what apps said of a user on one day beside what is counted. Waits for events of the user that are being written.
 */
export async function eraseProps(tx: Tx, userId: string, day: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${viewerLock(sql`${userId}`)})`.execute(tx);
  await sql`
    update viewer_events set props = null where user_id = ${userId} and props is not null
      and at >= ${`${day}T00:00:00Z`}::timestamptz and at < ${`${day}T00:00:00Z`}::timestamptz + interval '1 day'`.execute(
    tx,
  );
}
