import { createHash } from 'node:crypto';
import type { Kysely, RawBuilder } from 'kysely';
import type pg from 'pg';
import type { DB } from './schema.ts';

/**
 * Statements that a connection parses and plans once: for pages of many joins that takes longer than the reading. Not
 * for searches, whose best plan depends on what is searched for.
 */

type Db = Kysely<DB>;
type Send = <Row extends pg.QueryResultRow>(statement: pg.QueryConfig) => Promise<{ rows: Row[] }>;

const senders = new WeakMap<Db, Send>();

/** Says how a pool's statements are sent by name. What is inside of a transaction is sent as it is. */
export function enablePrepared(db: Db, send: Send): void {
  senders.set(db, send);
}

/** A connection keeps what it has prepared for as long as it lives, so only so many texts are. */
const maxPrepared = 200;
const names = new Map<string, string>();

function nameFor(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= maxPrepared) return known;
  const name = `p_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`;
  names.set(text, name);
  return name;
}

export async function executePrepared<Row extends pg.QueryResultRow>(db: Db, query: RawBuilder<Row>): Promise<Row[]> {
  const send = senders.get(db);
  const { sql: text, parameters } = query.compile(db);
  const name = send && nameFor(text);
  if (!send || name === undefined) return (await query.execute(db)).rows;
  return (await send<Row>({ name, text, values: [...parameters] })).rows;
}
