import type { TSchema } from 'typebox';
import { isRecord } from '../../kit/record.ts';
import { maskText } from './rules.ts';

/** Stands in place of what a provider sent and its source does not read. It may be about someone in person. */
export const notKept = '[not kept]';

/** The fields of a schema by their names, at any depth: whether they hold a value, or others. */
interface Fields {
  readonly values: Set<string>;
  readonly groups: Set<string>;
}

const isGroup = (schema: unknown): boolean => isRecord(schema) && ('properties' in schema || 'items' in schema);

function addFields(schema: unknown, fields: Fields): Fields {
  if (!isRecord(schema)) return fields;
  addFields(schema.items, fields);
  for (const [name, part] of Object.entries(isRecord(schema.properties) ? schema.properties : {})) {
    fields[isGroup(part) ? 'groups' : 'values'].add(name);
    addFields(part, fields);
  }
  return fields;
}

/**
 * Keeps of a payload the fields that a schema has, without addresses and numbers of people in them. What an event is
 * about may stand in `data`, as it does in Standard Webhooks.
 */
export function keeperOf(schema: TSchema): (payload: unknown) => unknown {
  const fields = addFields(schema, { values: new Set(), groups: new Set(['data']) });
  const keepValue = (value: unknown): unknown => {
    if (value !== null && typeof value === 'object') return notKept;
    return typeof value === 'string' ? maskText(value) : value;
  };
  const keepGroup = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(keepGroup);
    if (!isRecord(value)) return value === null ? null : notKept;
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [maskText(name), keepField(name, part)]));
  };
  const keepField = (name: string, part: unknown): unknown => {
    if (fields.values.has(name)) return keepValue(part);
    return fields.groups.has(name) ? keepGroup(part) : notKept;
  };
  return keepGroup;
}
