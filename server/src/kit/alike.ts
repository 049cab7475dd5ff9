/**
 * Those who ask the very same at the same moment share one question. Whoever comes while it is under way waits for the
 * next one, so that every answer is as fresh as one asked alone; nothing is kept.
 */
export function alike<Value>(): (key: string, ask: () => Promise<Value>) => Promise<Value> {
  const flying = new Map<string, Promise<unknown>>();
  const waiting = new Map<string, Promise<Value>>();

  const fly = (key: string, ask: () => Promise<Value>): Promise<Value> => {
    waiting.delete(key);
    const flight = ask();
    const landed = flight
      .catch(() => undefined)
      .then(() => {
        if (flying.get(key) === landed) flying.delete(key);
      });
    flying.set(key, landed);
    return flight;
  };

  return (key, ask) => {
    const joined = waiting.get(key);
    if (joined) return joined;
    const before = flying.get(key) ?? new Promise<void>((go) => setImmediate(go));
    const turn = before.then(() => fly(key, ask));
    waiting.set(key, turn);
    return turn;
  };
}
