import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { type Change, createSeenIds, followChanges, maxMissingIds } from './change-log.ts';

describe('the ids that were seen', () => {
  const minute = 60_000;

  it.each([
    ['nothing', [], 0, { newest: 10, missing: [] }],
    ['the next ones', [11, 12], 0, { newest: 12, missing: [] }],
    ['some above others that are missing', [11, 13, 16], 0, { newest: 16, missing: [12, 14, 15] }],
    ['one that was missing', [13, 12], 0, { newest: 13, missing: [11] }],
    ['some above one that has been missing for nearly a minute', [12], minute - 1, { newest: 12, missing: [11] }],
    ['some above one that has been missing for a minute', [12], minute, { newest: 12, missing: [] }],
    ['old ones', [3, 10], 0, { newest: 10, missing: [] }],
  ])('%s', (_, ids, after, expected) => {
    const seen = createSeenIds(10);
    for (const id of ids) seen.add(id, 0);
    seen.giveUp(after);
    expect({ newest: seen.newest, missing: seen.missing }).toEqual(expected);
  });

  it('are new once', () => {
    const seen = createSeenIds(10);
    expect([12, 12, 10, 11, 11, 13].map((id) => seen.add(id, 0))).toEqual([true, false, false, true, false, true]);
  });

  it('far apart are not waited for one by one', () => {
    const seen = createSeenIds(10);
    seen.add(1_000_000, 0);
    expect(seen.missing).toHaveLength(maxMissingIds);
  });
});

describe('who follows changes', () => {
  /** A table to which changes are committed in any order. */
  const tableOf = () => {
    const rows: Change[] = [];
    const asked: number[] = [];
    const told: (number | 'too many')[] = [];
    const catchUp = followChanges({
      findNewest: async () => 0,
      async list(newest, missing, most) {
        asked.push(newest);
        const found = rows.filter(({ id }) => id > newest || missing.includes(id)).slice(0, most);
        await nextTurn();
        return found;
      },
      onChange: ({ id }) => void told.push(id),
      onTooMany: () => void told.push('too many'),
    });
    return { rows, asked, told, catchUp };
  };

  it('is told of each once, of one that is committed late too', async () => {
    const { rows, told, catchUp } = tableOf();
    rows.push({ id: 1 }, { id: 3 });
    await Promise.all([catchUp(), catchUp()]);
    expect(told).toEqual([1, 3]);
    rows.push({ id: 2 });
    await catchUp();
    rows.push({ id: 4 });
    await catchUp();
    expect(told).toEqual([1, 3, 2, 4]);
  });

  it('is told that there were too many, and goes on from there', async () => {
    const { rows, told, catchUp } = tableOf();
    rows.push(...Array.from({ length: 5_000 }, (_, n) => ({ id: n + 1 })));
    await catchUp();
    expect(told).toEqual(['too many']);
  });

  it('shares a question with who asks at the same moment', async () => {
    const { asked, catchUp } = tableOf();
    await Promise.all(Array.from({ length: 50 }, catchUp));
    expect(asked).toHaveLength(1);
  });

  it('begins anew after a beginning that failed', async () => {
    let begun = 0;
    const told: number[] = [];
    const catchUp = followChanges({
      findNewest: async () => (begun++ === 0 ? Promise.reject(new Error('no connection')) : 7_000),
      list: async (newest) => [{ id: newest + 1 }],
      onChange: ({ id }) => void told.push(id),
      onTooMany: () => {},
    });
    await expect(catchUp()).rejects.toThrow('no connection');
    await catchUp();
    expect(told).toEqual([7_001 - maxMissingIds]);
  });
});
