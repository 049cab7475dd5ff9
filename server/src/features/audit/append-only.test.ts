import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { makeAdminActor } from '../../../test/harness/actor.ts';
import { openWorld } from '../../../test/harness/world.ts';

const world = await openWorld();
const root = await makeAdminActor(world, 'superadmin');
await root.post(`/admin/admins/${root.id}/force-logout`);

const owner = new pg.Client({ connectionString: world.server.url('owner', world.databaseName) });
await owner.connect();
afterAll(() => owner.end());

const entries = async (): Promise<unknown> =>
  (await world.database.pool.query('select l::text from audit_log l order by id')).rows;

const attacks = [
  `update audit_log set admin_email = 'someone else'`,
  'update audit_log set id = id',
  'delete from audit_log',
  'truncate audit_log',
  'truncate audit_log cascade',
];

describe('the audit log is append-only', () => {
  it.each(attacks)('for the service, which lacks the privilege: %s', async (attack) => {
    const before = await entries();
    await expect(world.database.pool.query(attack)).rejects.toMatchObject({
      code: '42501',
      message: 'permission denied for table audit_log',
    });
    expect(await entries()).toEqual(before);
  });
  it.each(attacks)('for the owner of the tables, through a trigger: %s', async (attack) => {
    const before = await entries();
    expect(before).toHaveLength(1);
    await expect(owner.query(attack)).rejects.toMatchObject({
      code: '42501',
      message: 'audit_log is append-only',
    });
    expect(await entries()).toEqual(before);
  });
  it.each([
    'alter table audit_log disable trigger all',
    'drop trigger audit_log_append_only on audit_log',
    `set session_replication_role = 'replica'`,
    'drop table audit_log',
    'set role cliffhanger_owner',
  ])('for a service that would first do away with the guard: %s', async (attack) => {
    await expect(world.database.pool.query(attack)).rejects.toMatchObject({ code: '42501' });
  });
  it('and no entry can be added without an action and an actor', async () => {
    const insert = 'insert into audit_log (id, action, admin_email) values (gen_random_uuid(), $1, $2)';
    for (const values of [
      [null, 'system'],
      ['admin.create', null],
    ]) {
      await expect(world.database.pool.query(insert, values)).rejects.toMatchObject({ code: '23502' });
    }
  });
});
