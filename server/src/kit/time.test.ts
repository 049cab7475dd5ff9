import { expect, it } from 'vitest';
import { backoffMs } from './time.ts';

it.each([
  [0, 5],
  [1, 5],
  [2, 10],
  [3, 20],
  [10, 2_560],
  [11, 3_600],
  [5_000, 3_600],
])('After %i attempts the next one waits %i s', (attempts, seconds) => {
  expect(backoffMs(attempts, 5_000)).toBe(seconds * 1_000);
});
