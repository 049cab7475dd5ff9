import { refuseField } from '../errors.ts';
import { dayMs } from '../time.ts';
import { parseDay } from './schema.ts';

/** Two UTC days, both included, as a half-open range of moments. */
export function dayRange(
  first: string | undefined,
  last: string | undefined,
  names: { from: string; to: string } = { from: 'dateFrom', to: 'dateTo' },
): { from: Date | undefined; before: Date | undefined } {
  const from = first === undefined ? undefined : parseDay(first);
  const to = last === undefined ? undefined : parseDay(last);
  if (from && to && from > to) refuseField(names.from, `must not be later than ${names.to}`);
  return { from, before: to && new Date(to.getTime() + dayMs) };
}
