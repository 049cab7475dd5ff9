import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openWorld } from '../../../test/harness/world.ts';
import type { Database } from './database.ts';

const world = await openWorld();
// Other test files of this process have used up names.
vi.resetModules();
const { openDatabase } = await import('./database.ts');
const { executePrepared } = await import('./prepared.ts');
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
  it('finds room after many forms of a list, of which only some are prepared', async () => {
    for (let n = 0; n < 220; n++) {
      const query = sql<{ n: number }>`select ${sql.raw(String(n))} as n /* forms */`;
      expect(await executePrepared(database.db, query, { isDynamic: true })).toEqual([{ n }]);
    }
    expect((await prepared('/* forms */')).length).toBeLessThanOrEqual(100);
    await executePrepared(database.db, sql`select 1 /* of one form */`);
    expect(await prepared('/* of one form */')).toHaveLength(1);
  });
  it('is one of a limited number: what comes after is sent without being kept', async () => {
    for (let n = 0; n < 220; n++) {
      const query = sql<{ n: number }>`select ${sql.raw(String(n))} as n /* many */`;
      expect(await executePrepared(database.db, query)).toEqual([{ n }]);
    }
    expect((await prepared('/* many */')).length).toBeLessThanOrEqual(200);
  });
});

describe('a transaction', () => {
  const inTransaction = sql<{ isOpen: boolean }>`select pg_current_xact_id_if_assigned() is not null as "isOpen"`;
  it('begins with its first statement, whether that has values or not', async () => {
    for (const first of [sql`select 1`, sql`select ${1}::integer`]) {
      const isOpen = await database.db.transaction().execute(async (tx) => {
        await first.execute(tx);
        await sql`select pg_current_xact_id()`.execute(tx);
        return (await inTransaction.execute(tx)).rows;
      });
      expect(isOpen).toEqual([{ isOpen: true }]);
    }
  });
  it('that says nothing leaves none open behind it', async () => {
    await database.db.transaction().execute(async () => undefined);
    const refused = database.db.transaction().execute(() => Promise.reject(new Error('changed my mind')));
    await expect(refused).rejects.toThrow('changed my mind');
    await sql`select pg_current_xact_id()`.execute(database.db);
    expect((await inTransaction.execute(database.db)).rows).toEqual([{ isOpen: false }]);
  });
  it('is rolled back where its first statement fails', async () => {
    const failed = database.db.transaction().execute((tx) => sql`select 1 / 0`.execute(tx));
    await expect(failed).rejects.toThrow('division by zero');
    expect((await sql<{ n: number }>`select 1 as n`.execute(database.db)).rows).toEqual([{ n: 1 }]);
  });
});
