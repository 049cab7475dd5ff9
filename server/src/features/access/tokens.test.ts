import { afterEach, describe, expect, it } from 'vitest';
import { makeAdminActor, makeRole, tokenFor } from '../../../test/harness/actor.ts';
import { signedInAs, signIn, withToken } from '../../../test/harness/sign-in.ts';
import { openWorld, testConfig, type World } from '../../../test/harness/world.ts';
import { newId } from '../../kit/id.ts';

const world = await openWorld();
const root = await makeAdminActor(world, 'superadmin');
const me = '/admin/admins/me';

afterEach(() => world.clock.shift('0'));

const meWith = async (token: string, where: World = world): Promise<unknown> => {
  const { status, body } = await withToken(where, token).get(me);
  return status === 200 ? 200 : body.error;
};

/** The same service after its secrets were changed. */
const withSecrets = (...adminJwt: string[]) => world.another({ secrets: { ...testConfig.secrets, adminJwt } });
const [oldSecret = ''] = testConfig.secrets.adminJwt;
const newSecret = 'a newer one for the tests alone, of 32 bytes';

describe('a token', () => {
  it('lasts twelve hours by the clock of the database', async () => {
    const { email } = await makeAdminActor(world, 'support');
    await world.clock.stopAt('2031-01-01T00:00:00Z');
    const { body } = await signIn(world, { email });
    await world.clock.stopAt('2031-01-01T11:59:59.999Z');
    expect(await meWith(body.access_token)).toBe(200);
    await world.clock.stopAt('2031-01-01T12:00:00Z');
    expect(await meWith(body.access_token)).toBe('invalid_token');
  });
  it('expires regardless of the clock of this process and of earlier use', async () => {
    const { id } = await makeAdminActor(world, 'support');
    const token = await tokenFor(world, id, { issuedAt: new Date(Date.now() - 43_190_000) });
    expect(await meWith(token)).toBe(200);
    await world.clock.shift('1 minute');
    expect(await meWith(token)).toBe('invalid_token');
  });
  it('with an invalid expiry is refused, also when signing out', async () => {
    const { id } = await makeAdminActor(world, 'support');
    const claims = { sub: id, token_version: 1, jti: newId(), iat: 1_780_000_000 };
    const endless = withToken(world, world.keys.tokens.sign({ ...claims, exp: 1e300 }));
    const answers = [await endless.get(me), await endless.post('/admin/auth/logout')];
    expect(answers.map(({ body }) => body)).toEqual([
      { statusCode: 401, error: 'invalid_token' },
      { statusCode: 401, error: 'invalid_token' },
    ]);
  });
  it('stays valid while its secret is the second one, and ends when that is removed', async () => {
    const { token } = await signedInAs(world, 'support');
    expect(await meWith(token, withSecrets(newSecret, oldSecret))).toBe(200);
    expect(await meWith(token, withSecrets(newSecret))).toBe('invalid_token');
  });
  it('is signed with the first secret, so that processes with only the new one accept it', async () => {
    const { email } = await makeAdminActor(world, 'support');
    const { body } = await signIn(withSecrets(newSecret, oldSecret), { email });
    expect(await meWith(body.access_token, withSecrets(newSecret))).toBe(200);
  });
});

describe('the guard', () => {
  it('reports a deleted account before a disabled one, and that before a revoked token', async () => {
    const { id, token } = await signedInAs(world, 'support');
    await root.post(`/admin/admins/${id}/force-logout`);
    expect(await meWith(token)).toBe('token_revoked');
    await root.put(`/admin/admins/${id}`, { is_active: false });
    expect(await meWith(token)).toBe('admin_disabled');
    await root.delete(`/admin/admins/${id}`);
    expect(await meWith(token)).toBe('invalid_token');
  });
  it('requires a password reset before it checks permissions', async () => {
    const { id } = await makeAdminActor(world, 'moderator', { mustResetPassword: true });
    const { body } = await withToken(world, await tokenFor(world, id)).get('/admin/roles');
    expect(body).toEqual({ statusCode: 403, error: 'password_reset_required' });
  });
  it('names the sufficient permissions', async () => {
    const { body } = await (await signedInAs(world, 'support')).get('/admin/audit-log');
    expect(body).toEqual({ statusCode: 403, error: 'insufficient_permissions', required: ['audit:read'] });
  });
  it('does not reveal what exists to callers without permission', async () => {
    const support = await signedInAs(world, 'support');
    const answers = [await support.get(`/admin/admins/${root.id}`), await support.get('/admin/admins/no-id')];
    expect(answers.map(({ status }) => status)).toEqual([403, 403]);
  });
});

describe('revoking access of an admin', () => {
  const other = world.another();
  it.each([
    ['A disabled admin’s live token stops working', 'admin_disabled', { is_active: false }],
    ['A demoted admin’s live token stops working', 'token_revoked', { role: 'analyst' }],
  ])('%s at the very next request, on every process', async (_name, error, edit) => {
    const { id, token } = await signedInAs(world, 'finance');
    expect(await meWith(token, other)).toBe(200);
    expect((await root.put(`/admin/admins/${id}`, edit)).status).toBe(200);
    expect([await meWith(token), await meWith(token, other)]).toEqual([error, error]);
  });
  it('A token of a deleted admin is refused by the next request, on every process', async () => {
    const { id, token } = await signedInAs(world, 'finance');
    expect(await meWith(token, other)).toBe(200);
    await root.delete(`/admin/admins/${id}`);
    expect([await meWith(token), await meWith(token, other)]).toEqual(['invalid_token', 'invalid_token']);
  });
  it('A token of an earlier or later version is refused, even without a stored session', async () => {
    const { id } = await makeAdminActor(world, 'finance');
    await root.post(`/admin/admins/${id}/force-logout`);
    const withVersion = async (version: number) => meWith(await tokenFor(world, id, { version }));
    expect([await withVersion(1), await withVersion(2), await withVersion(3)]).toEqual([
      'token_revoked',
      200,
      'token_revoked',
    ]);
  });
  it('An admin who is enabled again must sign in; the old token stays invalid', async () => {
    const { id, email, token } = await signedInAs(world, 'finance');
    await root.put(`/admin/admins/${id}`, { is_active: false });
    await root.put(`/admin/admins/${id}`, { is_active: true });
    expect(await meWith(token)).toBe('token_revoked');
    expect((await signIn(world, { email })).status).toBe(200);
  });
  it('A new name does not end sessions', async () => {
    const { id, token } = await signedInAs(world, 'finance');
    await root.put(`/admin/admins/${id}`, { name: 'Another name' });
    expect(await meWith(token)).toBe(200);
  });
  it('A permission added to or removed from a role applies to the next request, without ending sessions', async () => {
    const roleId = await makeRole(world, 'auditor', ['audit:read']);
    const { token } = await signedInAs(world, 'auditor');
    const there = withToken(other, token);
    const edit = (permissions: string[]) => root.put(`/admin/roles/${roleId}`, { permissions });
    expect((await there.get('/admin/audit-log')).status).toBe(200);
    await edit(['users:read']);
    expect((await there.get('/admin/audit-log')).body).toMatchObject({ error: 'insufficient_permissions' });
    expect((await there.get(me)).body).toMatchObject({ permissions: ['users:read'], token_version: 1 });
    await edit(['users:read', 'audit:read']);
    expect((await there.get('/admin/audit-log')).status).toBe(200);
  });
});
