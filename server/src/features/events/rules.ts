import { createHash } from 'node:crypto';
import { isId, parseMoment } from '../../kit/http/schema.ts';
import { idOf } from '../../kit/id.ts';
import { dayMs } from '../../kit/time.ts';

/**
 * Apps tell what their viewers do, many events at a time and often late. Each is judged by itself: one that cannot be
 * right is named and left out, and one that was told before is counted once. What viewers unlock the service knows
 * itself, and does not take from apps.
 */

export const maxEvents = 500;
/** How long ago a phone that was offline may have noted something, and how far its clock may be ahead of ours. */
export const oldestEventDays = 30;
export const maxClockAheadMs = 5 * 60_000;
const maxPropsBytes = 4_096;
/** Room for as many events as may come at a time, each with as much beside it as it may have. */
export const maxEventsBytes = maxEvents * (maxPropsBytes + 1_024);

/** How long events are kept, and how many days ahead there is room for them. */
export const keptDays = 400;
export const daysAhead = 7;

/** What only the service records. */
const ownNames = new Set(['unlock', 'repeat_unlock']);

export const eventFaults = [
  'invalid_name',
  'recorded_by_the_service',
  'invalid_time',
  'too_old',
  'in_the_future',
  'props_too_large',
  'unknown_episode',
  'unknown_series',
  'episode_of_another_series',
] as const;
export type EventFault = (typeof eventFaults)[number];

/** An event as an app tells it. */
export interface ToldEvent {
  readonly id: string;
  readonly name: string;
  readonly at: string;
  readonly seriesId?: string | null;
  readonly episodeId?: string | null;
  readonly props?: Readonly<Record<string, unknown>> | null;
}

/** An event that may be kept, if what it is about is there. */
export interface PlausibleEvent {
  readonly id: string;
  readonly name: string;
  readonly at: Date;
  readonly seriesId: string | null;
  readonly episodeId: string | null;
  readonly props: Readonly<Record<string, unknown>> | null;
}

/** An id as it is kept; undefined for what is none. */
function idIn(text: string): string | undefined {
  if (isId(text)) return text;
  const folded = text.toLowerCase();
  return isId(folded) ? folded : undefined;
}

/** Apps may name events as they like; a name that is no id is kept as the id that it always comes to. */
export const keptId = (id: string): string => idIn(id) ?? idOf(createHash('sha256').update(id).digest());

function faultOfTime(at: Date | undefined, now: Date): EventFault | undefined {
  if (!at) return 'invalid_time';
  if (at.getTime() < now.getTime() - oldestEventDays * dayMs) return 'too_old';
  return at.getTime() > now.getTime() + maxClockAheadMs ? 'in_the_future' : undefined;
}

const faultOfName = (name: string): EventFault | undefined => {
  if (ownNames.has(name)) return 'recorded_by_the_service';
  return /^[a-z][a-z0-9_]{0,63}$/.test(name) ? undefined : 'invalid_name';
};

const isTooLarge = (props: ToldEvent['props']): boolean =>
  props != null && Buffer.byteLength(JSON.stringify(props)) > maxPropsBytes;

/** What can be said of an event without looking anything up. Thousands come in a second, so it copies nothing. */
export function judge(told: ToldEvent, now: Date): PlausibleEvent | EventFault {
  const at = parseMoment(told.at);
  const fault = faultOfName(told.name) ?? faultOfTime(at, now);
  if (fault !== undefined || at === undefined) return fault ?? 'invalid_time';
  if (isTooLarge(told.props)) return 'props_too_large';
  const episodeId = told.episodeId == null ? null : idIn(told.episodeId);
  if (episodeId === undefined) return 'unknown_episode';
  const seriesId = told.seriesId == null ? null : idIn(told.seriesId);
  if (seriesId === undefined) return 'unknown_series';
  return { id: keptId(told.id), name: told.name, at, seriesId, episodeId, props: told.props ?? null };
}

/** What events can be about: the series of an episode, and whether there is a series. */
export interface Content {
  seriesOf(episodeId: string): string | undefined;
  hasSeries(id: string): boolean;
}

/** The event with the series that it is about, or what is wrong with what it is about. */
export function placed(event: PlausibleEvent, content: Content): PlausibleEvent | EventFault {
  const { seriesId, episodeId } = event;
  if (episodeId === null) return seriesId === null || content.hasSeries(seriesId) ? event : 'unknown_series';
  const own = content.seriesOf(episodeId);
  if (own === undefined) return 'unknown_episode';
  if (seriesId === own) return event;
  if (seriesId === null) return { ...event, seriesId: own };
  return content.hasSeries(seriesId) ? 'episode_of_another_series' : 'unknown_series';
}
