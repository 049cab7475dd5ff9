import { expect, it } from 'vitest';
import { selectivePart } from './rules.ts';

it.each([
  ['layla', 'layla'],
  ['layla.k@mail.example', 'layla.k'],
  ['@mail.example', '@mail.example'],
  ['me@mail.example', 'me@mail.example'],
  ['viewer77123', '77123'],
  ['viewer77123@mail.example', '77123'],
  ['1990 viewer 12345678 or 54321', '12345678'],
  ['layla 1990', 'layla 1990'],
])('The most selective part of %j is %j', (text, part) => {
  expect(selectivePart(text)).toBe(part);
});
