import type { Db } from '../../kit/db/database.ts';
import { type CatalogFiles, listSeriesNames, pictureUrls } from '../catalog/public.ts';
import { listActiveRails, type Surface } from '../curation/public.ts';
import { dayAfter, dayOf, listFreeDays } from '../rotation/public.ts';
import { type CollectionRule, type FeedChangePoint, freeDayStops } from './rules.ts';
import { type ComingRow, listLeaving, listPublishes } from './sql.ts';

interface ChangesRequest {
  readonly surface: Surface;
  readonly market: string | null;
  readonly now: Date;
  readonly until: Date;
}

const maxStops = 200;

/** Rules of a surface that select the newest series. */
async function newestRules(db: Db, surface: Surface): Promise<CollectionRule[]> {
  return (await listActiveRails(db, surface)).flatMap(({ rule }) => (rule?.sort === 'newest' ? [rule] : []));
}

async function freeStops(db: Db, { market, now, until }: ChangesRequest): Promise<FeedChangePoint[]> {
  const [first, last] = [dayOf(now), dayOf(until)];
  const days: string[] = [];
  for (let day = first; day <= last; day = dayAfter(day, 1)) days.push(day);
  return freeDayStops(days, await listFreeDays(db, first, last), market);
}

const stopsOf = (kind: FeedChangePoint['kind'], rows: readonly ComingRow[]): FeedChangePoint[] =>
  rows.map((row) => ({ ...row, kind }));

async function findStops(db: Db, request: ChangesRequest): Promise<FeedChangePoint[]> {
  const { now, until, surface } = request;
  const stops = stopsOf('publish', await listPublishes(db, now, until, maxStops));
  const rules = await newestRules(db, surface);
  stops.push(...stopsOf('window_end', await listLeaving(db, rules, now, until, maxStops)));
  stops.push(...(await freeStops(db, request)));
  return stops.toSorted((one, other) => one.at.getTime() - other.at.getTime()).slice(0, maxStops);
}

/** Scheduled changes of a feed, with their series. */
export async function listStops(db: Db, files: CatalogFiles, request: ChangesRequest) {
  const stops = await findStops(db, request);
  const ids = [...new Set(stops.flatMap(({ seriesId }) => seriesId ?? []))];
  const names = new Map((await listSeriesNames(db, ids)).map((row) => [row.id, row]));
  const pictures = [...names.values()].map(({ assetId }) => assetId);
  const urlOf = await pictureUrls(db, files, pictures);
  return stops.map(({ seriesId, ...stop }) => {
    const named = names.get(seriesId ?? '');
    const series = named && {
      id: named.id,
      title: named.label,
      titleI18n: named.labelI18n,
      pictureUrl: urlOf(named.assetId),
    };
    return { ...stop, series: series ?? null };
  });
}
