import { describe, expect, it } from 'vitest';
import { makeAdminActor, password } from '../../../test/harness/actor.ts';
import { type SignedInBody, signedInAs, signIn, withToken } from '../../../test/harness/sign-in.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { endpointsOf } from '../../endpoints.ts';
import { newId } from '../../kit/id.ts';

const world = await openWorld();
const root = await makeAdminActor(world, 'superadmin');
const keeper = await signedInAs(world, 'analyst', { email: 'keeper.of.lights@example.com' });
const next = 'the lamp burns until noon';
const change = '/admin/auth/change-password';

describe('a temporary password', () => {
  it('gives access only to the own account, the password change and the logout', async () => {
    const { email } = await makeAdminActor(world, 'superadmin', { mustResetPassword: true });
    const { body } = await signIn(world, { email });
    expect(body.admin.must_reset_password).toBe(true);
    const admin = withToken(world, body.access_token);
    const closed: string[] = [];
    const open: string[] = [];
    for (const { method, url, guard } of endpointsOf(world)) {
      if (guard.name !== 'admin' || url.endsWith('/logout')) continue;
      const answer = await admin.call<{ error?: string }>(method, url.replace(/:\w+/g, newId()), {});
      const isClosed = answer.status === 403 && answer.body.error === 'password_reset_required';
      (isClosed ? closed : open).push(`${method} ${url}`);
    }
    expect(open.sort()).toEqual(['GET /v1/admin/admins/me', 'POST /v1/admin/auth/change-password']);
    expect(closed.length).toBeGreaterThan(15);
    expect((await admin.post('/admin/auth/logout')).status).toBe(204);
  });
  it('becomes invalid when it is replaced', async () => {
    const { email } = await makeAdminActor(world, 'finance', { mustResetPassword: true });
    const { body } = await signIn(world, { email });
    const changed = await withToken(world, body.access_token).post<SignedInBody>(change, {
      currentPassword: password,
      newPassword: next,
    });
    expect(changed.status).toBe(200);
    expect(changed.body.admin).toMatchObject({ email, must_reset_password: false });
    const admin = withToken(world, changed.body.access_token);
    expect((await admin.get('/admin/audit-log')).status).toBe(200);
    expect((await signIn(world, { email, password: next })).body.admin.must_reset_password).toBe(false);
  });
});

describe('changing one’s own password', () => {
  it('responds like a sign-in, and replaces the old password', async () => {
    const admin = await signedInAs(world, 'analyst');
    const { status, body, headers } = await admin.post<SignedInBody>(change, {
      currentPassword: password,
      newPassword: next,
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      access_token: expect.any(String),
      admin: expect.objectContaining({ id: admin.id, role: 'analyst', must_reset_password: false }),
    });
    expect(String(headers['set-cookie'])).toMatch(`svc_admin_token=${body.access_token}; HttpOnly`);
    expect((await signIn(world, { email: admin.email })).status).toBe(401);
    expect((await signIn(world, { email: admin.email, password: next })).status).toBe(200);
  });
  it('ends every other session', async () => {
    const here = await signedInAs(world, 'analyst');
    const elsewhere = withToken(world, (await signIn(world, { email: here.email })).body.access_token);
    const { body } = await here.post<SignedInBody>(change, { currentPassword: password, newPassword: next });
    for (const old of [here, elsewhere]) {
      expect((await old.get('/admin/admins/me')).body).toEqual({ statusCode: 401, error: 'token_revoked' });
    }
    const now = withToken(world, body.access_token);
    expect((await now.get('/admin/admins/me')).body).toMatchObject({ token_version: 2 });
    const { items } = (await now.get<{ items: unknown[] }>('/admin/auth/sessions')).body;
    expect(items).toMatchObject([{ current: true }]);
  });
  it.each([
    ['eleven characters', 'lamp at sea', 'too_short'],
    ['129 characters', 'the lamp burns '.repeat(9).slice(0, 129), 'too_long'],
    ['the email', keeper.email, 'same_as_email'],
    ['the email in capitals', keeper.email.toUpperCase(), 'same_as_email'],
    ['the part of the email before the @', 'keeper.of.lights', 'same_as_email'],
    ['the old password', password, 'same_as_before'],
    ['a common one with digits', 'Password123456', 'common'],
    ['a row of the keyboard', 'qwertyuiop1234567890', 'common'],
  ])('refuses %s as the new one, and keeps the old one', async (_case, newPassword, reason) => {
    const answer = await keeper.post(change, { currentPassword: password, newPassword });
    expect(answer.body).toEqual({ statusCode: 400, error: 'weak_password', reason });
    expect((await keeper.get('/admin/admins/me')).body).toMatchObject({ token_version: 1 });
  });
  it.each([
    ['twelve characters', 'lamps at sea'],
    ['128 characters', `${'harbour lights '.repeat(9).slice(0, 127)}.`],
    ['letters of any script', 'فانوس على الميناء'],
  ])('takes %s', async (_case, newPassword) => {
    const admin = await signedInAs(world, 'analyst');
    expect((await admin.post(change, { currentPassword: password, newPassword })).status).toBe(200);
    expect((await signIn(world, { email: admin.email, password: newPassword })).status).toBe(200);
  });
  it('requires the current password, and counts a wrong one as a failed sign-in', async () => {
    const admin = await signedInAs(world, 'analyst');
    const attempt = () => admin.post(change, { currentPassword: 'never was', newPassword: next });
    for (let time = 1; time <= 10; time++) {
      expect((await attempt()).body).toEqual({ statusCode: 401, error: 'invalid_credentials' });
    }
    expect((await attempt()).body).toMatchObject({ error: 'rate_limited' });
    expect((await signIn(world, { email: admin.email })).body).toMatchObject({ error: 'rate_limited' });
  });
  it('can be guessed ten times from any number of addresses, also when setting up a second factor', async () => {
    const behindProxy = world.another({ trustedProxies: 1 });
    const admin = await signedInAs(behindProxy, 'analyst');
    const from = (n: number) => ({ headers: { 'x-forwarded-for': `198.51.100.${n}` } });
    const attempt = (n: number) => admin.post(change, { currentPassword: 'never was', newPassword: next }, from(n));
    for (let n = 1; n <= 10; n++) expect((await attempt(n)).body).toMatchObject({ error: 'invalid_credentials' });
    expect((await attempt(11)).body).toMatchObject({ error: 'rate_limited' });
    const enrolled = await admin.post('/admin/auth/totp/enroll', { password: 'never was' }, from(12));
    expect(enrolled.body).toMatchObject({ error: 'rate_limited' });
    expect((await signIn(behindProxy, { email: admin.email, address: '198.51.100.13' })).status).toBe(200);
  });
  it('checks the current password before the new one, to reveal nothing', async () => {
    const admin = await signedInAs(world, 'analyst');
    const answer = await admin.post(change, { currentPassword: 'never was', newPassword: 'short' });
    expect(answer.body).toEqual({ statusCode: 401, error: 'invalid_credentials' });
  });
  it('succeeds once of two concurrent requests', async () => {
    const admin = await signedInAs(world, 'analyst');
    const answers = await Promise.all(
      ['one lamp burns at noon', 'two lamps burn at noon'].map((newPassword) =>
        admin.post(change, { currentPassword: password, newPassword }),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 401]));
  });
  it('is audited without the password', async () => {
    const admin = await signedInAs(world, 'analyst');
    await admin.post(change, { currentPassword: password, newPassword: next });
    const { body } = await root.get(`/admin/audit-log?targetId=${admin.id}&action=admin.change_password`);
    expect(body.items).toMatchObject([{ admin_id: admin.id, after: { must_reset_password: false } }]);
    expect(JSON.stringify(body)).not.toMatch(/lamp|harbour|argon/);
  });
});
