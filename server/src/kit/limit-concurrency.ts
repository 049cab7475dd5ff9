import { refuse, unavailable } from './errors.ts';

export interface ConcurrencyLimit {
  /** How many pieces of work may run at once; the rest wait their turn in order. */
  readonly atOnce: number;
  /** How many may wait; whoever comes then is asked to come again later, and costs nothing. */
  readonly mostWaiting?: number;
}

export function limitConcurrency({ atOnce, mostWaiting = Number.POSITIVE_INFINITY }: ConcurrencyLimit) {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= atOnce && waiting.length >= mostWaiting) return refuse(unavailable);
    if (running >= atOnce) await new Promise<void>((go) => waiting.push(go));
    else running++;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
