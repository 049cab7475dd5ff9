import { expect, it } from 'vitest';
import { rateLimited, refusal } from './errors.ts';
import { createBarrier } from './http/test-app.fixture.ts';
import { type Limit, Limiter } from './limiter.ts';

const unavailable = { spec: { code: 'unavailable' } };
const limit = (key: string, atOnce = 1): Limit => ({ key, atOnce });
const within = (ms = 60_000) => ({ startBy: performance.now() + ms });

it('runs so many of one key at once, in order, whether or not each succeeds, and other keys beside them', async () => {
  const limiter = new Limiter();
  const gate = createBarrier();
  const started: string[] = [];
  const begin = (key: string | undefined, name: string, wait: () => Promise<unknown>) => {
    const work = async () => {
      started.push(name);
      await wait();
      if (name === 'second') throw new Error('failed');
      return name;
    };
    return limiter.run(key === undefined ? [] : [limit(key, 2)], work, within());
  };
  const ofOne = ['first', 'second', 'third', 'fourth'].map((name) => begin('one', name, gate.pass));
  await begin('two', 'other', async () => {});
  await begin(undefined, 'no limit', async () => {});
  expect(started).toEqual(['first', 'second', 'other', 'no limit']);
  gate.open();
  const outcomes = await Promise.allSettled(ofOne);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
  expect(started.slice(4)).toEqual(['third', 'fourth']);
});

it('takes no slot of one limit while it waits for another', async () => {
  const limiter = new Limiter();
  const gate = createBarrier();
  const busy = limiter.run([limit('user'), limit('all', 2)], gate.pass, within());
  const behind = limiter.run([limit('user'), limit('admin'), limit('all', 2)], async () => 'behind', within());
  const beside = [limit('another user'), limit('admin'), limit('all', 2)];
  expect(await limiter.run(beside, async () => 'beside', within())).toBe('beside');
  gate.open();
  await busy;
  expect(await behind).toBe('behind');
});

it('offers a slot to other users before the next of the same user', async () => {
  const limiter = new Limiter();
  const gate = createBarrier();
  const done: string[] = [];
  const begin = (user: string, name: string, work = async (): Promise<unknown> => undefined) =>
    limiter.run(
      [limit(user), limit('all')],
      async () => {
        await work();
        done.push(name);
      },
      within(),
    );
  const all = [begin('flood', 'running', gate.pass)];
  for (const n of [1, 2, 3]) all.push(begin('flood', `flood ${n}`));
  all.push(begin('ann', 'ann'));
  gate.open();
  await Promise.all(all);
  expect(done).toEqual(['running', 'ann', 'flood 1', 'flood 2', 'flood 3']);
});

it('refuses without a wait what exceeds the waiting work of one key, or of all keys', async () => {
  const limiter = new Limiter({ maxWaiting: 2, maxWaitingPerKey: 1 });
  const gate = createBarrier();
  const begin = (one: Limit) => limiter.run([one], gate.pass, within());
  const ofOne: Limit = { ...limit('one'), refusal: () => refusal(rateLimited, { retryAfterS: 1 }) };
  const started = [begin(ofOne), begin(ofOne), begin(limit('two')), begin(limit('two'))];
  await expect(begin(ofOne)).rejects.toMatchObject({ spec: { code: 'rate_limited' } });
  started.push(begin(limit('three')));
  await expect(begin(limit('three'))).rejects.toMatchObject(unavailable);
  gate.open();
  await Promise.all(started);
  await begin(ofOne);
});

it('refuses work that has not started by its deadline, never starts it, and then has a slot for others', async () => {
  const limiter = new Limiter();
  const gate = createBarrier();
  let started = 0;
  const begin = (ms: number) => limiter.run([limit('one')], async () => ++started, within(ms));
  const running = limiter.run([limit('one')], gate.pass, within());
  await expect(begin(20)).rejects.toMatchObject(unavailable);
  gate.open();
  await running;
  expect(await begin(60_000)).toBe(1);
});

it('never starts the waiting work of a caller who is gone', async () => {
  const limiter = new Limiter({ maxWaitingPerKey: 1 });
  const gate = createBarrier();
  const running = limiter.run([limit('one')], gate.pass, within());
  const gone = new AbortController();
  let started = 0;
  const begin = (signal?: AbortSignal) =>
    limiter.run([limit('one')], async () => ++started, { ...within(), ...(signal && { signal }) });
  const waiting = begin(gone.signal);
  gone.abort();
  await expect(waiting).rejects.toMatchObject(unavailable);
  await expect(begin(gone.signal)).rejects.toMatchObject(unavailable);
  const next = begin();
  gate.open();
  await running;
  expect(await next).toBe(1);
});

it('passes on the slot that was offered to work which gave up while a wider limit was full', async () => {
  const limiter = new Limiter();
  const [ofUser, ofAll] = [createBarrier(), createBarrier()];
  const user = limiter.run([limit('user')], ofUser.pass, within());
  const all = limiter.run([limit('all')], ofAll.pass, within());
  const gone = new AbortController();
  const offered = limiter.run([limit('user'), limit('all')], async () => 'never', { ...within(), signal: gone.signal });
  const next = limiter.run([limit('user')], async () => 'next', within());
  ofUser.open();
  await user;
  gone.abort();
  await expect(offered).rejects.toMatchObject(unavailable);
  expect(await next).toBe('next');
  ofAll.open();
  await all;
});

it('acquires slots at once or refuses, in the words of the limit that is full', () => {
  const limiter = new Limiter();
  const limits: Limit[] = [
    { ...limit('caller'), refusal: () => refusal(rateLimited, { retryAfterS: 5 }) },
    limit('all', 2),
  ];
  const free = limiter.acquire(limits);
  expect(() => limiter.acquire(limits)).toThrow('rate_limited');
  const freeOther = limiter.acquire([limit('all', 2)]);
  expect(() => limiter.acquire([limit('another'), limit('all', 2)])).toThrow('unavailable');
  free();
  freeOther();
  expect(limiter.acquire(limits)).toBeTypeOf('function');
});

it.each([
  ['each of another user', (n: number) => `user ${n}`],
  ['all of one user', () => 'user'],
  ['of ten users', (n: number) => `user ${n % 10}`],
])('looks at a limit a few times for each piece of work, however many wait: %s', async (_name, userOf) => {
  const count = 2_000;
  const limiter = new Limiter({ maxWaiting: count, maxWaitingPerKey: count });
  let looks = 0;
  const counted = (key: string, atOnce: number): Limit => ({
    key,
    get atOnce() {
      looks++;
      return atOnce;
    },
  });
  const gate = createBarrier();
  const holders = Array.from({ length: 8 }, () => limiter.run([counted('all', 8)], gate.pass, within()));
  let running = 0;
  let most = 0;
  const work = async () => {
    most = Math.max(most, ++running);
    await new Promise(setImmediate);
    running--;
  };
  const all = Array.from({ length: count }, (_, n) =>
    limiter.run([counted(userOf(n), 1), counted('all', 8)], work, within()),
  );
  gate.open();
  await Promise.all([...holders, ...all]);
  expect(most).toBeLessThanOrEqual(8);
  expect(looks).toBeLessThan(count * 12);
});
