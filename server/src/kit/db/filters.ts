import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { isId } from '../http/schema.ts';

/** Filters of lists as SQL conditions. Columns are inserted unchanged: never from a caller. */

type Condition<Value> = (value: Value) => RawBuilder<SqlBool>;

/** The conditions of the given filters; omitted and null ones are ignored. */
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

const compare =
  <Value>(operator: '=' | '>=' | '<') =>
  (column: string): Condition<Value> =>
  (value) =>
    sql<SqlBool>`${sql.raw(column)} ${sql.raw(operator)} ${value}`;

export const eq = compare<unknown>('=');
export const gte = compare<Date>('>=');
export const lt = compare<Date>('<');

/**
 * A value that decides which index is best, as a literal: the generic plan of a prepared statement would be for an average
 * value.
 */
export const inlineLiteral = (value: string | boolean): RawBuilder<unknown> =>
  typeof value === 'boolean' || /^[\w-]{1,64}$/.test(value) ? sql.lit(value) : sql`${value}`;

/** Case-insensitive. */
export const eqIgnoringCase =
  (column: string): Condition<string> =>
  (word) =>
    sql<SqlBool>`lower(${sql.raw(column)}) = lower(${word})`;

/** A value that is not an id matches nothing. */
export const eqId = (column: string): Condition<string> => whereId((id) => sql`${sql.raw(column)} = ${id}`);

/** The same for any condition. */
export const whereId =
  (condition: Condition<string>): Condition<string> =>
  (text) => {
    const id = text.toLowerCase();
    return isId(id) ? condition(id) : sql<SqlBool>`false`;
  };

/** A pattern for a substring, with escaped wildcards. */
export const containsPattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** A case-insensitive substring of any of the columns. */
export const contains =
  (...columns: readonly string[]): Condition<string> =>
  (text) => {
    const hits = columns.map((column) => sql<SqlBool>`${sql.raw(column)} ilike ${containsPattern(text)}`);
    return sql<SqlBool>`(${sql.join(hits, sql` or `)})`;
  };
