import { isoTime } from './db/fragments.ts';
import { JsonText } from './http/response.ts';
import { type Keyset, toPage } from './page.ts';

/** Pages whose rows the database has written as JSON: they are concatenated as text and not parsed. */

export interface JsonRow {
  id: string;
  /** The sort value as in cursors. */
  sortValue: string | number | null;
  json: string;
}

/** The column `sortValue` of a page, in SQL. */
export const sortValueSql = ({ column, kind }: Keyset): string => (kind === 'time' ? isoTime(column) : column);

/** Adds fields to the text of an object. */
export function withFields(json: string, fields: string): string {
  return `${json.slice(0, -1)},${fields}}`;
}

/** The text of an object's fields, without braces. */
export const fieldsOf = (object: object): string => JSON.stringify(object).slice(1, -1);

export function toJsonPage<Body, Row extends JsonRow = JsonRow>(
  rows: readonly Row[],
  keyset: Keyset,
  show: (row: Row) => string,
  more: object = {},
): JsonText<Body> {
  const { items, nextCursor } = toPage(rows, keyset, ({ sortValue }) => sortValue, show);
  return new JsonText(`{"items":[${items.join(',')}],${fieldsOf({ nextCursor, ...more })}}`);
}
