import type pg from 'pg';
import { together } from '../together.ts';
import type { Database } from './database.ts';

/** A read that many callers make at once: those who ask in the same moment are answered by one named statement. */
export type HotRead<Row, Key = string> = (database: Database, key: Key) => Promise<Row | undefined>;

export interface HotReadSpec<Key> {
  readonly name: string;
  /** Its rows say in `n` which of the keys they answer, counted from one, as `with ordinality` does. */
  readonly text: string;
  /** The statement's values for these keys, usually one list for an `unnest`. */
  values(keys: Key[]): unknown[];
}

export interface Answering extends pg.QueryResultRow {
  n: number;
}

/** Ids as PostgreSQL writes a list of them: the driver would look at every letter for what has to be quoted. */
export const idList = (ids: readonly string[]): string => `{${ids.join(',')}}`;

export function hotRead<Row extends Answering, Key = string>(spec: HotReadSpec<Key>): HotRead<Row, Key> {
  const lanes = new WeakMap<Database, (key: Key) => Promise<Row | undefined>>();
  const open = (database: Database) => {
    const ask = together(async (keys: Key[]) => {
      const found = new Map<Key, Row>();
      for (const row of await database.named<Row>(spec.name, spec.text, spec.values(keys))) {
        const key = keys[row.n - 1];
        if (key !== undefined) found.set(key, row);
      }
      return found;
    });
    lanes.set(database, ask);
    return ask;
  };
  return (database, key) => (lanes.get(database) ?? open(database))(key);
}

/** A value that belongs to the caller, asked for in the same question as who they are. */
export interface Own<Value> {
  /** Names that question. */
  readonly name: string;
  /** The value in SQL, where `callerId` is how that question calls the id of the caller. */
  readonly sql: (callerId: string) => string;
  /** Only there to carry the type of the value. */
  readonly gives?: Value;
}

/** The question about callers, one for each value that may be asked for with it. */
export function withOwn<Row extends Answering, Key>(
  specOf: (column: (callerId: string) => string) => HotReadSpec<Key>,
): (own: Own<unknown> | undefined) => HotRead<Row, Key> {
  const reads = new Map<Own<unknown> | undefined, HotRead<Row, Key>>();
  const make = (own: Own<unknown> | undefined): HotRead<Row, Key> => {
    const spec = specOf(own?.sql ?? (() => 'null'));
    const read = hotRead<Row, Key>({ ...spec, name: own ? `${spec.name}_with_${own.name}` : spec.name });
    reads.set(own, read);
    return read;
  };
  return (own) => reads.get(own) ?? make(own);
}
