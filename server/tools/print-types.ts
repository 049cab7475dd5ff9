import type pg from 'pg';
import { generatedNotice, ofNoExtension, ownSchema } from './print-schema.ts';

interface Column {
  readonly schema: string;
  readonly relation: string;
  readonly name: string;
  /** The quoted name. */
  readonly quoted: string;
  /** The type's name if it is one of the server's or of a known extension. */
  readonly type: string | null;
  readonly is_array: boolean;
  readonly not_null: boolean;
  /** Whether the database gives a value when a row is written without one. */
  readonly has_default: boolean;
  readonly is_read_only: boolean;
  /** The definitions of the check constraints on this column alone. */
  readonly checks: string[];
}

const preamble = `import type { ColumnType, InsertType, SelectType, UpdateType } from 'kysely';

// Kysely's types of the same names do not unwrap Timestamp and Json.
export type Generated<T> = ColumnType<SelectType<T>, InsertType<T> | undefined, UpdateType<T>>;
export type GeneratedAlways<T> = ColumnType<SelectType<T>, never, never>;

export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };
/** Read as the value, written as its JSON text. */
export type Json = ColumnType<JsonValue, string, string>;
export type Timestamp = ColumnType<Date, Date | string, Date | string>;`;

const stringTypes = [
  ...['uuid', 'text', 'varchar', 'bpchar', 'char', 'name', 'citext', 'inet', 'cidr', 'macaddr', 'date', 'numeric'],
  ...['time', 'timetz', 'xid8', 'tsvector', 'tsquery', 'xml', 'int4range', 'int8range', 'numrange', 'daterange'],
  ...['tsrange', 'tstzrange'],
];

const typeNames: ReadonlyMap<string, string> = new Map([
  ...stringTypes.map((name) => [name, 'string'] as const),
  ...['int2', 'int4', 'int8', 'float4', 'float8', 'oid'].map((name) => [name, 'number'] as const),
  ['bool', 'boolean'],
  ['timestamptz', 'Timestamp'],
  ['timestamp', 'Timestamp'],
  ['json', 'Json'],
  ['jsonb', 'Json'],
  ['bytea', 'Buffer'],
]);

/** Kysely does not unwrap elements of arrays. */
const elementNames: ReadonlyMap<string, string> = new Map([
  ['Timestamp', 'Date'],
  ['Json', 'JsonValue'],
]);

async function readColumns(client: pg.ClientBase): Promise<Column[]> {
  // Resolves domains recursively; columns of views are never NOT NULL.
  const { rows } = await client.query<Column>(`
    with recursive base (oid, type, not_null, has_default) as (
      select oid, oid, false, false from pg_type where typtype <> 'd'
      union all
      select t.oid, b.type, b.not_null or t.typnotnull, b.has_default or t.typdefault is not null
      from pg_type t join base b on b.oid = t.typbasetype where t.typtype = 'd'
    )
    select n.nspname as schema, c.relname as relation, a.attname as name, quote_ident(a.attname) as quoted,
      case when tn.nspname = 'pg_catalog' or t.typname = 'citext' then t.typname end as type,
      eb.oid is not null as is_array,
      a.attnotnull or b.not_null as not_null,
      a.atthasdef or a.attidentity <> '' or b.has_default as has_default,
      c.relkind in ('v', 'm') or a.attgenerated <> '' or a.attidentity = 'a' as is_read_only,
      array(select pg_get_constraintdef(k.oid) from pg_constraint k
        where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum] order by k.conname) as checks
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join base b on b.oid = a.atttypid
    join pg_type o on o.oid = b.type
    left join base eb on eb.oid = o.typelem and o.typcategory = 'A'
    join pg_type t on t.oid = coalesce(eb.type, b.type)
    join pg_namespace tn on tn.oid = t.typnamespace
    where c.relkind in ('r', 'p', 'v', 'm') and not c.relispartition and ${ownSchema}
      and ${ofNoExtension('pg_class', 'c.oid')}
    order by n.nspname <> 'public', n.nspname, c.relname, a.attnum`);
  return rows;
}

/**
 * The values that a check constraint allows, if it is exactly `column in (…)`, optionally with null. A constraint that is
 * not validated does not match.
 */
export function allowedValues(quoted: string, definition: string): string[] | undefined {
  const name = quoted.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  const value = `'(?:[^']|'')*'::(?:text|character varying)`;
  const item = `(?:${value}|\\(${value}\\)::text)`;
  const list = `ARRAY\\[${item}(?:, ${item})*\\]`;
  const test = `\\((?:${name}|\\(${name}\\)::text) = (?:${item}|ANY \\((?:${list}|\\(${list}\\)::text\\[\\])\\))\\)`;
  const isNull = `\\(${name} IS NULL\\)`;
  const whole = new RegExp(`^CHECK \\((?:${test}|\\(${isNull} OR ${test}\\)|\\(${test} OR ${isNull}\\))\\)$`);
  if (quoted.includes("'") || !whole.test(definition)) return undefined;
  const values = definition.matchAll(/'((?:[^']|'')*)'::/g);
  return [...new Set([...values].map((match) => (match[1] ?? '').replaceAll("''", "'")))];
}

function literal(value: string): string {
  return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

function valueType(column: Column): string {
  const checked = ['text', 'varchar'].includes(column.type ?? '') && !column.is_array ? column.checks : [];
  const values = checked.map((check) => allowedValues(column.quoted, check)).find((list) => list);
  if (values) return values.map(literal).join(' | ');
  const name = typeNames.get(column.type ?? '') ?? 'unknown';
  return column.is_array ? `${elementNames.get(name) ?? name}[]` : name;
}

function columnType(column: Column): string {
  const value = valueType(column);
  const type = column.not_null || value === 'unknown' ? value : `${value} | null`;
  if (column.is_read_only) return `GeneratedAlways<${type}>`;
  return column.has_default ? `Generated<${type}>` : type;
}

function key(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : literal(name);
}

const interfaceName = (table: string): string =>
  table.replaceAll(/(?:^|[_.])(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The tables and views of a database that `isUsed` selects, as TypeScript interfaces for Kysely. */
export async function printTypes(client: pg.ClientBase, isUsed: (table: string) => boolean): Promise<string> {
  const tables = new Map<string, string[]>();
  for (const column of await readColumns(client)) {
    const table = column.schema === 'public' ? column.relation : `${column.schema}.${column.relation}`;
    if (!isUsed(table)) continue;
    const lines = tables.get(table) ?? [];
    lines.push(`  ${key(column.name)}: ${columnType(column)};`);
    tables.set(table, lines);
  }
  const members: string[] = [];
  const interfaces: string[] = [];
  for (const [table, lines] of tables) {
    const name = interfaceName(table);
    members.push(`  ${key(table)}: ${name};`);
    interfaces.push(`export interface ${name} {\n${lines.join('\n')}\n}`);
  }
  const database = `export interface DB {\n${members.join('\n')}\n}`;
  return `${[`// ${generatedNotice}`, preamble, ...interfaces, database].join('\n\n')}\n`;
}
