import { expect, it } from 'vitest';
import { formatOf } from './format.ts';

const now = new Date('2035-01-15T12:00:00Z');
const { ago, daysAway } = formatOf('en');

it.each([
  ['2035-01-16T11:00:00Z', 'in 23 hours'],
  ['2035-01-16T13:00:00Z', 'tomorrow'],
  ['2035-01-17T11:00:00Z', 'in 2 days'],
  ['2035-01-18T00:00:00Z', 'in 3 days'],
  ['2035-01-14T11:00:00Z', 'yesterday'],
  ['2035-01-13T13:00:00Z', '2 days ago'],
  ['2035-01-12T23:00:00Z', '3 days ago'],
  ['2034-12-10T12:00:00Z', 'last month'],
  ['2034-11-20T12:00:00Z', '2 months ago'],
  ['2034-01-20T12:00:00Z', '12 months ago'],
  ['2034-01-10T12:00:00Z', 'last year'],
  ['2033-12-20T12:00:00Z', '2 years ago'],
  ['2035-02-20T12:00:00Z', 'next month'],
  ['2036-12-31T12:00:00Z', 'next year'],
])('%s is %s, by the days of the calendar', (moment, words) => {
  expect(ago(moment, now)).toBe(words);
});

it.each([
  ['2035-01-14', 'yesterday'],
  ['2035-01-15', 'today'],
  ['2035-01-16', 'tomorrow'],
  ['2035-01-17', 'in 2 days'],
])('the whole day %s is %s', (day, words) => {
  expect(daysAway(day, now)).toBe(words);
});

it('Thirty days within one month are said in days', () => {
  expect(ago('2035-01-31T12:00:00Z', new Date('2035-01-01T12:00:00Z'))).toBe('in 30 days');
});

it.each([
  [999, 'USD', 'US$9.99'],
  [4_900_000, 'IDR', 'IDR 49,000'],
  [4_900_050, 'IDR', 'IDR 49,000.50'],
  [500, 'JPY', 'JP¥500'],
  [1250, 'KWD', 'KWD 1.250'],
])('%s minor units of %s are %s, by ISO 4217', (minor, currency, words) => {
  expect(formatOf('en').money(minor, currency).replace('\u00a0', ' ')).toBe(words);
});

it.each([
  [999, 'USD', '\u20669.99 US$\u2069'],
  [-999, 'USD', '\u2066\u200e-9.99 US$\u2069'],
  [999, 'EGP', '\u2067\u200f9.99 ج.م.\u200f\u2069'],
])('%s minor units of %s stay in one piece in Arabic', (minor, currency, words) => {
  expect(formatOf('ar').money(minor, currency).replace('\u00a0', ' ')).toBe(words);
});

it('What went out has the minus of print, and nothing has no sign', () => {
  expect([1_500, -1_500, 0].map(formatOf('en').signed)).toEqual(['+1,500', '−1,500', '0']);
});
