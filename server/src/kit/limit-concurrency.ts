import pLimit from 'p-limit';
import { refuse, unavailable } from './errors.ts';

export interface ConcurrencyLimit {
  /** How many pieces of work may run at once; the rest wait their turn in order. */
  readonly atOnce: number;
  /** How many may wait; whoever comes then is asked to come again later, and costs nothing. */
  readonly maxWaiting?: number;
  /** How many of those may be of one who asks, so that nobody takes every place. */
  readonly maxWaitingEach?: number;
}

const anyNumber = Number.POSITIVE_INFINITY;

/** Work is done in turn; `asker` names who wants it, where they have only so many places to wait. */
export function limitConcurrency({
  atOnce,
  maxWaiting = anyNumber,
  maxWaitingEach = anyNumber,
}: ConcurrencyLimit): <T>(work: () => Promise<T>, asker?: string) => Promise<T> {
  const limit = pLimit(atOnce);
  const waiting = new Map<string, number>();
  const wait = (asker: string, change: number): void => {
    const left = (waiting.get(asker) ?? 0) + change;
    if (left > 0) waiting.set(asker, left);
    else waiting.delete(asker);
  };
  return async (work, asker = '') => {
    if (limit.activeCount < atOnce) return limit(work);
    if (limit.pendingCount >= maxWaiting || (waiting.get(asker) ?? 0) >= maxWaitingEach) return refuse(unavailable);
    wait(asker, 1);
    return limit(() => {
      wait(asker, -1);
      return work();
    });
  };
}
