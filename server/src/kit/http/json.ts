import { invalidJson, refuse, refuseField } from '../errors.ts';

const mostDepth = 32;
const mostItems = 1_000;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Reads a JSON body, or refuses it. `parse` is the framework's, which refuses `__proto__` and `constructor`. */
export function readJson(bytes: Buffer, parse: (text: string) => unknown): unknown {
  if (bytes.length === 0) return undefined;
  let value: unknown;
  try {
    value = parse(utf8.decode(bytes));
  } catch {
    return refuse(invalidJson);
  }
  mustBeOrderly(value);
  return value;
}

/** PostgreSQL cannot store U+0000, and a lone surrogate is no text: both are refused in one place, keys included. */
export const isCleanText = (text: string): boolean => !text.includes('\u0000') && text.isWellFormed();

interface Place {
  value: unknown;
  path: string;
  depth: number;
}

/** Refuses what no honest client sends: NUL and lone surrogates, and nesting or lists beyond any use of ours. */
export function mustBeOrderly(root: unknown): void {
  const places: Place[] = [{ value: root, path: '', depth: 1 }];
  for (let place = places.pop(); place; place = places.pop()) {
    const { value, path, depth } = place;
    if (typeof value === 'string' && !isCleanText(value)) refuseField(path, 'contains characters that are not text');
    if (value === null || typeof value !== 'object') continue;
    if (depth > mostDepth) refuseField(path, `is nested more than ${mostDepth} deep`);
    const entries = Object.entries(value);
    if (Array.isArray(value) && entries.length > mostItems) refuseField(path, `has more than ${mostItems} items`);
    for (const [key, part] of entries) {
      if (!isCleanText(key)) refuseField(path, 'has a name that is not text');
      places.push({ value: part, path: path ? `${path}.${key}` : key, depth: depth + 1 });
    }
  }
}
