import { expect, it } from 'vitest';
import { createBarrier } from './http/tiny-app.fixture.ts';
import { keyedQueue } from './keyed-queue.ts';

const unavailable = { spec: { code: 'unavailable' } };

it('runs so many for a key at once, in order, whatever becomes of each, and other keys beside them', async () => {
  const queue = keyedQueue({ atOnce: 2 });
  const gate = createBarrier();
  const started: string[] = [];
  const begin = (key: string | undefined, name: string, wait: () => Promise<unknown>) =>
    queue(key, async () => {
      started.push(name);
      await wait();
      if (name === 'second') throw new Error('failed');
      return name;
    });
  const ofOne = ['first', 'second', 'third', 'fourth'].map((name) => begin('one', name, gate.pass));
  await begin('two', 'other', async () => {});
  await begin(undefined, 'no key', async () => {});
  expect(started).toEqual(['first', 'second', 'other', 'no key']);
  gate.open();
  const outcomes = await Promise.allSettled(ofOne);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
  expect(started.slice(4)).toEqual(['third', 'fourth']);
});

it('asks to come again later whoever finds too many waiting, or has waited too long', async () => {
  const queue = keyedQueue({ atOnce: 1, maxWaiting: 1, waitMs: 20 });
  const gate = createBarrier();
  const running = queue('one', gate.pass);
  const waiting = queue('one', async () => 'done');
  await expect(queue('one', async () => 'done')).rejects.toMatchObject(unavailable);
  await expect(waiting).rejects.toMatchObject(unavailable);
  gate.open();
  await running;
  expect(await queue('one', async () => 'done')).toBe('done');
});
