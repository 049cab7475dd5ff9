import { type SqlBool, sql } from 'kysely';
import type { Db, Tx } from '../../kit/db/database.ts';
import { eqId, filters } from '../../kit/db/filters.ts';
import { executePrepared } from '../../kit/db/prepared.ts';
import { newId } from '../../kit/id.ts';
import { type Keyset, pageRows } from '../../kit/page.ts';
import type { FreeDay } from './rules.ts';
import type { EntryFields, EntryRow } from './schema.ts';

const select = sql<EntryRow>`
  select f.id, f.day as date, f.series_id as "seriesId", f.market_code as "marketCode", f.notes, f.revision,
    json_build_object('title', s.title, 'titleI18n', s.title_i18n, 'posterAssetId', s.poster_asset_id) as series,
    f.created_at as "createdAt", f.updated_at as "updatedAt"
  from free_series_entries f join series_names s on s.id = f.series_id`;

/** Null for the entry of all markets. */
export const ofMarket = (market: string | null) =>
  market === null ? sql<SqlBool>`f.market_code is null` : sql<SqlBool>`f.market_code = ${market}`;

export interface EntryFilters {
  dateFrom?: string | undefined;
  dateTo?: string | undefined;
  market?: { readonly code: string | null } | undefined;
  seriesId?: string | undefined;
}

const conditions = filters<EntryFilters>({
  dateFrom: (day) => sql<SqlBool>`f.day >= ${day}`,
  dateTo: (day) => sql<SqlBool>`f.day <= ${day}`,
  market: ({ code }) => ofMarket(code),
  seriesId: eqId('f.series_id'),
});

export const listEntries = (db: Db, given: EntryFilters, keyset: Keyset): Promise<EntryRow[]> =>
  pageRows(db, keyset, select, conditions(given));

export async function findEntry(db: Db, id: string): Promise<EntryRow | undefined> {
  return (await sql<EntryRow>`${select} where f.id = ${id}`.execute(db)).rows[0];
}

export async function hasEntries(db: Db, day: string): Promise<boolean> {
  return (await sql`select from free_series_entries where day = ${day} limit 1`.execute(db)).rows.length > 0;
}

/** The entry of a day and a market. Locks before it reads, to see what a concurrent transaction committed. */
export async function lockEntry(tx: Tx, day: string, market: string | null): Promise<EntryRow | undefined> {
  const { rows } = await sql<{ id: string }>`
    select f.id from free_series_entries f where f.day = ${day} and ${ofMarket(market)} for no key update`.execute(tx);
  return rows[0] && findEntry(tx, rows[0].id);
}

/** Inserts entries for the days without one, and returns them. */
export async function insertEntries(tx: Tx, days: readonly EntryFields[], now: Date): Promise<EntryRow[]> {
  if (days.length === 0) return [];
  const rows = days.map(({ date, seriesId, marketCode, notes }) => ({
    id: newId(),
    day: date,
    series_id: seriesId,
    market_code: marketCode,
    notes,
    created_at: now,
    updated_at: now,
  }));
  const inserted = await tx
    .insertInto('free_series_entries')
    .values(rows)
    .onConflict((conflict) => conflict.constraint('free_series_entries_one_a_day').doNothing())
    .returning('id')
    .execute();
  const ids = inserted.map(({ id }) => id);
  const query = sql<EntryRow>`${select} where f.id = any(${ids}) order by f.day`;
  return (await query.execute(tx)).rows;
}

export async function updateEntry(
  tx: Tx,
  id: string,
  { seriesId, notes }: Pick<EntryFields, 'seriesId' | 'notes'>,
  now: Date,
): Promise<void> {
  await sql`update free_series_entries set series_id = ${seriesId}, notes = ${notes}, updated_at = ${now},
    revision = revision + 1 where id = ${id}`.execute(tx);
}

/** Deletes and returns the entries of a day, or of one market on it. */
export async function deleteEntries(
  tx: Tx,
  day: string,
  market: { readonly code: string | null } | undefined,
): Promise<(EntryFields & { readonly revision: number })[]> {
  const which = market ? ofMarket(market.code) : sql<SqlBool>`true`;
  const query = sql<EntryFields & { revision: number }>`
    delete from free_series_entries f where f.day = ${day} and ${which}
    returning f.day as date, f.series_id as "seriesId", f.market_code as "marketCode", f.notes, f.revision`;
  return (await query.execute(tx)).rows;
}

/** The free days from one day to another. */
export async function listFreeDays(db: Db, from: string, to: string): Promise<FreeDay[]> {
  const query = sql<FreeDay>`
    select f.day as date, f.series_id as "seriesId", f.market_code as "marketCode" from free_series_entries f
    where f.day between ${from} and ${to}`;
  return (await query.execute(db)).rows;
}

/** The series of a day's entries for a market, whose own entry takes precedence over the one for all markets. */
export async function listSeriesFreeOn(db: Db, day: string, market: string | null): Promise<string[]> {
  const { rows } = await sql<{ seriesId: string }>`
    select f.series_id as "seriesId" from free_series_entries f
    where f.day = ${day} and (f.market_code = ${market} or (f.market_code is null and not exists (
      select from free_series_entries own where own.day = f.day and own.market_code = ${market})))`.execute(db);
  return rows.map(({ seriesId }) => seriesId);
}

/** SQL of whether a series is in a day's entries for a market. */
export const namedFreeSql = (
  seriesId: string,
  market: string,
  day = `(clock() at time zone 'UTC')::date`,
): string => `exists (
  select from free_series_entries f where f.day = ${day} and f.series_id = ${seriesId}
    and (f.market_code = ${market} or (f.market_code is null and not exists (
      select from free_series_entries own where own.day = f.day and own.market_code = ${market}))))`;

/** Those of these series that are in the entries for a market on the UTC day of `at`, by default now. */
export async function listFreeOn(
  db: Db,
  seriesIds: readonly string[],
  market: string | null,
  at?: Date,
): Promise<string[]> {
  const moment = at ? sql`${at}::timestamptz` : sql`clock()`;
  const query = sql<{ seriesId: string }>`
    select q.id as "seriesId" from (select ${market}::text as market, (${moment} at time zone 'UTC')::date as day) m
    cross join unnest(${[...seriesIds]}::uuid[]) as q (id) where ${sql.raw(namedFreeSql('q.id', 'm.market', 'm.day'))}`;
  return (await executePrepared(db, query)).map(({ seriesId }) => seriesId);
}
