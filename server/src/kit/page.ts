import { createHash } from 'node:crypto';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from './db/database.ts';
import { invalidCursor, refuse } from './errors.ts';
import { isCleanText } from './http/json.ts';
import { isId, parseMoment } from './http/schema.ts';
import { canonicalJson } from './json.ts';

/**
 * Keyset pagination: a cursor contains the sort value and id of the last row, so that every older row is shown exactly
 * once while rows are inserted, and later pages cost as much as the first one.
 */

export type Order = 'asc' | 'desc';
type Kind = 'time' | 'number' | 'text';
export type SortValue = Date | number | string | null;

export interface Keyset {
  /** The sort column, inserted into the SQL unchanged: never from a caller. */
  readonly column: string;
  readonly id: string;
  readonly kind: Kind;
  /** Nulls come last in both orders. */
  readonly nullable?: boolean;
  readonly order: Order;
  readonly limit: number;
  /** What the cursor is bound to: list, sort, order and filters. */
  readonly scope: unknown;
  readonly cursor: string | undefined;
}

/** The order of a list, with the field of its rows. */
export interface Sort<Field extends string> extends Pick<Keyset, 'column' | 'id' | 'kind' | 'nullable' | 'order'> {
  readonly field: Field;
}

/** Newest first; `table` is the alias in the SQL. */
export function byNewest<const Field extends string>(field: Field, table?: string): Sort<Field> {
  const of = table === undefined ? '' : `${table}.`;
  return { field, column: `${of}created_at`, id: `${of}id`, kind: 'time', order: 'desc' };
}

export interface PageSql {
  readonly after: RawBuilder<SqlBool>;
  readonly orderBy: RawBuilder<unknown>;
  /** One more than the page, to detect a next page. */
  readonly limit: RawBuilder<unknown>;
}

export function pageSql(keyset: Keyset): PageSql {
  const { order, nullable, limit } = keyset;
  const column = sql.raw<SortValue>(keyset.column);
  const id = sql.raw<string>(keyset.id);
  const way = sql.raw(order);
  const nullsLast = sql.raw(nullable ? ' nulls last' : '');
  return {
    after: afterCursor(keyset, column, id),
    orderBy: sql`${column} ${way}${nullsLast}, ${id} ${way}`,
    // A literal, because a generic plan has to know how few rows are needed.
    limit: sql.raw(String(limit + 1)),
  };
}

/** The rows of a page, and one more: those that match all conditions, in order, after the cursor. */
export async function pageRows<Row>(
  db: Db,
  keyset: Keyset,
  select: RawBuilder<Row>,
  conditions: readonly RawBuilder<SqlBool>[],
): Promise<Row[]> {
  const page = pageSql(keyset);
  const where = sql.join([page.after, ...conditions], sql` and `);
  const query = sql<Row>`${select} where ${where} order by ${page.orderBy} limit ${page.limit}`;
  return (await query.execute(db)).rows;
}

/**
 * The same page in parts that an index can serve: rows with the value, then those with null. Read the second part only if
 * the page is not full.
 */
export function pageParts(keyset: Keyset): PageSql[] {
  const { nullable, cursor, order } = keyset;
  if (!nullable) return [pageSql(keyset)];
  const point = cursor === undefined ? undefined : readCursor(cursor, keyset);
  const [column, id, way] = [sql.raw(keyset.column), sql.raw(keyset.id), sql.raw(order)];
  const beyond = sql.raw(order === 'asc' ? '>' : '<');
  const rest = point?.value === null ? sql`${id} ${beyond} ${point.id}::uuid` : sql`true`;
  const valued = pageSql({ ...keyset, nullable: false, cursor: point?.value === null ? undefined : cursor });
  const empty = {
    after: sql<SqlBool>`${column} is null and ${rest}`,
    orderBy: sql`${id} ${way}`,
    limit: valued.limit,
  };
  if (point?.value === null) return [empty];
  return [{ ...valued, after: sql<SqlBool>`${column} is not null and ${valued.after}` }, empty];
}

function afterCursor(keyset: Keyset, column: RawBuilder<SortValue>, id: RawBuilder<string>): RawBuilder<SqlBool> {
  if (keyset.cursor === undefined) return sql<SqlBool>`true`;
  const point = readCursor(keyset.cursor, keyset);
  const beyond = sql.raw(keyset.order === 'asc' ? '>' : '<');
  if (point.value === null) return sql<SqlBool>`(${column} is null and ${id} ${beyond} ${point.id})`;
  // As bigint, because a forged number that exceeds the type of the column would be a database error.
  const value = keyset.kind === 'number' ? sql`${point.value}::bigint` : sql`${point.value}`;
  const later = sql<SqlBool>`(${column}, ${id}) ${beyond} (${value}, ${point.id}::uuid)`;
  return keyset.nullable ? sql<SqlBool>`(${later} or ${column} is null)` : later;
}

/** Removes the extra row and creates the cursor of the next page. */
export function toPage<Row extends { id: string }, Item>(
  rows: readonly Row[],
  keyset: Keyset,
  sortValueOf: (row: Row) => SortValue,
  show: (row: Row) => Item,
): { items: Item[]; nextCursor: string | null } {
  const shown = rows.slice(0, keyset.limit);
  const last = shown.at(-1);
  const nextCursor = rows.length > keyset.limit && last ? writeCursor(sortValueOf(last), last.id, keyset) : null;
  return { items: shown.map(show), nextCursor };
}

/** Independent of the order of the filters in the URL. */
const scopeText = ({ scope, column, order }: Keyset): string => canonicalJson([scope, column, order]);

const checksum = (keyset: Keyset, text: string): string =>
  createHash('sha256')
    .update(`${scopeText(keyset)}\n${text}`)
    .digest('base64url')
    .slice(0, 16);

export function writeCursor(value: SortValue, id: string, keyset: Keyset): string {
  return encodeCursor(JSON.stringify([value, id]), keyset);
}

const encodeCursor = (text: string, keyset: Keyset): string =>
  `${Buffer.from(text).toString('base64url')}.${checksum(keyset, text)}`;

/** A position in a list by time, with the id for equal times. */
export interface TimeCursor {
  readonly at: Date;
  readonly id: string;
}

/** The position of a cursor, for lists that are not one query. */
export function readPoint(keyset: Keyset): TimeCursor | undefined {
  if (keyset.cursor === undefined) return undefined;
  const { value, id } = readCursor(keyset.cursor, keyset);
  return value instanceof Date ? { at: value, id } : refuse(invalidCursor);
}

function readCursor(cursor: string, keyset: Keyset): { value: SortValue; id: string } {
  const [encoded = ''] = cursor.split('.');
  const text = Buffer.from(encoded, 'base64url').toString();
  // Compared as a whole, because the decoder ignores invalid characters.
  if (cursor !== encodeCursor(text, keyset)) return refuse(invalidCursor);
  const [value, id] = listIn(text);
  if (typeof id !== 'string' || !isId(id)) return refuse(invalidCursor);
  return { value: readValue(value, keyset), id };
}

function listIn(text: string): unknown[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

/** A checksum is not secret, so the type of the value is checked as well. */
function readValue(value: unknown, { kind, nullable }: Keyset): SortValue {
  if (value === null && nullable) return null;
  if (kind === 'number' && typeof value === 'number' && Number.isSafeInteger(value)) return value;
  if (kind === 'text' && typeof value === 'string' && isCleanText(value)) return value;
  const time = kind === 'time' && typeof value === 'string' ? parseMoment(value) : undefined;
  return time ?? refuse(invalidCursor);
}
