import { expect, it } from 'vitest';
import { createBarrier } from './http/test-app.fixture.ts';
import { keyedQueue } from './keyed-queue.ts';

const unavailable = { spec: { code: 'unavailable' } };
const limit = (key: string, atOnce = 1) => ({ key, atOnce });

it('runs so many of one key at once, in order, whatever becomes of each, and other keys beside them', async () => {
  const queue = keyedQueue();
  const gate = createBarrier();
  const started: string[] = [];
  const begin = (key: string | undefined, name: string, wait: () => Promise<unknown>) =>
    queue(key === undefined ? [] : [limit(key, 2)], async () => {
      started.push(name);
      await wait();
      if (name === 'second') throw new Error('failed');
      return name;
    });
  const ofOne = ['first', 'second', 'third', 'fourth'].map((name) => begin('one', name, gate.pass));
  await begin('two', 'other', async () => {});
  await begin(undefined, 'no limit', async () => {});
  expect(started).toEqual(['first', 'second', 'other', 'no limit']);
  gate.open();
  const outcomes = await Promise.allSettled(ofOne);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
  expect(started.slice(4)).toEqual(['third', 'fourth']);
});

it('takes up nothing of one limit while it waits for another', async () => {
  const queue = keyedQueue();
  const gate = createBarrier();
  const busy = queue([limit('user'), limit('all', 2)], gate.pass);
  const behind = queue([limit('user'), limit('admin'), limit('all', 2)], async () => 'behind');
  expect(await queue([limit('another user'), limit('admin'), limit('all', 2)], async () => 'beside')).toBe('beside');
  gate.open();
  await busy;
  expect(await behind).toBe('behind');
});

it('asks to come again later whoever finds too many waiting, without a wait', async () => {
  const queue = keyedQueue({ maxWaiting: 1, waitMs: 60_000 });
  const gate = createBarrier();
  const running = queue([limit('one')], gate.pass);
  const waiting = queue([limit('one')], async () => 'done');
  await expect(queue([limit('one')], async () => 'done')).rejects.toMatchObject(unavailable);
  gate.open();
  await running;
  expect(await waiting).toBe('done');
});

it('asks to come again later whoever has waited too long, and then has a place for others', async () => {
  const queue = keyedQueue({ waitMs: 20 });
  const gate = createBarrier();
  const running = queue([limit('one')], gate.pass);
  await expect(queue([limit('one')], async () => 'done')).rejects.toMatchObject(unavailable);
  gate.open();
  await running;
  expect(await queue([limit('one')], async () => 'done')).toBe('done');
});

it('forgets whoever is gone before their turn', async () => {
  const queue = keyedQueue({ maxWaiting: 1 });
  const gate = createBarrier();
  const running = queue([limit('one')], gate.pass);
  const gone = new AbortController();
  let begun = 0;
  const begin = (signal?: AbortSignal) => queue([limit('one')], async () => ++begun, signal);
  const waiting = begin(gone.signal);
  gone.abort();
  await expect(waiting).rejects.toMatchObject(unavailable);
  await expect(begin(gone.signal)).rejects.toMatchObject(unavailable);
  const next = begin();
  gate.open();
  await running;
  expect(await next).toBe(1);
});
