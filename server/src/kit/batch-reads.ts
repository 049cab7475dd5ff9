import { AsyncResource } from 'node:async_hooks';

export interface BatchReadOptions {
  concurrency?: number;
  maxBatch?: number;
  eagerSize?: number;
  maxDelayMs?: number;
}

/**
 * Reads for callers who ask at the same moment with one query: `ask` is given all the keys that wait.
 * Every answer comes from a query sent after its caller asked, so it is as fresh as one of its own; nothing is kept.
 * Keys that come while a query is running wait for the next one: the more it gathers, the less each of them costs.
 * A second query starts, up to `concurrency`, when the last one was sent `maxDelayMs` ago, or at once when `eagerSize`
 * keys wait: then the database works on them while requests still come in.
 * A query is sent in the async context of the first who waits for it, whoever's end has started it.
 */
export function batchReads<Key, Value>(
  ask: (keys: Key[]) => Promise<Map<Key, Value>>,
  { concurrency = 2, maxBatch = 256, eagerSize = 24, maxDelayMs = 1 }: BatchReadOptions = {},
): (key: Key) => Promise<Value | undefined> {
  type Caller = { resolve: (value: Value | undefined) => void; reject: (reason: unknown) => void };
  /** Those who wait for one key, with the context of the first of them. */
  type Waiting = { context: AsyncResource; callers: Caller[] };
  let waiting = new Map<Key, Waiting>();
  let running = 0;
  let lastAskedAt = 0;
  let isScheduled = false;
  let timer: NodeJS.Timeout | undefined;

  const takeBatch = (): typeof waiting => {
    const all = [...waiting];
    waiting = new Map(all.slice(maxBatch));
    return new Map(all.slice(0, maxBatch));
  };

  const runBatch = async (batch: typeof waiting): Promise<void> => {
    const [first] = batch.values();
    try {
      const found = await first?.context.runInAsyncScope(ask, undefined, [...batch.keys()]);
      for (const [key, { callers }] of batch) for (const caller of callers) caller.resolve(found?.get(key));
    } catch (reason) {
      for (const { callers } of batch.values()) for (const caller of callers) caller.reject(reason);
    } finally {
      running--;
      startNext();
    }
  };

  const isDue = (): boolean => waiting.size >= eagerSize || performance.now() - lastAskedAt >= maxDelayMs;
  const mayStart = (): boolean => running === 0 || (running < concurrency && isDue());

  const startNext = (): void => {
    isScheduled = false;
    clearTimeout(timer);
    timer = undefined;
    while (waiting.size > 0 && mayStart()) {
      running++;
      lastAskedAt = performance.now();
      void runBatch(takeBatch());
    }
    if (waiting.size > 0 && running < concurrency) timer = setTimeout(startNext, maxDelayMs);
  };

  return (key) =>
    new Promise((resolve, reject) => {
      const known = waiting.get(key);
      if (known) known.callers.push({ resolve, reject });
      else waiting.set(key, { context: new AsyncResource('BatchRead'), callers: [{ resolve, reject }] });
      if (running >= concurrency) return;
      if (waiting.size >= eagerSize) return startNext();
      if (isScheduled || timer !== undefined) return;
      isScheduled = true;
      setImmediate(startNext);
    });
}
