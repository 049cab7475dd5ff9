import type { Static, TSchema } from 'typebox';
import { Check } from 'typebox/value';

/** JSON with sorted keys: equal values have equal text. */
export const canonicalJson = (value: unknown): string => JSON.stringify(value, inOrder) ?? 'null';

function inOrder(_key: string, value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The fields in which `next` differs from `old`, with their values in both; undefined if there are none. */
export function differences(old: object, next: object) {
  const values = new Map<string, unknown>(Object.entries(old));
  const changed = Object.entries(next).filter(
    ([name, value]) => canonicalJson(value) !== canonicalJson(values.get(name)),
  );
  if (changed.length === 0) return undefined;
  return {
    before: Object.fromEntries(changed.map(([name]) => [name, values.get(name)])),
    after: Object.fromEntries(changed),
  };
}

/** Whether a value is an object, and not an array. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The content of a callback; undefined if it is not JSON in UTF-8. */
export function readJsonBody(body: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return undefined;
  }
}

/** Stored JSON, if it matches the schema: earlier releases may have stored other shapes. */
export const parseStoredJson = <const Shape extends TSchema>(
  shape: Shape,
  value: unknown,
): Static<Shape> | undefined => (Check(shape, value) ? value : undefined);
