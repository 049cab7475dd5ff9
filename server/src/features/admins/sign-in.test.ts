import { describe, expect, it } from 'vitest';
import { Actor, anonymous, makeAdminActor, password } from '../../../test/harness/actor.ts';
import { signIn, withToken } from '../../../test/harness/sign-in.ts';
import { countLockWaiters } from '../../../test/harness/waiting.ts';
import { openWorld } from '../../../test/harness/world.ts';

const world = await openWorld();
const root = await makeAdminActor(world, 'superadmin', { email: 'root@example.com' });
const wrong = 'not the one that was set';

const setCookie = (headers: Record<string, unknown>): string => String(headers['set-cookie']);

function claimsOf(token: string): Record<string, unknown> {
  const [, payload = ''] = token.split('.');
  const claims: Record<string, unknown> = JSON.parse(Buffer.from(payload, 'base64url').toString());
  return claims;
}

describe('signing in', () => {
  it('returns a token, and sets it as a cookie that scripts cannot read', async () => {
    const { id, email } = await makeAdminActor(world, 'support', { email: 'mina@example.com', name: 'Mina' });
    const { status, body, headers } = await signIn(world, { email });
    expect(status).toBe(200);
    expect(body).toEqual({
      access_token: expect.any(String),
      admin: {
        id,
        email,
        name: 'Mina',
        role: 'support',
        permissions: expect.arrayContaining(['users:read', 'wallet:adjust']),
        must_reset_password: false,
      },
    });
    const attributes = 'HttpOnly; SameSite=Strict; Path=/; Max-Age=43200';
    expect(setCookie(headers)).toBe(`svc_admin_token=${body.access_token}; ${attributes}`);
    expect((await withToken(world, body.access_token).get('/admin/admins/me')).body).toMatchObject({ id, email });
  });
  it('sets a secure cookie if the service is reached over TLS', async () => {
    const { headers } = await signIn(world.another({ tls: true }), { email: root.email });
    expect(setCookie(headers)).toMatch(/; Max-Age=43200; Secure$/);
  });
  it('has the claims of the contract, without permissions', async () => {
    const { body } = await signIn(world, { email: root.email });
    const claims = claimsOf(body.access_token);
    expect(claims).toEqual({
      sub: root.id,
      role: 'superadmin',
      token_version: 1,
      jti: expect.any(String),
      iat: expect.any(Number),
      exp: Number(claims.iat) + 43_200,
      aud: 'admin',
    });
  });
  it('ignores the case of the email', async () => {
    const { email } = await makeAdminActor(world, 'analyst', { email: 'Anna.Lind@Example.com' });
    for (const typed of [email, email.toLowerCase(), email.toUpperCase()]) {
      expect((await signIn(world, { email: typed })).status).toBe(200);
    }
  });
  it('stores the time without changing the revision', async () => {
    const { id, email } = await makeAdminActor(world, 'moderator');
    await world.clock.stopAt('2031-05-06T07:08:09.123Z');
    await signIn(world, { email });
    await world.clock.shift('0');
    const { body } = await root.get(`/admin/admins/${id}`);
    expect(body).toMatchObject({ last_login_at: '2031-05-06T07:08:09.123Z', revision: 1 });
  });
  it('is audited once in the name of the admin', async () => {
    const { id, email } = await makeAdminActor(world, 'moderator');
    await signIn(world, { email });
    const { body } = await root.get(`/admin/audit-log?targetId=${id}`);
    expect(body.items).toMatchObject([
      { action: 'admin.sign_in', admin_id: id, admin_email: email, target_type: 'admin' },
    ]);
  });
});

describe('a failed sign-in', () => {
  it('has the same response for an unknown email, a deleted admin and a wrong password', async () => {
    const deleted = await makeAdminActor(world, 'support');
    await root.delete(`/admin/admins/${deleted.id}`);
    const answers = [
      await signIn(world, { email: 'nobody@example.com' }),
      await signIn(world, { email: 'not even an address' }),
      await signIn(world, { email: deleted.email }),
      await signIn(world, { email: root.email, password: wrong }),
      await signIn(world, { email: root.email, password: `${password} ` }),
      await signIn(world, { email: root.email, password: '' }),
    ];
    const shown = answers.map(({ status, text, headers }) => [status, text, headers['set-cookie'] ?? 'no cookie']);
    const alike = [401, '{"statusCode":401,"error":"invalid_credentials"}', 'no cookie'];
    expect(shown).toEqual(answers.map(() => alike));
  });
  it('reports a disabled account only with the right password', async () => {
    const { email } = await makeAdminActor(world, 'support', { isActive: false });
    expect((await signIn(world, { email, password: wrong })).body).toEqual({
      statusCode: 401,
      error: 'invalid_credentials',
    });
    expect((await signIn(world, { email })).body).toEqual({ statusCode: 403, error: 'admin_disabled' });
  });
  it('with an unknown email is counted but not audited', async () => {
    const count = async () =>
      Number(/admin_sign_in_unknown_total (\d+)/.exec((await world.app.inject('/metrics')).payload)?.[1] ?? 0);
    const before = await count();
    for (const n of [1, 2, 3]) await signIn(world, { email: `stranger-${n}@example.com`, password: wrong });
    expect(await count()).toBe(before + 3);
    const { rows } = await world.database.pool.query(
      `select from audit_log where action like 'admin.sign_in_%' and admin_id is null`,
    );
    expect(rows).toEqual([]);
  });
  it('of an admin is audited without the submitted values', async () => {
    const { id, email } = await makeAdminActor(world, 'support');
    const typed = 'a password that is nearly right';
    await signIn(world, { email, password: typed });
    const { rows } = await world.database.pool.query<{ entry: string }>(
      `select l::text as entry from audit_log l where action = 'admin.sign_in_failed' and admin_id = $1`,
      [id],
    );
    expect(rows).toHaveLength(1);
    expect(rows.filter(({ entry }) => entry.includes(typed))).toEqual([]);
  });
  it('with an invalid body is explained', async () => {
    const post = (body: unknown) => anonymous(world).post('/admin/auth/login', body);
    const fault = (path: string, message: string) => ({ error: 'validation_failed', details: [{ path, message }] });
    expect((await post({ email: root.email })).body).toMatchObject(fault('password', 'is required'));
    expect((await post({ email: root.email, password: 7 })).body).toMatchObject(fault('password', 'must be text'));
    expect((await post({ email: root.email, password, admin: true })).body).toMatchObject(
      fault('admin', 'is not a known field'),
    );
  });
  it('has no dry run', async () => {
    const answer = await anonymous(world).post('/admin/auth/login?dryRun=true', { email: root.email, password });
    expect(answer.body).toMatchObject({ error: 'validation_failed', details: [{ path: 'dryRun' }] });
  });
});

describe('a password that is replaced during a sign-in', () => {
  it('opens no session for the old one', async () => {
    const { id, email } = await makeAdminActor(world, 'support');
    const replacing = await world.database.pool.connect();
    await replacing.query('begin');
    await replacing.query(`update admins set password_hash = 'another', token_version = 2 where id = $1`, [id]);
    const late = signIn(world, { email });
    await expect.poll(() => countLockWaiters(world)).toBe(1);
    await replacing.query('commit');
    replacing.release();
    expect((await late).body).toEqual({ statusCode: 401, error: 'invalid_credentials' });
  });
});

describe('the sign-in endpoint', () => {
  it('requires no credential, and ignores an invalid one', async () => {
    const visitor = new Actor(world, { authorization: 'Bearer long gone', 'sec-fetch-site': 'cross-site' });
    expect((await visitor.post('/admin/auth/login', { email: root.email, password })).status).toBe(200);
  });
});
