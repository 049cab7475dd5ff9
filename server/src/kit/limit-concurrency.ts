import { refuse, unavailable } from './errors.ts';

export interface ConcurrencyLimit {
  /** How many pieces of work may run at once; the rest wait their turn in order. */
  readonly atOnce: number;
  /** How many may wait; whoever comes then is asked to come again later, and costs nothing. */
  readonly mostWaiting?: number;
  /** How many of those may be of one who asks, so that nobody takes every place. */
  readonly mostWaitingEach?: number;
}

const anyNumber = Number.POSITIVE_INFINITY;

/** Work is done in turn; `asker` names who wants it, where they have only so many places to wait. */
export function limitConcurrency({
  atOnce,
  mostWaiting = anyNumber,
  mostWaitingEach = anyNumber,
}: ConcurrencyLimit): <T>(work: () => Promise<T>, asker?: string) => Promise<T> {
  const waiting: { readonly asker: string; go(): void }[] = [];
  let running = 0;
  const isFullFor = (asker: string): boolean =>
    waiting.length >= mostWaiting || waiting.filter((one) => one.asker === asker).length >= mostWaitingEach;
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
