import type { Ctx } from '../../kit/http/endpoint.ts';
import type { User } from '../users/public.ts';
import { type EventFault, judge, type PlausibleEvent, type ToldEvent } from './rules.ts';
import { holdEvents, insertEvents } from './sql.ts';

export interface Receipt {
  accepted: number;
  duplicates: number;
  rejected: { id: string; error: EventFault }[];
}

/** Keeps what an app tells of its viewer; what cannot be right is named, and the rest is kept. */
export async function takeEvents(ctx: Ctx<User>, events: readonly ToldEvent[]): Promise<Receipt> {
  const plausible: (PlausibleEvent & { n: number })[] = [];
  const faults = new Map<number, EventFault>();
  for (const [n, event] of events.entries()) {
    const verdict = judge(event, ctx.now);
    if (typeof verdict === 'string') faults.set(n, verdict);
    else plausible.push({ n, ...verdict });
  }
  const accepted = await keep(ctx, plausible, faults);
  const rejected = events.flatMap(({ id }, n) => {
    const error = faults.get(n);
    return error === undefined ? [] : [{ id, error }];
  });
  return { accepted, duplicates: events.length - accepted - rejected.length, rejected };
}

/** Adds to the faults what is about something that is not there, and says how many were new. */
async function keep(
  { tx, caller, now }: Ctx<User>,
  events: readonly (PlausibleEvent & { readonly n: number })[],
  faults: Map<number, EventFault>,
): Promise<number> {
  if (events.length === 0) return 0;
  const days = new Set(events.map(({ at }) => at.toISOString().slice(0, 10)));
  await holdEvents(tx, caller.id, [...days]);
  const { accepted, rejected } = await insertEvents(tx, caller.id, events, now);
  for (const { n, error } of rejected) faults.set(n, error);
  return accepted;
}
