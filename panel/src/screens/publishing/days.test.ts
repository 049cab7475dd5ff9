import { describe, expect, it } from 'vitest';
import { addDays, fromField, toField } from '../../ui/date/days.ts';
import { daysAround, movedTo, stepFrom } from './days.ts';

describe('the days of the calendar', () => {
  it.each([
    ['2026-11-15', '2026-11-09', '2026-11-15'],
    ['2026-11-16', '2026-11-16', '2026-11-22'],
    ['2027-01-01', '2026-12-28', '2027-01-03'],
  ])('of the week around %s go from Monday %s to Sunday %s', (day, first, last) => {
    const days = daysAround(day, 'week');
    expect([days.length, days[0], days.at(-1)]).toEqual([7, first, last]);
  });

  it.each([
    ['2026-02-10', '2026-02-01', '2026-02-28'],
    ['2028-02-29', '2028-02-01', '2028-02-29'],
    ['2026-12-31', '2026-12-01', '2026-12-31'],
  ])('of the month around %s go from %s to %s', (day, first, last) => {
    const days = daysAround(day, 'month');
    expect([days[0], days.at(-1)]).toEqual([first, last]);
  });

  it('are stepped through by whole weeks and months, over the turn of the year too', () => {
    expect(stepFrom('2026-12-31', 'month', 1)).toBe('2027-01-01');
    expect(stepFrom('2027-01-15', 'month', -1)).toBe('2026-12-31');
    expect(stepFrom('2026-12-30', 'week', 1)).toBe('2027-01-04');
    expect(stepFrom('2027-01-04', 'week', -1)).toBe('2026-12-28');
    expect(addDays('2026-03-01', -1)).toBe('2026-02-28');
  });

  it('keep the time of what is moved', () => {
    expect(movedTo('2026-11-15T18:30:00.000Z', '2026-11-20')).toBe('2026-11-20T18:30:00.000Z');
  });

  it('go into a field and come back as they were', () => {
    expect(fromField(toField('2026-11-15T18:30:00.000Z'))).toBe('2026-11-15T18:30:00.000Z');
    expect(fromField('')).toBeUndefined();
  });
});
