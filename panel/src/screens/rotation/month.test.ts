import { describe, expect, it } from 'vitest';
import { stepMonth } from '../../ui/date/days.ts';
import { freeIn, ownIn, weeksOf } from './month.ts';
import type { FreeDay } from './queries.ts';

const entry = (date: string, marketCode: string | null, title: string): FreeDay => ({
  id: `${date} ${marketCode}`,
  date,
  marketCode,
  seriesId: title,
  notes: null,
  revision: 1,
  allowed: [],
  series: { title, titleI18n: {}, pictureUrl: null, status: 'published' },
  createdAt: '',
  updatedAt: '',
});

describe('the month', () => {
  it('is shown in whole weeks from Monday', () => {
    const weeks = weeksOf('2026-11-16');
    expect([weeks[0]?.[0], weeks.at(-1)?.at(-1), weeks.length]).toEqual(['2026-10-26', '2026-12-06', 6]);
    expect(weeksOf('2027-02-10')).toHaveLength(4);
    expect(weeks.every((week) => week.length === 7)).toBe(true);
  });
  it('is followed by the next one, also at the end of a year', () => {
    expect([stepMonth('2026-12-31', 1), stepMonth('2026-01-31', -1)]).toEqual(['2027-01-01', '2025-12-01']);
  });
  it('shows a market its own series before the one for all markets', () => {
    const entries = [entry('2026-11-01', null, 'A'), entry('2026-11-01', 'ID', 'B'), entry('2026-11-02', null, 'C')];
    const titles = (market: string) =>
      [...freeIn(entries, market)].map(([day, { entry: one, isGeneral }]) => [day, one.series.title, isGeneral]);
    expect(titles('ID')).toEqual([
      ['2026-11-01', 'B', false],
      ['2026-11-02', 'C', true],
    ]);
    expect(titles('')).toEqual([
      ['2026-11-01', 'A', false],
      ['2026-11-02', 'C', false],
    ]);
  });
  it('shows what single markets have of their own beside what is set for all', () => {
    const entries = [entry('2026-11-01', null, 'A'), entry('2026-11-01', 'ID', 'B'), entry('2026-11-01', 'EG', 'C')];
    expect(ownIn(entries, '').get('2026-11-01')).toEqual(entries.slice(1));
    expect(ownIn(entries, 'ID').size).toBe(0);
  });
});
