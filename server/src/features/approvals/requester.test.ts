import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { type AdminActor, makeAdminActor, makeRole } from '../../../test/harness/actor.ts';
import { makeViewer } from '../../../test/harness/viewer.ts';
import { countLockWaiters } from '../../../test/harness/waiting.ts';
import { openWorld } from '../../../test/harness/world.ts';

interface Shown {
  approvalId: string;
  status: string;
  drift: boolean;
  refusedNow: { statusCode: number; error: string } | null;
}

const world = await openWorld();
const root = await makeAdminActor(world, 'superadmin');
const finance = await makeAdminActor(world, 'finance');
const viewer = await makeViewer(world);

async function askForCoins(by: AdminActor): Promise<string> {
  const body = { amount: 5000, direction: 'grant', reason: 'apology' };
  const { approvalId } = (await by.post<Shown>(`/admin/users/${viewer.id}/wallet/adjust`, body)).body;
  expect(approvalId).toEqual(expect.any(String));
  return approvalId;
}
const look = async (id: string) => (await finance.get<Shown>(`/admin/approvals/${id}`)).body;
const listed = async (id: string) =>
  (await finance.get<{ items: { id: string }[] }>('/admin/approvals')).body.items.find((one) => one.id === id);
const approve = (id: string) => finance.post<Shown>(`/admin/approvals/${id}/approve`);
const notEligible = { statusCode: 409, error: 'requester_not_eligible' };

describe('a request of an admin who lost access', () => {
  it.each([
    ['disabled', (asker: AdminActor) => root.put(`/admin/admins/${asker.id}`, { is_active: false })],
    ['given a role that may not', (asker: AdminActor) => root.put(`/admin/admins/${asker.id}`, { role: 'analyst' })],
    ['deleted', (asker: AdminActor) => root.delete(`/admin/admins/${asker.id}`)],
  ])('is not executed once they are %s; it stays pending, shows that, and can be rejected', async (_case, act) => {
    const asker = await makeAdminActor(world, 'support');
    const id = await askForCoins(asker);
    expect(await look(id)).toMatchObject({ drift: false, refusedNow: null, requesterEligible: true });
    expect(await listed(id)).toMatchObject({ requesterEligible: true, allowed: ['approve', 'reject'] });
    await act(asker);
    expect(await listed(id)).toMatchObject({ requesterEligible: false, allowed: ['reject'] });
    expect((await approve(id)).body).toEqual(notEligible);
    expect(await look(id)).toMatchObject({
      status: 'pending',
      drift: true,
      refusedNow: notEligible,
      requesterEligible: false,
      allowed: ['reject'],
    });
    const rejected = await finance.post<Shown>(`/admin/approvals/${id}/reject`, { reason: 'who asked has left' });
    expect(rejected.body).toMatchObject({ status: 'rejected', requesterEligible: true });
  });
  it('is executed once they have access again, also through another role', async () => {
    const asker = await makeAdminActor(world, 'support');
    const id = await askForCoins(asker);
    await root.put(`/admin/admins/${asker.id}`, { role: 'analyst' });
    expect((await approve(id)).status).toBe(409);
    await root.put(`/admin/admins/${asker.id}`, { role: 'finance' });
    expect((await approve(id)).body.status).toBe('approved');
  });
  it('is not executed after their role lost the permission', async () => {
    const roleId = await makeRole(world, 'coin desk', ['wallet:adjust']);
    const id = await askForCoins(await makeAdminActor(world, 'coin desk'));
    await root.put(`/admin/roles/${roleId}`, { permissions: ['wallet:read'] });
    expect((await approve(id)).body).toEqual(notEligible);
  });
});

describe('a pending deletion whose requester lost access', () => {
  const ask = async (by: AdminActor, roleId: string) =>
    (await by.delete<Shown>(`/admin/roles/${roleId}`, { changesNothing: true })).body.approvalId;

  it('is replaced by the request of another admin', async () => {
    const roleId = await makeRole(world, 'old desk', []);
    const left = await makeAdminActor(world, 'superadmin');
    const stale = await ask(left, roleId);
    const stays = await makeAdminActor(world, 'superadmin');
    expect(await ask(stays, roleId)).toBe(stale);
    await root.put(`/admin/admins/${left.id}`, { role: 'analyst' });
    const fresh = await ask(stays, roleId);
    expect(fresh).not.toBe(stale);
    expect((await root.get<Shown>(`/admin/approvals/${stale}`)).body.status).toBe('cancelled');
    const entries = await root.get<{ items: object[] }>(`/admin/audit-log?targetId=${stale}&action=approval.cancel`);
    expect(entries.body.items).toMatchObject([{ admin_email: 'system', flags: { requester_not_eligible: true } }]);
    expect((await root.post<Shown>(`/admin/approvals/${fresh}/approve`)).body.status).toBe('approved');
  });
  it('is replaced once by concurrent requests', async () => {
    const roleId = await makeRole(world, 'older desk', []);
    const left = await makeAdminActor(world, 'superadmin');
    const stale = await ask(left, roleId);
    await root.delete(`/admin/admins/${left.id}`);
    const answers = await Promise.all([1, 2, 3, 4].map(() => ask(root, roleId)));
    expect(new Set(answers).size).toBe(1);
    expect(answers).not.toContain(stale);
  });
});

describe('a replacing request during a decision', () => {
  it('waits for the decision before it locks the user', async () => {
    const { id: userId } = await makeViewer(world);
    const ask = async (by: AdminActor) =>
      (await by.post<Shown>(`/admin/users/${userId}/anonymize`, { reason: 'asked in writing' })).body.approvalId;
    const left = await makeAdminActor(world, 'superadmin');
    const stale = await ask(left);
    await root.put(`/admin/admins/${left.id}`, { role: 'analyst' });
    const decider = new pg.Client({ connectionString: world.server.url('owner', world.databaseName) });
    await decider.connect();
    try {
      await decider.query('begin');
      await decider.query('select from approvals where id = $1 for no key update', [stale]);
      const asked = ask(root);
      asked.catch(() => undefined);
      await expect.poll(() => countLockWaiters(world)).toBeGreaterThanOrEqual(1);
      const free = await decider.query('select from users where id = $1 for no key update skip locked', [userId]);
      expect(free.rowCount).toBe(1);
      await decider.query('rollback');
      expect([stale, null, undefined]).not.toContain(await asked);
    } finally {
      await decider.end();
    }
  });
});

/** Approves while a change waits to be committed, and commits it once the approval stands before it. */
async function approveDuring(id: string, change: string, values: unknown[]) {
  const client = new pg.Client({ connectionString: world.server.url('owner', world.databaseName) });
  await client.connect();
  try {
    await client.query('begin');
    await client.query(change, values);
    const answer = approve(id);
    answer.catch(() => undefined);
    await expect.poll(() => countLockWaiters(world)).toBeGreaterThanOrEqual(1);
    await client.query('commit');
    return await answer;
  } finally {
    await client.end();
  }
}

describe('an approval', () => {
  it('waits while its requester is being disabled, and is refused', async () => {
    const asker = await makeAdminActor(world, 'support');
    const id = await askForCoins(asker);
    const { body } = await approveDuring(id, 'update admins set is_active = false where id = $1', [asker.id]);
    expect(body).toEqual(notEligible);
  });
  it('waits while their role is losing the permission, and is refused', async () => {
    const roleId = await makeRole(world, 'late desk', ['wallet:adjust']);
    const id = await askForCoins(await makeAdminActor(world, 'late desk'));
    const { body } = await approveDuring(id, `update roles set permissions = '{}' where id = $1`, [roleId]);
    expect(body).toEqual(notEligible);
  });
  it('waits while they are given another role with the permission, and is executed', async () => {
    const asker = await makeAdminActor(world, 'support');
    const id = await askForCoins(asker);
    const change = `update admins set role_id = (select id from roles where name = 'finance') where id = $1`;
    expect((await approveDuring(id, change, [asker.id])).body.status).toBe('approved');
  });
});
