import { describe, expect, it } from 'vitest';
import { inRows, monthsAround, placeOf, statusOf } from './windows.ts';

const window = (activeFrom: string, activeTo: string | null, active = true) => ({ activeFrom, activeTo, active });
const now = new Date('2026-06-15T12:00:00Z');

describe('a price on the time line', () => {
  it.each([
    ['2026-06-15T12:00:00Z', null, 'running'],
    ['2026-06-15T12:00:01Z', null, 'planned'],
    ['2026-06-01T00:00:00Z', '2026-06-15T12:00:00Z', 'ended'],
    ['2026-06-01T00:00:00Z', '2026-06-15T12:00:01Z', 'running'],
  ])('from %s to %s is %s', (from, to, status) => expect(statusOf(window(from, to), now)).toBe(status));

  it('that is switched off is off whenever it would be', () => {
    expect(statusOf(window('2026-06-01T00:00:00Z', null, false), now)).toBe('off');
  });

  it('stands where its days are, cut off at both ends', () => {
    const [first, last] = [new Date('2026-06-01T00:00:00Z'), new Date('2026-06-11T00:00:00Z')];
    const place = (from: string, to: string | null) => placeOf(window(from, to), first, last);
    expect(place('2026-06-02T00:00:00Z', '2026-06-04T00:00:00Z')).toEqual({
      start: 10,
      size: 20,
      comesFromBefore: false,
      goesOn: false,
    });
    expect(place('2026-05-01T00:00:00Z', null)).toEqual({ start: 0, size: 100, comesFromBefore: true, goesOn: true });
    expect(place('2026-05-01T00:00:00Z', '2026-06-01T00:00:00Z')).toBeUndefined();
    expect(place('2026-06-11T00:00:00Z', null)).toBeUndefined();
  });

  it('has a row of its own where it overlaps another', () => {
    const bar = (start: number, size: number) => ({ place: { start, size, comesFromBefore: false, goesOn: false } });
    expect(inRows([bar(0, 50), bar(40, 20), bar(50, 10), bar(60, 40)]).map(({ row }) => row)).toEqual([0, 1, 0, 0]);
  });

  it('is shown among the month before and those to come, also over the end of a year', () => {
    const days = monthsAround('2026-12-31').map((month) => month.toISOString().slice(0, 10));
    expect(days).toEqual(['2026-11-01', '2026-12-01', '2027-01-01', '2027-02-01', '2027-03-01']);
  });
});
