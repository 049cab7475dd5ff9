import { describe, expect, it } from 'vitest';
import { anonymous } from '../../../test/harness/actor.ts';
import { withToken } from '../../../test/harness/sign-in.ts';
import { giveCoins, makeViewer, password, userToken } from '../../../test/harness/viewer.ts';
import { releaseTogether } from '../../../test/harness/waiting.ts';
import { openWorld } from '../../../test/harness/world.ts';

const world = await openWorld({ trustedProxies: 1 });

interface SignedIn {
  access_token: string;
  deviceSecret?: string;
  user: { id: string; email: string | null; isGuest: boolean; status: string; countryCode: string | null };
}

const enter = (body: object) => anonymous(world).post<SignedIn>('/v1/auth/guest', body);
const register = (body: object, token?: string) =>
  anonymous(world).post<SignedIn>(
    '/v1/auth/register',
    body,
    token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } },
  );
const login = (body: object, address = '203.0.113.1') =>
  anonymous(world).post<SignedIn>('/v1/auth/login', body, { headers: { 'x-forwarded-for': address } });
const errorOf = ({ status, body }: { status: number; body: object }) => [status, 'error' in body && body.error];

let count = 0;
const newEmail = (): string => `viewer-${++count}@example.com`;
const goodPassword = 'moonlit ferry 12';

describe('registering', () => {
  it('creates a user', async () => {
    const email = newEmail();
    const { status, body } = await register({
      email,
      password: goodPassword,
      displayName: 'ليلى',
      phoneE164: '+201001234567',
      countryCode: 'eg',
      unknown: true,
    });
    expect(status).toBe(201);
    expect(body.user).toMatchObject({ email, isGuest: false, displayName: 'ليلى', countryCode: 'EG' });
    expect((await login({ email, password: goodPassword })).body.user.id).toBe(body.user.id);
  });
  it('with the token of a guest converts that guest, who keeps coins and devices', async () => {
    const guest = await enter({ deviceId: 'phone-6', countryCode: 'EG' });
    await giveCoins(world, guest.body.user.id, { bonus: 25 });
    const email = newEmail();
    const { body } = await register({ email, password: goodPassword }, guest.body.access_token);
    expect(body.user).toMatchObject({ id: guest.body.user.id, email, isGuest: false, countryCode: 'EG' });
    expect((await withToken(world, body.access_token).get('/v1/wallet')).body).toMatchObject({ balanceTotal: 25 });
    const { rows } = await world.database.pool.query('select device_id from user_devices where user_id = $1', [
      body.user.id,
    ]);
    expect(rows).toEqual([{ device_id: 'phone-6' }]);
  });
  it('revokes the tokens and device secrets of the guest', async () => {
    const guest = (await enter({ deviceId: 'phone-7' })).body;
    const { body } = await register({ email: newEmail(), password: goodPassword }, guest.access_token);
    const old = await withToken(world, guest.access_token).get('/v1/me');
    expect(errorOf(old)).toEqual([401, 'token_revoked']);
    const back = await enter({ deviceId: 'phone-7', deviceSecret: guest.deviceSecret });
    expect(errorOf(back)).toEqual([401, 'invalid_credentials']);
    expect((await enter({ deviceId: 'phone-7' })).body.user.id).not.toBe(body.user.id);
  });
  it('with the token of a registered user is refused, and creates no user', async () => {
    const viewer = await makeViewer(world);
    const email = newEmail();
    const { status, body } = await register({ email, password: goodPassword }, viewer.token);
    const refused = { statusCode: 400, error: 'invalid_transition', currentState: 'registered', allowed: [] };
    expect([status, body]).toEqual([400, refused]);
    const login = await anonymous(world).post('/v1/auth/login', { email, password: goodPassword });
    expect(errorOf(login)).toEqual([401, 'invalid_credentials']);
  });
  it('with an invalid token is refused, and creates no user', async () => {
    const email = newEmail();
    expect(errorOf(await register({ email, password: goodPassword }, 'garbage'))).toEqual([401, 'invalid_token']);
    const guest = await makeViewer(world, { isGuest: true });
    await world.database.pool.query(`update users set status = 'suspended' where id = $1`, [guest.id]);
    expect(errorOf(await register({ email, password: goodPassword }, guest.token))).toEqual([403, 'user_suspended']);
    expect(errorOf(await login({ email, password: goodPassword }))).toEqual([401, 'invalid_credentials']);
  });
  it('with an existing email is refused, case-insensitively', async () => {
    const email = newEmail();
    await makeViewer(world, { email });
    expect(errorOf(await register({ email: email.toUpperCase(), password: goodPassword }))).toEqual([
      409,
      'email_taken',
    ]);
    const guest = await makeViewer(world, { isGuest: true });
    expect(errorOf(await register({ email, password: goodPassword }, guest.token))).toEqual([409, 'email_taken']);
    expect((await guest.get('/v1/me')).body).toMatchObject({ isGuest: true, email: null });
  });
  it('ten times concurrently with one email creates one user', async () => {
    const email = newEmail();
    const answers = await releaseTogether(world, { table: 'users', most: 2 }, () =>
      Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          register({ email: index % 2 === 0 ? email : email.toUpperCase(), password: goodPassword }),
        ),
      ),
    );
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([
      201,
      ...Array.from({ length: 9 }, () => 409),
    ]);
  });
  it('accepts null for unknown values', async () => {
    const unknown = { displayName: null, phoneE164: null, countryCode: null, language: null };
    expect((await register({ email: newEmail(), password: goodPassword, ...unknown })).status).toBe(201);
  });
  it.each(['short 7', 'password', '12345678', 'x'.repeat(129)])('refuses the password %s', async (weak) => {
    expect(errorOf(await register({ email: newEmail(), password: weak }))).toEqual([400, 'weak_password']);
  });
  it.each(['79024f74a3d0', '4488c4d496857122', '183839690971989a45a9131b11d44201'])(
    'takes the hexadecimal password %s, made by chance',
    async (random) => {
      expect((await register({ email: newEmail(), password: random })).status).toBe(201);
    },
  );
  it('accepts a password in any Unicode composition afterwards', async () => {
    const [email, typed] = [newEmail(), 'Zürich über Nacht'];
    expect((await register({ email, password: typed.normalize('NFC') })).status).toBe(201);
    expect((await login({ email, password: typed.normalize('NFD') })).status).toBe(200);
  });
  it('refuses the email as the password', async () => {
    const email = newEmail();
    expect(errorOf(await register({ email, password: email.toUpperCase() }))).toEqual([400, 'weak_password']);
  });
  it.each([
    [{ email: 'no email' }],
    [{ phoneE164: '0100123' }],
    [{ phoneE164: '+0100123456' }],
    [{ displayName: ' ' }],
    [{ displayName: 'x'.repeat(81) }],
    [{ email: null }],
  ])('is refused with the fault of %j', async (part) => {
    const answer = await register({ email: newEmail(), password: goodPassword, ...part });
    expect(errorOf(answer)).toEqual([400, 'validation_failed']);
  });
});

describe('signing in', () => {
  it('returns a token, and ignores the case of the email', async () => {
    const email = newEmail();
    const { id } = await makeViewer(world, { email });
    const { status, body } = await login({ email: email.toUpperCase(), password });
    expect([status, body.user.id]).toEqual([200, id]);
    expect((await withToken(world, body.access_token).get('/v1/me')).status).toBe(200);
  });
  it('gives the same response for an unknown email and a wrong password', async () => {
    const email = newEmail();
    await makeViewer(world, { email });
    const wrong = await login({ email, password: 'not the one' });
    const unknown = await login({ email: newEmail(), password: 'not the one' });
    expect(wrong.text).toBe('{"statusCode":401,"error":"invalid_credentials"}');
    expect(unknown.text).toBe(wrong.text);
  });
  it('is throttled for 15 minutes after ten failures of one email and address', async () => {
    const [email, other] = [newEmail(), newEmail()];
    await makeViewer(world, { email });
    await makeViewer(world, { email: other });
    for (let time = 1; time <= 10; time++) {
      expect((await login({ email, password: 'not the one' })).status).toBe(401);
    }
    expect((await login({ email: email.toUpperCase(), password })).body).toMatchObject({ error: 'rate_limited' });
    expect((await login({ email, password }, '203.0.113.2')).status).toBe(200);
    expect((await login({ email: other, password })).status).toBe(200);
  });
  it('reports a suspended, banned or deleted account only with the right password', async () => {
    for (const [status, error] of [
      ['suspended', 'user_suspended'],
      ['banned', 'user_banned'],
    ]) {
      const email = newEmail();
      const { id } = await makeViewer(world, { email });
      await world.database.pool.query('update users set status = $2 where id = $1', [id, status]);
      expect(errorOf(await login({ email, password: 'not the one' }))).toEqual([401, 'invalid_credentials']);
      expect(errorOf(await login({ email, password }))).toEqual([403, error]);
    }
  });
  it('ends an elapsed suspension, and audits it', async () => {
    const email = newEmail();
    const { id } = await makeViewer(world, { email });
    const stored = () => world.database.pool.query('select status, suspended_until from users where id = $1', [id]);
    await world.database.pool.query(
      `update users set status = 'suspended', suspended_until = clock() - interval '1 second' where id = $1`,
      [id],
    );
    expect((await login({ email, password })).body.user.status).toBe('active');
    expect((await stored()).rows).toEqual([{ status: 'active', suspended_until: null }]);
  });
});

describe('signing out', () => {
  it('revokes only that token', async () => {
    const viewer = await makeViewer(world);
    const other = withToken(world, await userToken(world, viewer.id));
    expect((await viewer.post('/v1/auth/logout')).status).toBe(204);
    expect(errorOf(await viewer.get('/v1/me'))).toEqual([401, 'token_revoked']);
    expect(errorOf(await viewer.post('/v1/auth/logout'))).toEqual([401, 'token_revoked']);
    expect((await other.get('/v1/me')).status).toBe(200);
  });
});
