import pLimit from 'p-limit';
import { refusal, refuse, unavailable } from './errors.ts';

export interface ConcurrencyLimit {
  /** How many pieces of work may run at once; the rest wait. */
  readonly atOnce: number;
  /** How many may wait; whoever comes then is asked to come again later, and costs nothing. */
  readonly maxWaiting?: number;
  /** For how long; who has waited so long is asked to come again too, before their connection is given up. */
  readonly maxWaitMs?: number;
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
  maxWaitMs,
}: ConcurrencyLimit): <T>(work: () => Promise<T>, caller?: string) => Promise<T> {
  const limit = pLimit(atOnce);
  /** In the order of their turns. */
  const waiting = new Map<string, Start[]>();
  let waitingCount = 0;
  const setQueue = (caller: string, queue: Start[]): void => {
    if (queue.length > 0) waiting.set(caller, queue);
    else waiting.delete(caller);
  };
  const startNext: Start = async () => {
    const [next] = waiting;
    if (!next) return;
    const [caller, [start, ...later]] = next;
    waitingCount--;
    waiting.delete(caller);
    setQueue(caller, later);
    await start?.();
  };
  return async (work, caller = '') => {
    if (limit.activeCount < atOnce) return limit(work);
    const queue = waiting.get(caller) ?? [];
    if (waitingCount >= maxWaiting) return refuse(unavailable);
    return new Promise((resolve, reject) => {
      const giveUp = (): void => {
        waitingCount--;
        const others = (waiting.get(caller) ?? []).filter((one) => one !== start);
        setQueue(caller, others);
        reject(refusal(unavailable));
      };
      const timer = maxWaitMs === undefined ? undefined : setTimeout(giveUp, maxWaitMs);
      const start: Start = async () => {
        clearTimeout(timer);
        const result = Promise.resolve().then(work);
        resolve(result);
        await result.catch(() => {});
      };
      waiting.set(caller, [...queue, start]);
      waitingCount++;
      // Who gave up left a start behind, which serves whoever comes next.
      if (limit.pendingCount < waitingCount) void limit(startNext);
    });
  };
}
