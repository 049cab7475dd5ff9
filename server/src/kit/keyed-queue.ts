import { refusal, unavailable } from './errors.ts';

export interface KeyedQueueOptions {
  /** How many pieces of work for one key may run at once. */
  readonly atOnce?: number;
  /** How many may wait for one key; whoever comes then is asked to come again later. */
  readonly maxWaiting?: number;
  /** How long one waits for its turn before it is asked to come again later. */
  readonly waitMs?: number;
}

export type KeyedQueue = <T>(key: string | undefined, work: () => Promise<T>) => Promise<T>;

interface Line {
  running: number;
  /** In the order in which they came. */
  readonly waiting: Set<() => void>;
}

/**
 * Work for one key is done a few at a time, in order, and keys do not wait for each other: if all that wait for a row
 * that someone has locked held a connection, nobody else would find one. Work without a key is done at once.
 */
export function keyedQueue(options: KeyedQueueOptions = {}): KeyedQueue {
  const { atOnce = 4, maxWaiting = 500, waitMs = 15_000 } = options;
  const lines = new Map<string, Line>();

  const turnIn = ({ waiting }: Line): Promise<void> =>
    new Promise((resolve, reject) => {
      if (waiting.size >= maxWaiting) return reject(refusal(unavailable));
      const go = (): void => {
        clearTimeout(timer);
        waiting.delete(go);
        resolve();
      };
      const timer = setTimeout(() => {
        waiting.delete(go);
        reject(refusal(unavailable));
      }, waitMs);
      waiting.add(go);
    });

  return async (key, work) => {
    if (key === undefined) return work();
    const line = lines.get(key) ?? { running: 0, waiting: new Set() };
    lines.set(key, line);
    if (line.running >= atOnce) await turnIn(line);
    else line.running++;
    try {
      return await work();
    } finally {
      const [next] = line.waiting;
      if (next) next();
      else if (--line.running === 0) lines.delete(key);
    }
  };
}
