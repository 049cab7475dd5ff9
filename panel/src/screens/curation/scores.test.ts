import { expect, it } from 'vitest';
import { scoresFor } from './scores.ts';

const scored = (text: string) =>
  text
    .split(' ')
    .filter(Boolean)
    .map((one) => ({ seriesId: one.slice(0, 1), editorialHeroScore: Number(one.slice(1)) }));

it.each([
  // Order, scores before, scores after.
  ['abc', 'a90 b80 c70', 'a90 b80 c70'],
  ['cab', 'a90 b80 c70', 'c100 a90 b80'],
  ['axb', 'a90 b80', 'a90 x85 b80'],
  ['abx', 'a90 b80', 'a90 b80 x39'],
  ['b', 'a90 b80', 'b80'],
  ['', 'a90', ''],
  // No room between them, below them or for equal ones: all anew.
  ['axb', 'a81 b80', 'a30 x20 b10'],
  ['abx', 'a90 b0', 'a30 b20 x10'],
  ['ab', 'a80 b80', 'a20 b10'],
  // None above the highest there can be.
  ['xa', 'a1000000', 'x20 a10'],
])('%s of %s is %s', (order, before, after) => {
  const found = scoresFor([...order], scored(before));
  expect(found.map(({ seriesId, editorialHeroScore }) => `${seriesId}${editorialHeroScore}`).join(' ')).toBe(after);
});
