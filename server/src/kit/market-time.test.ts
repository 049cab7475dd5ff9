import { expect, it } from 'vitest';
import { countryCodes } from './iso-codes.ts';
import { secondOfDay, zoneOf } from './market-time.ts';

it.each([
  ['ID', 'Asia/Jakarta'],
  ['EG', 'Africa/Cairo'],
  ['US', 'America/New_York'],
  ['MY', 'Asia/Kuala_Lumpur'],
  [null, 'UTC'],
  ['', 'UTC'],
  ['zz9', 'UTC'],
])('In %s it is as late as in %s', (country, zone) => {
  expect(zoneOf(country)).toBe(zone);
});

it('Every country has a time zone that there is', () => {
  const moment = new Date('2026-03-01T12:34:56Z');
  for (const country of countryCodes) expect(secondOfDay(zoneOf(country), moment) % 60).toBe(56);
});

it.each([
  ['UTC', '2026-03-01T00:00:05Z', 5],
  ['Asia/Jakarta', '2026-03-01T17:00:00Z', 0],
  ['Africa/Cairo', '2026-07-01T20:30:00Z', 23.5 * 3600],
])('In %s, %s is second %i of the day', (zone, moment, second) => {
  expect(secondOfDay(zone, new Date(moment))).toBe(second);
});
