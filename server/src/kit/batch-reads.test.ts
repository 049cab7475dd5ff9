import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { batchReads } from './batch-reads.ts';

/** A question that stays open until the test answers it. */
interface Question {
  keys: string[];
  answer(values: Record<string, string>): void;
  fail(reason: Error): void;
}

function openQuestions() {
  const questions: Question[] = [];
  const ask = (keys: string[]) =>
    new Promise<Map<string, string>>((resolve, reject) =>
      questions.push({ keys, answer: (values) => resolve(new Map(Object.entries(values))), fail: reject }),
    );
  const question = (index: number): Question => {
    const found = questions[index];
    if (!found) throw new Error(`question ${index} was not asked`);
    return found;
  };
  return { ask, questions, question };
}

describe('those who ask at the same moment', () => {
  it('are answered by one question that names each key once', async () => {
    const { ask, questions, question } = openQuestions();
    const find = batchReads(ask);
    const answers = Promise.all([find('a'), find('b'), find('a'), find('missing')]);
    await turn();
    question(0).answer({ a: 'A', b: 'B' });
    expect(await answers).toEqual(['A', 'B', 'A', undefined]);
    expect(questions.map(({ keys }) => keys)).toEqual([['a', 'b', 'missing']]);
  });

  it('all get the error, and the next caller starts a new query', async () => {
    const { ask, question } = openQuestions();
    const find = batchReads(ask, { concurrency: 1 });
    const failed = Promise.allSettled([find('a'), find('a'), find('b')]);
    await turn();
    question(0).fail(new Error('the database is away'));
    expect(await failed).toEqual(Array(3).fill({ status: 'rejected', reason: new Error('the database is away') }));
    const later = find('a');
    await turn();
    question(1).answer({ a: 'A' });
    expect(await later).toBe('A');
  });

  it('all hear of it too when the question cannot even be put', async () => {
    const find = batchReads<string, string>(() => {
      throw new Error('no question');
    });
    await expect(Promise.allSettled([find('a'), find('b')])).resolves.toMatchObject([
      { reason: new Error('no question') },
      { reason: new Error('no question') },
    ]);
  });
});

describe('callers during a running query', () => {
  it('is not given its answer, which may be older than what they ask', async () => {
    const { ask, questions, question } = openQuestions();
    const find = batchReads(ask, { concurrency: 1 });
    const early = find('a');
    await turn();
    const late = find('a');
    question(0).answer({ a: 'old' });
    expect(await early).toBe('old');
    await turn();
    expect(questions).toHaveLength(2);
    question(1).answer({ a: 'new' });
    expect(await late).toBe('new');
  });

  it('waits together with the others until a query may start', async () => {
    const { ask, questions, question } = openQuestions();
    const find = batchReads(ask, { concurrency: 2, maxDelayMs: 0 });
    const answers: Promise<string | undefined>[] = [];
    for (const key of ['a', 'b', 'c', 'd', 'e']) {
      answers.push(find(key));
      await turn();
    }
    expect(questions.map(({ keys }) => keys)).toEqual([['a'], ['b']]);
    question(1).answer({ b: 'B' });
    await turn();
    expect(questions.map(({ keys }) => keys)).toEqual([['a'], ['b'], ['c', 'd', 'e']]);
    question(0).answer({ a: 'A' });
    question(2).answer({ c: 'C', d: 'D', e: 'E' });
    expect(await Promise.all(answers)).toEqual(['A', 'B', 'C', 'D', 'E']);
  });
});

it('callers that wait for a slow query get a concurrent one', async () => {
  const { ask, questions, question } = openQuestions();
  const find = batchReads(ask, { concurrency: 2, maxDelayMs: 20 });
  const slow = find('slow');
  await turn();
  const [late, later] = [find('late'), find('later')];
  await turn();
  expect(questions).toHaveLength(1);
  await expect.poll(() => questions.length).toBe(2);
  question(1).answer({ late: 'L', later: 'M' });
  expect(await Promise.all([late, later])).toEqual(['L', 'M']);
  question(0).answer({ slow: 'S' });
  expect(await slow).toBe('S');
});

it('keys are asked for at once when enough of them wait', async () => {
  const { ask, questions, question } = openQuestions();
  const find = batchReads(ask, { concurrency: 2, eagerSize: 2 });
  const answers = ['a', 'b', 'c', 'd', 'e'].map((key) => find(key));
  expect(questions.map(({ keys }) => keys)).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ]);
  question(0).answer({ a: 'A', b: 'B' });
  question(1).answer({ c: 'C', d: 'D' });
  await expect.poll(() => questions.length).toBe(3);
  question(2).answer({ e: 'E' });
  expect(await Promise.all(answers)).toEqual(['A', 'B', 'C', 'D', 'E']);
});

it('asks for no more keys at once than it may', async () => {
  const asked: number[] = [];
  const find = batchReads<number, number>(
    async (keys) => {
      asked.push(keys.length);
      return new Map(keys.map((key) => [key, key * 2]));
    },
    { concurrency: 1, maxBatch: 100, eagerSize: 250 },
  );
  const answers = await Promise.all(Array.from({ length: 250 }, (_, key) => find(key)));
  expect(answers).toEqual(Array.from({ length: 250 }, (_, key) => key * 2));
  expect(asked).toEqual([100, 100, 50]);
});

it('a question is put in the context of the first who waits for it, not of those whose answer made way for it', async () => {
  const requests = new AsyncLocalStorage<string>();
  const askedIn: (string | undefined)[] = [];
  const { ask, question } = openQuestions();
  const noted = (keys: string[]) => {
    askedIn.push(requests.getStore());
    return ask(keys);
  };
  const find = batchReads(noted, { concurrency: 1 });
  const first = requests.run('first', () => find('a'));
  await turn();
  const others = ['second', 'third'].map((name) => requests.run(name, () => find(name)));
  question(0).answer({ a: 'A' });
  await first;
  question(1).answer({});
  await Promise.all(others);
  expect(askedIn).toEqual(['first', 'second']);
});

it('whatever the crowd, everyone is answered, from a question put after they asked, within the limits', async () => {
  const crowd = fc.array(fc.tuple(fc.integer({ min: 0, max: 7 }), fc.integer({ min: 0, max: 3 })), { maxLength: 60 });
  const limits = fc.record({
    concurrency: fc.integer({ min: 1, max: 3 }),
    maxBatch: fc.integer({ min: 1, max: 5 }),
    eagerSize: fc.integer({ min: 1, max: 6 }),
  });
  await fc.assert(
    fc.asyncProperty(
      crowd,
      limits,
      fc.scheduler(),
      async (callers, { concurrency, maxBatch, eagerSize }, scheduler) => {
        let time = 0;
        let running = 0;
        const ask = async (keys: number[]) => {
          const askedAt = ++time;
          running++;
          expect(running).toBeLessThanOrEqual(concurrency);
          expect(keys.length).toBeLessThanOrEqual(maxBatch);
          await scheduler.schedule(Promise.resolve(), 'the database answers');
          running--;
          return new Map(keys.map((key) => [key, { key, askedAt }]));
        };
        const find = batchReads(ask, { concurrency, maxBatch, eagerSize });
        const answers = callers.map(async ([key, wait]) => {
          for (let turns = 0; turns < wait; turns++) await turn();
          const cameAt = time;
          const answer = await find(key);
          expect(answer?.key).toBe(key);
          expect(answer?.askedAt).toBeGreaterThan(cameAt);
        });
        await scheduler.waitFor(Promise.all(answers));
      },
    ),
    { numRuns: 200 },
  );
});
