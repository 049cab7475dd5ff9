import { type RawBuilder, sql } from 'kysely';
import { plainList } from '../../kit/db/batched-read.ts';
import { integerList, jsonList, momentList, textList, uuidList } from '../../kit/db/binary-list.ts';
import type { Tx } from '../../kit/db/database.ts';
import { executePrepared } from '../../kit/db/prepared.ts';
import { dayMs } from '../../kit/time.ts';
import { oldestEventDays, type PlausibleEvent } from './rules.ts';

/** Whoever tells of a viewer holds this until the end of the transaction. */
const viewerLock = (userId: RawBuilder<string>): RawBuilder<unknown> =>
  sql`hashtextextended('events', hashtext(${userId}))`;

/**
 * Lets nobody else tell of these viewers until the end of the transaction: what was told before is looked up, whatever
 * time it was told of. Says of each whether nobody else does so now; with `wait` it is waited for. Makes room for the days,
 * counted from 1970, where there is none.
 */
export async function holdViewers(
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
        from unnest(${plainList(userIds)}::uuid[]) with ordinality u (id, n) order by u.n) as held,
      (select count(keep_event_day(date '1970-01-01' + d)) from unnest(${plainList(days.map(String))}::integer[]) d) as days,
      set_config('plan_cache_mode', 'force_generic_plan', true), set_config('enable_seqscan', 'off', true)`;
  return (await executePrepared(tx, query))[0]?.held ?? [];
}

/** What is told of a viewer, and is about something that is there. */
export interface ToldOfViewer {
  readonly userId: string;
  readonly events: readonly PlausibleEvent[];
}

/** Of these the ones that are there, each with its series; a series is its own. */
export async function findContent(
  tx: Tx,
  episodeIds: readonly string[],
  seriesIds: readonly string[],
): Promise<{ id: string; seriesId: string }[]> {
  const query = sql<{ id: string; seriesId: string }>`
    select e.id, e.series_id as "seriesId" from episode_names e where e.id = any(${uuidList(episodeIds)}::uuid[])
    union all
    select s.id, s.id from series_names s where s.id = any(${uuidList(seriesIds)}::uuid[])`;
  return executePrepared(tx, query);
}

/**
 * Keeps what was not told before, all in one statement, and says how many of each viewer that were. Whoever calls it holds
 * the viewers, and names no event of a viewer twice.
 */
export async function insertEvents(
  tx: Tx,
  told: readonly ToldOfViewer[],
  now: Date,
): Promise<{ userId: string; count: number }[]> {
  const events = told.flatMap(({ events: some }) => some);
  if (events.length === 0) return [];
  const oldest = new Date(now.getTime() - (oldestEventDays + 1) * dayMs);
  const viewers = uuidList(told.map(({ userId }) => userId));
  const places = integerList(told.flatMap(({ events: some }, n) => some.map(() => n + 1)));
  // A list for each column, which is read faster than a list of rows.
  const query = sql<{ userId: string; count: number }>`
    with added as (
      insert into viewer_events (user_id, id, at, name, series_id, episode_id, props, received_at)
      select (${viewers}::uuid[])[g.viewer], g.id, g.at, g.name, g.series_id, g.episode_id, g.props, ${now}
      from unnest(${places}::integer[], ${uuidList(events.map(({ id }) => id))}::uuid[],
        ${momentList(events.map(({ at }) => at))}::timestamptz[], ${textList(events.map(({ name }) => name))}::text[],
        ${uuidList(events.map(({ seriesId }) => seriesId))}::uuid[],
        ${uuidList(events.map(({ episodeId }) => episodeId))}::uuid[],
        ${jsonList(events.map(({ props }) => props && JSON.stringify(props)))}::jsonb[])
        as g (viewer, id, at, name, series_id, episode_id, props)
      where (g.viewer, g.id) not in (
        select q.n, k.id from unnest(${viewers}::uuid[]) with ordinality q (user_id, n)
        cross join lateral (select v.id from viewer_events v
          where v.user_id = q.user_id and v.at >= ${oldest} offset 0) k)
      returning user_id)
    select a.user_id as "userId", count(*) from added a group by a.user_id`;
  return executePrepared(tx, query);
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

/** Forgets what apps have said of someone beside what is counted; who tells of them now is waited for. */
export async function eraseProps(tx: Tx, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${viewerLock(sql`${userId}`)})`.execute(tx);
  await sql`update viewer_events set props = null where user_id = ${userId} and props is not null`.execute(tx);
}
