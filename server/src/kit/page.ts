import { createHash } from 'node:crypto';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from './db/database.ts';
import { invalidCursor, refuse } from './errors.ts';
import { isCleanText } from './http/json.ts';
import { isId, parseMoment } from './http/schema.ts';
import { canonicalJson } from './json.ts';

/**
 * Pages by keyset: a cursor holds the sort value and id of the last row shown, so that walking a list while rows are
 * being inserted shows every older row exactly once, and a deep page costs what the first one does.
 */

export type Order = 'asc' | 'desc';
type Kind = 'time' | 'number' | 'text';
export type SortValue = Date | number | string | null;

export interface Keyset {
  /** What the list is sorted by; `column` is written into the SQL as it stands, never taken from a caller. */
  readonly column: string;
  readonly id: string;
  readonly kind: Kind;
  /** Rows without the value come last, in both orders. */
  readonly nullable?: boolean;
  readonly order: Order;
  readonly limit: number;
  /** What the cursor belongs to: list, sort, order and filters. It fits no other. */
  readonly scope: unknown;
  readonly cursor: string | undefined;
}

/** What a list is sorted by, and which field of its rows holds that. */
export interface Sort<Field extends string> extends Pick<Keyset, 'column' | 'id' | 'kind' | 'nullable' | 'order'> {
  readonly field: Field;
}

/** Shows first what was made last; `table` is what the rows are called in the SQL. */
export function byNewest<const Field extends string>(field: Field, table?: string): Sort<Field> {
  const of = table === undefined ? '' : `${table}.`;
  return { field, column: `${of}created_at`, id: `${of}id`, kind: 'time', order: 'desc' };
}

export interface PageSql {
  readonly after: RawBuilder<SqlBool>;
  readonly orderBy: RawBuilder<unknown>;
  /** One more than the page, to learn whether there is a next one. */
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
    // Written in, and not a value: a plan that is made once has to know how few rows are wanted.
    limit: sql.raw(String(limit + 1)),
  };
}

/** The rows of a page, and one more: those that meet every condition, in order, after the cursor. */
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
 * The same page in parts, each of which an index can serve: the rows that have the value, then those that have none.
 * Read the next part only while the page is not full.
 */
export function pageParts(keyset: Keyset): PageSql[] {
  if (!keyset.nullable) return [pageSql(keyset)];
  const column = sql.raw<SortValue>(keyset.column);
  const { after, limit } = pageSql({ ...keyset, nullable: false, cursor: undefined });
  const point = keyset.cursor === undefined ? undefined : readCursor(keyset.cursor, keyset);
  const id = sql.raw<string>(keyset.id);
  const way = sql.raw(keyset.order);
  const beyond = sql.raw(keyset.order === 'asc' ? '>' : '<');
  const later =
    point && point.value !== null
      ? sql<SqlBool>`(${column}, ${id}) ${beyond} (${point.value}, ${point.id}::uuid)`
      : after;
  const rest = point?.value === null ? sql<SqlBool>`${id} ${beyond} ${point.id}::uuid` : after;
  const valued = {
    after: sql<SqlBool>`${column} is not null and ${later}`,
    orderBy: sql`${column} ${way}, ${id} ${way}`,
    limit,
  };
  const empty = { after: sql<SqlBool>`${column} is null and ${rest}`, orderBy: sql`${id} ${way}`, limit };
  return point?.value === null ? [empty] : [valued, empty];
}

function afterCursor(keyset: Keyset, column: RawBuilder<SortValue>, id: RawBuilder<string>): RawBuilder<SqlBool> {
  if (keyset.cursor === undefined) return sql<SqlBool>`true`;
  const point = readCursor(keyset.cursor, keyset);
  const beyond = sql.raw(keyset.order === 'asc' ? '>' : '<');
  if (point.value === null) return sql<SqlBool>`(${column} is null and ${id} ${beyond} ${point.id})`;
  // Of the widest type, or a forged number that does not fit the column would be an error of the database.
  const value = keyset.kind === 'number' ? sql`${point.value}::bigint` : sql`${point.value}`;
  const later = sql<SqlBool>`(${column}, ${id}) ${beyond} (${value}, ${point.id}::uuid)`;
  return keyset.nullable ? sql<SqlBool>`(${later} or ${column} is null)` : later;
}

/** Cuts the extra row off and says where the next page starts. */
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

/** Filters are the same whichever way round they stand in the address. */
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

/** A moment in a list, and the id that tells it from others of the same moment. */
export interface TimeCursor {
  readonly at: Date;
  readonly id: string;
}

/** Where a cursor points, for lists that are not one query. */
export function readPoint(keyset: Keyset): TimeCursor | undefined {
  if (keyset.cursor === undefined) return undefined;
  const { value, id } = readCursor(keyset.cursor, keyset);
  return value instanceof Date ? { at: value, id } : refuse(invalidCursor);
}

function readCursor(cursor: string, keyset: Keyset): { value: SortValue; id: string } {
  const [encoded = ''] = cursor.split('.');
  const text = Buffer.from(encoded, 'base64url').toString();
  // Compared whole, because the decoder passes over what does not belong there.
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

/** A checksum is no secret: whoever forges one still gets no value of another type into the SQL. */
function readValue(value: unknown, { kind, nullable }: Keyset): SortValue {
  if (value === null && nullable) return null;
  if (kind === 'number' && typeof value === 'number' && Number.isSafeInteger(value)) return value;
  if (kind === 'text' && typeof value === 'string' && isCleanText(value)) return value;
  const time = kind === 'time' && typeof value === 'string' ? parseMoment(value) : undefined;
  return time ?? refuse(invalidCursor);
}
