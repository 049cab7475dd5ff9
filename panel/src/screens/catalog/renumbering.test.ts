import { describe, expect, it } from 'vitest';
import { firstFree, type Move, type Step, stepsOf } from './renumbering.ts';

const move = (key: string, from: number | null, to: number): Move => ({ key, from, to });
const step = (key: string, waits = false, parks: string | null = null): Step => ({ key, waits, parks });

describe('the order in which numbers are taken', () => {
  it.each<[string, Move[], number[], Step[]]>([
    ['as they come, where all are free', [move('a', 1, 5), move('b', null, 6)], [], [step('a'), step('b')]],
    ['who goes away first', [move('a', 1, 2), move('b', 2, 3)], [], [step('b'), step('a', true)]],
    ['a new one last', [move('new', null, 1), move('a', 1, 2)], [], [step('a'), step('new', true)]],
    ['a swap by way of a free number', [move('a', 1, 2), move('b', 2, 1)], [], [step('a', true, 'b'), step('b', true)]],
    [
      'a ring of three with one on the free number',
      [move('a', 1, 2), move('b', 2, 3), move('c', 3, 1)],
      [],
      [step('a', true, 'b'), step('c', true), step('b', true)],
    ],
    [
      'two swaps one after the other',
      [move('a', 1, 2), move('b', 2, 1), move('c', 3, 4), move('d', 4, 3)],
      [],
      [step('a', true, 'b'), step('b', true), step('c', true, 'd'), step('d', true)],
    ],
    ['who wants a number that stays taken, to be refused', [move('a', 1, 2)], [2], [step('a')]],
    ['and who waits for such a one', [move('a', 1, 2), move('b', 2, 3)], [3], [step('b'), step('a')]],
  ])('is %s', (_what, moves, unmoved, steps) => {
    expect(stepsOf(moves, new Set(unmoved))).toEqual(steps);
  });
});

describe('the first free number', () => {
  it.each([
    [[], 1],
    [[1, 2, 4], 3],
    [[2, 3], 1],
  ])('beside %j is %d', (taken, free) => {
    expect(firstFree(taken)).toBe(free);
  });
});
