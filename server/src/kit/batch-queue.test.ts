import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as tick } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type AddOptions, type BatchOptions, type BatchOutcome, BatchQueue, busy } from './batch-queue.ts';

const kinds = ['retry', 'busy', 'late', 'final'] as const;

/** Runs that end when the test says so. */
function staged(options: Omit<Partial<BatchOptions<string, string>>, 'run' | 'classify'> = {}) {
  const runs: {
    items: string[];
    wait: boolean;
    end(outcomes: BatchOutcome<string>[]): void;
    fail(error: Error): void;
  }[] = [];
  const queue = new BatchQueue<string, string>({
    waitMs: 3_600_000,
    ...options,
    run: (items, { wait }) =>
      new Promise((end, fail) => {
        runs.push({ items: [...items], wait, end, fail });
      }),
    classify: ({ message }: Error) => kinds.find((kind) => kind === message) ?? 'item',
  });
  return {
    runs,
    add: (key: string, item = key, options: AddOptions = {}) => queue.add(key, item, options),
    /** The runs that were started since one last looked. */
    async next() {
      await tick();
      await tick();
      return runs.splice(0);
    },
  };
}

/** What a promise fails with. */
const messageOf = (promise: Promise<string>): Promise<string> =>
  promise.then(
    () => 'no failure',
    (error: unknown) => (error instanceof Error ? error.message : 'no error'),
  );

const done = (items: readonly string[]): string[] => items.map((item) => `${item} done`);

it('a batch takes no more items once these have as many bytes as it may', async () => {
  const { add, next } = staged({ maxBatchBytes: 100, concurrency: 2 });
  const bytes = [60, 60, 60, 10, 500, 10];
  const added = bytes.map((size, n) => add(`item ${n}`, `item ${n}`, { bytes: size }));
  const first = await next();
  expect(first.map(({ items }) => items)).toEqual([
    ['item 0', 'item 1'],
    ['item 2', 'item 3', 'item 4'],
  ]);
  for (const { items, end } of first) end(done(items));
  for (const { items, end } of await next()) end(done(items));
  expect(await Promise.all(added)).toHaveLength(6);
});

it('a batch runs in the context of its first item, not of the one whose end has started it', async () => {
  const requests = new AsyncLocalStorage<string>();
  const ranIn: (string | undefined)[] = [];
  const queue = new BatchQueue<string, string>({
    concurrency: 1,
    run: async (items) => {
      ranIn.push(requests.getStore());
      await tick();
      return done(items);
    },
    classify: () => 'final',
  });
  const add = (name: string) => requests.run(name, () => queue.add(name, name));
  const first = add('first');
  await tick();
  await Promise.all([first, add('second'), add('third')]);
  expect(ranIn).toEqual(['first', 'second']);
});

describe('a queue of batches', () => {
  it('takes what came in the same moment together, and what comes later into the next', async () => {
    const { add, next } = staged({ concurrency: 1 });
    const first = [add('a'), add('b')];
    const [one] = await next();
    const later = [add('c'), add('d'), add('e')];
    expect([one?.items, (await next()).length]).toEqual([['a', 'b'], 0]);
    one?.end(done(one.items));
    expect(await Promise.all(first)).toEqual(['a done', 'b done']);
    const [two] = await next();
    two?.end(done(two.items));
    expect(await Promise.all(later)).toEqual(['c done', 'd done', 'e done']);
  });

  it('has no more in a batch, and no more batches at once, than it may', async () => {
    const { add, next } = staged({ maxBatch: 2, concurrency: 2 });
    for (const key of ['a', 'b', 'c', 'd', 'e']) void add(key);
    const runs = await next();
    expect(runs.map(({ items }) => items)).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
  });

  it('starts a batch beside another one for many items at once, and for few after a while', async () => {
    const { add, next } = staged({ eagerSize: 3, maxDelayMs: 100 });
    void add('a');
    expect((await next()).map(({ items }) => items)).toEqual([['a']]);
    for (const key of ['b', 'c']) void add(key);
    expect(await next()).toEqual([]);
    void add('d');
    const [many] = await next();
    expect(many?.items).toEqual(['b', 'c', 'd']);
    many?.end(done(many.items));
    void add('e');
    expect(await next()).toEqual([]);
    await expect.poll(async () => (await next()).map(({ items }) => items)).toEqual([['e']]);
  });

  it('shares many items among the batches that may start, and keeps few together', async () => {
    const { add, next } = staged({ concurrency: 2, eagerSize: 2 });
    for (const name of ['a', 'b', 'c', 'd', 'e']) void add(name);
    expect((await next()).map(({ items }) => items.length)).toEqual([3, 2]);
    const few = staged({ concurrency: 2, eagerSize: 4 });
    for (const name of ['a', 'b', 'c']) void few.add(name);
    expect((await few.next()).map(({ items }) => items.length)).toEqual([3]);
  });
  it('has one item of a key under way at any time, in the order in which they came', async () => {
    const { add, next } = staged({ maxBatch: 3 });
    const all = [add('a', 'a1'), add('a', 'a2'), add('b', 'b1'), add('a', 'a3')];
    const seen: string[][] = [];
    for (let runs = await next(); runs.length > 0; runs = await next()) {
      for (const { items, end } of runs) {
        seen.push(items);
        end(done(items));
      }
    }
    expect(seen).toEqual([['a1', 'b1'], ['a2'], ['a3']]);
    expect(await Promise.all(all)).toEqual(['a1 done', 'a2 done', 'b1 done', 'a3 done']);
  });

  it('lets who is busy wait alone, a few at once, while batches go on', async () => {
    const { add, next } = staged({ maxWaiting: 1 });
    const [a, b, c] = [add('a'), add('b'), add('c')];
    const [first] = await next();
    first?.end([busy, 'b done', busy]);
    expect(await b).toBe('b done');
    const [alone] = await next();
    expect([alone?.items, alone?.wait]).toEqual([['a'], true]);
    const behind = add('a', 'a again');
    const other = add('d');
    const [batch] = await next();
    expect([batch?.items, batch?.wait]).toEqual([['d'], false]);
    batch?.end(['d done']);
    alone?.end(['a done']);
    expect([await a, await other]).toEqual(['a done', 'd done']);
    const rest = await next();
    expect(rest.map(({ items, wait }) => [items, wait])).toEqual([
      [['a again'], false],
      [['c'], true],
    ]);
    for (const { items, end } of rest) end(done(items));
    expect([await behind, await c]).toEqual(['a again done', 'c done']);
  });

  it('gives each item the error that is its own', async () => {
    const { add, next } = staged();
    const [a, b] = [add('a'), add('b')];
    const refused = messageOf(a);
    const [run] = await next();
    run?.end([new Error('no'), 'b done']);
    expect([await refused, await b]).toEqual(['no', 'b done']);
  });

  it('runs the items of a batch that failed one by one', async () => {
    const { add, next } = staged();
    const [a, b, c] = [add('a'), add('b'), add('c')];
    const refused = messageOf(b);
    const [batch] = await next();
    batch?.fail(new Error('poison'));
    const seen: string[][] = [];
    for (let runs = await next(); runs.length > 0; runs = await next()) {
      for (const { items, end, fail } of runs) {
        seen.push(items);
        if (items[0] === 'b') fail(new Error('poison'));
        else end(done(items));
      }
    }
    expect(await refused).toBe('poison');
    expect([await a, await c, seen]).toEqual(['a done', 'c done', [['a'], ['b'], ['c']]]);
  });

  it('tries a batch again, whole and once, that failed through no fault of its items', async () => {
    const { add, next } = staged();
    const [a, b] = [add('a'), add('b')];
    const refused = [messageOf(a), messageOf(b)];
    const [first] = await next();
    first?.fail(new Error('retry'));
    const [second] = await next();
    expect(second?.items).toEqual(['a', 'b']);
    second?.fail(new Error('retry'));
    expect(await Promise.all(refused)).toEqual(['retry', 'retry']);
    expect(await next()).toEqual([]);
  });

  it('never repeats what may have been done', async () => {
    const { add, next } = staged();
    const refused = [messageOf(add('a')), messageOf(add('b'))];
    const [run] = await next();
    run?.fail(new Error('final'));
    expect(await Promise.all(refused)).toEqual(['final', 'final']);
    expect(await next()).toEqual([]);
  });

  it('says that the service is overloaded when too much waits, and takes more when it does not', async () => {
    const { add, next } = staged({ maxQueued: 2 });
    const [a, b] = [add('a'), add('a', 'a2')];
    await expect(add('c')).rejects.toMatchObject({ spec: { code: 'unavailable' } });
    const [first] = await next();
    first?.end(done(first.items));
    expect(await a).toBe('a done');
    const c = add('c');
    const rest = await next();
    for (const { items, end } of rest) end(done(items));
    expect(await Promise.all([b, c])).toEqual(['a2 done', 'c done']);
  });

  it('says so too when little waits that is large, and takes what is larger than may wait where nothing does', async () => {
    const { add, next } = staged({ maxQueuedBytes: 100 });
    const a = add('a', 'a', { bytes: 120 });
    const refused = { spec: { code: 'unavailable' } };
    await expect(add('b', 'b', { bytes: 1 })).rejects.toMatchObject(refused);
    for (const { items, end } of await next()) end(done(items));
    expect(await a).toBe('a done');
    const rest = [add('b', 'b', { bytes: 60 }), add('c', 'c', { bytes: 40 })];
    await expect(add('d', 'd', { bytes: 1 })).rejects.toMatchObject(refused);
    for (const { items, end } of await next()) end(done(items));
    expect(await Promise.all(rest)).toEqual(['b done', 'c done']);
  });

  it('lets sixteen wait behind one of the same key, and refuses the next of that key alone', async () => {
    const { add, next } = staged();
    const all = Array.from({ length: 17 }, (_, n) => add('a', `a${n}`));
    await expect(add('a', 'one too many')).rejects.toMatchObject({ spec: { code: 'unavailable' } });
    all.push(add('b'));
    let count = 0;
    for (let runs = await next(); runs.length > 0; runs = await next()) {
      for (const { items, end } of runs) end(done(items));
      count++;
    }
    expect([count, (await Promise.all(all)).length]).toEqual([17, 18]);
    const again = add('a');
    const [run] = await next();
    run?.end(done(run.items));
    expect(await again).toBe('a done');
  });

  it('lets who was alone in a batch and busy wait, without another try in a batch', async () => {
    const { add, next } = staged();
    const a = add('a');
    const [first] = await next();
    first?.fail(new Error('busy'));
    const [alone] = await next();
    expect([alone?.items, alone?.wait]).toEqual([['a'], true]);
    alone?.end(['a done']);
    expect(await a).toBe('a done');
  });
});

describe('an item that has not begun by its deadline', () => {
  const refused = { spec: { code: 'unavailable' } };
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
  afterEach(() => void vi.useRealTimers());
  const soon = () => ({ startBy: performance.now() + 50 });
  const later = () => vi.advanceTimersByTime(50);

  it('is refused and never begins while a batch that is slow runs, and its key is free again', async () => {
    const { add, next } = staged({ concurrency: 1 });
    const running = add('a', 'a', soon());
    const [first] = await next();
    const late = add('b', 'b', soon());
    later();
    await expect(late).rejects.toMatchObject(refused);
    const again = add('b', 'b again');
    first?.end(['a done']);
    expect(await running).toBe('a done');
    const [second] = await next();
    expect(second?.items).toEqual(['b again']);
    second?.end(['b done']);
    expect(await again).toBe('b done');
  });

  it('is refused behind another of its key, which continues, and frees its place', async () => {
    const { add, next } = staged({ maxPerKey: 1 });
    const running = add('a', 'a1');
    const [first] = await next();
    const late = add('a', 'a2', soon());
    later();
    await expect(late).rejects.toMatchObject(refused);
    const third = add('a', 'a3');
    expect(await next()).toEqual([]);
    first?.end(['a1 done']);
    const [second] = await next();
    expect([await running, second?.items]).toEqual(['a1 done', ['a3']]);
    second?.end(['a3 done']);
    expect(await third).toBe('a3 done');
  });

  it('is refused while others wait alone for their keys, and when it comes back busy too late', async () => {
    const { add, next } = staged({ maxWaiting: 1 });
    const [a, b, c] = [add('a'), add('b', 'b', soon()), add('c', 'c', soon())];
    const outcomes = Promise.allSettled([b, c]);
    const [batch] = await next();
    batch?.end([busy, busy, 'c done']);
    const [alone] = await next();
    expect(alone?.items).toEqual(['a']);
    later();
    expect(await outcomes).toMatchObject([{ status: 'rejected', reason: refused }, { status: 'fulfilled' }]);
    alone?.end(['a done']);
    expect([await a, await next()]).toEqual(['a done', []]);
    const late = add('d', 'd', soon());
    const [slow] = await next();
    later();
    slow?.end([busy]);
    await expect(late).rejects.toMatchObject(refused);
    expect(await next()).toEqual([]);
  });

  it('is refused while the items of a batch that failed run one by one', async () => {
    const { add, next } = staged();
    const [a, b] = [add('a'), add('b', 'b', soon())];
    const late = messageOf(b);
    const [batch] = await next();
    batch?.fail(new Error('poison'));
    const [one] = await next();
    later();
    expect([one?.items, await late]).toEqual([['a'], 'unavailable']);
    one?.end(['a done']);
    expect([await a, await next()]).toEqual(['a done', []]);
  });

  it('is refused alone when its batch could not begin, and the others are first in the next batch', async () => {
    const { add, next } = staged({ concurrency: 1, maxBatch: 3 });
    const [a, b, c] = [add('a', 'a', soon()), add('b'), add('c')];
    const late = messageOf(a);
    const [batch] = await next();
    const [again, d] = [add('a', 'a again'), add('d')];
    later();
    batch?.fail(new Error('late'));
    expect([batch?.items, await late]).toEqual([['a', 'b', 'c'], 'late']);
    const seen: string[][] = [];
    for (let runs = await next(); runs.length > 0; runs = await next()) {
      for (const { items, end } of runs) {
        seen.push(items);
        end(done(items));
      }
    }
    expect(seen).toEqual([['b', 'c', 'd'], ['a again']]);
    expect(await Promise.all([again, b, c, d])).toEqual(['a again done', 'b done', 'c done', 'd done']);
  });

  it('is refused at once where the deadline has passed already', async () => {
    const { add, next } = staged();
    await expect(add('a', 'a', { startBy: performance.now() - 1 })).rejects.toMatchObject(refused);
    expect(await next()).toEqual([]);
  });
});
