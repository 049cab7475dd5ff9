import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { type Actor, type AdminActor, makeAdminActor, makeRole, tokenFor } from '../../../test/harness/actor.ts';
import { signIn, withToken } from '../../../test/harness/sign-in.ts';
import { makeViewer } from '../../../test/harness/viewer.ts';
import { openWorld, type World } from '../../../test/harness/world.ts';
import { newId } from '../../kit/id.ts';

interface Shown {
  id: string;
  approvalId: string;
  status: string;
  deciderBoundToRequester: boolean;
  refusedNow: { error: string } | null;
}

const world = await openWorld();
const careful = world.another({ approverCooldownHours: 48 });

let count = 0;
async function askForDeletion(by: AdminActor): Promise<string> {
  const roleId = await makeRole(world, `desk ${++count}`, []);
  return (await by.delete<Shown>(`/admin/roles/${roleId}`)).body.approvalId;
}

const actorOf = async (id: string, version: number, where: World = world) =>
  withToken(where, await tokenFor(world, id, { version }));

const flagsOf = async (id: string) =>
  (
    await sql<{ flags: Record<string, unknown> }>`
      select flags from audit_log where target_id = ${id} and action in ('approval.approve', 'approval.reject')`.execute(
      world.database.db,
    )
  ).rows[0]?.flags;

/** One admin was given access by another, so many hours ago. */
async function bind(adminId: string, by: string, hoursAgo: number): Promise<void> {
  await sql`insert into admin_access_changes (id, admin_id, changed_by, change, created_at)
    values (${newId()}, ${adminId}, ${by}, 'password', clock() - ${hoursAgo} * interval '1 hour')`.execute(
    world.database.db,
  );
}

describe('a decider whose access was granted by the requester', () => {
  it('is flagged before and after the decision, if the requester created the account', async () => {
    const asker = await makeAdminActor(world, 'superadmin');
    const id = await askForDeletion(asker);
    const given = { email: `second-${id}@example.com`, temporary_password: 'seven gulls over the pier' };
    await asker.post('/admin/admins', { ...given, name: 'Second', role: 'superadmin' });
    const { body } = await signIn(world, { email: given.email, password: given.temporary_password });
    const change = { currentPassword: given.temporary_password, newPassword: 'the lamp burns until noon' };
    const changed = await withToken(world, body.access_token).post<typeof body>('/admin/auth/change-password', change);
    const second = withToken(world, changed.body.access_token);

    expect((await second.get<Shown>(`/admin/approvals/${id}`)).body).toMatchObject({
      deciderBoundToRequester: true,
      refusedNow: null,
    });
    const { body: decided } = await second.post<Shown>(`/admin/approvals/${id}/approve`);
    expect(decided).toMatchObject({ status: 'approved', deciderBoundToRequester: true });
    expect(await flagsOf(id)).toMatchObject({ decider_bound_to_requester: true });
    const other = await makeAdminActor(world, 'superadmin');
    const { body: list } = await other.get<{ items: Shown[] }>('/admin/approvals?deciderBoundToRequester=true');
    expect(list.items).toMatchObject([{ id, deciderBoundToRequester: true }]);
    const metrics = await world.app.inject('/metrics');
    expect(metrics.payload).toContain('approvals_decider_bound 1');
  });
  it.each([['a reset of their password', 'reset-password', { temporary_password: 'seven gulls over the pier' }, 2]])(
    'by %s',
    async (_case, act, body, version) => {
      const [asker, decider] = [await makeAdminActor(world, 'superadmin'), await makeAdminActor(world, 'superadmin')];
      const id = await askForDeletion(asker);
      await asker.post(`/admin/admins/${decider.id}/${act}`, body);
      await sql`update admins set must_reset_password = false where id = ${decider.id}`.execute(world.database.db);
      const answer = await (await actorOf(decider.id, version)).post<Shown>(`/admin/approvals/${id}/approve`);
      expect(answer.body.deciderBoundToRequester).toBe(true);
    },
  );
  it('is flagged after a promotion, also through a third admin', async () => {
    const [asker, middle] = [await makeAdminActor(world, 'superadmin'), await makeAdminActor(world, 'support')];
    const decider = await makeAdminActor(world, 'support');
    const id = await askForDeletion(asker);
    await asker.put(`/admin/admins/${middle.id}`, { role: 'superadmin' });
    await (await actorOf(middle.id, 2)).put(`/admin/admins/${decider.id}`, { role: 'superadmin' });
    const answer = await (await actorOf(decider.id, 2)).post<Shown>(`/admin/approvals/${id}/approve`);
    expect(answer.body.deciderBoundToRequester).toBe(true);
  });
  it.each([
    ['within a day before the decision', 23, 1, true],
    ['longer before', 25, 1, false],
    ['after the request, however long ago', 70, 72, true],
  ])('%s', async (_case, boundHoursAgo, askedHoursAgo, expected) => {
    const [asker, decider] = [await makeAdminActor(world, 'superadmin'), await makeAdminActor(world, 'superadmin')];
    const id = await askForDeletion(asker);
    await sql`update approvals set created_at = clock() - ${askedHoursAgo} * interval '1 hour' where id = ${id}`.execute(
      world.database.db,
    );
    await bind(decider.id, asker.id, boundHoursAgo);
    expect((await decider.get<Shown>(`/admin/approvals/${id}`)).body.deciderBoundToRequester).toBe(expected);
    const { body } = await decider.post<Shown>(`/admin/approvals/${id}/reject`, { reason: 'not needed' });
    expect(body.deciderBoundToRequester).toBe(expected);
    expect(Boolean((await flagsOf(id))?.decider_bound_to_requester)).toBe(expected);
  });
  it('is not flagged if a third admin granted it before', async () => {
    const [asker, decider] = [await makeAdminActor(world, 'superadmin'), await makeAdminActor(world, 'superadmin')];
    const third = await makeAdminActor(world, 'superadmin');
    const id = await askForDeletion(asker);
    await bind(decider.id, third.id, 3);
    await bind(third.id, asker.id, 2);
    const { body } = await decider.post<Shown>(`/admin/approvals/${id}/approve`);
    expect(body).toMatchObject({ status: 'approved', deciderBoundToRequester: false });
    expect(await flagsOf(id)).not.toHaveProperty('decider_bound_to_requester');
  });
});

describe('a decider and a requester', () => {
  it.each([
    ['of whom the decider gave the other access', (asker: string, decider: string) => bind(asker, decider, 1)],
    [
      'who both got it from a third',
      async (asker: string, decider: string) => {
        const third = await makeAdminActor(world, 'superadmin');
        await bind(asker, third.id, 2);
        await bind(decider, third.id, 1);
      },
    ],
  ])('%s are related: shown before the decision, flagged after it', async (_case, bindThem) => {
    const [asker, decider] = [await makeAdminActor(world, 'superadmin'), await makeAdminActor(world, 'superadmin')];
    const id = await askForDeletion(asker);
    await bindThem(asker.id, decider.id);
    expect((await decider.get<Shown>(`/admin/approvals/${id}`)).body).toMatchObject({
      deciderBoundToRequester: true,
      refusedNow: null,
    });
    const { body } = await decider.post<Shown>(`/admin/approvals/${id}/approve`);
    expect(body).toMatchObject({ status: 'approved', deciderBoundToRequester: true });
    const flags = await flagsOf(id);
    expect(flags).toMatchObject({ decider_related_to_requester: true });
    expect(flags).not.toHaveProperty('decider_bound_to_requester');
  });
  it.each([
    ['the decider gave the requester access, after the request', 70, 72, true],
    ['the decider gave the requester access, long before', 80, 72, false],
  ])('%s', async (_case, boundHoursAgo, askedHoursAgo, expected) => {
    const [asker, decider] = [await makeAdminActor(world, 'superadmin'), await makeAdminActor(world, 'superadmin')];
    const id = await askForDeletion(asker);
    await sql`update approvals set created_at = clock() - ${askedHoursAgo} * interval '1 hour' where id = ${id}`.execute(
      world.database.db,
    );
    await bind(asker.id, decider.id, boundHoursAgo);
    const { body } = await decider.post<Shown>(`/admin/approvals/${id}/approve`);
    expect(body.deciderBoundToRequester).toBe(expected);
  });
  it('are not related if a third admin granted access to one of them long ago', async () => {
    const [asker, decider] = [await makeAdminActor(world, 'superadmin'), await makeAdminActor(world, 'superadmin')];
    const third = await makeAdminActor(world, 'superadmin');
    const id = await askForDeletion(asker);
    await bind(asker.id, third.id, 25);
    await bind(decider.id, third.id, 1);
    const { body } = await decider.post<Shown>(`/admin/approvals/${id}/approve`);
    expect(body).toMatchObject({ status: 'approved', deciderBoundToRequester: false });
  });
});

describe('one superadmin with two accounts', () => {
  const firstPassword = 'seven gulls over the pier';
  const ownPassword = 'the lamp burns until noon';

  /** Signs in with the password that another admin set, and replaces it. */
  async function takeOver(email: string): Promise<Actor> {
    const { body } = await signIn(world, { email, password: firstPassword });
    const change = { currentPassword: firstPassword, newPassword: ownPassword };
    const changed = await withToken(world, body.access_token).post<typeof body>('/admin/auth/change-password', change);
    return withToken(careful, changed.body.access_token);
  }

  async function makePuppet(by: AdminActor): Promise<Actor> {
    const email = `puppet-${newId()}@example.com`;
    await by.post('/admin/admins', { email, name: 'Puppet', role: 'finance', temporary_password: firstPassword });
    return takeOver(email);
  }

  async function resetColleague(by: AdminActor): Promise<Actor> {
    const colleague = await makeAdminActor(world, 'finance');
    await by.post(`/admin/admins/${colleague.id}/reset-password`, { temporary_password: firstPassword });
    return takeOver(colleague.email);
  }

  const carefulSelf = (self: AdminActor) => actorOf(self.id, 1, careful);

  it.each([
    ['asks with a puppet and approves', makePuppet, carefulSelf],
    ['asks with one puppet and approves with another', makePuppet, makePuppet],
    ['asks as a colleague whose password they reset, and approves', resetColleague, carefulSelf],
    ['asks, and approves with a puppet', carefulSelf, makePuppet],
  ])('%s is refused during the cooldown', async (_case, makeAsker, makeDecider) => {
    const self = await makeAdminActor(world, 'superadmin');
    const viewer = await makeViewer(world);
    const [asker, decider] = [await makeAsker(self), await makeDecider(self)];
    const grant = { direction: 'grant', amount: 1_000_000, reason: 'goodwill' };
    const { body: asked } = await asker.post<Shown>(`/admin/users/${viewer.id}/wallet/adjust`, grant);
    const id = asked.approvalId;
    expect((await decider.get<Shown>(`/admin/approvals/${id}`)).body).toMatchObject({
      deciderBoundToRequester: true,
      refusedNow: { error: 'approver_too_new' },
    });
    const { body } = await decider.post(`/admin/approvals/${id}/approve`);
    expect(body).toEqual({ statusCode: 403, error: 'approver_too_new' });
    const stranger = await makeAdminActor(world, 'finance');
    expect((await (await carefulSelf(stranger)).post<Shown>(`/admin/approvals/${id}/approve`)).body).toMatchObject({
      status: 'approved',
      deciderBoundToRequester: false,
    });
  });
});

describe('with a cooldown', () => {
  it('related admins may not approve before its end, are warned beforehand, and may reject', async () => {
    const [asker, decider] = [await makeAdminActor(world, 'superadmin'), await makeAdminActor(world, 'superadmin')];
    const id = await askForDeletion(asker);
    await bind(decider.id, asker.id, 30);
    const there = await actorOf(decider.id, 1, careful);
    expect((await there.post(`/admin/approvals/${id}/approve`)).body).toEqual({
      statusCode: 403,
      error: 'approver_too_new',
    });
    expect((await there.get<Shown>(`/admin/approvals/${id}`)).body).toMatchObject({
      status: 'pending',
      deciderBoundToRequester: true,
      refusedNow: { error: 'approver_too_new' },
    });
    expect((await there.post(`/admin/approvals/${id}/reject`, { reason: 'not needed' })).status).toBe(200);
  });
  it('related admins may approve after its end, and others at any time', async () => {
    const [asker, decider] = [await makeAdminActor(world, 'superadmin'), await makeAdminActor(world, 'superadmin')];
    await bind(decider.id, asker.id, 49);
    for (const by of [decider, await makeAdminActor(world, 'superadmin')]) {
      const id = await askForDeletion(asker);
      const { body } = await (await actorOf(by.id, 1, careful)).post<Shown>(`/admin/approvals/${id}/approve`);
      expect(body).toMatchObject({ status: 'approved', deciderBoundToRequester: false });
    }
  });
});

describe('grants of access', () => {
  const changesOf = async (id: string) =>
    (await world.database.db.selectFrom('admin_access_changes').selectAll().where('admin_id', '=', id).execute()).map(
      ({ change, changed_by: by }) => [change, by],
    );
  it('are recorded when admins are enabled and when their role is extended', async () => {
    const root = await makeAdminActor(world, 'superadmin');
    const roleId = await makeRole(world, 'late desk', ['users:read']);
    const { id } = await makeAdminActor(world, 'late desk', { isActive: false });
    await root.put(`/admin/admins/${id}`, { is_active: true });
    await root.put(`/admin/roles/${roleId}`, { permissions: ['users:read', 'users:ban'] });
    await root.put(`/admin/roles/${roleId}`, { permissions: ['users:read'] });
    expect(await changesOf(id)).toEqual([
      ['enabled', root.id],
      ['permissions', root.id],
    ]);
  });
  it.each(['update admin_access_changes set changed_by = admin_id', 'delete from admin_access_changes'])(
    'stays written: %s',
    async (attack) => {
      await expect(world.database.pool.query(attack)).rejects.toMatchObject({ code: '42501' });
    },
  );
});
