import type pg from 'pg';
import { batchReads } from '../batch-reads.ts';
import type { Database } from './database.ts';

/** A read that many callers make at once: concurrent calls share one named statement. */
export type BatchedRead<Row, Key = string> = (database: Database, key: Key) => Promise<Row | undefined>;

interface BatchedReadSpec<Key> {
  readonly name: string;
  /** Its rows say in `n` which key they belong to, counted from one, as `with ordinality` does. */
  readonly text: string;
  /** The statement's values for these keys, usually one list for an `unnest`. */
  readonly values: (keys: Key[]) => unknown[];
}

export interface NumberedRow extends pg.QueryResultRow {
  n: number;
}

/** Ids or numbers as PostgreSQL writes a list of them: the driver would look at every letter for what has to be quoted. */
export const arrayLiteral = (words: readonly string[]): string => `{${words.join(',')}}`;

/** A batched read by a function that reads many keys at once, each in its place. Each database has a queue of its own. */
export function batchedCall<Row, Key>(
  readKeys: (database: Database, keys: Key[]) => Promise<readonly (Row | undefined)[]>,
): BatchedRead<Row, Key> {
  const queues = new WeakMap<Database, (key: Key) => Promise<Row | undefined>>();
  const openQueue = (database: Database) => {
    const queue = batchReads(async (keys: Key[]) => {
      const rows = await readKeys(database, keys);
      return new Map(keys.map((key, n) => [key, rows[n]]));
    });
    queues.set(database, queue);
    return queue;
  };
  return (database, key) => (queues.get(database) ?? openQueue(database))(key);
}

export const batchedRead = <Row extends NumberedRow, Key = string>({
  name,
  text,
  values,
}: BatchedReadSpec<Key>): BatchedRead<Row, Key> =>
  batchedCall(async (database, keys) => {
    const rows: Row[] = [];
    for (const row of await database.named<Row>(name, text, values(keys))) rows[row.n - 1] = row;
    return rows;
  });

/** A value that belongs to the caller, read in the same statement as the caller. */
export interface CallerValue<Value> {
  /** Names that statement. */
  readonly name: string;
  /** The value in SQL, for the SQL of the caller's id. */
  readonly sql: (callerId: string) => string;
  /** Carries the type of the value; never set. */
  readonly gives?: Value;
}

interface CallerReadSpec<Key> extends Omit<BatchedReadSpec<Key>, 'text'> {
  /** `value` is the SQL of the column `value`, for the SQL of the caller's id. */
  readonly text: (value: (callerId: string) => string) => string;
}

/** Reads of callers, one for each value that may be read with them. */
export function withCallerValue<Row extends NumberedRow & { value: unknown }, Key>({
  name,
  text,
  values,
}: CallerReadSpec<Key>): (value: CallerValue<unknown> | undefined) => BatchedRead<Row, Key> {
  const reads = new Map<CallerValue<unknown> | undefined, BatchedRead<Row, Key>>();
  return (value) => {
    const known = reads.get(value);
    if (known) return known;
    const read = batchedRead<Row, Key>({
      name: value ? `${name}_with_${value.name}` : name,
      text: text((callerId) => value?.sql(callerId) ?? 'null'),
      values,
    });
    reads.set(value, read);
    return read;
  };
}
