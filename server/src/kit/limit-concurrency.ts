import pLimit from 'p-limit';
import { refuse, unavailable } from './errors.ts';

export interface ConcurrencyLimit {
  /** How many pieces of work may run at once; the rest wait. */
  readonly atOnce: number;
  /** How many may wait; whoever comes then is asked to come again later, and costs nothing. */
  readonly maxWaiting?: number;
  /** How many of those may be of one caller, so that nobody takes every place. */
  readonly maxWaitingEach?: number;
}

type Start = () => Promise<void>;

const anyNumber = Number.POSITIVE_INFINITY;

/**
 * Callers who wait are served by turns, one piece of work of each, so that one with many holds up nobody with few; the
 * work of one caller is done in the order in which it came.
 */
export function limitConcurrency({
  atOnce,
  maxWaiting = anyNumber,
  maxWaitingEach = anyNumber,
}: ConcurrencyLimit): <T>(work: () => Promise<T>, caller?: string) => Promise<T> {
  const limit = pLimit(atOnce);
  /** In the order of their turns. */
  const waiting = new Map<string, Start[]>();
  const startNext: Start = async () => {
    const [next] = waiting;
    if (!next) return;
    const [caller, [start, ...later]] = next;
    waiting.delete(caller);
    if (later.length > 0) waiting.set(caller, later);
    await start?.();
  };
  return async (work, caller = '') => {
    if (limit.activeCount < atOnce) return limit(work);
    const queue = waiting.get(caller) ?? [];
    if (limit.pendingCount >= maxWaiting || queue.length >= maxWaitingEach) return refuse(unavailable);
    return new Promise((resolve) => {
      const start: Start = async () => {
        const result = Promise.resolve().then(work);
        resolve(result);
        await result.catch(() => {});
      };
      waiting.set(caller, [...queue, start]);
      void limit(startNext);
    });
  };
}
