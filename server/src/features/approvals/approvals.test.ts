import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { makeAdminActor, makeRole } from '../../../test/harness/actor.ts';
import { countLockWaiters, releaseTogether } from '../../../test/harness/waiting.ts';
import { openWorld } from '../../../test/harness/world.ts';

interface Shown {
  id: string;
  status: string;
  allowed: string[];
  drift: boolean;
  effects: { changes: { type: string; before: { permissions: string[] } }[] };
  effectsNow: { changes: object[] } | null;
  refusedNow: { error: string } | null;
  decidedBy: { email: string } | null;
  approvalId: string;
}

const world = await openWorld();
const asker = await makeAdminActor(world, 'superadmin');
const decider = await makeAdminActor(world, 'superadmin');

let count = 0;
async function askForDeletion(by = asker): Promise<{ approvalId: string; roleId: string; roleName: string }> {
  const roleName = `night desk ${++count}`;
  const roleId = await makeRole(world, roleName, ['users:read']);
  const answer = await by.delete<Shown>(`/admin/roles/${roleId}`);
  expect(answer.body).toMatchObject({ kind: 'approval_pending', reason: 'two_person_rule' });
  return { approvalId: answer.body.approvalId, roleId, roleName };
}

const roleIsThere = async (id: string): Promise<boolean> => (await decider.get(`/admin/roles/${id}`)).status === 200;
const auditOf = (approvalId: string) =>
  sql<{ action: string }>`select action from audit_log where target_id = ${approvalId} order by created_at, id`
    .execute(world.database.db)
    .then(({ rows }) => rows.map(({ action }) => action));

describe('requesting', () => {
  it('A role is not deleted by one admin: the request is pending and lists its effects', async () => {
    const { approvalId, roleId } = await askForDeletion();
    expect(await roleIsThere(roleId)).toBe(true);
    const { body } = await decider.get<Shown>(`/admin/approvals/${approvalId}`);
    expect(body).toMatchObject({ status: 'pending', drift: false, refusedNow: null, allowed: ['approve', 'reject'] });
    expect(body.effects.changes).toMatchObject([{ type: 'role', before: { permissions: ['users:read'] } }]);
    expect(body.effectsNow?.changes).toEqual(body.effects.changes);
    expect(await auditOf(approvalId)).toEqual(['approval.request']);
  });

  it('Repeated and concurrent requests are one request', async () => {
    const { approvalId, roleId } = await askForDeletion();
    const again = await Promise.all(
      Array.from({ length: 10 }, () => asker.delete<Shown>(`/admin/roles/${roleId}`, { changesNothing: true })),
    );
    expect(new Set(again.map(({ body }) => body.approvalId))).toEqual(new Set([approvalId]));
  });

  it('A dry run creates no request', async () => {
    const roleId = await makeRole(world, 'dry', []);
    const { body } = await asker.delete<{ effects: { approvals: object[] } }>(`/admin/roles/${roleId}?dryRun=true`);
    expect(body.effects.approvals).toHaveLength(1);
    const { body: list } = await asker.get<{ items: { targetId: string }[] }>('/admin/approvals?mine=true');
    expect(list.items.map(({ targetId }) => targetId)).not.toContain(roleId);
  });

  it('With an Idempotency-Key the first response is repeated', async () => {
    const roleId = await makeRole(world, 'keyed', []);
    const headers = { 'idempotency-key': 'delete-keyed' };
    const first = await asker.delete(`/admin/roles/${roleId}`, { headers });
    const second = await asker.delete(`/admin/roles/${roleId}`, { headers, changesNothing: true });
    expect(second.text).toBe(first.text);
    expect(second.headers['idempotent-replayed']).toBe('true');
  });

  it('An assigned role and a built-in role are refused at once', async () => {
    await makeRole(world, 'held', []);
    await makeAdminActor(world, 'held');
    expect((await asker.delete('/admin/roles/held')).body).toEqual({
      statusCode: 409,
      error: 'role_in_use',
      assignedCount: 1,
    });
    expect((await asker.delete('/admin/roles/finance')).body.error).toBe('system_role_protected');
  });
});

describe('listing', () => {
  it.each(['wallet_grant', 'refund', 'user_anonymize', 'series_delete', 'episode_delete', 'second_factor_clear'])(
    'accepts the kind %s as a filter, also without any request',
    async (kind) => {
      const { status, body } = await decider.get<{ items: object[] }>(`/admin/approvals?kind=${kind}`);
      expect([status, body.items]).toEqual([200, []]);
    },
  );
  it('filters by kind, and refuses unknown kinds', async () => {
    const { approvalId } = await askForDeletion();
    const { body } = await decider.get<{ items: Shown[] }>('/admin/approvals?kind=role_delete&limit=1');
    expect(body.items.map(({ id }) => id)).toEqual([approvalId]);
    expect((await decider.get('/admin/approvals?kind=role_paint')).body).toMatchObject({
      statusCode: 400,
      error: 'validation_failed',
      details: [{ path: 'kind' }],
    });
  });
});

describe('deciding', () => {
  it('A second superadmin approves, and the role is deleted in the same transaction', async () => {
    const { approvalId, roleId } = await askForDeletion();
    const { body } = await decider.post<Shown>(`/admin/approvals/${approvalId}/approve`, { note: 'Checked' });
    expect(body).toMatchObject({
      status: 'approved',
      decidedBy: { email: decider.email },
      allowed: [],
      result: { id: roleId },
    });
    expect(await roleIsThere(roleId)).toBe(false);
    const { rows } = await sql<{ flags: object }>`
      select flags from audit_log where action = 'role.delete' and target_id = ${roleId}`.execute(world.database.db);
    expect(rows).toEqual([{ flags: { approval_id: approvalId } }]);
  });

  it('No requester approves their own request, not even a superadmin', async () => {
    const { approvalId, roleId } = await askForDeletion();
    expect((await asker.post(`/admin/approvals/${approvalId}/approve`)).body.error).toBe('self_approval_forbidden');
    expect(await roleIsThere(roleId)).toBe(true);
  });

  it('A requester who rejects their own request cancels it, with the reason', async () => {
    const { approvalId, roleId } = await askForDeletion();
    const { status, body } = await asker.post<Shown>(`/admin/approvals/${approvalId}/reject`, { reason: 'not needed' });
    expect([status, body]).toMatchObject([200, { status: 'cancelled', decisionNote: 'not needed', allowed: [] }]);
    expect((await decider.post<Shown>(`/admin/approvals/${approvalId}/approve`)).body).toMatchObject({
      error: 'approval_not_pending',
      status: 'cancelled',
    });
    expect(await roleIsThere(roleId)).toBe(true);
  });

  it('The database refuses self-approval', async () => {
    const { approvalId } = await askForDeletion();
    const forged = sql`update approvals set status = 'approved', decided_by = requested_by, decided_at = clock()
      where id = ${approvalId}`.execute(world.database.db);
    await expect(forged).rejects.toMatchObject({ constraint: 'approvals_two_people' });
  });

  it('A decision is final in the database', async () => {
    const { approvalId } = await askForDeletion();
    await decider.post(`/admin/approvals/${approvalId}/reject`, { reason: 'still needed' });
    const forged = sql`update approvals set status = 'pending', decided_by = null, decided_at = null
      where id = ${approvalId}`.execute(world.database.db);
    await expect(forged).rejects.toMatchObject({ code: '42501' });
  });

  it('The permission is checked at the decision, not at sign-in', async () => {
    const { approvalId } = await askForDeletion();
    const demoted = await makeAdminActor(world, 'superadmin');
    await asker.put(`/admin/admins/${demoted.id}`, { role: 'support' });
    expect((await demoted.post(`/admin/approvals/${approvalId}/approve`)).status).toBe(401);
  });

  it('An action that has become impossible fails with its own error, and the approval stays pending', async () => {
    const { approvalId, roleName } = await askForDeletion();
    const holder = await makeAdminActor(world, roleName);
    const refused = await decider.post(`/admin/approvals/${approvalId}/approve`);
    expect(refused.body).toMatchObject({ statusCode: 409, error: 'role_in_use', assignedCount: 1 });
    const { body } = await decider.get<Shown>(`/admin/approvals/${approvalId}`);
    expect(body).toMatchObject({
      status: 'pending',
      drift: true,
      effectsNow: null,
      refusedNow: { error: 'role_in_use' },
      allowed: ['reject'],
    });
    await asker.put(`/admin/admins/${holder.id}`, { role: 'support' });
    expect((await decider.post(`/admin/approvals/${approvalId}/approve`)).status).toBe(200);
  });

  it('A request whose effects have changed is marked as drifted', async () => {
    const { approvalId, roleId } = await askForDeletion();
    await asker.put(`/admin/roles/${roleId}`, { permissions: ['users:read', 'users:ban'] });
    const { body } = await decider.get<Shown>(`/admin/approvals/${approvalId}`);
    expect(body).toMatchObject({ drift: true, refusedNow: null });
  });

  it('Fifty concurrent deciders make one decision with one effect', async () => {
    const others = await Promise.all(Array.from({ length: 3 }, () => makeAdminActor(world, 'superadmin')));
    const { approvalId, roleId } = await askForDeletion();
    const calls = Array.from({ length: 50 }, (_, index) => {
      const by = others[index % others.length] ?? decider;
      return index % 5 === 0
        ? by.post(`/admin/approvals/${approvalId}/reject`, { reason: 'rejected in the race' })
        : by.post(`/admin/approvals/${approvalId}/approve`);
    });
    const answers = await Promise.all([
      ...calls,
      ...Array.from({ length: 5 }, () => asker.post(`/admin/approvals/${approvalId}/approve`)),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.error === 'approval_not_pending')).toHaveLength(49);
    expect(answers.filter(({ body }) => body.error === 'self_approval_forbidden')).toHaveLength(5);
    expect(await auditOf(approvalId)).toHaveLength(2);
    const decided = (await decider.get<Shown>(`/admin/approvals/${approvalId}`)).body.status;
    expect(await roleIsThere(roleId)).toBe(decided === 'rejected');
  });

  it('A role that is being assigned is not deleted', async () => {
    const { approvalId, roleId, roleName } = await askForDeletion();
    const late = { email: 'late@example.com', name: 'Late', role: roleName, temporary_password: 'gulls over the pier' };
    const [created, approved] = await releaseTogether(world, { table: 'admin_access_changes', most: 2 }, async () => {
      const creating = asker.post('/admin/admins', late);
      await expect.poll(() => countLockWaiters(world)).toBe(1);
      return Promise.all([creating, decider.post(`/admin/approvals/${approvalId}/approve`)]);
    });
    expect([created.status, approved.body.error, await roleIsThere(roleId)]).toEqual([201, 'role_in_use', true]);
  });
});

describe('closing', () => {
  it('Only the requester can cancel, and then the request is closed', async () => {
    const { approvalId } = await askForDeletion();
    expect((await decider.post(`/admin/approvals/${approvalId}/cancel`)).body.error).toBe('not_requester');
    expect((await asker.post(`/admin/approvals/${approvalId}/cancel`)).status).toBe(204);
    expect((await decider.post(`/admin/approvals/${approvalId}/approve`)).body).toEqual({
      statusCode: 409,
      error: 'approval_not_pending',
      status: 'cancelled',
    });
  });

  it('After seven days it is expired, before and after housekeeping, and can be requested again', async () => {
    const { approvalId, roleId } = await askForDeletion();
    await world.clock.shift('7 days');
    // Their tokens are twelve hours old by then.
    const later = { headers: { authorization: `Bearer ${world.keys.tokens.sign(claimsIn7Days(decider.id))}` } };
    expect((await decider.get<Shown>(`/admin/approvals/${approvalId}`, later)).body).toMatchObject({
      status: 'expired',
      allowed: [],
    });
    expect((await decider.post(`/admin/approvals/${approvalId}/approve`, undefined, later)).body).toMatchObject({
      status: 'expired',
    });
    const again = await decider.delete<Shown>(`/admin/roles/${roleId}`, later);
    expect(again.body.approvalId).not.toBe(approvalId);
    const entry = await sql`select admin_email, request_id, ip from audit_log
      where action = 'approval.expire' and target_id = ${approvalId}`.execute(world.database.db);
    expect(entry.rows).toEqual([{ admin_email: 'system', request_id: again.headers['x-request-id'], ip: null }]);
    await world.runner.runNow('housekeeping');
    const { rows } = await sql<{ status: string }>`select status from approvals where id = ${approvalId}`.execute(
      world.database.db,
    );
    expect(rows).toEqual([{ status: 'expired' }]);
    await world.clock.shift('0');
  });
});

function claimsIn7Days(adminId: string) {
  const iat = Math.floor(Date.now() / 1000) + 7 * 86_400;
  return { sub: adminId, token_version: 1, jti: adminId, iat, exp: iat + 3600 };
}
