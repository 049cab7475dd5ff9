import { expect, it } from 'vitest';
import { drawnValues, ticksOf } from './ticks.ts';

it.each([
  [[0, 38], 1, [0, 10, 20, 30, 40]],
  [[3400], 1, [0, 1000, 2000, 3000, 4000]],
  [[3], 1, [0, 1, 2, 3]],
  [[], 1, [0, 1]],
  [[0, 0], 1, [0, 1]],
  [[-12, 30], 1, [-20, -10, 0, 10, 20, 30]],
  [[3800], 100, [0, 1000, 2000, 3000, 4000]],
  [[40], 100, [0, 100]],
  [[100], 1, [0, 20, 40, 60, 80, 100]],
])('The axis of %j in units of %d has the ticks %j', (values, unit, ticks) => {
  expect(ticksOf(values, unit)).toEqual(ticks);
});

it('Stacked bars are summed, negative ones separately', () => {
  const lines = ['a', 'b', 'c'].map((key) => ({ key, label: key, color: 'iris.6' }));
  const points = [{ at: '1', values: { a: 3, b: 4, c: -2 } }];
  expect(drawnValues(points, lines, true)).toEqual([7, -2]);
  expect(drawnValues(points, lines, false)).toEqual([3, 4, -2]);
});
