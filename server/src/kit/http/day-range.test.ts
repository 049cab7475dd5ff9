import { expect, it } from 'vitest';
import { dayRange } from './schema.ts';

const shown = ({ from, before }: ReturnType<typeof dayRange>) => [from?.toISOString(), before?.toISOString()];

it.each([
  ['2026-07-01', '2026-07-03', '2026-07-01T00:00:00.000Z', '2026-07-04T00:00:00.000Z'],
  ['2026-07-01', '2026-07-01', '2026-07-01T00:00:00.000Z', '2026-07-02T00:00:00.000Z'],
  ['2028-02-28', '2028-02-29', '2028-02-28T00:00:00.000Z', '2028-03-01T00:00:00.000Z'],
  ['2026-12-31', '2026-12-31', '2026-12-31T00:00:00.000Z', '2027-01-01T00:00:00.000Z'],
  ['2026-07-01', undefined, '2026-07-01T00:00:00.000Z', undefined],
  [undefined, '2026-07-01', undefined, '2026-07-02T00:00:00.000Z'],
  [undefined, undefined, undefined, undefined],
])('from %s to %s are all moments since %s and before %s', (first, last, from, before) => {
  expect(shown(dayRange(first, last))).toEqual([from, before]);
});

it.each([
  [undefined, 'dateFrom', 'dateTo'],
  [{ from: 'createdFrom', to: 'createdTo' }, 'createdFrom', 'createdTo'],
] as const)('days in the wrong order are refused in the words that were asked with', (names, from, to) => {
  const refused = () => dayRange('2026-07-02', '2026-07-01', names);
  expect(refused).toThrow(
    expect.objectContaining({ extras: { details: [{ path: from, message: `must not be later than ${to}` }] } }),
  );
});
