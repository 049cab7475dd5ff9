import { isRecord } from '../record.ts';

type Fix = (value: unknown) => unknown;

const same: Fix = (value) => value;

/**
 * Makes a function that leaves out the fields which are null where the schema has them as optional and takes no null.
 * Phones send null for what they do not know.
 */
export function withoutNulls(schema: unknown): Fix {
  if (!isRecord(schema)) return same;
  if (isRecord(schema.items)) {
    const fix = withoutNulls(schema.items);
    return fix === same ? same : (value) => (Array.isArray(value) ? value.map(fix) : value);
  }
  return isRecord(schema.properties) ? fieldsWithoutNulls(schema.properties, [schema.required].flat()) : same;
}

function fieldsWithoutNulls(properties: Record<string, unknown>, required: readonly unknown[]): Fix {
  const droppable = Object.keys(properties).filter((name) => !required.includes(name) && !takesNull(properties[name]));
  const inner = Object.entries(properties)
    .map(([name, part]): [string, Fix] => [name, withoutNulls(part)])
    .filter(([, fix]) => fix !== same);
  if (droppable.length === 0 && inner.length === 0) return same;
  return (value) => {
    if (!isRecord(value)) return value;
    const copy = { ...value };
    for (const name of droppable) if (copy[name] === null) delete copy[name];
    for (const [name, fix] of inner) if (name in copy) copy[name] = fix(copy[name]);
    return copy;
  };
}

/** What says nothing of its type takes anything. */
function takesNull(schema: unknown): boolean {
  if (!isRecord(schema) || schema.type === undefined) return true;
  return [schema.type].flat().includes('null');
}
