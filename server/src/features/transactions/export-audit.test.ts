import pg from 'pg';
import { expect, it } from 'vitest';
import { makeAdminActor, makeRole } from '../../../test/harness/actor.ts';
import { openWorld } from '../../../test/harness/world.ts';

const world = await openWorld();
await makeRole(world, 'clerk', ['payments:read']);
const clerk = await makeAdminActor(world, 'clerk');
const path = '/admin/payments/transactions/export.csv';

const exportsIn = async (): Promise<number> => {
  const text = `select count(*)::integer as count from audit_log where action = 'transactions.export'`;
  return (await world.database.pool.query<{ count: number }>(text)).rows[0]?.count ?? 0;
};

it('an export up to the last possible day is sent and audited', async () => {
  const { status, text } = await clerk.get(`${path}?dateTo=9999-12-31`);
  expect([status, text.startsWith('id,kind,userId')]).toEqual([200, true]);
  expect(await exportsIn()).toBe(1);
});

it('a failed export is not audited', async () => {
  const owner = new pg.Client({ connectionString: world.server.url('owner', world.databaseName) });
  await owner.connect();
  const before = await exportsIn();
  await owner.query('revoke select on transactions from cliffhanger_app');
  const headers = { authorization: `Bearer ${clerk.token}` };
  const answer = await world.app.inject({ method: 'GET', url: `/v1${path}`, headers });
  await owner.query('grant select on transactions to cliffhanger_app');
  await owner.end();
  expect(answer.statusCode).toBe(500);
  expect(await exportsIn()).toBe(before);
});
