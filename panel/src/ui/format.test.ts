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
