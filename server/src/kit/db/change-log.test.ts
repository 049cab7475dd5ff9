import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { type Change, createSeenIds, followChanges } from './change-log.ts';

describe('the ids that were seen', () => {
  const minute = 60_000;

  it.each([
    ['nothing', [], 0, { floor: 10, known: [] }],
    ['the next ones', [11, 12], 0, { floor: 12, known: [] }],
    ['the next ones in another order', [12, 11], 0, { floor: 12, known: [] }],
    ['some above one that is missing', [11, 13, 14], 0, { floor: 11, known: [13, 14] }],
    ['some above two that are missing', [12, 14], minute - 1, { floor: 10, known: [12, 14] }],
    ['some above two that have been missing for a minute', [12, 14], minute, { floor: 14, known: [] }],
    ['old ones', [3, 10], 0, { floor: 10, known: [] }],
  ])('%s', (_, ids, after, expected) => {
    const seen = createSeenIds(10);
    for (const id of ids) seen.add(id, 0);
    seen.raiseFloor(after);
    expect({ floor: seen.floor, known: seen.known }).toEqual(expected);
  });

  it('are new once', () => {
    const seen = createSeenIds(10);
    expect([12, 12, 10].map((id) => seen.add(id, 0))).toEqual([true, false, false]);
    seen.add(11, 0);
    seen.raiseFloor(0);
    expect([11, 12, 13].map((id) => seen.add(id, 0))).toEqual([false, false, true]);
  });
});

describe('who follows changes', () => {
  /** A table to which changes are committed in any order. */
  const tableOf = () => {
    const rows: Change[] = [];
    const asked: number[] = [];
    const told: number[] = [];
    const catchUp = followChanges({
      begin: async () => 0,
      async list(floor, known) {
        asked.push(floor);
        const found = rows.filter(({ id }) => id > floor && !known.includes(id));
        await nextTurn();
        return found;
      },
      onChange: ({ id }) => void told.push(id),
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

  it('shares a question with who asks at the same moment', async () => {
    const { asked, catchUp } = tableOf();
    await Promise.all(Array.from({ length: 50 }, catchUp));
    expect(asked).toHaveLength(1);
  });

  it('begins anew after a beginning that failed', async () => {
    let begun = 0;
    const told: number[] = [];
    const catchUp = followChanges({
      begin: async () => (begun++ === 0 ? Promise.reject(new Error('no connection')) : 7),
      list: async (floor) => [{ id: floor + 1 }],
      onChange: ({ id }) => void told.push(id),
    });
    await expect(catchUp()).rejects.toThrow('no connection');
    await catchUp();
    expect(told).toEqual([8]);
  });
});
