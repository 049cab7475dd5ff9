import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { isId } from '../http/schema.ts';

/** What the filters of a list mean in SQL. Columns are written as they stand, never taken from a caller. */

type Condition<Value> = (value: Value) => RawBuilder<SqlBool>;

/** The conditions of the filters that were given; one that is left out, or null, narrows nothing. */
export function filters<Given extends object>(
  meanings: {
    readonly [Name in keyof Given]-?: Condition<NonNullable<Given[Name]>>;
  },
): (given: Given) => RawBuilder<SqlBool>[] {
  return (given) => {
    const conditions: RawBuilder<SqlBool>[] = [];
    for (const name in meanings) {
      const value = given[name];
      if (value !== undefined && value !== null) conditions.push(meanings[name](value));
    }
    return conditions;
  };
}

export const eq =
  (column: string): Condition<unknown> =>
  (value) =>
    sql<SqlBool>`${sql.raw(column)} = ${value}`;

/**
 * A value that decides which index is best, written into the statement: one that is prepared is then planned for it.
 * As a parameter it would be planned for an average value from the sixth time on, however rare the value.
 */
export const inlineLiteral = (value: string | boolean): RawBuilder<unknown> =>
  typeof value === 'boolean' || /^[\w-]{1,64}$/.test(value) ? sql.lit(value) : sql`${value}`;

/** Without regard to case. */
export const eqIgnoringCase =
  (column: string): Condition<string> =>
  (word) =>
    sql<SqlBool>`lower(${sql.raw(column)}) = lower(${word})`;

/** What is no id names nothing, and is no error: the list is empty. */
export const eqId = (column: string): Condition<string> => whereId((id) => sql`${sql.raw(column)} = ${id}`);

/** The same for a condition of one's own. */
export const whereId =
  (condition: Condition<string>): Condition<string> =>
  (text) => {
    const id = text.toLowerCase();
    return isId(id) ? condition(id) : sql<SqlBool>`false`;
  };

export const gte =
  (column: string): Condition<Date> =>
  (moment) =>
    sql<SqlBool>`${sql.raw(column)} >= ${moment}`;

export const lt =
  (column: string): Condition<Date> =>
  (moment) =>
    sql<SqlBool>`${sql.raw(column)} < ${moment}`;

/** Any part of a text, with the wildcards of LIKE taken as the characters they are. */
export const containsPattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** In any of the columns, in any part of it, without regard to case. */
export const contains =
  (...columns: readonly string[]): Condition<string> =>
  (text) => {
    const hits = columns.map((column) => sql<SqlBool>`${sql.raw(column)} ilike ${containsPattern(text)}`);
    return sql<SqlBool>`(${sql.join(hits, sql` or `)})`;
  };
