import { sql } from 'kysely';
import type { Tx } from '../../kit/db/database.ts';
import { dayMs } from '../../kit/time.ts';
import { type EventFault, oldestEventDays, type PlausibleEvent } from './rules.ts';

/**
 * Makes room for these days where there is none, and lets nobody else tell of the same viewer until the end of the
 * transaction: what was told before is looked up, whatever time it was told of.
 */
export async function holdEvents(tx: Tx, userId: string, days: readonly string[]): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(hashtextextended('events', hashtext(${userId}))),
      (select count(keep_event_day(d)) from unnest(${[...days]}::date[]) d)`.execute(tx);
}

export interface Kept {
  accepted: number;
  /** Which of the events are about something that is not there, by their place. */
  rejected: { n: number; error: EventFault }[];
}

/** Keeps what was not told before, all in one statement. */
export async function insertEvents(
  tx: Tx,
  userId: string,
  events: readonly (PlausibleEvent & { readonly n: number })[],
  now: Date,
): Promise<Kept> {
  // Told as a moment, so that the days before it are left out while the statement is planned.
  const oldest = new Date(now.getTime() - (oldestEventDays + 1) * dayMs);
  const query = sql<Kept>`
    with known as materialized (
      select v.id from viewer_events v where v.user_id = ${userId} and v.at >= ${oldest}),
    judged as materialized (
      select g.n, g.id, g.at, g.name, coalesce(g."seriesId", e.series_id) as series_id, g."episodeId" as episode_id,
        g.props, case when g."episodeId" is not null and e.id is null then 'unknown_episode'
          when g."seriesId" is not null and s.id is null then 'unknown_series'
          when g."seriesId" <> e.series_id then 'episode_of_another_series' end as error
      from unnest(${events.map(({ n }) => n)}::integer[], ${events.map(({ id }) => id)}::uuid[],
        ${events.map(({ at }) => at.toISOString())}::timestamptz[], ${events.map(({ name }) => name)}::text[],
        ${events.map(({ seriesId }) => seriesId)}::uuid[], ${events.map(({ episodeId }) => episodeId)}::uuid[],
        ${events.map(({ props }) => props && JSON.stringify(props))}::jsonb[])
        as g (n, id, at, name, "seriesId", "episodeId", props)
      left join episode_names e on e.id = g."episodeId" left join series_names s on s.id = g."seriesId"),
    added as (
      insert into viewer_events (user_id, id, at, name, series_id, episode_id, props, received_at)
      select distinct on (j.id) ${userId}, j.id, j.at, j.name, j.series_id, j.episode_id, j.props, ${now}
      from judged j
      where j.error is null and not exists (select from known k where k.id = j.id)
      order by j.id, j.n
      on conflict on constraint viewer_events_pk do nothing returning id)
    select (select count(*) from added)::integer as accepted, coalesce((
      select json_agg(json_build_object('n', j.n, 'error', j.error) order by j.n) from judged j
      where j.error is not null), '[]') as rejected`;
  return (await query.execute(tx)).rows[0] ?? { accepted: 0, rejected: [] };
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

/** Forgets what apps have said of someone beside what is counted. */
export async function eraseProps(tx: Tx, userId: string): Promise<void> {
  await sql`update viewer_events set props = null where user_id = ${userId} and props is not null`.execute(tx);
}
