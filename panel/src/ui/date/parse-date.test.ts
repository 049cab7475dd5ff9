import { describe, expect, it } from 'vitest';
import { isDayFirst, parseDate } from './parse-date.ts';

describe('a date that is typed', () => {
  it.each([
    ['2026-11-25', '2026-11-25'],
    ['25 Nov 2026', '2026-11-25'],
    ['25 november 2026', '2026-11-25'],
    ['25/11/2026', '2026-11-25'],
    ['5.3.2026', '2026-03-05'],
    ['9 Sept 2026', '2026-09-09'],
    ['٢٥/١١/٢٠٢٦', '2026-11-25'],
    ['۲۵/۱۱/۲۰۲۶', '2026-11-25'],
    ['25 Junk 2026', undefined],
    ['25 Marvellous 2026', undefined],
    ['31 Feb 2026', undefined],
    ['25 Nov', undefined],
    ['soon', undefined],
    ['', undefined],
  ])('is read from %j', (typed, day) => {
    expect(parseDate(typed, false, 'en-GB')).toBe(day);
  });
  it.each([
    ['2026-11-25T14:30', '2026-11-25T14:30'],
    ['25 Nov 2026, 9:05', '2026-11-25T09:05'],
    ['25 Nov 2026, 25:00', undefined],
    ['25 Nov 2026', undefined],
  ])('is read with its time from %j', (typed, moment) => {
    expect(parseDate(typed, true, 'en-GB')).toBe(moment);
  });
  it('is read from an Arabic month with Arabic digits', () => {
    expect(parseDate('٢٥ نوفمبر ٢٠٢٦، ١٨:٣٠', true, 'ar-u-nu-latn')).toBe('2026-11-25T18:30');
  });
  it.each(['en-GB', 'ar-u-nu-latn', 'id-ID'])('is read back as the panel writes it in %s', (locale) => {
    const options = { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' } as const;
    const format = new Intl.DateTimeFormat(locale, { ...options, hourCycle: 'h23', timeZone: 'UTC' });
    for (let month = 1; month <= 12; month++) {
      const moment = `2026-${String(month).padStart(2, '0')}-07T18:45`;
      expect(parseDate(format.format(new Date(`${moment}Z`)), true, locale)).toBe(moment);
    }
  });
});

it.each([
  ['12/01/2026', true],
  ['٣/١٢/٢٠٢٦', true],
  ['12/12/2026', false],
  ['25/11/2026', false],
  ['2026-01-12', false],
  ['12 Jan 2026', false],
  ['12/01', false],
])('A date typed as %s can also be read with the month first: %s', (typed, expected) => {
  expect(isDayFirst(typed)).toBe(expected);
});
