import { type busy, forAccepted, orRefusal } from '../../kit/batch-queue.ts';
import type { Db } from '../../kit/db/database.ts';
import { notFound, Refused, refusal, refuseField } from '../../kit/errors.ts';
import type { BatchCtx } from '../../kit/http/endpoint.ts';
import { isId, parseMoment } from '../../kit/http/schema.ts';
import { dayMs } from '../../kit/time.ts';
import { listSeriesNames, visibilityOf } from '../catalog/public.ts';
import { forLockedCallers, type User } from '../users/public.ts';
import { episodeLocked } from './errors.ts';
import {
  type Entitlement,
  maxClockAheadMs,
  oldestWatchDays,
  spareSeconds,
  type Viewer,
  type Viewing,
} from './rules.ts';
import type { WatchReport, WatchRow } from './schema.ts';
import {
  findPlayables,
  listReportedAt,
  type NewWatch,
  type PlayableRow,
  putSaves,
  putWatches,
  removeSaves,
  type SaveKey,
} from './sql.ts';

/** Implemented by other features: prices, and reasons why a viewer may watch a paid episode. */
export interface PlaybackPorts {
  readonly entitlements: readonly Entitlement[];
  listPrices(db: Db, viewings: readonly Viewing[], now: Date): Promise<number[]>;
}

export interface Wanted {
  readonly viewer: Viewer;
  readonly episodeId: string;
  /** The field of the request, unless the episode is in the path. */
  readonly field?: string;
}

/** For each request the episode, or the refusal if the viewer may not watch it now. */
export async function entitle(
  db: Db,
  ports: PlaybackPorts,
  wanted: readonly Wanted[],
  now: Date,
): Promise<(PlayableRow | Refused)[]> {
  const episodes = await findPlayables(db, [...new Set(wanted.map(({ episodeId }) => episodeId).filter(isId))]);
  const viewings = wanted.flatMap(({ viewer, episodeId }, n) => {
    const episode = episodes.get(episodeId);
    const visibility = episode ? visibilityOf(episode) : 'hidden';
    return episode && visibility !== 'hidden' ? [{ n, viewer, episode, isOpen: visibility === 'open' }] : [];
  });
  const open = viewings.filter(({ isOpen }) => isOpen);
  const prices = open.length > 0 ? await ports.listPrices(db, open, now) : [];
  const coinsOf = new Map(open.map(({ n }, index) => [n, prices[index]]));
  const entitled = new Map(open.filter(({ n }) => coinsOf.get(n) === 0).map(({ n, episode }) => [n, episode]));
  for (const reason of ports.entitlements) {
    const left = viewings.filter(({ n, isOpen }) => !entitled.has(n) && (isOpen || reason.outlivesArchive));
    const allowed = left.length > 0 ? await reason.entitles(db, left) : [];
    for (const [index, { n, episode }] of left.entries()) if (allowed[index]) entitled.set(n, episode);
  }
  return wanted.map(({ field }, n) => {
    const coinsRequired = coinsOf.get(n);
    const refused = () =>
      coinsRequired === undefined
        ? refusal(notFound, field === undefined ? {} : { field })
        : refusal(episodeLocked, { coinsRequired });
    return entitled.get(n) ?? refused();
  });
}

/** Times may be in the future within the tolerance of phone clocks. */
function momentsOf(given: WatchReport, now: Date): { startedAt: Date; endedAt: Date | null } {
  const startedAt = parseMoment(given.startedAt) ?? refuseField('startedAt', 'is not a moment');
  const endedAt = given.endedAt ? (parseMoment(given.endedAt) ?? refuseField('endedAt', 'is not a moment')) : null;
  const latest = now.getTime() + maxClockAheadMs;
  if (startedAt.getTime() > latest) refuseField('startedAt', 'lies in the future');
  if (endedAt && endedAt.getTime() > latest) refuseField('endedAt', 'lies in the future');
  if (endedAt && endedAt < startedAt) refuseField('endedAt', 'must not be before startedAt');
  return { startedAt, endedAt };
}

/**
 * Refuses watches that began too long ago, and more seconds than have passed since. A start after the first report means
 * that the phone’s clock is ahead, so the time until now is extended by the tolerance.
 */
function mustBePlausible(
  secondsWatched: number,
  { startedAt, endedAt }: { readonly startedAt: Date; readonly endedAt: Date | null },
  firstReportedAt: Date,
  now: Date,
): void {
  if (startedAt.getTime() < now.getTime() - oldestWatchDays * dayMs) {
    refuseField('startedAt', `must be at most ${oldestWatchDays} days ago`);
  }
  const ahead = firstReportedAt < startedAt ? maxClockAheadMs : 0;
  const until = endedAt?.getTime() ?? now.getTime() + ahead;
  const passed = (until - startedAt.getTime()) / 1000;
  if (secondsWatched > passed + spareSeconds) refuseField('secondsWatched', 'must not be longer than the time it took');
}

interface CallerRequest {
  readonly caller: User;
}

export interface WatchRequest extends CallerRequest {
  readonly body: WatchReport;
}

/** A report with valid times. */
interface Reported {
  readonly watch: NewWatch;
  readonly viewer: User;
  readonly firstReportedAt?: Date | undefined;
}

function watchOf({ caller: viewer, body }: WatchRequest, now: Date): Reported {
  const { secondsWatched, completed } = body;
  const episodeId = body.episodeId.toLowerCase();
  const watch = { userId: viewer.id, episodeId, ...momentsOf(body, now), secondsWatched, completed };
  return { watch, viewer };
}

/** Stores progress in episodes that viewers may watch, or could watch when they started. */
export const watchMany = (
  ctx: BatchCtx,
  ports: PlaybackPorts,
  requests: readonly WatchRequest[],
): Promise<(WatchRow | Refused | typeof busy)[]> =>
  forLockedCallers(ctx, requests, async (some) => {
    const { tx, now } = ctx;
    const reports = some.map((request) => orRefusal(() => watchOf(request, now)));
    const entitled = await forAccepted(reports, (reports) => entitledOrKnown(ctx, ports, reports));
    const plausible = await forAccepted(entitled, async (reports) =>
      reports.map((one) => orRefusal(() => plausibleWatch(now, one))),
    );
    return forAccepted(plausible, (watches) => putWatches(tx, watches, now));
  });

/** Known watches need no entitlement. */
async function entitledOrKnown(
  { tx, now }: BatchCtx,
  ports: PlaybackPorts,
  reports: readonly Reported[],
): Promise<(Reported | Refused)[]> {
  const named = reports.filter(({ watch }) => isId(watch.episodeId));
  const reportedAt = await listReportedAt(
    tx,
    named.map(({ watch }) => watch),
  );
  const known = new Map(named.map((one, n) => [one, reportedAt[n]]));
  const fresh = reports.filter((one) => known.get(one) === undefined);
  const wanted = fresh.map(({ viewer, watch: { episodeId } }) => ({ viewer, episodeId, field: 'episodeId' }));
  const judged = wanted.length > 0 ? await entitle(tx, ports, wanted, now) : [];
  const refused = new Map(fresh.map((one, n) => [one, judged[n]]));
  return reports.map((one) => {
    const outcome = refused.get(one);
    return outcome instanceof Refused ? outcome : { ...one, firstReportedAt: known.get(one) };
  });
}

function plausibleWatch(now: Date, { watch, firstReportedAt = now }: Reported): NewWatch {
  mustBePlausible(watch.secondsWatched, watch, firstReportedAt, now);
  return watch;
}

export interface SaveRequest extends CallerRequest {
  readonly params: { readonly id: string };
}

const saveOf = ({ caller, params }: SaveRequest): SaveKey => ({ userId: caller.id, seriesId: params.id });

export const saveMany = (ctx: BatchCtx, requests: readonly SaveRequest[]) =>
  forLockedCallers(ctx, requests, async (some) => {
    const ids = new Set(some.map(({ params }) => params.id));
    const series = await listSeriesNames(ctx.tx, [...ids]);
    const published = new Set(series.filter(({ status }) => status === 'published').map(({ id }) => id));
    const wanted = some.map((request) => (published.has(request.params.id) ? saveOf(request) : refusal(notFound)));
    return forAccepted(wanted, async (saves) => {
      const moments = await putSaves(ctx.tx, saves, ctx.now);
      return saves.map(({ seriesId }, n) => ({ seriesId, savedAt: moments[n] ?? ctx.now }));
    });
  });

export const unsaveMany = (ctx: BatchCtx, requests: readonly SaveRequest[]) =>
  forLockedCallers(ctx, requests, async (some) => {
    await removeSaves(ctx.tx, some.map(saveOf));
    return some.map(() => ({}));
  });
