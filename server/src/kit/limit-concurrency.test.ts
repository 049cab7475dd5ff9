import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createBarrier } from './http/test-app.fixture.ts';
import { limitConcurrency } from './limit-concurrency.ts';

it('lets so many run at once and no more, and the rest in the order in which they came', async () => {
  const work = fc.array(fc.record({ turns: fc.integer({ min: 1, max: 4 }), fails: fc.boolean() }), { maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 4 }), work, async (most, pieces) => {
      const inTurn = limitConcurrency({ atOnce: most });
      const started: number[] = [];
      let running = 0;
      let busiest = 0;
      const outcomes = await Promise.allSettled(
        pieces.map(({ turns, fails }, index) =>
          inTurn(async () => {
            started.push(index);
            busiest = Math.max(busiest, ++running);
            for (let waited = 0; waited < turns; waited++) await turn();
            running--;
            if (fails) throw new Error(`piece ${index} failed`);
            return index;
          }),
        ),
      );
      expect(started).toEqual(pieces.map((_, index) => index));
      expect(busiest).toBe(Math.min(most, pieces.length));
      expect(outcomes.map(({ status }) => status)).toEqual(
        pieces.map(({ fails }) => (fails ? 'rejected' : 'fulfilled')),
      );
    }),
  );
});

it('frees the place of work that fails before it begins', async () => {
  const inTurn = limitConcurrency({ atOnce: 1 });
  const broken = inTurn(() => {
    throw new Error('never began');
  });
  await expect(broken).rejects.toThrow('never began');
  expect(await inTurn(async () => 'the next one')).toBe('the next one');
});

it('refuses work for which there is no place to wait, and takes it again when there is', async () => {
  const limited = limitConcurrency({ atOnce: 2, maxWaiting: 3 });
  let begun = 0;
  const { reached, pass, open } = createBarrier();
  const slow = () =>
    limited(async () => {
      begun++;
      await pass();
    });
  const taken = Array.from({ length: 5 }, slow);
  await reached;
  await expect(slow()).rejects.toMatchObject({ message: 'unavailable' });
  expect(begun).toBe(2);
  open();
  await Promise.all(taken);
  await slow();
  expect(begun).toBe(6);
});

it('serves those who wait by turns, each in the order of their own', async () => {
  const limited = limitConcurrency({ atOnce: 1 });
  const { reached, pass, open } = createBarrier();
  const done: string[] = [];
  const ask = (caller: string, name: string) =>
    limited(async () => {
      await pass();
      done.push(name);
    }, caller);
  const asked = [ask('flood', 'running')];
  await reached;
  for (const n of [1, 2, 3, 4]) asked.push(ask('flood', `flood ${n}`));
  asked.push(ask('ann', 'ann 1'), ask('ben', 'ben 1'), ask('ann', 'ann 2'));
  open();
  await Promise.all(asked);
  expect(done).toEqual(['running', 'flood 1', 'ann 1', 'ben 1', 'flood 2', 'ann 2', 'flood 3', 'flood 4']);
});

it('asks those to come again who have waited for too long, and does nothing for them later', async () => {
  const limited = limitConcurrency({ atOnce: 1, maxWaitMs: 20 });
  const { reached, pass, open } = createBarrier();
  const done: string[] = [];
  const running = limited(pass);
  await reached;
  const late = limited(async () => void done.push('late'));
  await expect(late).rejects.toMatchObject({ message: 'unavailable' });
  open();
  await running;
  await limited(async () => void done.push('next'));
  expect(done).toEqual(['next']);
});

it('gives the places of those who gave up to others', async () => {
  const limited = limitConcurrency({ atOnce: 1, maxWaiting: 3, maxWaitMs: 100 });
  const { reached, pass, open } = createBarrier();
  const done: string[] = [];
  const ask = (caller: string, name: string) => limited(async () => void done.push(name), caller);
  const running = limited(pass);
  await reached;
  for (const round of [1, 2, 3]) {
    const late = [ask('ann', `late ${round}`), ask('ann', `late ${round}`), ask('ben', `late ${round}`)];
    const outcomes = await Promise.allSettled(late);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  }
  const taken = [ask('ann', 'ann 1'), ask('ann', 'ann 2'), ask('ben', 'ben 1')];
  await expect(ask('ann', 'too many')).rejects.toMatchObject({ message: 'unavailable' });
  await expect(ask('cleo', 'too many')).rejects.toMatchObject({ message: 'unavailable' });
  open();
  await Promise.all([running, ...taken]);
  expect(done).toEqual(['ann 1', 'ben 1', 'ann 2']);
  expect(await limited(async () => 'free again')).toBe('free again');
});
