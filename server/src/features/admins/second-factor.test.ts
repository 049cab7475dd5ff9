import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeAdminActor, password } from '../../../test/harness/actor.ts';
import { otpCode, setUpSecondFactor, signedInAs, signIn, stoppedClock } from '../../../test/harness/sign-in.ts';
import { countLockWaiters, releaseTogether } from '../../../test/harness/waiting.ts';
import { openWorld, testConfig } from '../../../test/harness/world.ts';

const world = await openWorld();
const root = await makeAdminActor(world, 'superadmin');
const totp = (move: string): string => `/admin/auth/totp/${move}`;
const refusedAs = (error: string) => ({ statusCode: 401, error });
const notNow = (currentState: string, allowed: string[]) => ({
  statusCode: 400,
  error: 'invalid_transition',
  currentState,
  allowed,
});

let moveTo: (seconds: number) => Promise<void>;
beforeEach(async () => {
  moveTo = await stoppedClock(world);
});
afterEach(() => world.clock.shift('0'));

async function withSecondFactor() {
  const admin = await signedInAs(world, 'support');
  const { email, id } = admin;
  return { admin, email, id, ...(await setUpSecondFactor(world, admin)) };
}
const isSetUp = async (id: string): Promise<unknown> => (await root.get(`/admin/admins/${id}`)).body.has_second_factor;

describe('setting up a second factor', () => {
  it('returns a secret for authenticator apps, which is not active yet', async () => {
    const admin = await signedInAs(world, 'moderator');
    const { body } = await admin.post<{ secret: string }>(totp('enroll'), { password });
    expect(body).toEqual({
      secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
      otpauthUrl: `otpauth://totp/Cliffhanger%3A${encodeURIComponent(admin.email)}?secret=${body.secret}&issuer=Cliffhanger`,
    });
    expect(await isSetUp(admin.id)).toBe(false);
    expect((await signIn(world, { email: admin.email })).status).toBe(200);
  });
  it('is completed with a first code, and returns ten recovery codes once', async () => {
    const { id, recovery } = await withSecondFactor();
    expect(recovery).toHaveLength(10);
    expect(new Set(recovery).size).toBe(10);
    for (const code of recovery) expect(code).toMatch(/^[A-Z2-7]{5}-[A-Z2-7]{5}$/);
    expect(await isSetUp(id)).toBe(true);
  });
  it('can be restarted, and only the new secret is valid', async () => {
    const admin = await signedInAs(world, 'moderator');
    const first = await admin.post<{ secret: string }>(totp('enroll'), { password });
    const second = await admin.post<{ secret: string }>(totp('enroll'), { password });
    const confirm = async (secret: string) => admin.post(totp('confirm'), { otp: await otpCode(world, secret) });
    expect((await confirm(first.body.secret)).body).toEqual(refusedAs('invalid_credentials'));
    expect((await confirm(second.body.secret)).status).toBe(200);
  });
  it('cannot be restarted while it is being confirmed', async () => {
    const admin = await signedInAs(world, 'moderator');
    const { body } = await admin.post<{ secret: string }>(totp('enroll'), { password });
    const otp = await otpCode(world, body.secret);
    const [confirmed, begun] = await releaseTogether(world, { table: 'audit_log', most: 2 }, async () => {
      const confirm = admin.post(totp('confirm'), { otp });
      await expect.poll(() => countLockWaiters(world)).toBeGreaterThanOrEqual(1);
      return Promise.all([confirm, admin.post(totp('enroll'), { password })]);
    });
    expect([confirmed.status, begun.body]).toEqual([200, notNow('confirmed', ['disable', 'step_up'])]);
    await moveTo(60);
    const signedIn = await signIn(world, { email: admin.email, otp: await otpCode(world, body.secret) });
    expect(signedIn.status, 'the secret that was confirmed still counts').toBe(200);
  });
  it('refuses a wrong code and stays incomplete', async () => {
    const admin = await signedInAs(world, 'moderator');
    const { body } = await admin.post<{ secret: string }>(totp('enroll'), { password });
    const otp = await otpCode(world, body.secret, 20);
    expect((await admin.post(totp('confirm'), { otp })).body).toEqual(refusedAs('invalid_credentials'));
    expect(await isSetUp(admin.id)).toBe(false);
  });
  it('is refused before it was started and after it was completed, without consuming a code', async () => {
    const admin = await signedInAs(world, 'moderator');
    const confirm = (otp: string) => admin.post(totp('confirm'), { otp });
    expect((await confirm('123456')).body).toEqual(notNow('none', ['enroll']));
    const { secret, recovery } = await setUpSecondFactor(world, admin);
    const [spare = ''] = recovery;
    const done = notNow('confirmed', ['disable', 'step_up']);
    for (const otp of [await otpCode(world, secret, -1), await otpCode(world, secret), spare, '000000']) {
      expect((await confirm(otp)).body).toEqual(done);
    }
    expect((await admin.post(totp('enroll'), { password })).body).toEqual(done);
    for (const otp of [await otpCode(world, secret), spare]) {
      expect((await signIn(world, { email: admin.email, otp })).status).toBe(200);
    }
  });
});

describe('signing in with a second factor', () => {
  it('requires a code after the right password', async () => {
    const { email, secret } = await withSecondFactor();
    expect((await signIn(world, { email })).body).toEqual(refusedAs('otp_required'));
    expect((await signIn(world, { email, password: 'wrong' })).body).toEqual(refusedAs('invalid_credentials'));
    expect((await signIn(world, { email, otp: await otpCode(world, secret) })).status).toBe(200);
  });
  it('treats a wrong code like a wrong password, and counts it as a failure', async () => {
    const { email, secret } = await withSecondFactor();
    const wrong = await otpCode(world, secret, 20);
    for (let time = 1; time <= 10; time++) {
      expect((await signIn(world, { email, otp: wrong })).body).toEqual(refusedAs('invalid_credentials'));
    }
    const { body } = await signIn(world, { email, otp: await otpCode(world, secret) });
    expect(body).toMatchObject({ error: 'rate_limited' });
  });
  it('does not count a missing code as a failure', async () => {
    const { email, secret } = await withSecondFactor();
    for (let time = 1; time <= 12; time++) expect((await signIn(world, { email })).status).toBe(401);
    expect((await signIn(world, { email, otp: await otpCode(world, secret) })).status).toBe(200);
  });
  it('accepts only the codes next to the current one', async () => {
    const { email, secret } = await withSecondFactor();
    await moveTo(600);
    const statusOf = async (steps: number) =>
      (await signIn(world, { email, otp: await otpCode(world, secret, steps) })).status;
    expect([await statusOf(-2), await statusOf(2)]).toEqual([401, 401]);
    expect([await statusOf(-1), await statusOf(0), await statusOf(1)]).toEqual([200, 200, 200]);
  });
  it('accepts a code once, and no earlier one afterwards', async () => {
    const { email, secret } = await withSecondFactor();
    const [before, now] = [await otpCode(world, secret, -1), await otpCode(world, secret)];
    const statuses: number[] = [];
    for (const otp of [now, now, before]) statuses.push((await signIn(world, { email, otp })).status);
    expect(statuses).toEqual([200, 401, 401]);
  });
  it('with the same code succeeds once of twenty concurrent requests', async () => {
    const { email, secret } = await withSecondFactor();
    const proxied = world.another({ trustedProxies: 1 });
    const otp = await otpCode(world, secret);
    const answers = await releaseTogether(world, { table: 'admin_second_factors', most: 3 }, () =>
      Promise.all(
        Array.from({ length: 20 }, (_, index) => signIn(proxied, { email, otp, address: `192.0.2.${index}` })),
      ),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(9);
  });
  it('accepts each recovery code once, in any notation', async () => {
    const { email, recovery } = await withSecondFactor();
    const [first = '', second = ''] = recovery;
    expect((await signIn(world, { email, otp: first })).status).toBe(200);
    expect((await signIn(world, { email, otp: first })).body).toEqual(refusedAs('invalid_credentials'));
    expect((await signIn(world, { email, otp: second.toLowerCase().replace('-', ' ') })).status).toBe(200);
  });
  it('works after the encryption secret is rotated', async () => {
    const { email, secret } = await withSecondFactor();
    const adminJwt = ['a newer one for the tests alone, of 32 bytes', ...testConfig.secrets.adminJwt];
    const rotated = world.another({ secrets: { ...testConfig.secrets, adminJwt } });
    expect((await signIn(rotated, { email, otp: await otpCode(world, secret) })).status).toBe(200);
  });
});

describe('disabling a second factor', () => {
  it('requires a code, and then the password is sufficient', async () => {
    const { admin, id, email, secret } = await withSecondFactor();
    const off = async (otp: string) => admin.post(totp('disable'), { otp });
    expect((await off(await otpCode(world, secret, 20))).body).toEqual(refusedAs('invalid_credentials'));
    expect((await off(await otpCode(world, secret))).status).toBe(204);
    expect(await isSetUp(id)).toBe(false);
    expect((await signIn(world, { email })).status).toBe(200);
  });
  it('is refused without a confirmed second factor', async () => {
    const admin = await signedInAs(world, 'moderator');
    const off = () => admin.post(totp('disable'), { otp: '123456' });
    expect((await off()).body).toEqual(notNow('none', ['enroll']));
    await admin.post(totp('enroll'), { password });
    expect((await off()).body).toEqual(notNow('enrolled', ['enroll', 'confirm']));
  });
  it('is audited without the secret', async () => {
    const { admin, id, secret } = await withSecondFactor();
    await admin.post(totp('disable'), { otp: await otpCode(world, secret) });
    const { body } = await root.get<{ items: unknown[] }>(`/admin/audit-log?targetId=${id}&dateFrom=2000-01-01`);
    const entry = (action: string, after: unknown): unknown => expect.objectContaining({ action, admin_id: id, after });
    expect(body.items).toEqual(
      expect.arrayContaining([
        entry('admin.second_factor_enroll', null),
        entry('admin.second_factor_confirm', { has_second_factor: true }),
        entry('admin.second_factor_disable', { has_second_factor: false }),
      ]),
    );
    expect(JSON.stringify(body)).not.toContain(secret);
  });
});
