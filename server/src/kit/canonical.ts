/** JSON in which the order of an object's keys makes no difference: equal values give equal text. */
export const canonicalJson = (value: unknown): string => JSON.stringify(value, inOrder) ?? 'null';

function inOrder(_key: string, value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
