import { AsyncResource } from 'node:async_hooks';

export interface BatchReadOptions {
  concurrency?: number;
  maxBatch?: number;
  eagerSize?: number;
  maxDelayMs?: number;
}

/**
 * Reads for concurrent callers with one query: `ask` gets all waiting keys. Nothing is cached: every result comes from a
 * query that was sent after the call. Keys that arrive while a query is running wait for the next one. A concurrent query
 * starts, up to `concurrency`, `maxDelayMs` after the last one, or as soon as `eagerSize` keys wait. A query runs in the
 * async context of its first caller.
 */
export function batchReads<Key, Value>(
  ask: (keys: Key[]) => Promise<Map<Key, Value>>,
  { concurrency = 2, maxBatch = 256, eagerSize = 24, maxDelayMs = 1 }: BatchReadOptions = {},
): (key: Key) => Promise<Value | undefined> {
  type Caller = { resolve: (value: Value | undefined) => void; reject: (reason: unknown) => void };
  /** The callers that wait for one key, with the context of the first of them. */
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
