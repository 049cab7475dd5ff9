import { expect, it } from 'vitest';
import { createReadyPreviews, longestKept } from './ready-previews.ts';
import { keepMs } from './rules.ts';

const now = new Date('2026-03-01T12:00:00Z');

it('A preview is kept while it is young, and only where it is not too long', () => {
  const ready = createReadyPreviews<string>();
  expect(ready.keep('a', { edition: '1', reply: 'short', length: longestKept }, now)).toBe('short');
  expect([ready.edition('a'), ready.find('a', '1', now)]).toEqual(['1', 'short']);
  expect(ready.find('a', '2', now)).toBeUndefined();
  expect(ready.find('a', '1', new Date(now.getTime() + keepMs))).toBeUndefined();
  expect(ready.keep('a', { edition: '2', reply: 'long', length: longestKept + 1 }, now)).toBe('long');
  expect(ready.find('a', '2', now)).toBeUndefined();
});
