import { describe, expect, it } from 'vitest';
import { nextAttemptAt } from './rules.ts';

const minutes = (n: number): number => n * 60_000;

describe('an event that failed', () => {
  it.each([
    [1, 1],
    [2, 2],
    [3, 4],
    [6, 32],
    [7, 60],
    [30, 60],
  ])('after %i attempts is retried in %i minutes', (attempts, pause) => {
    const now = new Date('2030-01-01T00:00:00Z');
    expect(nextAttemptAt({ attempts, receivedAt: now }, now)).toEqual(new Date(now.getTime() + minutes(pause)));
  });
  it('is retried for exactly a day', () => {
    const receivedAt = new Date('2030-01-01T00:00:00Z');
    const nextAfter = (ms: number) => nextAttemptAt({ attempts: 9, receivedAt }, new Date(receivedAt.getTime() + ms));
    expect(nextAfter(minutes(23 * 60))).toEqual(new Date('2030-01-02T00:00:00Z'));
    expect(nextAfter(minutes(23 * 60) + 1)).toBeNull();
  });
});
