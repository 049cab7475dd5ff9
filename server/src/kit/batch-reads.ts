export interface BatchReadOptions {
  lanes?: number;
  most?: number;
  enough?: number;
  patienceMs?: number;
}

/**
 * Answers those who ask at the same moment with one question: `ask` is given all the keys that wait.
 * Every answer comes from a question put after its caller asked, so it is as fresh as one asked alone; nothing is kept.
 * What comes while a question is under way waits together for the next: the more it gathers, the less each one costs.
 * One that takes longer than `patienceMs` is not waited for while there is another of the `lanes`, and once `enough` wait
 * they are asked for at once: the database is busy with them while we still listen to the others, and not after that.
 */
export function batchReads<Key, Value>(
  ask: (keys: Key[]) => Promise<Map<Key, Value>>,
  { lanes = 2, most = 256, enough = 16, patienceMs = 1 }: BatchReadOptions = {},
): (key: Key) => Promise<Value | undefined> {
  type Waiting = { resolve: (value: Value | undefined) => void; reject: (reason: unknown) => void };
  let waiting = new Map<Key, Waiting[]>();
  let flying = 0;
  let lastAskedAt = 0;
  let armed = false;
  let impatience: NodeJS.Timeout | undefined;

  const take = (): typeof waiting => {
    const all = [...waiting];
    waiting = new Map<Key, Waiting[]>(all.slice(most));
    return new Map<Key, Waiting[]>(all.slice(0, most));
  };

  const fly = async (batch: Map<Key, Waiting[]>): Promise<void> => {
    try {
      const found = await ask([...batch.keys()]);
      for (const [key, callers] of batch) for (const caller of callers) caller.resolve(found.get(key));
    } catch (reason) {
      for (const callers of batch.values()) for (const caller of callers) caller.reject(reason);
    } finally {
      flying--;
      pump();
    }
  };

  const isTime = (): boolean => waiting.size >= enough || performance.now() - lastAskedAt >= patienceMs;
  const mayFly = (): boolean => flying === 0 || (flying < lanes && isTime());

  const pump = (): void => {
    armed = false;
    clearTimeout(impatience);
    impatience = undefined;
    while (waiting.size > 0 && mayFly()) {
      flying++;
      lastAskedAt = performance.now();
      void fly(take());
    }
    if (waiting.size > 0 && flying < lanes) impatience = setTimeout(pump, patienceMs);
  };

  return (key) =>
    new Promise((resolve, reject) => {
      const callers = waiting.get(key);
      if (callers) callers.push({ resolve, reject });
      else waiting.set(key, [{ resolve, reject }]);
      if (flying >= lanes) return;
      if (waiting.size >= enough) return pump();
      if (armed || impatience !== undefined) return;
      armed = true;
      setImmediate(pump);
    });
}
