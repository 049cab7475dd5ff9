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
  const waiting: { readonly asker: string; go(): void }[] = [];
  let running = 0;
  const isFullFor = (asker: string): boolean =>
    waiting.length >= maxWaiting || waiting.filter((one) => one.asker === asker).length >= maxWaitingEach;
  return async (work, asker = '') => {
    if (running >= atOnce && isFullFor(asker)) return refuse(unavailable);
    if (running >= atOnce) await new Promise<void>((go) => waiting.push({ asker, go }));
    else running++;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next.go();
      else running--;
    }
  };
}
