import { describe, expect, it } from 'vitest';
import { aheadOf, momentAt, nextPlace, placeOf, stepped, wayTo } from './moments.ts';

const hour = 3_600_000;
const way = { from: Date.parse('2030-01-01T10:20:00Z'), days: 7 };
const at = (place: number) => new Date(way.from + place).toISOString().slice(5, 16);

describe('the way from now to some days ahead', () => {
  it.each([
    ['2030-01-02T10:20:00Z', 24 * hour],
    ['2029-01-02T10:20:00Z', 0],
    ['2031-01-02T10:20:00Z', 7 * 24 * hour],
    [undefined, 0],
  ])('has a place for %s', (moment, place) => expect(placeOf(way, moment)).toBe(place));

  it.each([
    ['to the next whole hour', 0, 1, '01-01T11:00'],
    ['by an hour', 40 * 60_000, 1, '01-01T12:00'],
    ['back, and not before now', 40 * 60_000, -1, '01-01T10:20'],
    ['not past the end', 7 * 24 * hour, 1, '01-08T10:20'],
  ] as const)('is walked %s', (_how, place, step, expected) => expect(at(stepped(way, place, step))).toBe(expected));

  it.each([
    ['on', 5, 1, 9],
    ['back', 5, -1, 3],
    ['back to now', 3, -1, 0],
    ['no further', 9, 1, undefined],
    ['not before now', 0, -1, undefined],
  ] as const)('leads from change to change: %s', (_how, place, step, expected) =>
    expect(nextPlace([3, 9], place, step)).toBe(expected),
  );

  it.each([
    ['the chosen days', undefined, 7],
    ['the chosen days to a moment within them', '2030-01-03T10:20:00Z', 7],
    ['on to a moment beyond them', '2030-02-10T08:00:00Z', 40],
  ])('reaches over %s', (_how, moment, days) => expect(wayTo(way.from, 7, moment).days).toBe(days));

  it('begins now: a moment that is over is none', () => {
    expect([aheadOf(way.from, '2030-01-01T10:19:00Z'), aheadOf(way.from, '2030-01-01T10:21:00Z')]).toEqual([
      undefined,
      '2030-01-01T10:21:00Z',
    ]);
  });

  it('has no moment at its beginning, which moves on', () => {
    expect([momentAt(way, 0), momentAt(way, hour)]).toEqual([undefined, '2030-01-01T11:20:00.000Z']);
  });
});
