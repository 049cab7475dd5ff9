import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld } from '../../../test/harness/world.ts';
import { type Database, openDatabase } from './database.ts';
import { executePrepared } from './prepared.ts';

const world = await openWorld();
let database: Database;
const statements: string[] = [];
beforeAll(() => {
  const url = world.server.url('app', world.databaseName);
  database = openDatabase({ url, connections: 1, onStatement: (text) => statements.push(text) });
});
afterAll(() => database.close());

async function prepared(part: string): Promise<unknown[]> {
  const text = 'select statement from pg_prepared_statements where statement like $1';
  return (await database.pool.query<{ statement: string }>(text, [`%${part}%`])).rows;
}

describe('a statement that is prepared', () => {
  it('is prepared once for a connection, whatever its values are, and counted each time', async () => {
    const twice = (n: number) =>
      executePrepared(database.db, sql<{ n: number }>`select ${n}::integer * 2 as n /* twice */`);
    expect([await twice(1), await twice(2), await twice(3)]).toEqual([[{ n: 2 }], [{ n: 4 }], [{ n: 6 }]]);
    expect(await prepared('/* twice */')).toHaveLength(1);
    expect(statements.filter((text) => text.includes('/* twice */'))).toHaveLength(3);
  });
  it('is prepared inside of a transaction too, and sees what that has written', async () => {
    const seeing = (word: string) =>
      database.transaction(async (tx) => {
        await sql`select set_config('prepared.word', ${word}, true)`.execute(tx);
        return executePrepared(tx, sql<{ word: string }>`select current_setting('prepared.word') as word /* inside */`);
      });
    expect([await seeing('one'), await seeing('other')]).toEqual([[{ word: 'one' }], [{ word: 'other' }]]);
    expect(await prepared('/* inside */')).toHaveLength(1);
  });
  it('is one of a limited number: what comes after is sent without being kept', async () => {
    for (let n = 0; n < 220; n++) {
      const query = sql<{ n: number }>`select ${sql.raw(String(n))} as n /* many */`;
      expect(await executePrepared(database.db, query)).toEqual([{ n }]);
    }
    expect((await prepared('/* many */')).length).toBeLessThanOrEqual(200);
  });
});
