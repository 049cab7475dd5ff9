import { busy } from '../../kit/batch-queue.ts';
import type { Tx } from '../../kit/db/database.ts';
import type { Refused } from '../../kit/errors.ts';
import type { BatchCtx } from '../../kit/http/endpoint.ts';
import { dayMs } from '../../kit/time.ts';
import { confirmCallers, type User } from '../users/public.ts';
import type { ContentCache } from './content.ts';
import { type Content, checkEvent, type EventFault, givenId, type ValidEvent, withSeries } from './rules.ts';
import { findDuplicates, insertEvents, lockViewers, type ViewerEvents } from './sql.ts';

export interface EventsRequest {
  readonly caller: User;
  readonly body: { readonly events: readonly unknown[] };
}

export interface Receipt {
  accepted: number;
  duplicates: number;
  rejected: { id: string; error: EventFault }[];
}

/** Each event of a request, or its fault. */
interface CheckedRequest {
  readonly request: EventsRequest;
  readonly results: (ValidEvent | EventFault)[];
}

/**
 * Stores the events of viewers, who are all different. Invalid events are listed, others are stored. Viewers are
 * locked, so that duplicates are found reliably.
 */
export async function ingestEvents(
  content: ContentCache,
  { tx, now, wait }: BatchCtx,
  requests: readonly EventsRequest[],
): Promise<(Receipt | Refused | typeof busy)[]> {
  const checkedRequests: CheckedRequest[] = requests.map((request) => ({
    request,
    results: request.body.events.map((event) => checkEvent(event, now, content)),
  }));
  const callers = requests.map(({ caller }) => caller);
  const locked = await lockViewers(
    tx,
    callers.map(({ id }) => id),
    daysOf(checkedRequests),
    { wait },
  );
  if (!locked.includes(true)) return requests.map(() => busy);
  const refusals = await confirmCallers(tx, callers);
  const allowed = checkedRequests.filter((_, n) => locked[n] && refusals[n] === undefined);
  await content.load(tx, allowed.flatMap(unresolvedIn));
  const accepted = await store(
    tx,
    allowed.map((one) => validEventsOf(one, content)),
    now,
  );
  return checkedRequests.map((one, n) => (locked[n] ? (refusals[n] ?? receiptOf(one, accepted)) : busy));
}

/** Events whose episode or series must be looked up. */
const unresolvedIn = ({ results }: CheckedRequest): ValidEvent[] =>
  results.flatMap((one) => (typeof one === 'string' || one.isResolved ? [] : one));

/** Days of the events, since 1970. */
function daysOf(checkedRequests: readonly CheckedRequest[]): number[] {
  const days = new Set<number>();
  for (const { results } of checkedRequests) {
    for (const one of results) if (typeof one !== 'string') days.add(Math.floor(one.at / dayMs));
  }
  return [...days];
}

/** Stores new events, and returns their numbers by viewer. */
async function store(tx: Tx, viewers: readonly ViewerEvents[], now: Date): Promise<ReadonlyMap<string, number>> {
  if (viewers.every(({ events }) => events.length === 0)) return new Map();
  const duplicates = await findDuplicates(tx, viewers, now);
  const fresh = viewers.map(({ userId, events }) => {
    const known = duplicates.get(userId);
    return { userId, events: known?.size ? events.filter(({ id }) => !known.has(id)) : events };
  });
  await insertEvents(tx, fresh, now);
  return new Map(fresh.map(({ userId, events }) => [userId, events.length]));
}

/** Valid events, each once; unknown episodes and series become faults. */
function validEventsOf({ request, results }: CheckedRequest, content: Content): ViewerEvents {
  const events: ValidEvent[] = [];
  for (let n = 0; n < results.length; n++) {
    const result = results[n];
    if (result === undefined || typeof result === 'string') continue;
    const found = withSeries(result, content);
    if (typeof found === 'string') results[n] = found;
    else events.push(found);
  }
  return { userId: request.caller.id, events: deduplicate(events) };
}

/** Removes duplicates. Most apps use ascending ids, which need no set. */
function deduplicate(events: readonly ValidEvent[]): readonly ValidEvent[] {
  if (events.every(({ id }, n) => id > (events[n - 1]?.id ?? ''))) return events;
  const seen = new Set<string>();
  return events.filter(({ id }) => seen.size < seen.add(id).size);
}

function receiptOf({ request, results }: CheckedRequest, acceptedOf: ReadonlyMap<string, number>): Receipt {
  const { events } = request.body;
  const accepted = acceptedOf.get(request.caller.id) ?? 0;
  const rejected: Receipt['rejected'] = [];
  for (const [n, error] of results.entries()) {
    if (typeof error === 'string') rejected.push({ id: givenId(events[n]), error });
  }
  return { accepted, duplicates: events.length - accepted - rejected.length, rejected };
}
