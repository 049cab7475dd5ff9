import { createHash } from 'node:crypto';
import { isCleanText, isSafe } from '../../kit/http/json.ts';
import { isId, parseMoment } from '../../kit/http/schema.ts';
import { idFromHash } from '../../kit/id.ts';
import { isRecord } from '../../kit/json.ts';
import { dayMs } from '../../kit/time.ts';

/**
 * Apps report events of their viewers in batches, often late. Each event is checked individually: invalid events are
 * rejected by id, and duplicates count once. The service records unlocks itself and does not accept them from apps.
 */

export const maxEvents = 500;
/** Maximum age of events of offline devices, and tolerated clock skew. */
export const oldestEventDays = 30;
export const maxClockAheadMs = 5 * 60_000;
const maxPropsBytes = 4_096;
const maxIdLength = 1_000;
/** Body size limit for the maximum number of events. */
export const maxEventsBytes = maxEvents * (maxPropsBytes + 1_024);

/** Retention, and partitions created in advance. */
export const keptDays = 400;
export const daysAhead = 7;

const isRecordedByService = (name: string): boolean => name === 'unlock' || name === 'repeat_unlock';

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

/** Fault of the first field with a wrong type. */
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

/** For `rejected`; empty if it is not a string. */
export const givenId = (event: unknown): string => (isRecord(event) && typeof event.id === 'string' ? event.id : '');

/** A valid event, whose episode and series may still be uncached. */
export interface ValidEvent {
  readonly id: string;
  readonly name: string;
  /** In milliseconds since 1970. */
  readonly at: number;
  readonly seriesId: string | null;
  readonly episodeId: string | null;
  /** As JSON. */
  readonly props: string | null;
  /** Whether its episode and series were found and match. */
  readonly isResolved: boolean;
}

export interface Content {
  seriesOf(episodeId: string): string | undefined;
  hasSeries(id: string): boolean;
}

/** In lower case; undefined if it is not a UUID. */
function idIn(text: string): string | undefined {
  if (isId(text)) return text;
  const folded = text.toLowerCase();
  return isId(folded) ? folded : undefined;
}

/** Null if missing. */
const idOrNull = (text: string | null | undefined): string | null | undefined => (text == null ? null : idIn(text));

const isName = (id: string): boolean => id !== '' && id.length <= maxIdLength && isCleanText(id);

/** An id that is not a UUID is mapped to a UUID by its hash. */
export function storedId(id: string): string | undefined {
  if (isId(id)) return id;
  return isName(id) ? (idIn(id) ?? idFromHash(createHash('sha256').update(id).digest())) : undefined;
}

function faultOfTime(at: number | undefined, now: Date): EventFault | undefined {
  if (at === undefined) return 'invalid_time';
  if (at < now.getTime() - oldestEventDays * dayMs) return 'too_old';
  return at > now.getTime() + maxClockAheadMs ? 'in_the_future' : undefined;
}

const faultOfName = (name: string): EventFault | undefined => {
  if (isRecordedByService(name)) return 'recorded_by_the_service';
  return /^[a-z][a-z0-9_]{0,63}$/.test(name) ? undefined : 'invalid_name';
};

/** As JSON; undefined if it cannot be stored. Checked first, because it may be nested too deeply to serialize. */
function propsIn(props: ReportedEvent['props']): string | null | undefined {
  if (props == null) return null;
  return isSafe(props) ? JSON.stringify(props) : undefined;
}

type About = Pick<ValidEvent, 'seriesId' | 'episodeId' | 'isResolved'>;

/** Resolves the episode and series from the cache, if possible. */
function resolveAbout({ episodeId, seriesId }: ReportedEvent, cached: Content): About | EventFault {
  if (episodeId != null) {
    const own = cached.seriesOf(episodeId);
    if (own !== undefined && (seriesId == null || seriesId === own)) {
      return { seriesId: own, episodeId, isResolved: true };
    }
  } else if (seriesId == null || cached.hasSeries(seriesId)) {
    return { seriesId: seriesId ?? null, episodeId: null, isResolved: true };
  }
  const episode = idOrNull(episodeId);
  if (episode === undefined) return 'unknown_episode';
  const series = idOrNull(seriesId);
  if (series === undefined) return 'unknown_series';
  return { seriesId: series, episodeId: episode, isResolved: false };
}

/** Checks an event against the cache. Performance-critical: it copies nothing. */
export function checkEvent(event: unknown, now: Date, cached: Content): ValidEvent | EventFault {
  if (!isReported(event)) return faultOfTypes(event) ?? 'invalid_event';
  const id = storedId(event.id);
  if (id === undefined) return 'invalid_id';
  const at = parseMoment(event.at)?.getTime();
  const fault = faultOfName(event.name) ?? faultOfTime(at, now);
  if (fault !== undefined || at === undefined) return fault ?? 'invalid_time';
  const props = propsIn(event.props);
  if (props === undefined) return 'invalid_props';
  if (props !== null && Buffer.byteLength(props) > maxPropsBytes) return 'props_too_large';
  const about = resolveAbout(event, cached);
  if (typeof about === 'string') return about;
  const { seriesId, episodeId, isResolved } = about;
  return { id, name: event.name, at, seriesId, episodeId, props, isResolved };
}

/** Resolves the series of an event from looked-up content. */
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
