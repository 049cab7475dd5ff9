import { refusal, unavailable } from './errors.ts';

export interface KeyedQueueOptions {
  /** How many may wait for one key; whoever comes then is asked to come again later. */
  readonly maxWaiting?: number;
  /** How long one waits for its turn before it is asked to come again later. */
  readonly waitMs?: number;
}

/** Of all pieces of work with this key, so many may run at once. */
export interface QueueLimit {
  readonly key: string;
  readonly atOnce: number;
  /** How long one waits where this limit is, if that is longer than elsewhere. */
  readonly waitMs?: number;
}

/** Who is gone when `signal` says so waits no longer; work that has begun goes on. */
export type KeyedQueue = <T>(limits: readonly QueueLimit[], work: () => Promise<T>, signal?: AbortSignal) => Promise<T>;

interface Waiting {
  readonly limits: readonly QueueLimit[];
  readonly start: () => void;
}

/**
 * Work begins once each of its limits allows it, in the order in which it came, and holds none while it waits: if all
 * that wait for a row that someone has locked held a connection, nobody else would find one. Work without limits is done
 * at once.
 */
export function keyedQueue({ maxWaiting = 500, waitMs = 15_000 }: KeyedQueueOptions = {}): KeyedQueue {
  const taken = new Map<string, number>();
  const waitingFor = new Map<string, number>();
  const queue = new Set<Waiting>();

  const hasPlace = (limits: readonly QueueLimit[]): boolean =>
    limits.every(({ key, atOnce }) => (taken.get(key) ?? 0) < atOnce);
  const take = (limits: readonly QueueLimit[]): void => {
    for (const { key } of limits) add(taken, key, 1);
  };
  const startNext = (): void => {
    for (const waiting of queue) {
      if (!hasPlace(waiting.limits)) continue;
      take(waiting.limits);
      waiting.start();
    }
  };

  const turn = (limits: readonly QueueLimit[], signal?: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      // The first limit is the narrowest: only those who wait for it are counted.
      const [{ key } = { key: '' }] = limits;
      if (signal?.aborted || (waitingFor.get(key) ?? 0) >= maxWaiting) return reject(refusal(unavailable));
      const leave = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', giveUp);
        queue.delete(waiting);
        add(waitingFor, key, -1);
      };
      const waiting = {
        limits,
        start: () => {
          leave();
          resolve();
        },
      };
      const giveUp = (): void => {
        leave();
        reject(refusal(unavailable));
      };
      const longest = Math.max(waitMs, ...limits.map((limit) => limit.waitMs ?? 0));
      const timer = setTimeout(giveUp, longest);
      signal?.addEventListener('abort', giveUp);
      queue.add(waiting);
      add(waitingFor, key, 1);
    });

  return async (limits, work, signal) => {
    if (limits.length === 0) return work();
    if (hasPlace(limits)) take(limits);
    else await turn(limits, signal);
    try {
      return await work();
    } finally {
      for (const { key } of limits) add(taken, key, -1);
      startNext();
    }
  };
}

function add(counts: Map<string, number>, key: string, by: number): void {
  const count = (counts.get(key) ?? 0) + by;
  if (count === 0) counts.delete(key);
  else counts.set(key, count);
}
