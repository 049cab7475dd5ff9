import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeAdminActor } from '../../../test/harness/actor.ts';
import { type SignInAttempt, signedInAs, signIn, stoppedClock } from '../../../test/harness/sign-in.ts';
import { releaseTogether } from '../../../test/harness/waiting.ts';
import { openWorld } from '../../../test/harness/world.ts';

const world = await openWorld({ trustedProxies: 1 });
const wrong = 'not the one that was set';
const office = '203.0.113.7';
const home = '198.51.100.9';

let moveTo: (seconds: number) => Promise<void>;
beforeEach(async () => {
  moveTo = await stoppedClock(world);
});
afterEach(() => world.clock.shift('0'));

const statusOf = async (attempt: SignInAttempt): Promise<number> => (await signIn(world, attempt)).status;

async function fail(email: string, times: number, address = office): Promise<void> {
  for (let time = 1; time <= times; time++) expect(await statusOf({ email, password: wrong, address })).toBe(401);
}

async function auditedSince(count: number): Promise<string[]> {
  const { rows } = await world.database.pool.query<{ action: string }>('select action from audit_log order by id');
  return rows.slice(count).map(({ action }) => action);
}

describe('ten failed sign-ins within 15 minutes', () => {
  it('block that email from that address, even with the right password', async () => {
    const { email } = await makeAdminActor(world, 'support');
    await fail(email, 9);
    expect(await statusOf({ email, address: office })).toBe(200);
    await fail(email, 1);
    for (const password of [wrong, undefined]) {
      const { status, body, headers } = await signIn(world, { email, address: office, ...(password && { password }) });
      expect([status, body]).toEqual([429, { statusCode: 429, error: 'rate_limited', retryAfterS: 900 }]);
      expect(headers['retry-after']).toBe('900');
    }
  });
  it('block an unknown email in the same way, case-insensitively', async () => {
    await fail('nobody@example.com', 5);
    await fail('NoBody@Example.com', 5);
    expect(await statusOf({ email: 'nobody@example.com', address: office })).toBe(429);
  });
  it('block no other address and no other email', async () => {
    const [mina, omar] = [await makeAdminActor(world, 'support'), await makeAdminActor(world, 'support')];
    await fail(mina.email, 10);
    expect(await statusOf({ email: mina.email, address: home })).toBe(200);
    expect(await statusOf({ email: omar.email, address: office })).toBe(200);
  });
  it('do not affect existing sessions', async () => {
    const admin = await signedInAs(world, 'support');
    await fail(admin.email, 10, '127.0.0.1');
    expect((await admin.get('/admin/admins/me')).status).toBe(200);
    expect((await admin.post('/admin/auth/logout')).status).toBe(204);
  });
  it('expire when the first of them is 15 minutes old', async () => {
    const { email } = await makeAdminActor(world, 'support');
    await fail(email, 1);
    await moveTo(600);
    await fail(email, 9);
    await moveTo(899);
    const { body } = await signIn(world, { email, address: office });
    expect(body).toMatchObject({ error: 'rate_limited', retryAfterS: 1 });
    await moveTo(900);
    await fail(email, 1);
    expect(await statusOf({ email, address: office })).toBe(429);
    await moveTo(1500);
    expect(await statusOf({ email, address: office })).toBe(200);
  });
  it('are counted together for all addresses of an IPv6 network, and for both notations of an IPv4 address', async () => {
    const { email } = await makeAdminActor(world, 'support');
    for (let time = 1; time <= 10; time++) {
      await signIn(world, { email, password: wrong, address: `2001:db8:1:2::${time}` });
    }
    expect(await statusOf({ email, address: '2001:db8:1:2:ffff::99' })).toBe(429);
    expect(await statusOf({ email, address: '2001:db8:1:3::1' })).toBe(200);
    const other = await makeAdminActor(world, 'support');
    await fail(other.email, 10);
    expect(await statusOf({ email: other.email, address: `::ffff:${office}` })).toBe(429);
  });
  it('cannot be attributed to another address with a forged forwarding header', async () => {
    const { email } = await makeAdminActor(world, 'support');
    const direct = world.another({ trustedProxies: 0 });
    for (let time = 1; time <= 10; time++) {
      await signIn(direct, { email, password: wrong, address: `203.0.113.${time}` });
    }
    expect((await signIn(direct, { email, address: '203.0.113.99' })).status).toBe(429);
  });
});

describe('concurrent wrong passwords', () => {
  it('are checked exactly ten times, on any number of processes', async () => {
    const { email } = await makeAdminActor(world, 'support');
    const processes = [world, world.another()];
    /** Who finds no place to wait gets a 503, which the actor takes for a fault, and comes again. */
    const signInUntilServed = (there: typeof world): ReturnType<typeof signIn> =>
      signIn(there, { email, password: wrong, address: office }).catch(() =>
        sleep(300).then(() => signInUntilServed(there)),
      );
    const answers = await releaseTogether(world, { table: 'sign_in_failures', most: 11 }, () =>
      Promise.all(Array.from({ length: 40 }, (_, index) => signInUntilServed(processes[index % 2] ?? world))),
    );
    const count = (status: number) => answers.filter((answer) => answer.status === status).length;
    expect({ judged: count(401), refused: count(429) }).toEqual({ judged: 10, refused: 30 });
  });
  it('add no audit entries once throttled', async () => {
    const { email } = await makeAdminActor(world, 'support');
    const before = (await auditedSince(0)).length;
    await fail(email, 10);
    const failures = Array.from({ length: 10 }, () => 'admin.sign_in_failed');
    expect(await auditedSince(before)).toEqual([...failures, 'admin.sign_in_throttled']);
    for (let time = 1; time <= 20; time++) await signIn(world, { email, password: wrong, address: office });
    expect((await auditedSince(before)).length).toBe(11);
    const { rows } = await world.database.pool.query('select flags, ip from audit_log order by id desc limit 1');
    expect(rows).toEqual([{ flags: { failures: 10 }, ip: office }]);
  });
});
