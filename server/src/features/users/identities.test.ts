import { createHash, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createServer } from 'node:http';
import { exportJWK, SignJWT } from 'jose';
import { afterAll, describe, expect, it } from 'vitest';
import { anonymous } from '../../../test/harness/actor.ts';
import { withToken } from '../../../test/harness/sign-in.ts';
import { giveCoins, ledgerViolations, makeViewer, walletOf } from '../../../test/harness/viewer.ts';
import { openWorld } from '../../../test/harness/world.ts';

const [own, other] = [0, 1].map(() => generateKeyPairSync('rsa', { modulusLength: 2048 }));
if (!own || !other) throw new Error('no keys');
const { privateKey, publicKey } = own;

/** The key set of a provider. */
const jwk = { ...(await exportJWK(publicKey)), kid: 'key-1', alg: 'RS256', use: 'sig' };
const keySet = createServer((_request, response) => response.end(JSON.stringify({ keys: [jwk] })));
await new Promise<void>((resolve) => keySet.listen(0, '127.0.0.1', resolve));
afterAll(() => keySet.close());
const address = keySet.address();
const port = address !== null && typeof address === 'object' ? address.port : 0;

const issuer = 'https://id.example';
const audience = 'app.example';
const provider = { issuer, audiences: [audience, 'tablet.example'], jwksUrl: `http://127.0.0.1:${port}/keys` };
const world = await openWorld({
  userIdentityProviders: [
    { ...provider, name: 'example' },
    { ...provider, name: 'away', jwksUrl: 'http://127.0.0.1:9/keys' },
  ],
});

interface Claims {
  readonly [name: string]: unknown;
}
interface Signing {
  readonly alg?: string;
  readonly key?: KeyObject | Uint8Array;
  readonly kid?: string;
}

/** A token as the provider signs it, but for what is given. */
const tokenOf = (claims: Claims, { alg = 'RS256', key = privateKey, kid = 'key-1' }: Signing = {}) => {
  const now = Math.floor(Date.now() / 1000);
  const usual = { iss: issuer, aud: audience, iat: now, exp: now + 300 };
  return new SignJWT({ ...usual, ...claims }).setProtectedHeader({ alg, kid }).sign(key);
};

interface SignedIn {
  access_token: string;
  user: { id: string; email: string | null; displayName: string | null; isGuest: boolean };
  error: string;
  reason?: string;
}

const signIn = async (idToken: string, more: object = {}, token?: string) =>
  anonymous(world).post<SignedIn>(
    '/v1/auth/token',
    { provider: 'example', idToken, ...more },
    {
      ...(token !== undefined && { headers: { authorization: `Bearer ${token}` } }),
    },
  );

describe('an ID token', () => {
  const unsigned = (claims: object) =>
    [{ alg: 'none' }, claims]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.')
      .concat('.');
  const past = Math.floor(Date.now() / 1000) - 3600;
  const sub = 'refused';
  const secret = Buffer.from(publicKey.export({ type: 'spki', format: 'pem' }));
  it.each<[string, () => Promise<string> | string, object, string]>([
    ['of another issuer', () => tokenOf({ sub, iss: 'https://evil.example' }), {}, 'err_jwt_claim_validation_failed'],
    ['for another audience', () => tokenOf({ sub, aud: 'other.example' }), {}, 'err_jwt_claim_validation_failed'],
    ['that has expired', () => tokenOf({ sub, iat: past, exp: past + 300 }), {}, 'err_jwt_expired'],
    ['without an end', () => tokenOf({ sub, exp: undefined }), {}, 'err_jwt_claim_validation_failed'],
    ['without a subject', () => tokenOf({}), {}, 'err_jwt_claim_validation_failed'],
    ['with an empty subject', () => tokenOf({ sub: '' }), {}, 'wrong_subject'],
    ['with another nonce', () => tokenOf({ sub, nonce: 'a' }), { nonce: 'b' }, 'wrong_nonce'],
    ['with a nonce that the app does not know', () => tokenOf({ sub, nonce: 'a' }), {}, 'wrong_nonce'],
    ['without the nonce of the app', () => tokenOf({ sub }), { nonce: 'b' }, 'wrong_nonce'],
    ['of another key', () => tokenOf({ sub }, { key: other.privateKey }), {}, 'err_jws_signature_verification_failed'],
    ['of an unknown key', () => tokenOf({ sub }, { kid: 'key-2' }), {}, 'err_jwks_no_matching_key'],
    [
      'signed with the public key',
      () => tokenOf({ sub }, { alg: 'HS256', key: secret }),
      {},
      'err_jose_alg_not_allowed',
    ],
    [
      'that is not signed',
      () => unsigned({ sub, iss: issuer, aud: audience, iat: past, exp: past * 2 }),
      {},
      'err_jose_alg_not_allowed',
    ],
    ['that is none', () => 'not a token', {}, 'err_jws_invalid'],
  ])('%s is refused', async (_what, token, more, reason) => {
    const { status, body } = await signIn(await token(), more);
    expect([status, body]).toEqual([401, { statusCode: 401, error: 'invalid_id_token', reason }]);
  });

  it('of an unknown provider is invalid, and one whose keys cannot be read is to be sent again', async () => {
    const idToken = await tokenOf({ sub });
    const { body } = await signIn(idToken, { provider: 'unknown' });
    expect(body).toMatchObject({ error: 'validation_failed', details: [{ path: 'provider' }] });
    const payload = { provider: 'away', idToken };
    const away = await world.app.inject({ method: 'POST', url: '/v1/auth/token', payload });
    expect(away.statusCode).toBe(503);
  });

  it.each([
    ['the nonce', 'n-1'],
    ['the SHA-256 of the nonce', createHash('sha256').update('n-1').digest('hex')],
  ])('may have %s', async (what, nonce) => {
    expect((await signIn(await tokenOf({ sub: what, nonce }), { nonce: 'n-1' })).status).toBe(200);
  });
});

describe('a user who signs in with a provider', () => {
  it('is the same the next time, and has the verified email and the name', async () => {
    const claims = { sub: 'maya', email: 'maya@birds.example', email_verified: true, name: 'Maya' };
    const first = await signIn(await tokenOf(claims));
    expect(first.body.user).toMatchObject({ email: 'maya@birds.example', displayName: 'Maya', isGuest: false });
    const again = await signIn(await tokenOf({ sub: 'maya', aud: 'tablet.example', email: 'new@birds.example' }));
    expect(again.body.user).toEqual(first.body.user);
  });

  it('is not the one who has the same email', async () => {
    const victim = await makeViewer(world, { email: 'victim@birds.example' });
    const claims = { sub: 'mallory', email: 'Victim@birds.example', email_verified: true };
    const { body } = await signIn(await tokenOf(claims));
    expect(body.user.id).not.toBe(victim.id);
    expect(body.user.email).toBeNull();
    const unverified = await signIn(
      await tokenOf({ sub: 'trent', email: 'trent@birds.example', email_verified: false }),
    );
    expect(unverified.body.user.email).toBeNull();
  });

  it('keeps the coins of the guest, whose earlier token ends', async () => {
    const guest = await makeViewer(world, { isGuest: true });
    await giveCoins(world, guest.id, { paid: 30, bonus: 5 });
    const { body } = await signIn(await tokenOf({ sub: 'layla' }), {}, guest.token);
    expect(body.user).toMatchObject({ id: guest.id, isGuest: false });
    expect(await walletOf(Object.assign(withToken(world, body.access_token), { id: guest.id, token: '' }))).toEqual({
      paid: 30,
      bonus: 5,
    });
    expect((await guest.get('/v1/me')).body).toMatchObject({ error: 'token_revoked' });
  });

  it('has one account, however many guests link it at once, and none loses coins', async () => {
    const guests = await Promise.all(Array.from({ length: 6 }, () => makeViewer(world, { isGuest: true })));
    for (const { id } of guests) await giveCoins(world, id, { paid: 10 });
    const idToken = await tokenOf({ sub: 'noura' });
    const answers = await Promise.all(guests.map(({ token }) => signIn(idToken, {}, token)));
    const linked = answers.filter(({ status }) => status === 200);
    expect(linked).toHaveLength(1);
    expect(answers.filter(({ body }) => body.error === 'identity_taken')).toHaveLength(5);
    const others = guests.filter(({ id }) => id !== linked[0]?.body.user.id);
    expect(await Promise.all(others.map(walletOf))).toEqual(others.map(() => ({ paid: 10, bonus: 0 })));
    expect((await signIn(idToken)).body.user.id).toBe(linked[0]?.body.user.id);
    expect(await ledgerViolations(world)).toEqual([]);
  });

  it('is one user, however many phones without a token sign in first at once', async () => {
    const idToken = await tokenOf({ sub: 'at once' });
    const answers = await Promise.all(Array.from({ length: 6 }, () => signIn(idToken)));
    expect(new Set(answers.map(({ body }) => body.user.id)).size).toBe(1);
  });

  it('can add a provider to a registered account, one account of each', async () => {
    const viewer = await makeViewer(world);
    expect((await signIn(await tokenOf({ sub: 'added' }), {}, viewer.token)).body.user.id).toBe(viewer.id);
    expect((await signIn(await tokenOf({ sub: 'added' }))).body.user.id).toBe(viewer.id);
    const second = await signIn(await tokenOf({ sub: 'added too' }), {}, viewer.token);
    expect([second.status, second.body.error]).toEqual([409, 'identity_taken']);
  });

  it('cannot return as the same user once anonymized', async () => {
    const { body } = await signIn(await tokenOf({ sub: 'leaves' }));
    await withToken(world, body.access_token).delete('/v1/me');
    await world.clock.shift('15 days');
    await world.runner.runNow('housekeeping');
    await world.clock.shift('0');
    const { rows } = await world.database.pool.query("select from user_identities where subject = 'leaves'");
    expect(rows).toEqual([]);
    expect((await signIn(await tokenOf({ sub: 'leaves' }))).body.user.id).not.toBe(body.user.id);
  });
});
