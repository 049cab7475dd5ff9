import { invalidJson, refuse, refuseField } from '../errors.ts';
import { isRecord } from '../json.ts';

const maxDepth = 32;
const defaultMaxItems = 1_000;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Reads a JSON body, or refuses it. With `checksOwnBody` its endpoint judges what is in it. */
export function readJson(bytes: Buffer, { checksOwnBody = false, maxItems = defaultMaxItems } = {}): unknown {
  if (bytes.length === 0) return undefined;
  let text: string;
  let value: unknown;
  try {
    text = utf8.decode(bytes);
    value = JSON.parse(text);
  } catch {
    return refuse(invalidJson);
  }
  // Bytes that are no text were refused just now: only an escape can still stand for something that is none.
  if (!checksOwnBody) refuseUnsafe(value, { looksAtText: text.includes('\\u'), maxItems });
  return value;
}

/** PostgreSQL cannot store U+0000, and a lone surrogate is no text: both are refused in one place, keys included. */
export const isCleanText = (text: string): boolean => !text.includes('\u0000') && text.isWellFormed();

/** What is looked at: texts, unless they are known to be clean, and how long lists are. */
interface Look {
  readonly looksAtText: boolean;
  readonly maxItems: number;
}
const wholeLook: Look = { looksAtText: true, maxItems: defaultMaxItems };

/** Where something is that cannot be taken, the innermost name first: a path is written only where there is a fault. */
interface Unsafe {
  readonly names: string[];
  readonly message: string;
}

/** Refuses what no honest client sends: NUL and lone surrogates, names that could
 * reach an object's prototype, and nesting or lists beyond any use of ours. */
export const rejectUnsafeJson = (root: unknown): void => refuseUnsafe(root, wholeLook);

/** Whether there is nothing of that in a value. */
export const isSafe = (root: unknown): boolean => findUnsafe(root, 1, wholeLook) === undefined;

function refuseUnsafe(root: unknown, look: Look): void {
  const found = findUnsafe(root, 1, look);
  if (found) refuseField(found.names.toReversed().join('.'), found.message);
}

const unsafeHere = (message: string): Unsafe => ({ names: [], message });

/** Bodies have thousands of values: nothing is copied on the way to them. */
function findUnsafe(value: unknown, depth: number, look: Look): Unsafe | undefined {
  if (typeof value === 'string') {
    return look.looksAtText && !isCleanText(value) ? unsafeHere('contains characters that are not text') : undefined;
  }
  if (value === null || typeof value !== 'object') return undefined;
  if (depth > maxDepth) return unsafeHere(`is nested more than ${maxDepth} deep`);
  if (Array.isArray(value)) return findInList(value, depth, look);
  return isRecord(value) ? findInFields(value, depth, look) : undefined;
}

function findInList(list: readonly unknown[], depth: number, look: Look): Unsafe | undefined {
  if (list.length > look.maxItems) return unsafeHere(`has more than ${look.maxItems} items`);
  for (let n = 0; n < list.length; n++) {
    const found = findUnsafe(list[n], depth + 1, look);
    if (found) return { ...found, names: [...found.names, String(n)] };
  }
  return undefined;
}

function findInFields(fields: Record<string, unknown>, depth: number, look: Look): Unsafe | undefined {
  for (const name in fields) {
    const fault = faultOfName(name, look.looksAtText);
    if (fault !== undefined) return unsafeHere(fault);
    const found = findUnsafe(fields[name], depth + 1, look);
    if (found) return { ...found, names: [...found.names, name] };
  }
  return undefined;
}

function faultOfName(name: string, looksAtText: boolean): string | undefined {
  if (name === '__proto__' || name === 'constructor') return `has a field ${name}, which is not allowed`;
  return looksAtText && !isCleanText(name) ? 'has a name that is not text' : undefined;
}
