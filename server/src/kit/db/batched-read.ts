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
export const plainList = (words: readonly string[]): string => `{${words.join(',')}}`;

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
  /** The value in SQL, where that question calls the id of the caller `callerId`, and what `ask` gave `asked`. */
  readonly sql: (callerId: string, asked: string) => string;
  /**
   * For a value that depends on what is asked for: a word without commas, quotes and spaces, made from the query before
   * that was checked. Nothing where the query makes no sense; the value is null then.
   */
  readonly ask?: (query: unknown) => string | undefined;
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
  /** The values but the last one, which is the list of known versions, or of what is asked for. */
  values(keys: Key[]): unknown[];
  callerId(key: Key): string;
}

/** The question about a caller; `query` is that of the request, for values that depend on it. */
export type CallerRead<Row, Key> = (database: Database, key: Key, query?: unknown) => Promise<Row | undefined>;

interface CachedValue {
  readonly version: string;
  readonly text: string;
}

/** The cache keeps two generations of this size. */
const maxCached = 5_000;

/** The question about callers, one for each value that may be asked for with it. */
export function withCallerValue<Row extends NumberedRow & { value: unknown }, Key>(
  spec: CallerReadSpec<Key>,
): (value: CallerValue<unknown> | undefined) => CallerRead<Row, Key> {
  const reads = new Map<CallerValue<unknown> | undefined, CallerRead<Row, Key>>();
  const open = (value: CallerValue<unknown> | undefined): CallerRead<Row, Key> => {
    if (value?.ask) return readAsked(spec, value, value.ask);
    return value?.version ? readCached(spec, value, value.version) : readPlain(spec, value);
  };
  const make = (value: CallerValue<unknown> | undefined): CallerRead<Row, Key> => {
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
    text: spec.text((callerId) => value?.sql(callerId, 'null') ?? 'null'),
    values: (keys) => [...spec.values(keys), '{}'],
  });
}

/** Two requests of one caller may ask for different things, so that each is a key of its own. */
function readAsked<Row extends NumberedRow, Key>(
  spec: CallerReadSpec<Key>,
  value: CallerValue<unknown>,
  ask: (query: unknown) => string | undefined,
): CallerRead<Row, Key> {
  const read = batchedRead<Row, { readonly key: Key; readonly asked: string | undefined }>({
    name: statementName(spec, value),
    text: spec.text(value.sql),
    values: (all) => [...spec.values(all.map(({ key }) => key)), plainList(all.map(({ asked }) => asked ?? 'NULL'))],
  });
  return (database, key, query) => read(database, { key, asked: ask(query) });
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
    ) => `(select case when v.version::text = ${known} then '' else v.version || ' ' || ${value.sql(callerId, 'null')} end
      from (select ${version(callerId)} as version offset 0) v)`,
  );
  return batched((database) => {
    const cache = new QuickLRU<string, CachedValue>({ maxSize: maxCached });
    return async (keys, take) => {
      // As they are now: while the statement is under way another may bring a newer or an older one.
      const known = keys.map((key) => cache.get(spec.callerId(key)));
      const versions = plainList(known.map((one) => one?.version ?? 'NULL'));
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
