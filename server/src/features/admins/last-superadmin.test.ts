import { beforeEach, describe, expect, it } from 'vitest';
import { type AdminActor, makeAdminActor, makeRole } from '../../../test/harness/actor.ts';
import { countLockWaiters } from '../../../test/harness/waiting.ts';
import { openWorld } from '../../../test/harness/world.ts';

const world = await openWorld();
const otherProcess = world.another();
await makeRole(world, 'night desk', ['users:read']);
const refused = { statusCode: 409, error: 'last_superadmin' };

/** The active superadmins. */
async function superadmins(): Promise<string[]> {
  const { rows } = await world.database.pool.query<{ id: string }>(
    `select a.id from admins a join roles r on r.id = a.role_id
     where r.name = 'superadmin' and a.is_active and a.deleted_at is null`,
  );
  return rows.map(({ id }) => id);
}

/** Leaves just these superadmins: the newcomers first, since the last one stays. */
async function only(count: number): Promise<AdminActor[]> {
  const before = await superadmins();
  const created: AdminActor[] = [];
  for (let index = 0; index < count; index++) {
    created.push(await makeAdminActor(index % 2 === 0 ? world : otherProcess, 'superadmin'));
  }
  await world.database.pool.query('update admins set is_active = false where id = any($1)', [before]);
  return created;
}

const takings = [
  ['disabling', (by: AdminActor, whom: AdminActor) => by.put(`/admin/admins/${whom.id}`, { is_active: false })],
  ['demoting', (by: AdminActor, whom: AdminActor) => by.put(`/admin/admins/${whom.id}`, { role: 'night desk' })],
  ['deleting', (by: AdminActor, whom: AdminActor) => by.delete(`/admin/admins/${whom.id}`)],
] as const;

let alone: AdminActor;

describe('the last active superadmin', () => {
  beforeEach(async () => {
    const [one = expect.unreachable()] = await only(1);
    alone = one;
  });
  it.each(takings)('cannot be removed: %s is refused, also in a dry run', async (_name, take) => {
    expect((await take(alone, alone)).body).toEqual(refused);
    const dryRun = await alone.delete(`/admin/admins/${alone.id}?dryRun=true`);
    expect(dryRun.body).toEqual(refused);
    expect((await alone.get('/admin/admins/me')).body).toMatchObject({ token_version: 1, revision: 1 });
  });
  it('has no such allowed actions until there is a second one', async () => {
    const allowed = async () => {
      const [mine, read] = [await alone.get('/admin/admins/me'), await alone.get(`/admin/admins/${alone.id}`)];
      expect(mine.body).toEqual(read.body);
      return read.body.allowed;
    };
    expect(await allowed()).toEqual(['update', 'force_logout', 'reset_password']);
    const second = await makeAdminActor(world, 'superadmin');
    expect(await allowed()).toContain('disable');
    await alone.put(`/admin/admins/${second.id}`, { is_active: false });
    expect(await allowed()).not.toContain('disable');
  });
  it('can be renamed, logged out and given the same role', async () => {
    const url = `/admin/admins/${alone.id}`;
    expect((await alone.put(url, { name: 'Still here', role: 'superadmin', is_active: true })).status).toBe(200);
    expect((await alone.post(`${url}/force-logout`)).status).toBe(200);
  });
  it('can be disabled once there is another one', async () => {
    await makeAdminActor(world, 'superadmin');
    expect((await alone.put(`/admin/admins/${alone.id}`, { is_active: false })).body).toMatchObject({
      is_active: false,
      token_version: 2,
    });
  });
  it('is not affected by changes of disabled superadmins and other roles', async () => {
    const [disabled, support] = [
      await makeAdminActor(world, 'superadmin', { isActive: false }),
      await makeAdminActor(world, 'support'),
    ];
    for (const { id } of [disabled, support]) expect((await alone.delete(`/admin/admins/${id}`)).status).toBe(204);
  });
});

describe('two superadmins who remove each other concurrently on two processes', () => {
  it.each(takings)('by %s leave exactly one, in each of 20 rounds', async (_name, take) => {
    for (let round = 1; round <= 20; round++) {
      const [one = expect.unreachable(), two = expect.unreachable()] = await only(2);
      const answers = await Promise.all([take(one, two), take(two, one)]);
      const outcomes = answers.map(({ status, body }) => (status < 300 ? 'done' : String(body.error))).sort();
      // The second gets 409 `last_superadmin`, or 401 or 403 if it is not a superadmin any more.
      expect(outcomes[0], `round ${round}: ${outcomes.join()}`).not.toBe(outcomes[1]);
      expect(outcomes).toContain('done');
      expect(await superadmins(), `round ${round}`).toHaveLength(1);
    }
  });
  it('in different ways leave exactly one', async () => {
    const [[, disable], [, demote], [, remove]] = takings;
    for (const [first, second] of [
      [disable, demote],
      [demote, remove],
      [remove, disable],
    ] as const) {
      const [one = expect.unreachable(), two = expect.unreachable()] = await only(2);
      await Promise.all([first(one, two), second(two, one)]);
      expect(await superadmins()).toHaveLength(1);
    }
  });
  it('leave at least one of six who each remove the next one', async () => {
    const six = await only(6);
    const next = (index: number) => six[(index + 1) % 6]?.id;
    await Promise.all(six.map((one, index) => one.put(`/admin/admins/${next(index)}`, { is_active: false })));
    expect((await superadmins()).length).toBeGreaterThanOrEqual(1);
  });
});

describe('the database itself', () => {
  const takeAway = (ids: string[]) => [
    ['update admins set is_active = false where id = any($1)', ids],
    ['update admins set deleted_at = clock() where id = any($1)', ids],
    [`update admins set role_id = (select id from roles where name = 'support') where id = any($1)`, ids],
  ];
  it('keeps the last superadmin, whatever statement is sent', async () => {
    await only(2);
    const ids = await superadmins();
    for (const [text, values] of takeAway(ids)) {
      await expect(world.database.pool.query(String(text), [values])).rejects.toMatchObject({
        constraint: 'admins_keep_a_superadmin',
      });
    }
    expect(await superadmins()).toHaveLength(2);
  });
  it('keeps one of two who are removed by concurrent transactions', async () => {
    const ids = (await only(2)).map(({ id }) => id);
    const [first, second] = [await world.database.pool.connect(), await world.database.pool.connect()];
    for (const [index, client] of [first, second].entries()) {
      await client.query('begin');
      await client.query('update admins set is_active = false where id = $1', [ids[index]]);
    }
    await first.query('set constraints all immediate');
    let outcome = 'undecided';
    const decided = second.query('set constraints all immediate').then(
      () => (outcome = 'passed'),
      (error: unknown) => (outcome = String(error)),
    );
    await expect.poll(async () => outcome !== 'undecided' || (await countLockWaiters(world)) === 1).toBe(true);
    await first.query('commit');
    expect(await decided).toBe('error: the last active superadmin stays');
    await second.query('rollback');
    for (const client of [first, second]) client.release();
    expect(await superadmins()).toEqual([ids[1]]);
  });
  it('does not let the service delete admin rows', async () => {
    await expect(world.database.pool.query('delete from admins')).rejects.toMatchObject({ code: '42501' });
  });
});
