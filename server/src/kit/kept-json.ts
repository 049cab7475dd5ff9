import type { Static, TSchema } from 'typebox';
import { Check } from 'typebox/value';

/** What was kept as JSON, if it has this shape: what an earlier release kept may have another. */
export const parseStoredJson = <const Shape extends TSchema>(
  shape: Shape,
  value: unknown,
): Static<Shape> | undefined => (Check(shape, value) ? value : undefined);
