import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db, Tx } from '../../kit/db/database.ts';
import { eq, eqId, filters, gte, lt, whereId } from '../../kit/db/filters.ts';
import { type Keyset, pageRows } from '../../kit/page.ts';
import { type ItemType, maxRetries, type ScheduleState } from './rules.ts';
import type { NewSchedule, ScheduleRow } from './schema.ts';

/** `revision` changes with every update of the row (xmin). */
const columns = sql.raw(`
  p.id, p.ref_type as "refType", p.ref_id as "refId", p.action, p.run_at as "runAt", p.status,
  p.last_error as "lastErrorCode", p.last_error_request_id as "lastErrorRequestId", p.retry_count,
  json_build_object('id', a.id, 'email', a.email, 'name', a.name) as "createdBy",
  p.created_at as "createdAt", p.executed_at as "executedAt", p.xmin::text::double precision as revision,
  json_build_object('seriesId', s.id, 'seriesTitle', s.title,
    'episodeNumber', e.episode_number, 'title', coalesce(e.title, s.title)) as item`);
const joined = sql.raw(`
  from publish_schedules p join admin_names a on a.id = p.created_by
  left join episode_names e on p.ref_type = 'episode' and e.id = p.ref_id
  join series_names s on s.id = case p.ref_type when 'series' then p.ref_id else e.series_id end`);

/** With creator and item; the table is `p`. */
const listedSchedules = sql<ScheduleRow>`select ${columns} ${joined}`;

export interface ScheduleFilters {
  status?: ScheduleState | undefined;
  refType?: ItemType | undefined;
  refId?: string | undefined;
  seriesId?: string | undefined;
  from?: Date | undefined;
  before?: Date | undefined;
}

const ofSeries = whereId(
  (id) => sql`p.ref_id in (select ${id}::uuid union all select id from episode_names where series_id = ${id})`,
);

const conditions = filters<ScheduleFilters>({
  status: eq('p.status'),
  refType: eq('p.ref_type'),
  refId: eqId('p.ref_id'),
  seriesId: ofSeries,
  from: gte('p.run_at'),
  before: lt('p.run_at'),
});

export const listSchedules = (db: Db, given: ScheduleFilters, keyset: Keyset): Promise<ScheduleRow[]> =>
  pageRows(db, keyset, listedSchedules, conditions(given));

export async function findSchedules(db: Db, ids: readonly string[]): Promise<ScheduleRow[]> {
  const query = sql<ScheduleRow>`
    ${listedSchedules} where p.id = any(${[...ids]}) order by p.run_at, p.id`;
  return (await query.execute(db)).rows;
}

export async function findSchedule(db: Db, id: string): Promise<ScheduleRow | undefined> {
  return (await findSchedules(db, [id]))[0];
}

export async function insertSchedules(tx: Tx, rows: readonly NewSchedule[], by: string, now: Date): Promise<void> {
  const values = rows.map(({ id, refType, refId, runAt }) => ({
    id,
    ref_type: refType,
    ref_id: refId,
    run_at: runAt,
    action: 'publish' as const,
    created_by: by,
    created_at: now,
  }));
  await tx.insertInto('publish_schedules').values(values).execute();
}

export interface Cancelled {
  refId: string;
  scheduleId: string;
  runAt: Date;
}

/** Cancels and returns open schedules. */
export async function cancelOpen(tx: Tx, refIds: readonly string[]): Promise<Cancelled[]> {
  const query = sql<Cancelled>`update publish_schedules set status = 'cancelled'
    where ref_id = any(${[...refIds]}) and status in ('pending', 'failed')
    returning ref_id as "refId", id as "scheduleId", run_at as "runAt"`;
  return (await query.execute(tx)).rows;
}

/** Restarts the count of attempts. */
export async function reopenSchedule(tx: Tx, id: string, now: Date): Promise<void> {
  await sql`update publish_schedules set status = 'pending', retry_count = 0, reopened_at = ${now}
    where id = ${id}`.execute(tx);
}

/** Restarts the count of attempts, at another time. */
export async function moveSchedule(tx: Tx, id: string, runAt: Date, now: Date): Promise<void> {
  await sql`update publish_schedules set status = 'pending', run_at = ${runAt}, retry_count = 0, last_error = null,
      last_error_request_id = null, reopened_at = ${now}
    where id = ${id}`.execute(tx);
}

export type Due = Pick<ScheduleRow, 'id' | 'refType' | 'refId'>;

/** Due schedules, and failed ones with retries left. */
export async function listDue(db: Db, now: Date, most: number): Promise<Due[]> {
  const query = sql<Due>`
    select id, ref_type as "refType", ref_id as "refId" from publish_schedules
    where status in ('pending', 'failed') and run_at <= ${now}
      and (status = 'pending' or retry_count < ${maxRetries})
    order by run_at, id limit ${most}`;
  return (await query.execute(db)).rows;
}

/** The first attempt is not a retry. */
const attempts = sql.raw(`retry_count + case status when 'failed' then 1 else 0 end`);

/** False if closed or moved. */
export async function markExecuted(tx: Tx, id: string, now: Date): Promise<boolean> {
  const query = sql`update publish_schedules set status = 'executed', executed_at = ${now}, retry_count = ${attempts}
    where id = ${id} and status in ('pending', 'failed') and run_at <= ${now}`;
  return (await query.execute(tx)).numAffectedRows === 1n;
}

export interface Failure {
  readonly code: string;
  /** In the log. */
  readonly requestId: string;
}

export interface Attempts {
  status: ScheduleState;
  retry_count: number;
}

/** Attempts before and after; undefined if closed or moved. */
export async function markFailed(
  tx: Tx,
  id: string,
  { code, requestId }: Failure,
  now: Date,
): Promise<{ before: Attempts; after: Attempts } | undefined> {
  const query = sql<{ before: Attempts; after: Attempts }>`
    update publish_schedules p set status = 'failed', last_error = ${code}, last_error_request_id = ${requestId},
      retry_count = b.retry_count + case b.status when 'failed' then 1 else 0 end
    from (select id, status, retry_count from publish_schedules
      where id = ${id} and status in ('pending', 'failed') and run_at <= ${now} for no key update) b
    where p.id = b.id
    returning json_build_object('status', b.status, 'retry_count', b.retry_count) as before,
      json_build_object('status', p.status, 'retry_count', p.retry_count) as after`;
  return (await query.execute(tx)).rows[0];
}

/** A time that was past when it was set or reopened means immediately. */
const due = sql.raw('greatest(p.run_at, p.created_at, p.reopened_at)');
const untried = sql.raw(`(p.status = 'pending' or (p.status = 'failed' and p.retry_count < ${maxRetries}))`);
const isLate = (minutes: number): RawBuilder<SqlBool> => sql`
  p.status in ('pending', 'failed') and ${untried} and p.run_at < clock() and ${due} < clock() - ${minutes} * interval '1 minute'`;
const isUnpublished = sql.raw(`p.status = 'failed' and p.retry_count >= ${maxRetries}`);

/** Number of schedules late by more than so many minutes, and the longest delay. */
export async function countLate(db: Db, minutes: number): Promise<{ schedules: number; longestMinutes: number }> {
  const query = sql<{ schedules: number; longestMinutes: number }>`
    select count(*) as schedules,
      coalesce(floor(max(extract(epoch from clock() - ${due})) / 60), 0)::integer as "longestMinutes"
    from publish_schedules p where ${isLate(minutes)}`;
  return (await query.execute(db)).rows[0] ?? { schedules: 0, longestMinutes: 0 };
}

export async function listLate(db: Db, minutes: number, most: number): Promise<ScheduleRow[]> {
  const query = sql<ScheduleRow>`${listedSchedules} where ${isLate(minutes)} order by p.run_at, p.id limit ${most}`;
  return (await query.execute(db)).rows;
}

/** Failed schedules without retries left. */
export async function countUnpublished(db: Db): Promise<number> {
  const query = sql<{ count: number }>`select count(*) as count from publish_schedules p where ${isUnpublished}`;
  return (await query.execute(db)).rows[0]?.count ?? 0;
}

export async function listUnpublished(db: Db, most: number): Promise<ScheduleRow[]> {
  const query = sql<ScheduleRow>`${listedSchedules} where ${isUnpublished} order by p.run_at, p.id limit ${most}`;
  return (await query.execute(db)).rows;
}

/** The open schedule of an item. */
export interface OpenSchedule {
  readonly id: string;
  /** Milliseconds, because JSON has no timestamps. */
  readonly runAt: number;
  readonly status: Extract<ScheduleState, 'pending' | 'failed'>;
}

export type OpenSchedules = Readonly<Record<string, OpenSchedule>>;

/** A subquery; `refIds` is an array in SQL. */
export const openSchedulesJson = (refIds: RawBuilder<unknown>) => sql<OpenSchedules>`(
  select coalesce(json_object_agg(p.ref_id, json_build_object('id', p.id,
    'runAt', (date_part('epoch', p.run_at) * 1000)::bigint, 'status', p.status)), '{}')
  from publish_schedules p where p.ref_id = any(${refIds}) and p.status in ('pending', 'failed'))`;

/** An unpublished series that has a date, or whose episodes have one. */
export interface ComingRow {
  id: string;
  /** The date of the series, or of its first episode. */
  comesAt: Date;
}

const coming = sql<ComingRow>`
  select l.id, l.comes_at as "comesAt" from (
    select s.id, coalesce(min(p.run_at) filter (where p.ref_type = 'series'), min(p.run_at)) as comes_at
    from publish_schedules p left join episode_names e on p.ref_type = 'episode' and e.id = p.ref_id
      join current_series s on s.id = case p.ref_type when 'series' then p.ref_id else e.series_id end
    where p.status in ('pending', 'failed') and s.status in ('draft', 'in_review', 'scheduled')
    group by s.id) l`;

const comingConditions = filters<{ before?: Date | undefined }>({ before: lt('l.comes_at') });

export const listComing = (db: Db, given: { before?: Date | undefined }, keyset: Keyset): Promise<ComingRow[]> =>
  pageRows(db, keyset, coming, comingConditions(given));
