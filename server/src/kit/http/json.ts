import { invalidJson, refuse, refuseField } from '../errors.ts';

const maxDepth = 32;
const maxItems = 1_000;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Reads a JSON body, or refuses it. */
export function readJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(utf8.decode(bytes));
  } catch {
    return refuse(invalidJson);
  }
  mustBeSafe(value);
  return value;
}

/** PostgreSQL cannot store U+0000, and a lone surrogate is no text: both are refused in one place, keys included. */
export const isCleanText = (text: string): boolean => !text.includes('\u0000') && text.isWellFormed();

interface Place {
  value: unknown;
  path: string;
  depth: number;
}

/** Refuses what no honest client sends: NUL and lone surrogates, names that could
 * reach an object's prototype, and nesting or lists beyond any use of ours. */
export function mustBeSafe(root: unknown): void {
  const places: Place[] = [{ value: root, path: '', depth: 1 }];
  for (let place = places.pop(); place; place = places.pop()) {
    const { value, path, depth } = place;
    if (typeof value === 'string' && !isCleanText(value)) refuseField(path, 'contains characters that are not text');
    if (value === null || typeof value !== 'object') continue;
    if (depth > maxDepth) refuseField(path, `is nested more than ${maxDepth} deep`);
    const entries = Object.entries(value);
    if (Array.isArray(value) && entries.length > maxItems) refuseField(path, `has more than ${maxItems} items`);
    for (const [key, part] of entries) {
      mustBeOrderlyName(key, path);
      places.push({ value: part, path: path ? `${path}.${key}` : key, depth: depth + 1 });
    }
  }
}

function mustBeOrderlyName(key: string, path: string): void {
  if (key === '__proto__' || key === 'constructor') refuseField(path, `has a field ${key}, which is not allowed`);
  if (!isCleanText(key)) refuseField(path, 'has a name that is not text');
}
