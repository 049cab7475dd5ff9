import { describe, expect, it } from 'vitest';
import { dayAfter, pickSeries } from './rules.ts';

const first = '2026-06-01';
const days = (count: number) => Array.from({ length: count }, (_, n) => dayAfter(first, n));
const entry = (after: number, seriesId: string, marketCode: string | null = null) => ({
  date: dayAfter(first, after),
  seriesId,
  marketCode,
});

describe('filling days', () => {
  it('picks series in order, and none again within 14 days', () => {
    const { picked, skipped, unfilled } = pickSeries(days(16), 'ID', [], ['a', 'b']);
    expect(picked.map(({ date, seriesId }) => [date, seriesId])).toEqual([
      ['2026-06-01', 'a'],
      ['2026-06-02', 'b'],
      ['2026-06-16', 'a'],
    ]);
    expect([skipped, unfilled.length]).toEqual([[], 13]);
  });
  it('skips only days with an entry of exactly that market', () => {
    const known = [entry(0, 'x', 'ID'), entry(1, 'x', 'EG'), entry(2, 'x')];
    const { picked, skipped } = pickSeries(days(3), 'ID', known, ['a', 'b', 'c']);
    expect(skipped).toEqual(['2026-06-01']);
    expect(picked.map(({ date }) => date)).toEqual(['2026-06-02', '2026-06-03']);
  });
  it.each([
    ['was free 14 days before', entry(-14, 'a'), 'b'],
    ['was free 15 days before', entry(-15, 'a'), 'a'],
    ['will be free 14 days later', entry(14, 'a'), 'b'],
    ['will be free for all markets', entry(3, 'a', null), 'b'],
    ['was free in another market', entry(-1, 'a', 'EG'), 'a'],
  ])('respects a series that %s', (_name, known, seriesId) => {
    expect(pickSeries(days(1), 'ID', [known], ['a', 'b']).picked).toMatchObject([{ seriesId }]);
  });
  it('picks nothing if nothing is published', () => {
    expect(pickSeries(days(2), null, [], [])).toEqual({ picked: [], skipped: [], unfilled: days(2) });
  });
});
