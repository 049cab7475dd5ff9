import { expect, it } from 'vitest';
import { createPreviewCache, longestKept } from './preview-cache.ts';
import { keepMs } from './rules.ts';

const now = new Date('2026-03-01T12:00:00Z');
const later = new Date(now.getTime() + keepMs);
const asked = { episodeId: 'a', limit: 10 };

interface Text {
  readonly text: string;
  readonly bytes: Buffer;
}

const textOf = (text: string, length = 1): Text => ({ text, bytes: Buffer.alloc(length) });

/** A cache, and texts that are numbered as they are made. */
function open(length = 1) {
  const cache = createPreviewCache<Text>();
  let count = 0;
  const make = async () => textOf(`text ${++count}`, length);
  return { cache, make, find: async (at = now, what = asked) => (await cache.find(what, at, make)).text };
}

it('A preview is kept while it is young, for each number of comments by itself', async () => {
  const { find } = open(longestKept);
  expect([await find(), await find(new Date(later.getTime() - 1))]).toEqual(['text 1', 'text 1']);
  expect(await find(now, { ...asked, limit: 2 })).toBe('text 2');
  expect(await find(later)).toBe('text 3');
});

it('A preview that is too long is made each time', async () => {
  const { find } = open(longestKept + 1);
  expect([await find(), await find()]).toEqual(['text 1', 'text 2']);
});

it('A preview is dropped with its episode, or with all', async () => {
  const { cache, find } = open();
  await find();
  cache.drop('b');
  expect(await find()).toBe('text 1');
  cache.drop('a');
  expect(await find()).toBe('text 2');
  cache.clear();
  expect(await find()).toBe('text 3');
});

it('A preview is shared by those who ask while it is made, and not kept where it is dropped meanwhile', async () => {
  const { cache, make, find } = open();
  let finish = (_made: Text): void => {};
  const made = new Promise<Text>((resolve) => {
    finish = resolve;
  });
  const first = cache.find(asked, now, () => made);
  const shared = find();
  cache.drop('a');
  const anew = find();
  finish(textOf('made before the change'));
  const before = 'made before the change';
  expect([(await first).text, await shared, await anew]).toEqual([before, before, 'text 1']);
  expect(await cache.find(asked, now, make)).toMatchObject({ text: 'text 1' });
});

it('A preview that could not be made is not kept', async () => {
  const { cache, find } = open();
  await expect(cache.find(asked, now, () => Promise.reject(new Error('no connection')))).rejects.toThrow(
    'no connection',
  );
  expect(await find()).toBe('text 1');
});
