import { expect, it } from 'vitest';
import { changeOf, previousOf, recentMondays } from './period.ts';

it.each([
  ['2026-11-16', '2026-11-16', '2026-11-15', '2026-11-15'],
  ['2026-11-10', '2026-11-16', '2026-11-03', '2026-11-09'],
  ['2024-03-01', '2024-03-31', '2024-01-30', '2024-02-29'],
])('Before %s to %s there are %s to %s', (start, end, before, last) => {
  expect(previousOf({ start, end })).toEqual({ start: before, end: last });
});

it.each([
  [150, 100, 0.5],
  [50, 100, -0.5],
  [-10, -20, 0.5],
  [0, 100, -1],
  [100, 0, undefined],
  [0, 0, undefined],
])('%s after %s is a change of %s', (now, before, change) => {
  expect(changeOf(now, before)).toBe(change);
});

it('The newest weeks come first', () => {
  expect(recentMondays('2026-11-16', 3)).toEqual(['2026-11-16', '2026-11-09', '2026-11-02']);
});
