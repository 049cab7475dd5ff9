import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { anonymous, makeAdminActor } from '../../../test/harness/actor.ts';
import { connectWithoutTriggers } from '../../../test/harness/without-triggers.ts';
import { openWorld } from '../../../test/harness/world.ts';

interface Proof {
  holds: boolean;
  head: { no: number; hash: string } | null;
  notSealed: number;
  brokenBlocks: { no: number; what: string }[];
}

const world = await openWorld();
const superuser = await connectWithoutTriggers(world);
const root = await makeAdminActor(world, 'superadmin');
/** The weakest of the built-in roles that may look. */
const finance = await makeAdminActor(world, 'finance');
const support = await makeAdminActor(world, 'support', { name: 'Mina' });

const proof = async (): Promise<Proof> => (await finance.get<Proof>('/admin/audit-log/proof')).body;
const checking = () => world.database.pool.query(`select * from check_blocks('audit', 1000000)`);
async function sealAll(): Promise<void> {
  const left = async () => {
    await world.database.pool.query(`select * from seal_block('audit', 5000)`);
    return (await proof()).notSealed;
  };
  await expect.poll(left, { timeout: 30_000 }).toBe(0);
}

/** Three blocks of two entries each. */
beforeEach(async () => {
  await superuser.query(`delete from audit_log; delete from sealed_blocks; delete from broken_blocks;
    update sealed_chains set settled_no = 0, marked_no = 0, marked_xid = null, next_block = 1`);
  for (let n = 0; n < 3; n++) {
    await root.put(`/admin/admins/${support.id}`, { name: `Mina “${n}” \\` });
    await root.put(`/admin/admins/${support.id}`, { name: 'Mina' });
    await sealAll();
  }
  await checking();
  expect(await proof()).toMatchObject({ holds: true, head: { no: 3 }, brokenBlocks: [] });
});

const second = '(select id from audit_log order by no offset 2 limit 1)';
const columns =
  'id, action, admin_id, admin_email, target_type, target_id, reason, before, after, flags, request_id, ip';

describe('audit entries are sealed in blocks', () => {
  it('each with the hash of its text', async () => {
    const { rows } = await superuser.query<{ text: string; hash: string }>(
      `select block_text(b) as text, hash from sealed_blocks b where chain = 'audit' order by no`,
    );
    for (const { text, hash } of rows) expect(createHash('sha256').update(text).digest('hex')).toBe(hash);
    const [header = '', first = ''] = rows[0]?.text.split('\n') ?? [];
    expect(JSON.parse(header)).toMatchObject({ chain: 'audit', no: 1, size: 2, previousHash: '0'.repeat(64) });
    expect(JSON.parse(first)).toMatchObject({
      action: 'admin.update',
      adminId: root.id,
      adminEmail: root.email,
      targetType: 'admin',
      targetId: support.id,
      before: { name: 'Mina' },
      after: { name: 'Mina “0” \\' },
      flags: {},
      ip: '127.0.0.1',
    });
  });
  it('and wait for the entry of an open transaction', async () => {
    await root.put(`/admin/admins/${support.id}`, { name: 'Mina 5' });
    const client = await world.database.pool.connect();
    await client.query('begin');
    await client.query(
      `insert into audit_log (id, action, admin_email) values (gen_random_uuid(), 'x.newest', 'system')`,
    );
    await world.database.pool.query(`select seal_block('audit', 5000)`);
    await client.query('commit');
    client.release();
    await sealAll();
    await checking();
    expect(await proof()).toMatchObject({ holds: true, brokenBlocks: [], notSealed: 0 });
  });
  it('and include the entry of a long transaction', async () => {
    const client = await world.database.pool.connect();
    await client.query('begin');
    await client.query(
      `insert into audit_log (id, action, admin_email) values (gen_random_uuid(), 'x.slow', 'system')`,
    );
    await root.put(`/admin/admins/${support.id}`, { name: 'Mina 4' });
    await world.database.pool.query(`select seal_block('audit', 5000)`);
    await world.database.pool.query(`select seal_block('audit', 5000)`);
    expect(await proof()).toMatchObject({ head: { no: 3 }, notSealed: 1 });
    await client.query('commit');
    client.release();
    await sealAll();
    await checking();
    expect(await proof()).toMatchObject({ holds: true, head: { no: 4 } });
  });
  it('including entries from before numbers were introduced', async () => {
    await superuser.query(
      'update audit_log set no = null where no in (select no from audit_log order by no desc limit 2)',
    );
    await superuser.query(`delete from sealed_blocks where chain = 'audit' and no = 3`);
    const entries = async () =>
      (await superuser.query<object>(`select to_jsonb(l) - 'no' as entry from audit_log l order by created_at, id`))
        .rows;
    const before = await entries();
    await expect(world.database.pool.query('update audit_log set no = 1')).rejects.toMatchObject({ code: '42501' });
    await expect
      .poll(() => world.runner.runNow('housekeeping').then(async () => (await proof()).head?.no), { timeout: 30_000 })
      .toBe(3);
    expect(await entries()).toEqual(before);
    await checking();
    expect(await proof()).toMatchObject({ holds: true, notSealed: 0 });
    const left = await superuser.query('select count(*)::int as n from audit_log where no is null');
    expect(left.rows).toEqual([{ n: 0 }]);
  });
  it('with a number that the service cannot choose', async () => {
    const insert = `insert into audit_log (id, no, action, admin_email) values (gen_random_uuid(), 1, 'x.y', 'system')`;
    await expect(world.database.pool.query(insert)).rejects.toMatchObject({ code: '42501' });
  });
});

describe('a change by the owner of the database', () => {
  it.each([
    ['an entry that was rewritten in part', `update audit_log set after = '{"name":"Omar"}' where id = ${second}`, 2],
    ['an actor that was rewritten', `update audit_log set admin_email = 'other@example.com' where id = ${second}`, 2],
    ['an address that was taken out', `update audit_log set ip = null where id = ${second}`, 2],
    ['an entry that was deleted', `delete from audit_log where id = ${second}`, 2],
    [
      'an entry that was put in under a number of the past',
      `delete from audit_log where id = ${second};
       insert into audit_log (${columns}, no)
       select gen_random_uuid(), ${columns.slice(4)}, no - 1 from audit_log where no = (select max(no) - 2 from audit_log)`,
      2,
    ],
    [
      'entries that changed their times',
      `update audit_log set created_at = created_at - interval '1 day' where id = ${second}`,
      2,
    ],
  ])('is found when the blocks are looked at again: %s', async (_name, statement, no) => {
    await superuser.query(statement);
    await checking();
    expect(await proof()).toMatchObject({ holds: false, brokenBlocks: [{ no, what: 'changed' }] });
    const { body } = await anonymous(world).get<{ sealed: object }>('/readyz');
    expect(body.sealed).toMatchObject({ audit: { holds: false, brokenBlocks: [no] } });
  });
});

describe('the proof of the audit log', () => {
  it('requires audit:read, which support has not', async () => {
    for (const url of ['/admin/audit-log/proof', '/admin/audit-log/blocks', '/admin/audit-log/blocks/export']) {
      expect((await finance.get(url)).status).toBe(200);
      expect((await support.get(url)).body).toMatchObject({ statusCode: 403, required: ['audit:read'] });
    }
  });
  it('is updated every minute', async () => {
    await root.put(`/admin/admins/${support.id}`, { name: 'Mina 5' });
    const { body } = await root.get<{ items: { name: string; everyMinutes: number }[] }>('/admin/cron');
    expect(body.items.find(({ name }) => name === 'media_sync')?.everyMinutes).toBe(1);
    const run = () => world.runner.runNow('media_sync');
    await expect.poll(() => run().then(async () => (await proof()).notSealed), { timeout: 30_000 }).toBe(0);
    expect(await proof()).toMatchObject({ holds: true, head: { no: expect.any(Number) } });
  });
});
