import { describe, expect, it } from 'vitest';
import { Actor, makeAdminActor, password, tokenFor } from '../../../test/harness/actor.ts';
import { signedInAs, signIn, withCookie, withToken } from '../../../test/harness/sign-in.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { newId } from '../../kit/id.ts';

const world = await openWorld();
const root = await makeAdminActor(world, 'superadmin');
const me = '/admin/admins/me';
const revoked = { statusCode: 401, error: 'token_revoked' };

interface SessionList {
  items: { id: string; current: boolean; user_agent: string | null; ip: string | null }[];
}

describe('signing out', () => {
  it('ends only this session and clears the cookie', async () => {
    const here = await signedInAs(world, 'moderator');
    const elsewhere = withToken(world, (await signIn(world, { email: here.email })).body.access_token);
    const { status, text, headers } = await here.post('/admin/auth/logout');
    expect([status, text]).toEqual([204, '']);
    expect(headers['set-cookie']).toBe('svc_admin_token=; HttpOnly; SameSite=Strict; Path=/; Max-Age=0');
    expect((await here.get(me)).body).toEqual(revoked);
    expect((await elsewhere.get(me)).status).toBe(200);
  });
  it('applies to the next request on every process', async () => {
    const other = world.another();
    const admin = await signedInAs(world, 'moderator');
    expect((await withToken(other, admin.token).get(me)).status).toBe(200);
    await admin.post('/admin/auth/logout');
    expect((await withToken(other, admin.token).get(me)).body).toEqual(revoked);
  });
  it('accepts no body or an empty one', async () => {
    expect((await (await signedInAs(world, 'moderator')).post('/admin/auth/logout', {})).status).toBe(204);
    const admin = await signedInAs(world, 'moderator');
    expect((await admin.post('/admin/auth/logout', { everywhere: true })).body).toMatchObject({
      error: 'validation_failed',
    });
  });
  it('works for a token without a stored session', async () => {
    const { id } = await makeAdminActor(world, 'moderator');
    const admin = withToken(world, await tokenFor(world, id));
    await admin.post('/admin/auth/logout');
    expect((await admin.get(me)).body).toEqual(revoked);
  });
});

describe('one’s own sessions', () => {
  it('are listed newest first, with their origin and a mark of the current one', async () => {
    const { email } = await makeAdminActor(world, 'moderator');
    const first = await signIn(world, { email });
    const laptop = new Actor(world, { 'user-agent': 'a laptop' });
    const second = await laptop.post<{ access_token: string }>('/admin/auth/login', {
      email,
      password: 'a quiet harbour at dawn',
    });
    const { body } = await withToken(world, first.body.access_token).get<SessionList>('/admin/auth/sessions');
    expect(body.items).toMatchObject([
      { current: false, user_agent: 'a laptop', ip: '127.0.0.1' },
      { current: true, ip: '127.0.0.1' },
    ]);
    const seen = await withToken(world, second.body.access_token).get<SessionList>('/admin/auth/sessions');
    expect(seen.body.items.map(({ current }) => current)).toEqual([true, false]);
  });
  it('can be ended individually', async () => {
    const here = await signedInAs(world, 'moderator');
    const lost = withToken(world, (await signIn(world, { email: here.email })).body.access_token);
    const { body } = await here.get<SessionList>('/admin/auth/sessions');
    const id = body.items.find(({ current }) => !current)?.id;
    expect((await here.delete(`/admin/auth/sessions/${id}`)).status).toBe(204);
    expect((await lost.get(me)).body).toEqual(revoked);
    expect((await here.get<SessionList>('/admin/auth/sessions')).body.items).toMatchObject([{ current: true }]);
    expect((await here.delete(`/admin/auth/sessions/${id}`)).body).toEqual({ statusCode: 404, error: 'not_found' });
  });
  it('cannot be seen by others, including superadmins', async () => {
    const owner = await signedInAs(world, 'moderator');
    const { body } = await owner.get<SessionList>('/admin/auth/sessions');
    for (const id of [body.items[0]?.id, newId(), 'no-id']) {
      expect((await root.delete(`/admin/auth/sessions/${id}`)).body).toEqual({ statusCode: 404, error: 'not_found' });
    }
    expect((await owner.get(me)).status).toBe(200);
  });
  it('end with a password reset and a forced logout', async () => {
    const admin = await signedInAs(world, 'moderator');
    await root.post(`/admin/admins/${admin.id}/force-logout`);
    expect((await admin.get(me)).body).toEqual(revoked);
    const again = withToken(world, (await signIn(world, { email: admin.email })).body.access_token);
    expect((await again.get<SessionList>('/admin/auth/sessions')).body.items).toHaveLength(1);
  });
});

describe('the credential of a request', () => {
  it('is the header if present, otherwise the cookie', async () => {
    const mina = await signedInAs(world, 'support');
    const omar = await signedInAs(world, 'moderator');
    expect((await withCookie(world, mina.token).get(me)).body).toMatchObject({ id: mina.id });
    const both = withCookie(world, mina.token, { authorization: `bearer ${omar.token}` });
    expect((await both.get(me)).body).toMatchObject({ id: omar.id });
    const garbled = withCookie(world, mina.token, { authorization: 'Bearer garbage' });
    expect((await garbled.get(me)).body).toEqual({ statusCode: 401, error: 'invalid_token' });
    const otherScheme = withCookie(world, mina.token, { authorization: 'Basic bWluYTpzZWNyZXQ=' });
    expect((await otherScheme.get(me)).body).toEqual({ statusCode: 401, error: 'invalid_token' });
  });
  it('is required before other errors are reported', async () => {
    const answer = await new Actor(world, { cookie: 'svc_admin_token=' }).put('/admin/admins/no-id', { nonsense: 1 });
    expect(answer.body).toEqual({ statusCode: 401, error: 'unauthorized' });
  });
});

describe('a cross-site request', () => {
  const from = (token: string, headers: Record<string, string>) => withCookie(world, token, headers);
  const enroll = '/admin/auth/totp/enroll';
  it.each([
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'cross-site', origin: 'http://localhost:80' },
    { origin: 'https://evil.example' },
    { origin: 'http://localhost.evil.example' },
    { origin: 'http://127.0.0.1:4001', host: '127.0.0.1:4000' },
    { origin: 'null' },
  ])('is refused when it says %o', async (headers) => {
    const { id, token } = await signedInAs(world, 'moderator');
    const answer = await from(token, headers).post(enroll, { password });
    expect(answer.body).toEqual({ statusCode: 403, error: 'csrf_rejected' });
    expect((await root.get(`/admin/audit-log?adminId=${id}&action=admin.second_factor_enroll`)).body.items).toEqual([]);
    expect((await from(token, headers).get(me)).status).toBe(200);
    const byHeader = new Actor(world, { authorization: `Bearer ${token}`, ...headers });
    expect((await byHeader.post(enroll, { password })).status).toBe(200);
  });
  it.each([
    { 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'none' },
    { origin: 'http://127.0.0.1:4000', host: '127.0.0.1:4000' },
    { origin: 'https://panel.example', host: 'panel.example' },
    {},
  ])('is our own when it says %o', async (headers: Record<string, string>) => {
    const { token } = await signedInAs(world, 'moderator');
    expect((await from(token, headers).post(enroll, { password })).status).toBe(200);
  });
});
