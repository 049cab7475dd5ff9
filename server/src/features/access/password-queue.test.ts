import { setTimeout as sleep } from 'node:timers/promises';
import type argon2 from '@node-rs/argon2';
import { afterEach, expect, it, vi } from 'vitest';
import { makeAdminActor, makeRole, password } from '../../../test/harness/actor.ts';
import { testCount } from '../../../test/harness/long-form.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { createBarrier } from '../../kit/http/test-app.fixture.ts';

/** Bursts of sign-ins, with the comparison of some passwords held up for as long as a test wants. */

let slow: ReturnType<typeof createBarrier> | undefined;
vi.mock('@node-rs/argon2', async (importOriginal) => {
  const real = await importOriginal<typeof argon2>();
  const verify: typeof real.verify = async (_hashed, given) => {
    // What is compared is nothing to these tests, and costs as much as all the rest of them.
    if (given !== 'of a user' && given !== 'of a flood') return given === password;
    await slow?.pass();
    return false;
  };
  const hash: typeof real.hash = async (given) => `$argon2id$v=19$m=19456,t=2,p=1$${String(given)}`;
  return { ...real, hash, verify: vi.fn<typeof real.verify>(verify) };
});
const { verify } = await import('@node-rs/argon2');

const world = await openWorld();
await makeRole(world, 'operator', ['system:read']);
await makeAdminActor(world, 'operator');
const { email } = await world.database.db.selectFrom('admins').select('email').executeTakeFirstOrThrow();

afterEach(() => {
  vi.mocked(verify).mockClear();
});

const login = (url: string, body: object, remoteAddress = '192.0.2.1') =>
  world.app.inject({ method: 'POST', url, payload: body, remoteAddress });
const asUser = (n: number, address = `198.51.100.${n % 20}`) =>
  login('/v1/auth/login', { email: `${n}@viewers.example`, password: 'of a user' }, address);
const flood = '203.0.113.9';

it('An admin signs in ahead of many queued users', async () => {
  slow = createBarrier();
  let answered = 0;
  const users = Array.from({ length: testCount(20, { long: 200 }) }, async (_, n) => {
    await asUser(n);
    answered++;
  });
  await slow.reached;
  const admin = await login('/v1/admin/auth/login', { email, password });
  expect([admin.statusCode, answered]).toEqual([200, 0]);
  slow.open();
  await Promise.all(users);
});

it.each([true, false])('Thirty people behind one address register at once, limits on: %s', async (rateLimits) => {
  const { app } = world.another({ rateLimits });
  const signUps = Array.from({ length: 30 }, (_, n) => {
    const payload = { email: `${n}@${rateLimits}.example`, password: 'moonlit ferry 12' };
    return app.inject({ method: 'POST', url: '/v1/auth/register', payload, remoteAddress: flood });
  });
  expect((await Promise.all(signUps)).map(({ statusCode }) => statusCode)).toEqual(Array(30).fill(201));
});

it('Sixteen admins behind one address sign in while the password of another is checked', async () => {
  slow = createBarrier();
  const stranger = login('/v1/admin/auth/login', { email: 'one@made-up.example', password: 'of a flood' }, flood);
  await slow.reached;
  const colleagues = Array.from({ length: 16 }, () => login('/v1/admin/auth/login', { email, password }));
  await sleep(500);
  slow.open();
  await stranger;
  expect((await Promise.all(colleagues)).map(({ statusCode }) => statusCode)).toEqual(Array(16).fill(200));
});
