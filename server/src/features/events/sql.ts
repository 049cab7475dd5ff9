import { type RawBuilder, sql } from 'kysely';
import { plainList } from '../../kit/db/batched-read.ts';
import type { Db, Tx } from '../../kit/db/database.ts';
import { executePrepared } from '../../kit/db/prepared.ts';
import { dayMs } from '../../kit/time.ts';
import { type EventFault, oldestEventDays, type PlausibleEvent } from './rules.ts';

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

/** What is told of a viewer, and kept if what it is about is there. */
export interface ToldOfViewer {
  readonly userId: string;
  readonly events: readonly PlausibleEvent[];
}

export interface Kept {
  accepted: { userId: string; count: number }[];
  /** Which of the events, of which of the viewers, are about something that is not there. */
  rejected: { viewer: number; event: number; error: EventFault }[];
}

/** A list for each column, which is read faster than a list of rows. */
function columnsOf(told: readonly ToldOfViewer[]) {
  const events = told.flatMap(({ events: some }) => some);
  const orNull = (ids: readonly (string | null)[]) => plainList(ids.map((id) => id ?? 'NULL'));
  return {
    viewers: plainList(told.map(({ userId }) => userId)),
    // Of each event the place of its viewer, and its own among theirs.
    viewer: plainList(told.flatMap(({ events: some }, n) => some.map(() => String(n)))),
    event: plainList(told.flatMap(({ events: some }) => some.map((_, n) => String(n)))),
    ids: plainList(events.map(({ id }) => id)),
    ms: plainList(events.map(({ at }) => String(at.getTime()))),
    names: plainList(events.map(({ name }) => `"${name}"`)),
    seriesIds: orNull(events.map(({ seriesId }) => seriesId)),
    episodeIds: orNull(events.map(({ episodeId }) => episodeId)),
    props: events.map(({ props }) => props && JSON.stringify(props)),
  };
}

/** Keeps what was not told before, all in one statement; whoever calls it holds the viewers. */
export async function insertEvents(tx: Tx, told: readonly ToldOfViewer[], now: Date): Promise<Kept> {
  if (told.every(({ events }) => events.length === 0)) return { accepted: [], rejected: [] };
  const oldest = new Date(now.getTime() - (oldestEventDays + 1) * dayMs);
  const { viewers, viewer, event, ids, ms, names, seriesIds, episodeIds, props } = columnsOf(told);
  // An episode that is of the series which the event names is enough: the series is there, too.
  const query = sql<Kept>`
    with judged as materialized (
      select g.viewer, g.event, g.id, to_timestamp(g.ms / 1000.0::float8) as at, g.name,
        coalesce(g.series_id, e.series_id) as series_id, g.episode_id, g.props,
        case when g.episode_id is not null and e.id is null then 'unknown_episode'
          when g.series_id is distinct from e.series_id and g.series_id is not null and s.id is null then 'unknown_series'
          when g.series_id <> e.series_id then 'episode_of_another_series' end as error
      from unnest(${viewer}::integer[], ${event}::integer[], ${ids}::uuid[], ${ms}::bigint[], ${names}::text[],
        ${seriesIds}::uuid[], ${episodeIds}::uuid[], ${props}::jsonb[])
        as g (viewer, event, id, ms, name, series_id, episode_id, props)
      left join episode_names e on e.id = g.episode_id
      left join series_names s on s.id = nullif(g.series_id, e.series_id)),
    fresh as materialized (
      select distinct on (j.viewer, j.id) j.viewer, j.id, j.at, j.name, j.series_id, j.episode_id, j.props
      from judged j
      where j.error is null and (j.viewer, j.id) not in (
        select q.n - 1, k.id from unnest(${viewers}::uuid[]) with ordinality q (user_id, n)
        cross join lateral (select v.id from viewer_events v
          where v.user_id = q.user_id and v.at >= ${oldest} offset 0) k)
      order by j.viewer, j.id, j.event),
    added as (
      insert into viewer_events (user_id, id, at, name, series_id, episode_id, props, received_at)
      select (${viewers}::uuid[])[f.viewer + 1], f.id, f.at, f.name, f.series_id, f.episode_id, f.props, ${now}
      from fresh f)
    select coalesce((select json_agg(json_build_object('userId', (${viewers}::uuid[])[c.viewer + 1], 'count', c.count))
        from (select f.viewer, count(*) from fresh f group by f.viewer) c), '[]') as accepted,
      coalesce((select json_agg(json_build_object('viewer', j.viewer, 'event', j.event, 'error', j.error))
        from judged j where j.error is not null), '[]') as rejected`;
  return (await executePrepared(tx, query))[0] ?? { accepted: [], rejected: [] };
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

/** How many bytes the events of each day take. */
export async function listBytesOfDays(db: Db): Promise<ReadonlyMap<string, number>> {
  const query = sql<{ day: string; bytes: number }>`
    select to_char(to_date(right(c.relname, 8), 'YYYYMMDD'), 'YYYY-MM-DD') as day, pg_relation_size(c.oid)::float8 as bytes
    from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'viewer_events'::regclass`;
  return new Map((await query.execute(db)).rows.map(({ day, bytes }) => [day, bytes]));
}
