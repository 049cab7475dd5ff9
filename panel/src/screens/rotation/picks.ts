import type { Schema } from '../../api/client.ts';

/** What filling the empty days would set, and the days that it would leave empty. */
export type Picks = Pick<Schema<'GeneratedFreeSeries'>, 'created' | 'unfilled'>;

export const isPicks = (value: unknown): value is Picks =>
  typeof value === 'object' &&
  value !== null &&
  'created' in value &&
  'unfilled' in value &&
  Array.isArray(value.created) &&
  Array.isArray(value.unfilled);
