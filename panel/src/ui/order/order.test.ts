import { describe, expect, it } from 'vitest';
import { changesIn, moveTo, rebaseOrder } from './order.ts';

const keys = (text: string): string[] => [...text];

it.each([
  ['abcd', 0, 2, 'bcad'],
  ['abcd', 3, 0, 'dabc'],
  ['abcd', 1, 1, 'abcd'],
])('%s with place %i put to %i is %s', (list, from, to, moved) => {
  expect(moveTo(keys(list), from, to).join('')).toBe(moved);
});

it.each([
  ['abcd', 'abcd', []],
  ['abcd', 'dabc', [['moved', 'd', 4, 1]]],
  ['abcd', 'bcda', [['moved', 'a', 1, 4]]],
  [
    'abc',
    'acx',
    [
      ['removed', 'b', 2, null],
      ['added', 'x', null, 3],
    ],
  ],
  ['', 'a', [['added', 'a', null, 1]]],
  ['a', '', [['removed', 'a', 1, null]]],
])('from %s to %s: %o', (before, after, expected) => {
  const found = changesIn(keys(before), keys(after));
  expect(found.map(({ kind, key, from, to }) => [kind, key, from, to])).toEqual(expected);
});

describe('what I did is done to what they made of it', () => {
  it.each([
    // base, mine, theirs, result
    ['abc', 'cab', 'abcx', 'cabx'],
    ['abc', 'cab', 'ac', 'ca'],
    ['abc', 'abcn', 'cab', 'cabn'],
    ['abc', 'ab', 'cab', 'ab'],
    ['abc', 'abc', 'cba', 'cba'],
    ['abc', 'nabc', 'xabc', 'nxabc'],
    ['', 'n', 'x', 'xn'],
    ['abc', '', 'abcx', 'x'],
  ])('%s, mine %s, theirs %s: %s', (base, mine, theirs, result) => {
    expect(rebaseOrder(keys(base), keys(mine), keys(theirs)).join('')).toBe(result);
  });
});
