import { describe, expect, it } from 'vitest';
import { bulkBody, customPlanFrom, momentsOf, type Plan } from './cadence.ts';

const plan: Plan = { cadence: 'daily', start: '2026-12-30T18:00', everyDays: 3, own: {} };
const ids = ['a', 'b', 'c'];
const days = (moments: readonly (string | undefined)[]) => moments.map((moment) => moment?.slice(5, 10));

describe('the cadence builder', () => {
  it.each([
    ['daily', ['12-30', '12-31', '01-01']],
    ['every_n_days', ['12-30', '01-02', '01-05']],
    ['weekly', ['12-30', '01-06', '01-13']],
  ] as const)('counts whole days for %s, over the turn of the year too', (cadence, expected) => {
    const moments = momentsOf({ ...plan, cadence }, ids);
    expect(days(moments)).toEqual(expected);
    expect(moments.every((moment) => moment?.endsWith('T18:00:00.000Z'))).toBe(true);
  });

  it('begins custom with the dates there are, and takes each as it is changed', () => {
    const custom = customPlanFrom({ ...plan, cadence: 'weekly' }, ids);
    expect(days(momentsOf(custom, ids))).toEqual(['12-30', '01-06', '01-13']);
    const changed = { ...custom, own: { ...custom.own, b: '2027-01-02T09:30' } };
    expect(bulkBody(changed, ids)).toMatchObject({
      cadence: 'custom',
      runAts: ['2026-12-30T18:00:00.000Z', '2027-01-02T09:30:00.000Z', '2027-01-13T18:00:00.000Z'],
    });
  });

  it('asks for nothing while a date is missing', () => {
    expect(bulkBody({ ...plan, start: '' }, ids)).toBeUndefined();
    expect(bulkBody({ ...plan, cadence: 'every_n_days', everyDays: null }, ids)).toBeUndefined();
    expect(bulkBody({ ...plan, cadence: 'custom' }, ids)).toBeUndefined();
    expect(bulkBody(plan, [])).toBeUndefined();
  });
});
