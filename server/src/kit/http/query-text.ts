import { isRecord } from '../record.ts';

/** What a query string says, which holds only text. */

/** Gathers `a=1&a=2`, `a[]=1` and `a=1,2` into one list for the parameters that are lists. */
export function collectListParameters(
  query: Record<string, unknown>,
  lists: readonly string[],
): Record<string, unknown> {
  const gathered = { ...query };
  for (const name of lists) {
    const given = [query[name], query[`${name}[]`]].flat().filter((value) => typeof value === 'string');
    delete gathered[`${name}[]`];
    if (given.length > 0) gathered[name] = given.flatMap((value) => value.split(','));
  }
  return gathered;
}

/** Reads numbers and booleans in their plain spellings: elsewhere a blank is 0, 0x10 is 16 and 1e999 is without end. */
export function readText(schema: unknown, value: unknown): unknown {
  if (!isRecord(schema)) return value;
  if (Array.isArray(value)) return value.map((part) => readText(schema.items, part));
  if (typeof value !== 'string') return value;
  const types = [schema.type].flat();
  if (types.includes('boolean') && /^(?:true|false)$/.test(value)) return value === 'true';
  const wantsNumber = types.includes('integer') || types.includes('number');
  const number = wantsNumber && /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : Number.NaN;
  return Math.abs(number) <= Number.MAX_SAFE_INTEGER ? number : value;
}
