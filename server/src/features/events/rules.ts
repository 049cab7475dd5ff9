import { createHash } from 'node:crypto';
import { isCleanText, isSafe } from '../../kit/http/json.ts';
import { isId, parseMomentMs } from '../../kit/http/schema.ts';
import { idFromHash } from '../../kit/id.ts';
import { isRecord } from '../../kit/json.ts';
import { dayMs } from '../../kit/time.ts';

/**
 * Apps report what their viewers do, many events at a time and often late. Each event is checked by itself: one that
 * cannot be right is rejected by its id, and one that was reported before is counted once. The service records unlocks
 * itself, and does not accept them from apps.
 */

export const maxEvents = 500;
/** How long ago a phone that was offline may have noted something, and how far its clock may be ahead of ours. */
export const oldestEventDays = 30;
export const maxClockAheadMs = 5 * 60_000;
const maxPropsBytes = 4_096;
const maxIdLength = 1_000;
/** Room for as many events as may come at a time, each with as much beside it as it may have. */
export const maxEventsBytes = maxEvents * (maxPropsBytes + 1_024);

/** How long events are kept, and how many days ahead there is room for them. */
export const keptDays = 400;
export const daysAhead = 7;

/** What only the service records. */
const isOwnName = (name: string): boolean => name === 'unlock' || name === 'repeat_unlock';

export const eventFaults = [
  'invalid_event',
  'invalid_id',
  'invalid_name',
  'recorded_by_the_service',
  'invalid_time',
  'too_old',
  'in_the_future',
  'invalid_props',
  'props_too_large',
  'unknown_episode',
  'unknown_series',
  'episode_of_another_series',
] as const;
export type EventFault = (typeof eventFaults)[number];

/** An event as an app sends it, whose fields have the right types. */
export interface ReportedEvent {
  readonly id: string;
  readonly name: string;
  readonly at: string;
  readonly seriesId?: string | null;
  readonly episodeId?: string | null;
  readonly props?: Readonly<Record<string, unknown>> | null;
}

const isTextOrNone = (value: unknown): boolean => value == null || typeof value === 'string';
const isRecordOrNone = (value: unknown): boolean => value == null || isRecord(value);

/** The first field of a wrong type, as a fault. */
function faultOfTypes(event: unknown): EventFault | undefined {
  if (!isRecord(event)) return 'invalid_event';
  if (typeof event.id !== 'string') return 'invalid_id';
  if (typeof event.name !== 'string') return 'invalid_name';
  if (typeof event.at !== 'string') return 'invalid_time';
  if (!isTextOrNone(event.episodeId)) return 'unknown_episode';
  if (!isTextOrNone(event.seriesId)) return 'unknown_series';
  return isRecordOrNone(event.props) ? undefined : 'invalid_props';
}

const isReported = (event: unknown): event is ReportedEvent => faultOfTypes(event) === undefined;

/** The id that an app gave an event, to name it in `rejected`; empty where it is not a text. */
export const givenId = (event: unknown): string => (isRecord(event) && typeof event.id === 'string' ? event.id : '');

/** An event that may be kept, if what it is about is there. */
export interface ValidEvent {
  readonly id: string;
  readonly name: string;
  /** In milliseconds since 1970. */
  readonly at: number;
  readonly seriesId: string | null;
  readonly episodeId: string | null;
  /** As JSON. */
  readonly props: string | null;
  /** Whether what it is about is known to be there, and its series is that of its episode. */
  readonly isResolved: boolean;
}

/** What events can be about: the series of an episode, and whether there is a series. */
export interface Content {
  seriesOf(episodeId: string): string | undefined;
  hasSeries(id: string): boolean;
}

/** An id as it is kept; undefined for what is none. */
function idIn(text: string): string | undefined {
  if (isId(text)) return text;
  const folded = text.toLowerCase();
  return isId(folded) ? folded : undefined;
}

/** The same of what may be left out. */
const idOrNull = (text: string | null | undefined): string | null | undefined => (text == null ? null : idIn(text));

const isName = (id: string): boolean => id !== '' && id.length <= maxIdLength && isCleanText(id);

/** Apps may name events as they like; a name that is no id is kept as the id that it always comes to. */
export function keptId(id: string): string | undefined {
  if (isId(id)) return id;
  return isName(id) ? (idIn(id) ?? idFromHash(createHash('sha256').update(id).digest())) : undefined;
}

function faultOfTime(at: number | undefined, now: Date): EventFault | undefined {
  if (at === undefined) return 'invalid_time';
  if (at < now.getTime() - oldestEventDays * dayMs) return 'too_old';
  return at > now.getTime() + maxClockAheadMs ? 'in_the_future' : undefined;
}

const faultOfName = (name: string): EventFault | undefined => {
  if (isOwnName(name)) return 'recorded_by_the_service';
  return /^[a-z][a-z0-9_]{0,63}$/.test(name) ? undefined : 'invalid_name';
};

/** As it is kept; undefined for what cannot be. That is looked for first: it may be nested deeper than can be written. */
function propsIn(props: ReportedEvent['props']): string | null | undefined {
  if (props == null) return null;
  return isSafe(props) ? JSON.stringify(props) : undefined;
}

/** What an event is about, as it is kept. */
type About = Pick<ValidEvent, 'seriesId' | 'episodeId' | 'isResolved'>;

/** What an event is about, or what cannot be there. What is known is looked up once, and needs no other look. */
function aboutIn({ episodeId, seriesId }: ReportedEvent, known: Content): About | EventFault {
  if (episodeId != null) {
    const own = known.seriesOf(episodeId);
    if (own !== undefined && (seriesId == null || seriesId === own)) {
      return { seriesId: own, episodeId, isResolved: true };
    }
  } else if (seriesId == null || known.hasSeries(seriesId)) {
    return { seriesId: seriesId ?? null, episodeId: null, isResolved: true };
  }
  const episode = idOrNull(episodeId);
  if (episode === undefined) return 'unknown_episode';
  const series = idOrNull(seriesId);
  if (series === undefined) return 'unknown_series';
  return { seriesId: series, episodeId: episode, isResolved: false };
}

/** What can be said of an event by what is known already. Thousands come in a second, so it copies nothing. */
export function checkEvent(event: unknown, now: Date, known: Content): ValidEvent | EventFault {
  if (!isReported(event)) return faultOfTypes(event) ?? 'invalid_event';
  const id = keptId(event.id);
  if (id === undefined) return 'invalid_id';
  const at = parseMomentMs(event.at);
  const fault = faultOfName(event.name) ?? faultOfTime(at, now);
  if (fault !== undefined || at === undefined) return fault ?? 'invalid_time';
  const props = propsIn(event.props);
  if (props === undefined) return 'invalid_props';
  if (props !== null && Buffer.byteLength(props) > maxPropsBytes) return 'props_too_large';
  const about = aboutIn(event, known);
  if (typeof about === 'string') return about;
  const { seriesId, episodeId, isResolved } = about;
  return { id, name: event.name, at, seriesId, episodeId, props, isResolved };
}

/** The event with the series that it is about, or what is wrong with what it is about. */
export function withSeries(event: ValidEvent, content: Content): ValidEvent | EventFault {
  const { seriesId, episodeId, isResolved } = event;
  if (isResolved) return event;
  if (episodeId === null) return seriesId === null || content.hasSeries(seriesId) ? event : 'unknown_series';
  const own = content.seriesOf(episodeId);
  if (own === undefined) return 'unknown_episode';
  if (seriesId === own) return event;
  if (seriesId === null) return { ...event, seriesId: own };
  return content.hasSeries(seriesId) ? 'episode_of_another_series' : 'unknown_series';
}
