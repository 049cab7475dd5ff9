import { invalidJson, refuse, refuseField } from '../errors.ts';
import { isRecord } from '../json.ts';

const maxDepth = 32;
const defaultMaxItems = 1_000;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Parses a JSON body, or refuses it. With `checksOwnBody` the endpoint checks the content. */
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
  // Invalid UTF-8 was refused above; only escapes can still produce characters that are not text.
  if (!checksOwnBody) refuseUnsafe(value, { includesText: text.includes('\\u'), maxItems });
  return value;
}

/** PostgreSQL cannot store U+0000, and a lone surrogate is not text. */
export const isCleanText = (text: string): boolean => !text.includes('\u0000') && text.isWellFormed();

/** What to check: texts, unless they are known to be clean, and the length of lists. */
interface Checks {
  readonly includesText: boolean;
  readonly maxItems: number;
}
const allChecks: Checks = { includesText: true, maxItems: defaultMaxItems };

/** A fault with its path, the innermost name first. */
interface Unsafe {
  readonly names: string[];
  readonly message: string;
}

/** Refuses what no client sends intentionally: NUL, lone surrogates, `__proto__`, deep nesting and very long lists. */
export const rejectUnsafeJson = (root: unknown): void => refuseUnsafe(root, allChecks);

/** The same for a query. Its cursor may be any text: a damaged one is refused as `invalid_cursor`. */
export function rejectUnsafeQuery(query: unknown): void {
  if (!isRecord(query)) return;
  const { cursor: _cursor, ...others } = query;
  rejectUnsafeJson(others);
}

/** Whether a value passes these checks. */
export const isSafe = (root: unknown): boolean => findUnsafe(root, 1, allChecks) === undefined;

function refuseUnsafe(root: unknown, checks: Checks): void {
  const found = findUnsafe(root, 1, checks);
  if (found) refuseField(found.names.toReversed().join('.'), found.message);
}

const unsafeHere = (message: string): Unsafe => ({ names: [], message });

/** Copies nothing, because bodies may have thousands of values. */
function findUnsafe(value: unknown, depth: number, checks: Checks): Unsafe | undefined {
  if (typeof value === 'string') {
    return checks.includesText && !isCleanText(value) ? unsafeHere('contains characters that are not text') : undefined;
  }
  if (value === null || typeof value !== 'object') return undefined;
  if (depth > maxDepth) return unsafeHere(`is nested more than ${maxDepth} deep`);
  if (Array.isArray(value)) return findInList(value, depth, checks);
  return isRecord(value) ? findInFields(value, depth, checks) : undefined;
}

function findInList(list: readonly unknown[], depth: number, checks: Checks): Unsafe | undefined {
  if (list.length > checks.maxItems) return unsafeHere(`has more than ${checks.maxItems} items`);
  for (let n = 0; n < list.length; n++) {
    const found = findUnsafe(list[n], depth + 1, checks);
    if (found) return { ...found, names: [...found.names, String(n)] };
  }
  return undefined;
}

function findInFields(fields: Record<string, unknown>, depth: number, checks: Checks): Unsafe | undefined {
  for (const name in fields) {
    const fault = faultOfName(name, checks.includesText);
    if (fault !== undefined) return unsafeHere(fault);
    const found = findUnsafe(fields[name], depth + 1, checks);
    if (found) return { ...found, names: [...found.names, name] };
  }
  return undefined;
}

function faultOfName(name: string, includesText: boolean): string | undefined {
  if (name === '__proto__' || name === 'constructor') return `has a field ${name}, which is not allowed`;
  return includesText && !isCleanText(name) ? 'has a name that is not text' : undefined;
}
