import type { Static, TSchema } from 'typebox';
import { Check } from 'typebox/value';

/** JSON in which the order of an object's keys makes no difference: equal values give equal text. */
export const canonicalJson = (value: unknown): string => JSON.stringify(value, inOrder) ?? 'null';

function inOrder(_key: string, value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Whether something is an object with fields, and not a list. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What a callback says; undefined where it is no JSON in UTF-8. */
export function readJsonBody(body: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return undefined;
  }
}

/** What was kept as JSON, if it has this shape: what an earlier release kept may have another. */
export const parseStoredJson = <const Shape extends TSchema>(
  shape: Shape,
  value: unknown,
): Static<Shape> | undefined => (Check(shape, value) ? value : undefined);
