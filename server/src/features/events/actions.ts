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

/** What one request tells: of each of its events what may be kept, or what is wrong with it. */
interface CheckedRequest {
  readonly request: EventsRequest;
  readonly results: (ValidEvent | EventFault)[];
}

/**
 * Keeps what apps tell of their viewers, who are all different; what cannot be right is named, and the rest is kept. Nobody
 * else tells of them meanwhile, and what is read after that was so arranged holds until the end.
 */
export async function takeEvents(
  content: ContentCache,
  { tx, now, wait }: BatchCtx,
  requests: readonly EventsRequest[],
): Promise<(Receipt | Refused | typeof busy)[]> {
  const known = content.known();
  const checkedRequests: CheckedRequest[] = requests.map((request) => ({
    request,
    results: request.body.events.map((event) => checkEvent(event, now, known)),
  }));
  const callers = requests.map(({ caller }) => caller);
  const held = await lockViewers(
    tx,
    callers.map(({ id }) => id),
    daysOf(checkedRequests),
    { wait },
  );
  if (!held.includes(true)) return requests.map(() => busy);
  const barred = await confirmCallers(tx, callers);
  const mayTell = checkedRequests.filter((_, n) => held[n] && barred[n] === undefined);
  const about = await content.find(tx, mayTell.flatMap(unplacedIn));
  const accepted = await keep(
    tx,
    mayTell.map((one) => toldIn(one, about)),
    now,
  );
  return checkedRequests.map((one, n) => (held[n] ? (barred[n] ?? receiptOf(one, accepted)) : busy));
}

/** The events of which it is not known whether what they are about is there. */
const unplacedIn = ({ results }: CheckedRequest): ValidEvent[] =>
  results.flatMap((one) => (typeof one === 'string' || one.isResolved ? [] : one));

/** The days of what may be kept, counted from 1970. */
function daysOf(checkedRequests: readonly CheckedRequest[]): number[] {
  const days = new Set<number>();
  for (const { results } of checkedRequests) {
    for (const one of results) if (typeof one !== 'string') days.add(Math.floor(one.at / dayMs));
  }
  return [...days];
}

/** Keeps what was not told before, and says how many that were, by their viewers. */
async function keep(tx: Tx, told: readonly ViewerEvents[], now: Date): Promise<ReadonlyMap<string, number>> {
  if (told.every(({ events }) => events.length === 0)) return new Map();
  const before = await findDuplicates(tx, told, now);
  const fresh = told.map(({ userId, events }) => {
    const known = before.get(userId);
    return { userId, events: known?.size ? events.filter(({ id }) => !known.has(id)) : events };
  });
  await insertEvents(tx, fresh, now);
  return new Map(fresh.map(({ userId, events }) => [userId, events.length]));
}

/** What is to be kept of a request, each event once; what is about something that is not there becomes a fault. */
function toldIn({ request, results }: CheckedRequest, content: Content): ViewerEvents {
  const events: ValidEvent[] = [];
  for (let n = 0; n < results.length; n++) {
    const result = results[n];
    if (result === undefined || typeof result === 'string') continue;
    const found = withSeries(result, content);
    if (typeof found === 'string') results[n] = found;
    else events.push(found);
  }
  return { userId: request.caller.id, events: onceEach(events) };
}

/** The first of those with one id. Most apps count theirs up, so that each is another than all before it. */
function onceEach(events: readonly ValidEvent[]): readonly ValidEvent[] {
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
