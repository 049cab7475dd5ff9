import { busy } from '../../kit/batch-queue.ts';
import type { Tx } from '../../kit/db/database.ts';
import type { Refused } from '../../kit/errors.ts';
import type { BatchCtx } from '../../kit/http/endpoint.ts';
import { dayMs } from '../../kit/time.ts';
import { confirmCallers, type User } from '../users/public.ts';
import { type EventFault, judge, type PlausibleEvent, type ToldEvent } from './rules.ts';
import { holdViewers, insertEvents } from './sql.ts';

export interface EventsRequest {
  readonly caller: User;
  readonly body: { readonly events: readonly ToldEvent[] };
}

export interface Receipt {
  accepted: number;
  duplicates: number;
  rejected: { id: string; error: EventFault }[];
}

/** What one request tells: what may be kept with its places in the request, and what is wrong with the rest. */
interface Judged {
  readonly request: EventsRequest;
  readonly plausible: PlausibleEvent[];
  readonly places: number[];
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
  const days = new Set(judged.flatMap(({ plausible }) => plausible.map(({ at }) => Math.floor(at.getTime() / dayMs))));
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
  const judged: Judged = { request, plausible: [], places: [], faults: new Map() };
  for (const [n, event] of request.body.events.entries()) {
    const verdict = judge(event, now);
    if (typeof verdict === 'string') {
      judged.faults.set(n, verdict);
    } else {
      judged.plausible.push(verdict);
      judged.places.push(n);
    }
  }
  return judged;
}

/** Adds to the faults what is about something that is not there, and says how many were new, by their viewers. */
async function keep(tx: Tx, judged: readonly Judged[], now: Date): Promise<ReadonlyMap<string, number>> {
  const told = judged.map(({ request, plausible }) => ({ userId: request.caller.id, events: plausible }));
  const { accepted, rejected } = await insertEvents(tx, told, now);
  for (const { viewer, event, error } of rejected) {
    const { places, faults } = judged[viewer] ?? {};
    const place = places?.[event];
    if (place !== undefined) faults?.set(place, error);
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
