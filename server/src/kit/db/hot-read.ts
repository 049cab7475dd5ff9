import type pg from 'pg';
import { together } from '../together.ts';
import type { Database } from './database.ts';

/** A read that many callers make at once: those who ask in the same moment are answered by one named statement. */
export type HotRead<Row> = (database: Database, key: string) => Promise<Row | undefined>;

export interface HotReadSpec<Row> {
  readonly name: string;
  readonly text: string;
  /** The statement's values for these keys, usually one list for an `= any($1)`. */
  values(keys: string[]): unknown[];
  keyOf(row: Row): string;
}

/** Ids as PostgreSQL writes a list of them: the driver would look at every letter for what has to be quoted. */
export const idList = (ids: readonly string[]): string => `{${ids.join(',')}}`;

export function hotRead<Row extends pg.QueryResultRow>(spec: HotReadSpec<Row>): HotRead<Row> {
  const lanes = new WeakMap<Database, (key: string) => Promise<Row | undefined>>();
  const open = (database: Database) => {
    const ask = together(async (keys: string[]) => {
      const rows = await database.named<Row>(spec.name, spec.text, spec.values(keys));
      return new Map(rows.map((row) => [spec.keyOf(row), row]));
    });
    lanes.set(database, ask);
    return ask;
  };
  return (database, key) => (lanes.get(database) ?? open(database))(key);
}
