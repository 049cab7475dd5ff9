import type { Static } from 'typebox';
import { notFound, refuse, refuseField, staleWrite } from '../../kit/errors.ts';
import type { Ctx } from '../../kit/http/endpoint.ts';
import { isId } from '../../kit/http/schema.ts';
import { mustMatch } from '../../kit/revision.ts';
import { dayMs } from '../../kit/time.ts';
import type { Admin } from '../access/public.ts';
import * as audit from '../audit/public.ts';
import { listWatchableIds, lockSeries } from '../catalog/public.ts';
import { seriesNotPublished } from './errors.ts';
import type { Watching } from './ports.ts';
import { dayAfter, dayOf, isPast, pickSeries, restDays, watchedWithinDays } from './rules.ts';
import type { EntryFields, EntryRow, SetBody } from './schema.ts';
import { deleteEntries, findEntry, insertEntries, listFreeDays, lockEntry, updateEntry } from './sql.ts';

/** Audit entries refer to the series, since entries of days are replaced. */
const aboutSeries = (seriesId: string) => ({ type: 'series', id: seriesId });

export const fieldsOf = ({ date, seriesId, marketCode, notes }: EntryFields) => ({ date, seriesId, marketCode, notes });

async function mustBePublished(ctx: Ctx<Admin>, seriesId: string): Promise<void> {
  const series = isId(seriesId) ? await lockSeries(ctx.tx, seriesId) : undefined;
  if (!series) refuse(notFound, { field: 'seriesId' });
  else if (series.status !== 'published') refuse(seriesNotPublished);
}

/** Sets an empty day; undefined if it is no longer empty. */
export async function setEmptyDay(ctx: Ctx<Admin>, fields: EntryFields): Promise<EntryRow | undefined> {
  mustNotBePast(ctx, fields.date);
  await mustBePublished(ctx, fields.seriesId);
  return insertDay(ctx, fields);
}

/** Inserts the entry of a day; undefined if it has one, also one inserted concurrently. */
async function insertDay(ctx: Ctx<Admin>, fields: EntryFields): Promise<EntryRow | undefined> {
  const [entry] = await insertEntries(ctx.tx, [fields], ctx.now);
  if (!entry) return undefined;
  await audit.record(ctx, { action: 'free_series.set', target: aboutSeries(entry.seriesId), after: fieldsOf(entry) });
  return entry;
}

async function replaceDay(ctx: Ctx<Admin>, entry: EntryRow, seriesId: string, notes: string | null) {
  if (seriesId === entry.seriesId && notes === entry.notes) return entry;
  await updateEntry(ctx.tx, entry.id, { seriesId, notes }, ctx.now);
  const before = fieldsOf(entry);
  const after = { ...before, seriesId, notes };
  await audit.record(ctx, { action: 'free_series.set', target: aboutSeries(seriesId), before, after });
  return (await findEntry(ctx.tx, entry.id)) ?? refuse(notFound);
}

export function isForEmptyDay(ifNoneMatch: string | undefined): boolean {
  if (ifNoneMatch !== undefined && ifNoneMatch.trim() !== '*') refuseField('If-None-Match', 'must be *');
  return ifNoneMatch !== undefined;
}

function mustNotBePast(ctx: Ctx<Admin>, date: string): void {
  if (isPast(date, ctx.now)) refuseField('date', 'must be today or later: past days stay as they were', 'in_the_past');
}

/** An empty day matches no revision. */
function refuseEmptyDay({ ifMatch }: Ctx<Admin>): never {
  mustMatch(ifMatch, 0);
  return refuse(ifMatch === undefined ? notFound : staleWrite);
}

export async function setDay(ctx: Ctx<Admin>, given: Static<typeof SetBody>, onlyIfEmpty = false): Promise<EntryRow> {
  const seriesId = given.seriesId.toLowerCase();
  const marketCode = given.marketCode?.toUpperCase() ?? null;
  const { date, notes } = given;
  mustNotBePast(ctx, date);
  await mustBePublished(ctx, seriesId);
  const known = await lockEntry(ctx.tx, date, marketCode);
  const isNew = !known && ctx.ifMatch === undefined;
  const entered = isNew && (await insertDay(ctx, { date, seriesId, marketCode, notes: notes ?? null }));
  if (entered) return entered;
  if (onlyIfEmpty) refuse(staleWrite);
  const entry = known ?? (await lockEntry(ctx.tx, date, marketCode)) ?? refuseEmptyDay(ctx);
  mustMatch(ctx.ifMatch, entry.revision);
  return replaceDay(ctx, entry, seriesId, notes === undefined ? entry.notes : notes);
}

export async function clearDay(
  ctx: Ctx<Admin>,
  date: string,
  market: { readonly code: string | null } | undefined,
): Promise<void> {
  mustNotBePast(ctx, date);
  const gone = await deleteEntries(ctx.tx, date, market);
  if (gone.length === 0) refuse(notFound);
  for (const { revision } of gone) mustMatch(ctx.ifMatch, revision);
  await audit.recordAll(
    ctx,
    gone.map((entry) => ({
      action: 'free_series.delete',
      target: aboutSeries(entry.seriesId),
      before: fieldsOf(entry),
    })),
  );
}

/** Fills the empty days from today on with the most watched series. */
export async function generate(ctx: Ctx<Admin>, watching: Watching, days: number, market: string | null) {
  const today = dayOf(ctx.now);
  const wanted = Array.from({ length: days }, (_, index) => dayAfter(today, index));
  const known = await listFreeDays(ctx.tx, dayAfter(today, -restDays), dayAfter(today, days + restDays));
  const starts = await watching.countStarts(ctx.tx, new Date(ctx.now.getTime() - watchedWithinDays * dayMs));
  // Newest first among equally watched series.
  const watchable = await listWatchableIds(ctx.tx);
  const byStarts = watchable.toSorted((one, other) => (starts.get(other) ?? 0) - (starts.get(one) ?? 0));
  const { picked, skipped, unfilled } = pickSeries(wanted, market, known, byStarts);
  const created = await insertEntries(
    ctx.tx,
    picked.map((one) => ({ ...one, notes: null })),
    ctx.now,
  );
  await audit.recordAll(
    ctx,
    created.map((entry) => ({
      action: 'free_series.set',
      target: aboutSeries(entry.seriesId),
      after: fieldsOf(entry),
      flags: { generated: true },
    })),
  );
  // Some days may have been set concurrently.
  const entered = new Set(created.map(({ date }) => date));
  const late = picked.filter(({ date }) => !entered.has(date)).map(({ date }) => date);
  return { created, skipped: [...skipped, ...late].toSorted(), unfilled: [...unfilled] };
}
