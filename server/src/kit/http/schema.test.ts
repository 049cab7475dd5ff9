import fc from 'fast-check';
import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { isId, nullable, oneOf, parseDay, parseMoment } from './schema.ts';

describe('a moment', () => {
  it.each([
    ['2026-07-01T12:34:56Z', '2026-07-01T12:34:56.000Z'],
    ['2026-07-01T12:34Z', '2026-07-01T12:34:00.000Z'],
    ['2026-07-01T12:34:56.7Z', '2026-07-01T12:34:56.700Z'],
    ['2026-07-01T12:34:56.123456789Z', '2026-07-01T12:34:56.123Z'],
    ['2026-07-01T23:59:59.9999Z', '2026-07-01T23:59:59.999Z'],
    ['2026-07-01T12:34:56+07:00', '2026-07-01T05:34:56.000Z'],
    ['2026-07-01T12:34:56-03:30', '2026-07-01T16:04:56.000Z'],
    ['2026-12-31T23:30:00-01:00', '2027-01-01T00:30:00.000Z'],
    ['2026-03-01T00:30:00+01:00', '2026-02-28T23:30:00.000Z'],
    ['2028-02-29T00:00:00Z', '2028-02-29T00:00:00.000Z'],
    ['2000-02-29T00:00:00Z', '2000-02-29T00:00:00.000Z'],
    ['2026-07-01T12:00:00-00:00', '2026-07-01T12:00:00.000Z'],
    ['2026-07-01T12:00:00+14:00', '2026-06-30T22:00:00.000Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ])('%s is %s', (text, moment) => {
    expect(parseMoment(text)?.toISOString()).toBe(moment);
  });

  it.each([
    ['without an offset', '2026-07-01T12:34:56'],
    ['without a time', '2026-07-01'],
    ['with a blank instead of T', '2026-07-01 12:34:56Z'],
    ['in lower case', '2026-07-01t12:34:56z'],
    ['with a lower-case z', '2026-07-01T12:34:56z'],
    ['on 30 February', '2026-02-30T00:00:00Z'],
    ['on 29 February of a common year', '2026-02-29T00:00:00Z'],
    ['on 29 February 1900', '1900-02-29T00:00:00Z'],
    ['on 31 April', '2026-04-31T00:00:00Z'],
    ['on day 0', '2026-07-00T00:00:00Z'],
    ['in month 13', '2026-13-01T00:00:00Z'],
    ['in month 0', '2026-00-01T00:00:00Z'],
    ['at 24:00', '2026-07-01T24:00:00Z'],
    ['at 24:00 on the last of a month', '2026-07-31T24:00:00Z'],
    ['at 25:00', '2026-07-01T25:00:00Z'],
    ['at minute 60', '2026-07-01T12:60:00Z'],
    ['in a leap second', '2026-06-30T23:59:60Z'],
    ['in the year 0000, which is none', '0000-01-01T00:00:00Z'],
    ['before the year 1 by its offset', '0001-01-01T00:00:00+01:00'],
    ['after the year 9999 by its offset', '9999-12-31T23:59:59-01:00'],
    ['in a year of five digits', '12026-07-01T00:00:00Z'],
    ['in a signed year', '+002026-07-01T00:00:00Z'],
    ['with an offset of a day', '2026-07-01T12:00:00+24:00'],
    ['with an offset of 60 minutes', '2026-07-01T12:00:00+01:60'],
    ['with an offset of hours alone', '2026-07-01T12:00:00+01'],
    ['with an offset without a colon', '2026-07-01T12:00:00+0100'],
    ['with a comma before the fraction', '2026-07-01T12:00:00,5Z'],
    ['with a point and no fraction', '2026-07-01T12:00:00.Z'],
    ['with ten digits of fraction', '2026-07-01T12:00:00.1234567890Z'],
    ['with a blank behind', '2026-07-01T12:00:00Z '],
    ['with a line behind', '2026-07-01T12:00:00Z\n'],
    ['in other digits', '٢٠٢٦-07-01T12:00:00Z'],
    ['as a number', '1782907200000'],
    ['as words', 'now'],
    ['as nothing', ''],
  ])('%s is refused', (_, text) => {
    expect(parseMoment(text)).toBeUndefined();
  });

  it('that JavaScript writes is read back exactly', () => {
    const dates = fc.date({
      min: new Date('0001-01-01T00:00:00Z'),
      max: new Date('9999-12-31T23:59:59.999Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(dates, (date) => {
        expect(parseMoment(date.toISOString())).toEqual(date);
      }),
    );
  });

  it('of any digits is what it says, or none', () => {
    const digits = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 17, maxLength: 17 });
    const near = fc.tuple(
      ...['1926', '0013', '0032', '0025', '0061', '0061', '0999'].map((high) =>
        fc.integer({ max: Number(high), min: 0 }),
      ),
    );
    const texts = fc.oneof(
      digits.map((all) => '0000-00-00T00:00:00.000Z'.replaceAll('0', () => String(all.pop()))),
      near.map(([year = 0, month, day, hour, minute, second, milli]) => {
        const two = (number = 0) => String(number).padStart(2, '0');
        const [date, time] = [
          [String(year + 101).padStart(4, '0'), two(month), two(day)],
          [two(hour), two(minute), two(second)],
        ];
        return `${date.join('-')}T${time.join(':')}.${String(milli).padStart(3, '0')}Z`;
      }),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const read = new Date(text);
        const isOne = !Number.isNaN(read.getTime()) && read.toISOString() === text && text >= '0001';
        expect(parseMoment(text)).toEqual(isOne ? read : undefined);
      }),
    );
  });

  it('is the same moment with any offset', () => {
    const dates = fc.date({
      min: new Date('1970-01-02T00:00:00Z'),
      max: new Date('2100-01-01T00:00:00Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(dates, fc.integer({ min: -839, max: 839 }), (date, minutes) => {
        const two = (number: number) => String(number).padStart(2, '0');
        const offset = `${minutes < 0 ? '-' : '+'}${two(Math.floor(Math.abs(minutes) / 60))}:${two(Math.abs(minutes) % 60)}`;
        const local = new Date(date.getTime() + minutes * 60_000).toISOString().replace('Z', offset);
        expect(parseMoment(local)).toEqual(date);
      }),
    );
  });
});

describe('a day', () => {
  it.each([
    ['2026-07-01', '2026-07-01T00:00:00.000Z'],
    ['2028-02-29', '2028-02-29T00:00:00.000Z'],
    ['9999-12-31', '9999-12-31T00:00:00.000Z'],
  ])('%s begins at %s', (day, moment) => {
    expect(parseDay(day)?.toISOString()).toBe(moment);
  });

  it.each([
    '2026-02-29',
    '2026-02-30',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '0000-01-01',
    '2026-7-1',
    '20260701',
    '2026-07-01T00:00:00Z',
    ' 2026-07-01',
    '2026-07-01\n',
    '01.07.2026',
    'today',
    '',
  ])('%j is none', (text) => {
    expect(parseDay(text)).toBeUndefined();
  });
});

describe('an id', () => {
  it.each([
    ['0197a2b4-0000-7000-8000-000000000000', true],
    ['0197A2B4-0000-7000-8000-000000000000', false],
    ['urn:uuid:0197a2b4-0000-7000-8000-000000000000', false],
    ['{0197a2b4-0000-7000-8000-000000000000}', false],
    ['0197a2b4000070008000000000000000', false],
    ['0197a2b4-0000-7000-8000-000000000000\n', false],
    ['0197a2b4-0000-7000-8000-00000000000g', false],
  ])('%j: %s', (text, is) => {
    expect(isId(text)).toBe(is);
  });
});

describe('a schema that may be null', () => {
  it('says so as a list of types, and keeps everything else', () => {
    expect(nullable(Type.String({ maxLength: 9 }))).toMatchObject({ type: ['string', 'null'], maxLength: 9 });
    expect(nullable(oneOf(['on', 'off']))).toMatchObject({ type: ['string', 'null'], enum: ['on', 'off', null] });
  });

  it('cannot be made of one without a type', () => {
    expect(() => nullable(Type.Union([Type.String(), Type.Integer()]))).toThrow('takes a schema with one type');
  });
});
