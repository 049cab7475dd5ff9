import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeAdminActor, password } from '../../../test/harness/actor.ts';
import {
  otpCode,
  type SignedInAdmin,
  setUpSecondFactor,
  signedInAs,
  signIn,
  stoppedClock,
  withToken,
} from '../../../test/harness/sign-in.ts';
import { makeViewer } from '../../../test/harness/viewer.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { endpointsOf } from '../../endpoints.ts';
import { newId } from '../../kit/id.ts';

/** An installation that asks everyone who can do harm for a second factor. */
const world = await openWorld({ mfaRequired: true });
await makeAdminActor(world, 'superadmin');

let moveTo: (seconds: number) => Promise<void>;
beforeEach(async () => {
  moveTo = await stoppedClock(world);
});
afterEach(() => world.clock.shift('0'));

const stepUpRequired = { statusCode: 403, error: 'step_up_required' };
const stepUp = (admin: SignedInAdmin, otp: string) => admin.post('/admin/auth/step-up', { otp });

async function openTo(admin: SignedInAdmin): Promise<string[]> {
  const open: string[] = [];
  for (const { method, url, guard } of endpointsOf(world)) {
    if (guard.name !== 'admin' || url.endsWith('/logout')) continue;
    const { body } = await admin.call<{ error?: string }>(method, url.replace(/:\w+/g, newId()), { otp: 7 });
    if (body.error !== 'step_up_required') open.push(`${method} ${url.replace('/v1/admin', '')}`);
  }
  return open.sort();
}

async function superadminWithFactor() {
  const admin = await signedInAs(world, 'superadmin');
  const { secret } = await setUpSecondFactor(world, admin);
  const { body } = await signIn(world, { email: admin.email, otp: await otpCode(world, secret) });
  const { id, email } = admin;
  return { secret, admin: Object.assign(withToken(world, body.access_token), { id, email, token: body.access_token }) };
}
const rename = (admin: SignedInAdmin, name: string) => admin.put(`/admin/admins/${admin.id}`, { name });

describe('if a second factor is required', () => {
  it.each(['superadmin', 'support', 'finance'])('a %s without one can only set one up or sign out', async (role) => {
    expect(await openTo(await signedInAs(world, role))).toEqual([
      'GET /admins/me',
      'POST /auth/change-password',
      'POST /auth/step-up',
      'POST /auth/totp/confirm',
      'POST /auth/totp/disable',
      'POST /auth/totp/enroll',
    ]);
  });
  it('a session from before the setup must confirm it before any change', async () => {
    const admin = await signedInAs(world, 'finance');
    const other = withToken(world, (await signIn(world, { email: admin.email })).body.access_token);
    const { secret } = await setUpSecondFactor(world, admin);
    const { id } = await makeViewer(world);
    const grant = (by: { post: SignedInAdmin['post'] }) =>
      by.post(`/admin/users/${id}/wallet/adjust`, { amount: 5, direction: 'grant', reason: 'apology_late_episode' });
    expect((await grant(admin)).status).toBe(200);
    expect((await other.get('/admin/users')).status).toBe(200);
    expect((await grant(other)).body).toEqual(stepUpRequired);
    await moveTo(60);
    expect((await other.post('/admin/auth/step-up', { otp: await otpCode(world, secret) })).status).toBe(204);
    expect((await grant(other)).status).toBe(200);
  });
  it('a moderator, who has no guarded permission, needs none', async () => {
    const moderator = await signedInAs(world, 'moderator');
    expect((await moderator.get('/admin/auth/sessions')).status).toBe(200);
    const { body } = await moderator.get('/admin/audit-log');
    expect(body).toMatchObject({ error: 'insufficient_permissions' });
  });
  it('an unconfirmed one is not sufficient', async () => {
    const support = await signedInAs(world, 'support');
    await support.post('/admin/auth/totp/enroll', { password });
    expect((await support.get('/admin/auth/sessions')).body).toEqual(stepUpRequired);
  });
  it('an admin with one has access until it is disabled', async () => {
    const finance = await signedInAs(world, 'finance');
    const { secret } = await setUpSecondFactor(world, finance);
    expect((await finance.get('/admin/audit-log')).status).toBe(200);
    await finance.post('/admin/auth/totp/disable', { otp: await otpCode(world, secret) });
    expect((await finance.get('/admin/audit-log')).body).toEqual(stepUpRequired);
  });
  it('a password reset is required first', async () => {
    const { email } = await makeAdminActor(world, 'superadmin', { mustResetPassword: true });
    const { body } = await signIn(world, { email });
    const admin = withToken(world, body.access_token);
    expect((await admin.get('/admin/roles')).body).toMatchObject({ error: 'password_reset_required' });
    expect((await admin.post('/admin/auth/totp/enroll', { password })).body).toMatchObject({
      error: 'password_reset_required',
    });
  });
});

describe('a change of admins or roles', () => {
  it('requires a recent second factor; reading does not', async () => {
    const { admin } = await superadminWithFactor();
    await moveTo(900);
    expect((await rename(admin, 'In time')).status).toBe(200);
    await moveTo(901);
    expect((await rename(admin, 'Too late')).body).toEqual(stepUpRequired);
    const role = { name: 'night desk', permissions: [] };
    expect((await admin.post('/admin/roles', role)).body).toEqual(stepUpRequired);
    expect((await admin.post('/admin/roles?dryRun=true', role)).body).toEqual(stepUpRequired);
    expect((await admin.get('/admin/roles')).status).toBe(200);
  });
  it('is possible for another 15 minutes after it was confirmed again', async () => {
    const { admin, secret } = await superadminWithFactor();
    await moveTo(2000);
    expect((await stepUp(admin, await otpCode(world, secret, 20))).body).toMatchObject({
      error: 'invalid_credentials',
    });
    expect((await rename(admin, 'Not yet')).body).toEqual(stepUpRequired);
    expect((await stepUp(admin, await otpCode(world, secret))).status).toBe(204);
    expect((await rename(admin, 'Now')).status).toBe(200);
    await moveTo(2900);
    expect((await rename(admin, 'Still')).status).toBe(200);
    await moveTo(2901);
    expect((await rename(admin, 'No more')).body).toEqual(stepUpRequired);
  });
  it('is not enabled in other sessions by confirming it in this one', async () => {
    const { admin, secret } = await superadminWithFactor();
    await moveTo(2000);
    const { body } = await signIn(world, { email: admin.email, otp: await otpCode(world, secret) });
    expect((await rename(admin, 'Elsewhere')).body).toEqual(stepUpRequired);
    const fresh = withToken(world, body.access_token);
    expect((await fresh.put(`/admin/admins/${admin.id}`, { name: 'Here' })).status).toBe(200);
  });
  it('does not accept the code used to sign in', async () => {
    const { admin, secret } = await superadminWithFactor();
    expect((await stepUp(admin, await otpCode(world, secret))).body).toMatchObject({ error: 'invalid_credentials' });
  });
});

describe('if no second factor is required', () => {
  const relaxed = world.another({ mfaRequired: false });
  const there = ({ token }: SignedInAdmin) => withToken(relaxed, token);
  const renameThere = (admin: SignedInAdmin, name: string) => there(admin).put(`/admin/admins/${admin.id}`, { name });

  it('an admin with one must step up', async () => {
    const { admin, secret } = await superadminWithFactor();
    await moveTo(900);
    expect((await renameThere(admin, 'In time')).status).toBe(200);
    await moveTo(901);
    expect((await renameThere(admin, 'Too late')).body).toEqual(stepUpRequired);
    expect((await stepUp(admin, await otpCode(world, secret))).status).toBe(204);
    expect((await renameThere(admin, 'Again')).status).toBe(200);
  });
  it('a session of a moderator from before the setup must confirm it before any change', async () => {
    const admin = await signedInAs(world, 'moderator');
    const older = withToken(relaxed, (await signIn(world, { email: admin.email })).body.access_token);
    const { secret } = await setUpSecondFactor(world, admin);
    const { id } = await makeViewer(world);
    const ban = () => older.post(`/admin/users/${id}/ban`, { reason: 'fraud confirmed' });
    expect((await older.get('/admin/users')).status).toBe(200);
    expect((await ban()).body).toEqual(stepUpRequired);
    await moveTo(60);
    expect((await older.post('/admin/auth/step-up', { otp: await otpCode(world, secret) })).status).toBe(204);
    expect((await ban()).status).toBe(200);
  });
  it('an admin without one needs none', async () => {
    const admin = await signedInAs(world, 'superadmin');
    expect((await renameThere(admin, 'Without')).status).toBe(200);
  });
});

describe('a missing second factor', () => {
  it('cannot be confirmed by stepping up or by sending a code at sign-in', async () => {
    const { email } = await makeAdminActor(world, 'superadmin');
    const { body } = await signIn(world, { email, otp: '123456' });
    const admin = withToken(world, body.access_token);
    const refused = await admin.post('/admin/auth/step-up', { otp: '123456' });
    expect(refused.body).toMatchObject({ error: 'invalid_transition', currentState: 'none', allowed: ['enroll'] });
    const enrolled = await admin.post<{ secret: string }>('/admin/auth/totp/enroll', { password });
    const early = await admin.post('/admin/auth/step-up', { otp: await otpCode(world, enrolled.body.secret) });
    expect(early.body).toMatchObject({ error: 'invalid_transition', currentState: 'enrolled' });
    const { rows } = await world.database.pool.query(
      'select second_factor_at from admin_sessions s join admins a on a.id = s.admin_id where a.email = $1',
      [email],
    );
    expect(rows).toEqual([{ second_factor_at: null }]);
  });
});
