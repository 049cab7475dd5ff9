import { expect, it } from 'vitest';
import { createBarrier } from './http/tiny-app.fixture.ts';
import { keyedQueue } from './keyed-queue.ts';

const unavailable = { spec: { code: 'unavailable' } };
const lane = (key: string, atOnce = 1) => ({ key, atOnce });

it('runs so many in a lane at once, in order, whatever becomes of each, and other lanes beside them', async () => {
  const queue = keyedQueue();
  const gate = createBarrier();
  const started: string[] = [];
  const begin = (key: string | undefined, name: string, wait: () => Promise<unknown>) =>
    queue(key === undefined ? [] : [lane(key, 2)], async () => {
      started.push(name);
      await wait();
      if (name === 'second') throw new Error('failed');
      return name;
    });
  const ofOne = ['first', 'second', 'third', 'fourth'].map((name) => begin('one', name, gate.pass));
  await begin('two', 'other', async () => {});
  await begin(undefined, 'no lane', async () => {});
  expect(started).toEqual(['first', 'second', 'other', 'no lane']);
  gate.open();
  const outcomes = await Promise.allSettled(ofOne);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
  expect(started.slice(4)).toEqual(['third', 'fourth']);
});

it('holds no place of one lane while it waits for another', async () => {
  const queue = keyedQueue();
  const gate = createBarrier();
  const busy = queue([lane('user'), lane('all', 2)], gate.pass);
  const behind = queue([lane('user'), lane('admin'), lane('all', 2)], async () => 'behind');
  expect(await queue([lane('another user'), lane('admin'), lane('all', 2)], async () => 'beside')).toBe('beside');
  gate.open();
  await busy;
  expect(await behind).toBe('behind');
});

it('asks to come again later whoever finds too many waiting, or has waited too long', async () => {
  const queue = keyedQueue({ maxWaiting: 1, waitMs: 20 });
  const gate = createBarrier();
  const running = queue([lane('one')], gate.pass);
  const waiting = queue([lane('one')], async () => 'done');
  await expect(queue([lane('one')], async () => 'done')).rejects.toMatchObject(unavailable);
  await expect(waiting).rejects.toMatchObject(unavailable);
  gate.open();
  await running;
  expect(await queue([lane('one')], async () => 'done')).toBe('done');
});
