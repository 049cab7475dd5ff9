import { isoTime } from './db/fragments.ts';
import { JsonText } from './http/answer.ts';
import { type Keyset, toPage } from './page.ts';

/** Pages whose rows the database has written as JSON: they are put together as text and never read. */

export interface JsonRow {
  id: string;
  /** What the page is sorted by, as cursors carry it. */
  sortValue: string | number | null;
  json: string;
}

/** The column `sortValue` of a page, in SQL. */
export const sortValueSql = ({ column, kind }: Keyset): string => (kind === 'time' ? isoTime(column) : column);

/** The text of an object with more fields. */
export function withFields(json: string, fields: string): string {
  return `${json.slice(0, -1)},${fields}}`;
}

/** The fields of an object as they stand inside its braces. */
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
