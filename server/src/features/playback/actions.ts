import type { Db } from '../../kit/db/database.ts';
import { notFound, refuse, refuseField } from '../../kit/errors.ts';
import type { Ctx } from '../../kit/http/endpoint.ts';
import { isId, parseMoment } from '../../kit/http/schema.ts';
import { dayMs } from '../../kit/time.ts';
import { visibilityOf } from '../catalog/public.ts';
import type { User } from '../users/public.ts';
import { episodeLocked } from './errors.ts';
import {
  type Entitlement,
  maxClockAheadMs,
  oldestWatchDays,
  type Playable,
  spareSeconds,
  type Viewer,
} from './rules.ts';
import { deleteSave, findPlayable, findWatch, putSave, putWatch, type WatchRow } from './sql.ts';

/** What others know: what an episode costs, and why someone may watch what costs something. */
export interface PlaybackPorts {
  readonly entitlements: readonly Entitlement[];
  priceOf(db: Db, episode: Playable, viewer: Viewer, now: Date): Promise<number>;
}

/** The episode, if this viewer may watch it now; else what stands in the way. */
export async function entitledTo(
  db: Db,
  ports: PlaybackPorts,
  viewer: Viewer,
  { id, field }: { readonly id: string; readonly field?: string },
  now: Date,
) {
  const missing = field === undefined ? {} : { field };
  const episode = isId(id) ? await findPlayable(db, id) : undefined;
  const visibility = episode ? visibilityOf(episode) : 'hidden';
  if (!episode || visibility === 'hidden') return refuse(notFound, missing);
  const coinsRequired = visibility === 'open' ? await ports.priceOf(db, episode, viewer, now) : null;
  if (coinsRequired === 0) return episode;
  const counting = ports.entitlements.filter(({ outlivesArchive }) => visibility === 'open' || outlivesArchive);
  for (const one of counting) if (await one.entitles(db, viewer, episode, now)) return episode;
  return coinsRequired === null ? refuse(notFound, missing) : refuse(episodeLocked, { coinsRequired });
}

export interface WatchReport {
  readonly episodeId: string;
  readonly startedAt: string;
  readonly endedAt?: string | null;
  readonly secondsWatched: number;
  readonly completed: boolean;
}

/** The moments of a report, which may lie ahead as far as the clock of a phone may. */
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
 * Refuses what began too long ago to be told now, and more seconds than have passed since. What was told before it
 * began comes from a clock that is ahead, so the time until now is measured by the latest one that is allowed.
 */
function mustBePlausible(
  secondsWatched: number,
  { startedAt, endedAt }: { readonly startedAt: Date; readonly endedAt: Date | null },
  firstTold: Date,
  now: Date,
): void {
  if (startedAt.getTime() < now.getTime() - oldestWatchDays * dayMs) {
    refuseField('startedAt', `must be at most ${oldestWatchDays} days ago`);
  }
  const ahead = firstTold < startedAt ? maxClockAheadMs : 0;
  const until = endedAt?.getTime() ?? now.getTime() + ahead;
  const passed = (until - startedAt.getTime()) / 1000;
  if (secondsWatched > passed + spareSeconds) refuseField('secondsWatched', 'must not be longer than the time it took');
}

/** Keeps how far a viewer got in an episode that they may watch, or could when they began. */
export async function watch(ctx: Ctx<User>, ports: PlaybackPorts, given: WatchReport): Promise<WatchRow> {
  const id = given.episodeId.toLowerCase();
  const { startedAt, endedAt } = momentsOf(given, ctx.now);
  const known = isId(id) ? await findWatch(ctx.tx, { userId: ctx.caller.id, episodeId: id, startedAt }) : undefined;
  if (!known) await entitledTo(ctx.tx, ports, ctx.caller, { id, field: 'episodeId' }, ctx.now);
  const { secondsWatched, completed } = given;
  mustBePlausible(secondsWatched, { startedAt, endedAt }, known?.createdAt ?? ctx.now, ctx.now);
  const watched = { userId: ctx.caller.id, episodeId: id, startedAt, endedAt, secondsWatched, completed };
  return (await putWatch(ctx.tx, watched, ctx.now)) ?? refuse(notFound, { field: 'episodeId' });
}

export async function save(ctx: Ctx<User>, seriesId: string) {
  return { seriesId, savedAt: await putSave(ctx.tx, ctx.caller.id, seriesId, ctx.now) };
}

export const unsave = (ctx: Ctx<User>, seriesId: string): Promise<void> => deleteSave(ctx.tx, ctx.caller.id, seriesId);
