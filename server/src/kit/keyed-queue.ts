import { refusal, unavailable } from './errors.ts';

export interface KeyedQueueOptions {
  /** How many may wait for one key; whoever comes then is asked to come again later. */
  readonly maxWaiting?: number;
  /** How long one waits for its turn before it is asked to come again later. */
  readonly waitMs?: number;
}

/** What a piece of work takes a place in, and how many may be there at once. */
export interface Lane {
  readonly key: string;
  readonly atOnce: number;
}

export type KeyedQueue = <T>(lanes: readonly Lane[], work: () => Promise<T>) => Promise<T>;

interface Waiting {
  readonly lanes: readonly Lane[];
  readonly start: () => void;
}

/**
 * Work begins once each of its lanes has a place, in the order in which it came, and holds none while it waits: if all
 * that wait for a row that someone has locked held a connection, nobody else would find one. Work without lanes is done
 * at once.
 */
export function keyedQueue({ maxWaiting = 500, waitMs = 15_000 }: KeyedQueueOptions = {}): KeyedQueue {
  const taken = new Map<string, number>();
  const waitingFor = new Map<string, number>();
  const line = new Set<Waiting>();

  const hasPlace = (lanes: readonly Lane[]): boolean =>
    lanes.every(({ key, atOnce }) => (taken.get(key) ?? 0) < atOnce);
  const take = (lanes: readonly Lane[]): void => {
    for (const { key } of lanes) add(taken, key, 1);
  };
  const startNext = (): void => {
    for (const waiting of line) {
      if (!hasPlace(waiting.lanes)) continue;
      take(waiting.lanes);
      waiting.start();
    }
  };

  const turn = (lanes: readonly Lane[]): Promise<void> =>
    new Promise((resolve, reject) => {
      // The first lane is the narrowest: what the others hold up is not too much for them.
      const [{ key } = { key: '' }] = lanes;
      if ((waitingFor.get(key) ?? 0) >= maxWaiting) return reject(refusal(unavailable));
      const leave = (): void => {
        clearTimeout(timer);
        line.delete(waiting);
        add(waitingFor, key, -1);
      };
      const waiting = {
        lanes,
        start: () => {
          leave();
          resolve();
        },
      };
      const timer = setTimeout(() => {
        leave();
        reject(refusal(unavailable));
      }, waitMs);
      line.add(waiting);
      add(waitingFor, key, 1);
    });

  return async (lanes, work) => {
    if (lanes.length === 0) return work();
    if (hasPlace(lanes)) take(lanes);
    else await turn(lanes);
    try {
      return await work();
    } finally {
      for (const { key } of lanes) add(taken, key, -1);
      startNext();
    }
  };
}

function add(counts: Map<string, number>, key: string, by: number): void {
  const count = (counts.get(key) ?? 0) + by;
  if (count === 0) counts.delete(key);
  else counts.set(key, count);
}
