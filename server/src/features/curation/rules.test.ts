import { describe, expect, it } from 'vitest';
import explanations from '../../../../contract/explanations.json' with { type: 'json' };
import { countedSince, isMeaningful } from './rules.ts';
import { withRuleDefaults } from './schema.ts';

/** The panel checks what is typed by the same cases. */
describe('an explanation', () => {
  it.each(explanations.accepted)('is "%s"', (text) => {
    expect(isMeaningful(text, explanations.slug)).toBe(true);
  });

  it.each(explanations.refused)('is not "%s"', (text) => {
    expect(isMeaningful(text, explanations.slug)).toBe(false);
  });
});

describe('a rule', () => {
  it('has a window of 7 days for newest and 30 days otherwise, and a limit of 20', () => {
    const rest = { genre: null, trope: null, market: null, limit: 20 };
    expect(withRuleDefaults({ sort: 'newest' })).toEqual({ ...rest, sort: 'newest', window_days: 7 });
    expect(withRuleDefaults({ sort: 'most_saves' })).toEqual({ ...rest, sort: 'most_saves', window_days: 30 });
    expect(
      withRuleDefaults({ sort: 'newest', window_days: 90, limit: 5, market: 'id', genre: 'revenge' }),
    ).toMatchObject({
      window_days: 90,
      limit: 5,
      market: 'ID',
      genre: 'revenge',
    });
  });
});

describe('the window of a rule', () => {
  it.each([
    [1, '2030-03-14T10', '2030-03-15T00', '2030-03-16T00'],
    [7, '2030-03-08T10', '2030-03-09T00', '2030-03-16T00'],
    [8, '2030-03-07T10', '2030-03-08T00', '2030-03-16T00'],
    [9, '2030-03-06T00', '2030-03-06T00', '2030-03-16T00'],
    [14, '2030-03-01T00', '2030-03-01T00', '2030-03-01T00'],
    [80, '2029-12-25T00', '2029-12-25T00', '2030-01-01T00'],
  ])('of %i days begins at %s, with whole days from %s and a sum until now from %s', (days, since, day, half) => {
    const hourOf = (moment: Date) => moment.toISOString().slice(0, 13);
    const counted = countedSince(new Date('2030-03-15T10:20:00Z'), days);
    expect(Object.values(counted).map(hourOf)).toEqual([since, day, half]);
  });
});
