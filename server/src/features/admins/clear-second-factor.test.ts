import { describe, expect, it } from 'vitest';
import { makeAdminActor, password } from '../../../test/harness/actor.ts';
import { otpCode, setUpSecondFactor, signedInAs, signIn, withToken } from '../../../test/harness/sign-in.ts';
import { openWorld } from '../../../test/harness/world.ts';

interface Shown {
  approvalId: string;
  status: string;
  payload: object;
  allowed: string[];
  name: string;
  target: { label: string };
}

const world = await openWorld({ trustedProxies: 1 });
const asker = await makeAdminActor(world, 'superadmin');
const decider = await makeAdminActor(world, 'superadmin');

async function withSecondFactor(role = 'support') {
  const admin = await signedInAs(world, role);
  return { admin, email: admin.email, id: admin.id, ...(await setUpSecondFactor(world, admin)) };
}
const clear = (id: string, by = asker) =>
  by.post<Shown>(`/admin/admins/${id}/clear-second-factor`, { reason: 'the phone was lost' });

describe('a lost second factor', () => {
  it('is cleared by two superadmins, and its admin signs in with the password only', async () => {
    const { id, email } = await withSecondFactor();
    const { body: admin } = await asker.get<Shown>(`/admin/admins/${id}`);
    expect(admin.allowed).toContain('clear_second_factor');
    const { body } = await clear(id);
    expect(body).toMatchObject({ kind: 'approval_pending', reason: 'two_person_rule' });
    expect((await signIn(world, { email })).body).toMatchObject({ error: 'otp_required' });
    const own = await asker.post(`/admin/approvals/${body.approvalId}/approve`);
    expect(own.body.error).toBe('self_approval_forbidden');
    const detail = await decider.get<Shown>(`/admin/approvals/${body.approvalId}`);
    expect(detail.body).toMatchObject({ kind: 'second_factor_clear', target: { label: admin.name }, refusedNow: null });
    expect((await decider.post<Shown>(`/admin/approvals/${body.approvalId}/approve`)).body.status).toBe('approved');
    expect((await signIn(world, { email })).status).toBe(200);
    const { body: log } = await asker.get<{ items: object[] }>(`/admin/audit-log?targetId=${id}&limit=2`);
    expect(log.items).toContainEqual(
      expect.objectContaining({
        action: 'admin.second_factor_clear',
        reason: 'the phone was lost',
        admin_id: decider.id,
        before: { has_second_factor: true },
        after: { has_second_factor: false },
        flags: { approval_id: body.approvalId },
      }),
    );
  });
  it('is requested once, only if it exists, and only by superadmins', async () => {
    const { id } = await withSecondFactor();
    const first = await clear(id);
    const again = await decider.post<Shown>(
      `/admin/admins/${id}/clear-second-factor`,
      { reason: 'the phone was lost' },
      { changesNothing: true },
    );
    expect(again.body.approvalId).toBe(first.body.approvalId);
    const none = await makeAdminActor(world, 'support');
    expect((await clear(none.id)).body).toMatchObject({ error: 'invalid_transition', currentState: 'none' });
    expect((await clear(id, await makeAdminActor(world, 'finance'))).body).toMatchObject({
      error: 'insufficient_permissions',
    });
  });
  it('is requested without email addresses and phone numbers in the reason', async () => {
    const { id } = await withSecondFactor();
    const reason = { reason: 'They called from +62 812 3456 7890' };
    const { body } = await asker.post<Shown>(`/admin/admins/${id}/clear-second-factor`, reason);
    expect((await decider.get<Shown>(`/admin/approvals/${body.approvalId}`)).body.payload).toEqual({
      reason: 'They called from [personal]',
    });
  });
  it('is not cleared by its own admin, and the deciding admin is recorded', async () => {
    const { admin, id } = await withSecondFactor('superadmin');
    const { approvalId } = (await clear(id)).body;
    expect((await admin.post(`/admin/approvals/${approvalId}/approve`)).body.error).toBe('self_approval_forbidden');
    expect((await admin.get<Shown>(`/admin/approvals/${approvalId}`)).body).toMatchObject({
      status: 'pending',
      refusedNow: { error: 'self_approval_forbidden' },
    });
    await decider.post(`/admin/approvals/${approvalId}/approve`);
    const changes = world.database.db.selectFrom('admin_access_changes').select(['change', 'changed_by']);
    expect(await changes.where('admin_id', '=', id).execute()).toEqual([
      { change: 'second_factor', changed_by: decider.id },
    ]);
  });
  it('that was disabled in the meantime is not cleared again', async () => {
    const { admin, id, recovery } = await withSecondFactor();
    const { approvalId } = (await clear(id)).body;
    await admin.post('/admin/auth/totp/disable', { otp: recovery[0] });
    expect((await decider.post(`/admin/approvals/${approvalId}/approve`)).body.error).toBe('invalid_transition');
  });
});

describe('setting up a second factor', () => {
  it('requires the password in addition to the session', async () => {
    const admin = await signedInAs(world, 'support');
    const enroll = (body?: object) => admin.post('/admin/auth/totp/enroll', body);
    expect((await enroll()).body.error).toBe('validation_failed');
    expect((await enroll({ password: 'not the one' })).body.error).toBe('invalid_credentials');
    expect((await enroll({ password })).status).toBe(200);
  });
});

describe('guessed codes', () => {
  it('are counted per account across addresses', async () => {
    const { email, admin, secret } = await withSecondFactor();
    const wrong = await otpCode(world, secret, 50);
    const guess = (n: number) => signIn(world, { email, otp: wrong, address: `203.0.113.${n}` });
    const answers: number[] = [];
    for (let n = 1; n <= 14; n++) answers.push((await guess(n)).status);
    expect(answers).toEqual([...Array(10).fill(401), ...Array(4).fill(429)]);
    const right = await signIn(world, { email, otp: await otpCode(world, secret), address: '203.0.113.99' });
    expect(right.body).toMatchObject({ error: 'rate_limited', retryAfterS: expect.any(Number) });
    const stepUp = await withToken(world, admin.token).post('/admin/auth/step-up', { otp: wrong });
    expect(stepUp.status).toBe(429);
  });
  it('are checked ten times for concurrent requests from forty addresses', async () => {
    const { email, secret } = await withSecondFactor();
    const wrong = await otpCode(world, secret, 50);
    const guesses = Array.from({ length: 40 }, (_, n) =>
      signIn(world, { email, otp: wrong, address: `198.51.100.${n}` }),
    );
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
  });
});
