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

describe('where a second factor is asked for', () => {
  it.each(['superadmin', 'support', 'finance'])('a %s without one can only set one up, and leave', async (role) => {
    expect(await openTo(await signedInAs(world, role))).toEqual([
      'GET /admins/me',
      'POST /auth/change-password',
      'POST /auth/step-up',
      'POST /auth/totp/confirm',
      'POST /auth/totp/disable',
      'POST /auth/totp/enroll',
    ]);
  });
  it('a session from before it was set up must show it before it changes anything', async () => {
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
  it('a moderator, who can move neither coins nor money, is asked for nothing', async () => {
    const moderator = await signedInAs(world, 'moderator');
    expect((await moderator.get('/admin/auth/sessions')).status).toBe(200);
    const { body } = await moderator.get('/admin/audit-log');
    expect(body).toMatchObject({ error: 'insufficient_permissions' });
  });
  it('one that was begun and never confirmed does not count', async () => {
    const support = await signedInAs(world, 'support');
    await support.post('/admin/auth/totp/enroll', { password });
    expect((await support.get('/admin/auth/sessions')).body).toEqual(stepUpRequired);
  });
  it('an admin who has set one up is let in, and kept out again when it is given up', async () => {
    const finance = await signedInAs(world, 'finance');
    const { secret } = await setUpSecondFactor(world, finance);
    expect((await finance.get('/admin/audit-log')).status).toBe(200);
    await finance.post('/admin/auth/totp/disable', { otp: await otpCode(world, secret) });
    expect((await finance.get('/admin/audit-log')).body).toEqual(stepUpRequired);
  });
  it('a password that must be reset is spoken of first', async () => {
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
  it('wants the second factor shown within a quarter of an hour; looking does not', async () => {
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
  it('goes on after the second factor was shown again, for another quarter of an hour', async () => {
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
  it('is not opened for one’s other sessions by showing it in this one', async () => {
    const { admin, secret } = await superadminWithFactor();
    await moveTo(2000);
    const { body } = await signIn(world, { email: admin.email, otp: await otpCode(world, secret) });
    expect((await rename(admin, 'Elsewhere')).body).toEqual(stepUpRequired);
    const fresh = withToken(world, body.access_token);
    expect((await fresh.put(`/admin/admins/${admin.id}`, { name: 'Here' })).status).toBe(200);
  });
  it('does not take a code that was already used to come in', async () => {
    const { admin, secret } = await superadminWithFactor();
    expect((await stepUp(admin, await otpCode(world, secret))).body).toMatchObject({ error: 'invalid_credentials' });
  });
});

describe('where no second factor is required', () => {
  const relaxed = world.another({ mfaRequired: false });
  const there = ({ token }: SignedInAdmin) => withToken(relaxed, token);
  const renameThere = (admin: SignedInAdmin, name: string) => there(admin).put(`/admin/admins/${admin.id}`, { name });

  it('an admin who has set one up steps up nevertheless', async () => {
    const { admin, secret } = await superadminWithFactor();
    await moveTo(900);
    expect((await renameThere(admin, 'In time')).status).toBe(200);
    await moveTo(901);
    expect((await renameThere(admin, 'Too late')).body).toEqual(stepUpRequired);
    expect((await stepUp(admin, await otpCode(world, secret))).status).toBe(204);
    expect((await renameThere(admin, 'Again')).status).toBe(200);
  });
  it('a session of a moderator from before it was set up changes nothing until it has shown it', async () => {
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
  it('an admin without one is asked for nothing', async () => {
    const admin = await signedInAs(world, 'superadmin');
    expect((await renameThere(admin, 'Without')).status).toBe(200);
  });
});

describe('a second factor that is not there', () => {
  it('cannot be shown: neither by stepping up nor by sending any code at sign-in', async () => {
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
