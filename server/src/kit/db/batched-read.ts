import type pg from 'pg';
import QuickLRU from 'quick-lru';
import { batchReads } from '../batch-reads.ts';
import type { Database } from './database.ts';

/** A read that many callers make at once: those who ask in the same moment are answered by one named statement. */
export type BatchedRead<Row, Key = string> = (database: Database, key: Key) => Promise<Row | undefined>;

export interface BatchedReadSpec<Key> {
  readonly name: string;
  /** Its rows say in `n` which of the keys they answer, counted from one, as `with ordinality` does. */
  readonly text: string;
  /** The statement's values for these keys, usually one list for an `unnest`. */
  values(keys: Key[]): unknown[];
}

export interface NumberedRow extends pg.QueryResultRow {
  n: number;
}

/** Ids or numbers as PostgreSQL writes a list of them: the driver would look at every letter for what has to be quoted. */
export const arrayLiteral = (words: readonly string[]): string => `{${words.join(',')}}`;

/** The rows for these keys, given to `take` with their places in the list. */
type Ask<Row, Key> = (keys: Key[], take: (row: Row, place: number) => void) => Promise<void>;

/** Each database has a queue of its own. */
function batched<Row, Key>(open: (database: Database) => Ask<Row, Key>): BatchedRead<Row, Key> {
  const queues = new WeakMap<Database, (key: Key) => Promise<Row | undefined>>();
  const openQueue = (database: Database) => {
    const ask = open(database);
    const queue = batchReads(async (keys: Key[]) => {
      const found = new Map<Key, Row>();
      await ask(keys, (row, place) => {
        const key = keys[place];
        if (key !== undefined) found.set(key, row);
      });
      return found;
    });
    queues.set(database, queue);
    return queue;
  };
  return (database, key) => (queues.get(database) ?? openQueue(database))(key);
}

export function batchedRead<Row extends NumberedRow, Key = string>(spec: BatchedReadSpec<Key>): BatchedRead<Row, Key> {
  return batched((database) => async (keys, take) => {
    for (const row of await database.named<Row>(spec.name, spec.text, spec.values(keys))) take(row, row.n - 1);
  });
}

/** A value that belongs to the caller, asked for in the same question as who they are. */
export interface CallerValue<Value> {
  /** Names that question. */
  readonly name: string;
  /** The value in SQL, where that question calls the id of the caller so. */
  readonly sql: (callerId: string) => string;
  /**
   * A word in SQL that changes whenever the value does, for values that are text. The text is kept, and sent by the
   * database only where the word is another than that of the kept one: it is asked for at every call, so what is
   * kept is never older than what would be sent.
   */
  readonly version?: (callerId: string) => string;
  /** Only there to carry the type of the value. */
  readonly gives?: Value;
}

export interface CallerReadSpec<Key> {
  readonly name: string;
  /** `value` is the column `value` for a caller, whose id the statement calls so, as it does the last of its values. */
  text(value: (callerId: string, last: string) => string): string;
  /** The values but the last one, which is the list of known versions. */
  values(keys: Key[]): unknown[];
  callerId(key: Key): string;
}

interface CachedValue {
  readonly version: string;
  readonly text: string;
}

/** The cache keeps two generations of this size. */
const maxCached = 5_000;

/** The question about callers, one for each value that may be asked for with it. */
export function withCallerValue<Row extends NumberedRow & { value: unknown }, Key>(
  spec: CallerReadSpec<Key>,
): (value: CallerValue<unknown> | undefined) => BatchedRead<Row, Key> {
  const reads = new Map<CallerValue<unknown> | undefined, BatchedRead<Row, Key>>();
  const open = (value: CallerValue<unknown> | undefined): BatchedRead<Row, Key> =>
    value?.version ? readCached(spec, value, value.version) : readPlain(spec, value);
  const make = (value: CallerValue<unknown> | undefined): BatchedRead<Row, Key> => {
    const read = open(value);
    reads.set(value, read);
    return read;
  };
  return (value) => reads.get(value) ?? make(value);
}

const statementName = <Key>(spec: CallerReadSpec<Key>, value: CallerValue<unknown>): string =>
  `${spec.name}_with_${value.name}`;

function readPlain<Row extends NumberedRow, Key>(
  spec: CallerReadSpec<Key>,
  value: CallerValue<unknown> | undefined,
): BatchedRead<Row, Key> {
  return batchedRead({
    name: value ? statementName(spec, value) : spec.name,
    text: spec.text((callerId) => value?.sql(callerId) ?? 'null'),
    values: (keys) => [...spec.values(keys), '{}'],
  });
}

function readCached<Row extends NumberedRow & { value: unknown }, Key>(
  spec: CallerReadSpec<Key>,
  value: CallerValue<unknown>,
  version: (callerId: string) => string,
): BatchedRead<Row, Key> {
  const statement = statementName(spec, value);
  // The version stands before the value; an empty text says that the known one still holds.
  const text = spec.text(
    (
      callerId,
      known,
    ) => `(select case when v.version::text = ${known} then '' else v.version || ' ' || ${value.sql(callerId)} end
      from (select ${version(callerId)} as version offset 0) v)`,
  );
  return batched((database) => {
    const cache = new QuickLRU<string, CachedValue>({ maxSize: maxCached });
    return async (keys, take) => {
      // As they are now: while the statement is under way another may bring a newer or an older one.
      const known = keys.map((key) => cache.get(spec.callerId(key)));
      const versions = arrayLiteral(known.map((one) => one?.version ?? 'NULL'));
      for (const row of await database.named<Row>(statement, text, [...spec.values(keys), versions])) {
        const place = row.n - 1;
        const key = keys[place];
        if (key !== undefined) row.value = refreshed(cache, spec.callerId(key), known[place], String(row.value));
        take(row, place);
      }
    };
  });
}

function refreshed(
  cache: QuickLRU<string, CachedValue>,
  callerId: string,
  known: CachedValue | undefined,
  sent: string,
): string {
  if (sent === '' && known) return known.text;
  const end = sent.indexOf(' ');
  const text = sent.slice(end + 1);
  cache.set(callerId, { version: sent.slice(0, end), text });
  return text;
}
