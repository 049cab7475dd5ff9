import { busy } from '../../kit/batch-queue.ts';
import type { Tx } from '../../kit/db/database.ts';
import type { Refused } from '../../kit/errors.ts';
import type { BatchCtx } from '../../kit/http/endpoint.ts';
import { confirmCallers, type User } from '../users/public.ts';
import { type EventFault, judge, type PlausibleEvent, type ToldEvent } from './rules.ts';
import { dayOf, holdViewers, insertEvents, type KeptEvent } from './sql.ts';

export interface EventsRequest {
  readonly caller: User;
  readonly body: { readonly events: readonly ToldEvent[] };
}

export interface Receipt {
  accepted: number;
  duplicates: number;
  rejected: { id: string; error: EventFault }[];
}

/** The events of one request, in the order in which they were told, and what is wrong with them by their place. */
interface Judged {
  readonly request: EventsRequest;
  readonly plausible: ReadonlyMap<number, PlausibleEvent>;
  readonly faults: Map<number, EventFault>;
}

/**
 * Keeps what apps tell of their viewers, who are all different; what cannot be right is named, and the rest is kept. Nobody
 * else tells of them meanwhile, and what is read after that was so arranged holds until the end.
 */
export async function takeEvents(
  { tx, now, wait }: BatchCtx,
  requests: readonly EventsRequest[],
): Promise<(Receipt | Refused | typeof busy)[]> {
  const judged = requests.map((request) => judgeAll(request, now));
  const days = new Set(judged.flatMap(({ plausible }) => [...plausible.values()].map(({ at }) => dayOf(at))));
  const callers = requests.map(({ caller }) => caller);
  const held = await holdViewers(
    tx,
    callers.map(({ id }) => id),
    [...days],
    { wait },
  );
  if (!held.includes(true)) return requests.map(() => busy);
  const barred = await confirmCallers(tx, callers);
  const mayTell = judged.filter((_, n) => held[n] && barred[n] === undefined);
  const accepted = await keep(tx, mayTell, now);
  return judged.map((one, n) => (held[n] ? (barred[n] ?? receiptOf(one, accepted)) : busy));
}

function judgeAll(request: EventsRequest, now: Date): Judged {
  const plausible = new Map<number, PlausibleEvent>();
  const faults = new Map<number, EventFault>();
  for (const [n, event] of request.body.events.entries()) {
    const verdict = judge(event, now);
    if (typeof verdict === 'string') faults.set(n, verdict);
    else plausible.set(n, verdict);
  }
  return { request, plausible, faults };
}

/** Adds to the faults what is about something that is not there, and says how many were new, by their viewers. */
async function keep(tx: Tx, judged: readonly Judged[], now: Date): Promise<ReadonlyMap<string, number>> {
  const places = judged.flatMap(({ request, plausible, faults }) =>
    Array.from(plausible, ([n, event]): KeptEvent & { n: number; faults: Judged['faults'] } => ({
      ...event,
      userId: request.caller.id,
      n,
      faults,
    })),
  );
  if (places.length === 0) return new Map();
  const { accepted, rejected } = await insertEvents(tx, places, now);
  for (const { place, error } of rejected) {
    const found = places[place];
    found?.faults.set(found.n, error);
  }
  return new Map(accepted.map(({ userId, count }) => [userId, count]));
}

function receiptOf({ request, faults }: Judged, acceptedOf: ReadonlyMap<string, number>): Receipt {
  const { events } = request.body;
  const accepted = acceptedOf.get(request.caller.id) ?? 0;
  const rejected = events.flatMap(({ id }, n) => {
    const error = faults.get(n);
    return error === undefined ? [] : [{ id, error }];
  });
  return { accepted, duplicates: events.length - accepted - rejected.length, rejected };
}
