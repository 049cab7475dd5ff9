import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { filters, lt } from '../../kit/db/filters.ts';
import { type Keyset, pageRows } from '../../kit/page.ts';
import type { ScheduleState } from './rules.ts';

/** What waits for a series or an episode. */
export interface OpenSchedule {
  readonly id: string;
  /** In milliseconds, since JSON has no moments. */
  readonly runAt: number;
  readonly status: Extract<ScheduleState, 'pending' | 'failed'>;
}

/** By the id of what is published. */
export type OpenSchedules = Readonly<Record<string, OpenSchedule>>;

/** What waits for these series and episodes, as a part of a statement; `refIds` is an array in SQL. */
export const openSchedulesJson = (refIds: RawBuilder<unknown>) => sql<OpenSchedules>`(
  select coalesce(json_object_agg(p.ref_id, json_build_object('id', p.id,
    'runAt', (date_part('epoch', p.run_at) * 1000)::bigint, 'status', p.status)), '{}')
  from publish_schedules p where p.ref_id = any(${refIds}) and p.status in ('pending', 'failed'))`;

/** A series that viewers do not see yet and for which, or for an episode of which, a date is set. */
export interface ComingRow {
  id: string;
  /** When it goes live, or the first of its episodes where it has no date of its own. */
  comesAt: Date;
}

const coming = sql<ComingRow>`
  select l.id, l.comes_at as "comesAt" from (
    select s.id, coalesce(min(p.run_at) filter (where p.ref_type = 'series'), min(p.run_at)) as comes_at
    from publish_schedules p left join episode_names e on p.ref_type = 'episode' and e.id = p.ref_id
      join current_series s on s.id = case p.ref_type when 'series' then p.ref_id else e.series_id end
    where p.status in ('pending', 'failed') and s.status in ('draft', 'in_review', 'scheduled')
    group by s.id) l`;

const conditions = filters<{ before?: Date | undefined }>({ before: lt('l.comes_at') });

export const listComing = (db: Db, given: { before?: Date | undefined }, keyset: Keyset): Promise<ComingRow[]> =>
  pageRows(db, keyset, coming, conditions(given));
