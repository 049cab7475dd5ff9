import { busy } from '../../kit/batch-queue.ts';
import type { Refused } from '../../kit/errors.ts';
import type { BatchCtx } from '../../kit/http/endpoint.ts';
import { dayMs } from '../../kit/time.ts';
import { confirmCallers, type User } from '../users/public.ts';
import { knownContent } from './content.ts';
import { type Content, type EventFault, judge, type PlausibleEvent, placed, type ToldEvent } from './rules.ts';
import { holdViewers, insertEvents, type ToldOfViewer } from './sql.ts';

export interface EventsRequest {
  readonly caller: User;
  readonly body: { readonly events: readonly ToldEvent[] };
}

export interface Receipt {
  accepted: number;
  duplicates: number;
  rejected: { id: string; error: EventFault }[];
}

/** What one request tells: of each of its events what may be kept, or what is wrong with it. */
interface Judged {
  readonly request: EventsRequest;
  readonly verdicts: (PlausibleEvent | EventFault)[];
}

/**
 * Keeps what apps tell of their viewers, who are all different; what cannot be right is named, and the rest is kept. Nobody
 * else tells of them meanwhile, and what is read after that was so arranged holds until the end.
 */
export async function takeEvents(
  { tx, now, wait }: BatchCtx,
  requests: readonly EventsRequest[],
): Promise<(Receipt | Refused | typeof busy)[]> {
  const judged: Judged[] = requests.map((request) => ({
    request,
    verdicts: request.body.events.map((event) => judge(event, now)),
  }));
  const plausible = judged.flatMap(({ verdicts }) => verdicts.filter((one) => typeof one !== 'string'));
  const days = new Set(plausible.map(({ at }) => Math.floor(at.getTime() / dayMs)));
  const callers = requests.map(({ caller }) => caller);
  const held = await holdViewers(
    tx,
    callers.map(({ id }) => id),
    [...days],
    { wait },
  );
  if (!held.includes(true)) return requests.map(() => busy);
  const barred = await confirmCallers(tx, callers);
  const content = await knownContent(tx, plausible);
  const mayTell = judged.filter((_, n) => held[n] && barred[n] === undefined);
  const accepted = await insertEvents(
    tx,
    mayTell.map((one) => toldIn(one, content)),
    now,
  );
  const acceptedOf = new Map(accepted.map(({ userId, count }) => [userId, count]));
  return judged.map((one, n) => (held[n] ? (barred[n] ?? receiptOf(one, acceptedOf)) : busy));
}

/** What is to be kept of a request, each event once; what is about something that is not there becomes a fault. */
function toldIn({ request, verdicts }: Judged, content: Content): ToldOfViewer {
  const events = new Map<string, PlausibleEvent>();
  for (const [n, verdict] of verdicts.entries()) {
    if (typeof verdict === 'string') continue;
    const found = placed(verdict, content);
    if (typeof found === 'string') verdicts[n] = found;
    else if (!events.has(found.id)) events.set(found.id, found);
  }
  return { userId: request.caller.id, events: [...events.values()] };
}

function receiptOf({ request, verdicts }: Judged, acceptedOf: ReadonlyMap<string, number>): Receipt {
  const { events } = request.body;
  const accepted = acceptedOf.get(request.caller.id) ?? 0;
  const rejected = events.flatMap(({ id }, n) => {
    const error = verdicts[n];
    return typeof error === 'string' ? [{ id, error }] : [];
  });
  return { accepted, duplicates: events.length - accepted - rejected.length, rejected };
}
