import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorld } from '../../../test/harness/world.ts';
import { afterCommit, inSavepoint, type Tx } from './database.ts';

const { database, server, databaseName } = await openWorld();
const owner = new pg.Client({ connectionString: server.url('owner', databaseName) });
await owner.connect();
afterAll(() => owner.end());
beforeAll(() =>
  owner.query(`create table parts (n integer constraint parts_once unique deferrable initially deferred);
    grant select, insert on parts to cliffhanger_app`),
);

const insert = (tx: Tx, n: number) => sql`insert into parts values (${n})`.execute(tx);
const parts = async () => (await owner.query<{ n: number }>('select n from parts order by n')).rows.map(({ n }) => n);

it('A part that fails is rolled back, and the transaction continues', async () => {
  await database.transaction(async (tx) => {
    await insert(tx, 1);
    const part = inSavepoint(tx, async () => {
      await insert(tx, 2);
      throw new Error('out of paper');
    });
    await expect(part).rejects.toThrow('out of paper');
    await inSavepoint(tx, () => insert(tx, 3));
  });
  expect(await parts()).toEqual([1, 3]);
});

it('What a part that fails wants to be done after the commit is not done', async () => {
  const done: string[] = [];
  await database.transaction(async (tx) => {
    afterCommit(tx, () => void done.push('before'));
    const part = inSavepoint(tx, async () => {
      afterCommit(tx, () => void done.push('within'));
      throw new Error('out of paper');
    });
    await expect(part).rejects.toThrow('out of paper');
    afterCommit(tx, () => void done.push('after'));
    expect(done).toEqual([]);
  });
  expect(done).toEqual(['before', 'after']);
});

it('What COMMIT would refuse fails the part that did it, and may be put right within a part', async () => {
  await database.transaction(async (tx) => {
    await insert(tx, 10);
    await expect(inSavepoint(tx, () => insert(tx, 10))).rejects.toMatchObject({ constraint: 'parts_once' });
    await inSavepoint(tx, () => insert(tx, 11));
  });
  expect(await parts()).toEqual([1, 3, 10, 11]);
});
