import { afterEach, describe, expect, it } from 'vitest';
import { anonymous, makeAdminActor, makeRole } from '../../../test/harness/actor.ts';
import { withToken } from '../../../test/harness/sign-in.ts';
import { giveCoins, ledgerViolations } from '../../../test/harness/viewer.ts';
import { countLockWaiters, releaseTogether } from '../../../test/harness/waiting.ts';
import { openWorld } from '../../../test/harness/world.ts';

const world = await openWorld();
const { pool } = world.database;
await makeRole(world, 'privacy desk', ['users:read', 'users:anonymize']);
const desk = await makeAdminActor(world, 'privacy desk');
const auditor = await makeAdminActor(world, 'superadmin');
afterEach(() => world.clock.shift('0'));

interface SignedIn {
  access_token: string;
  deviceSecret?: string;
  user: { id: string; status: string };
}
interface Deletion {
  deletesAt: string;
  subscriptions: { platform: string; productName: string; autoRenew: boolean }[];
}

const password = 'moonlit ferry 12';
const accounts = { registered: 0 };

async function registered() {
  const email = `leaving.${++accounts.registered}@birds.example`;
  const { body } = await anonymous(world).post<SignedIn>('/v1/auth/register', { email, password, displayName: 'Gone' });
  return { id: body.user.id, email, viewer: withToken(world, body.access_token) };
}

async function guest(deviceId: string) {
  const { body } = await anonymous(world).post<SignedIn>('/v1/auth/guest', { deviceId });
  const { deviceSecret = '', user } = body;
  return { id: user.id, device: { deviceId, deviceSecret }, viewer: withToken(world, body.access_token) };
}

const signIn = (email: string) => anonymous(world).post<SignedIn>('/v1/auth/login', { email, password });
const deletesAt = async (id: string) =>
  (await desk.get<{ deletesAt: string | null }>(`/admin/users/${id}`)).body.deletesAt;
const days = (count: number) => world.clock.shift(`${count} days`);
/** Tokens of admins do not last for so many days. */
const now = () => world.clock.shift('0');
const housekeeping = () => world.runner.runNow('housekeeping');

describe('a user who deletes their account', () => {
  it('is signed out everywhere at once, and loses push devices', async () => {
    const { id, email, viewer } = await registered();
    const elsewhere = withToken(world, (await signIn(email)).body.access_token);
    await pool.query(
      `insert into push_subscriptions (id, user_id, endpoint, p256dh, auth)
       values (gen_random_uuid(), $1, 'https://push.example/leaving', repeat('k', 87), repeat('s', 22))`,
      [id],
    );
    const { status, body } = await viewer.delete<Deletion>('/v1/me');
    expect([status, body.subscriptions]).toEqual([200, []]);
    expect(await deletesAt(id)).toBe(body.deletesAt);
    for (const device of [viewer, elsewhere]) {
      expect((await device.get('/v1/me')).body).toEqual({ statusCode: 401, error: 'token_revoked' });
    }
    const { rows } = await pool.query('select from push_subscriptions where user_id = $1', [id]);
    expect(rows).toEqual([]);
  });

  it('is told which subscriptions their store continues to charge', async () => {
    const { id, viewer } = await registered();
    const product = { productId: 'vip_leaving', name: 'VIP', periodDays: 30, priceCents: 999, currency: 'USD' };
    await auditor.post('/admin/subscription-products', product);
    await pool.query(
      `insert into subscriptions (user_id, id, platform, product_id, status, auto_renew, current_period_start,
         current_period_end, price_cents, currency)
       select $1, gen_random_uuid(), platform, 'vip_leaving', 'active', renews, clock(), clock() + interval '30 days', 999, 'USD'
       from (values ('ios_store', true), ('comp', false), ('card_web', false)) as s (platform, renews)`,
      [id],
    );
    const { body } = await viewer.delete<Deletion>('/v1/me');
    expect(body.subscriptions).toMatchObject([{ platform: 'ios_store', productName: 'VIP', autoRenew: true }]);
  });

  it('keeps everything by signing in within 14 days', async () => {
    const { id, email, viewer } = await registered();
    await viewer.delete('/v1/me');
    await days(13);
    await housekeeping();
    expect((await signIn(email)).body.user).toMatchObject({ id, status: 'active' });
    await days(30);
    await housekeeping();
    await now();
    expect((await desk.get(`/admin/users/${id}`)).body).toMatchObject({ status: 'active', email, deletesAt: null });
    const query = `/admin/audit-log?targetType=user&targetId=${id}`;
    const { items } = (
      await auditor.get<{ items: { action: string; admin_email: string; ip: string | null }[] }>(query)
    ).body;
    expect(items.map(({ action, admin_email, ip }) => [action, admin_email, ip])).toEqual([
      ['user.cancel_deletion', 'system', null],
      ['user.request_deletion', 'system', null],
    ]);
  });

  it('is anonymous after 14 days, with the ledger whole', async () => {
    const { id, email, viewer } = await registered();
    await giveCoins(world, id, { paid: 30, bonus: 12 });
    await viewer.delete('/v1/me');
    await days(15);
    await housekeeping();
    await now();
    expect((await desk.get(`/admin/users/${id}`)).body).toMatchObject({
      status: 'deleted',
      email: null,
      displayName: null,
      deletesAt: null,
      balancePaid: 30,
      balanceBonus: 12,
    });
    expect((await signIn(email)).body).toEqual({ statusCode: 401, error: 'invalid_credentials' });
    expect(await ledgerViolations(world)).toEqual([]);
    const { rows } = await pool.query('select from user_erasures where user_id = $1', [id]);
    expect(rows).toEqual([]);
  });

  it('who is a guest can return with the secret of the device, also while another transaction has the row', async () => {
    const { id, device, viewer } = await guest('leaving-phone');
    await viewer.delete('/v1/me');
    const other = await pool.connect();
    await other.query('begin');
    await other.query('select from users where id = $1 for no key update', [id]);
    const enter = (body: object) => anonymous(world).post<SignedIn>('/v1/auth/guest', body);
    // The first is a batch of its own; the others wait meanwhile, and are one.
    const newcomer = (n: number) => enter({ deviceId: `newcomer-${n}` });
    const [first, returning] = [newcomer(0), enter(device)];
    const newcomers = await Promise.all([first, newcomer(1), newcomer(2), newcomer(3)]);
    expect(newcomers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    await other.query('commit');
    other.release();
    expect((await returning).body.user).toMatchObject({ id, status: 'active' });
    expect(await deletesAt(id)).toBeNull();
  });

  it('who signs in after the deletion has begun is refused', async () => {
    const { email, viewer } = await registered();
    await viewer.delete('/v1/me');
    await days(15);
    const [, signedIn] = await releaseTogether(world, { table: 'user_erasures', most: 2 }, async () => {
      const deleting = housekeeping();
      await expect.poll(() => countLockWaiters(world)).toBe(1);
      return Promise.all([deleting, signIn(email)]);
    });
    expect(signedIn.body).toEqual({ statusCode: 403, error: 'user_deleted' });
  });

  it('who deletes it twice at once has one deletion', async () => {
    const { id, viewer } = await registered();
    const answers = await Promise.all([viewer.delete('/v1/me'), viewer.delete('/v1/me'), viewer.delete('/v1/me')]);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(2);
    const { rows } = await pool.query('select from user_deletions where user_id = $1', [id]);
    expect(rows).toHaveLength(1);
  });
});

it('an account that an admin anonymizes before has no deletion left', async () => {
  const { id, viewer } = await registered();
  await viewer.delete('/v1/me');
  const { body } = await desk.post<{ approvalId: string }>(`/admin/users/${id}/anonymize`, { reason: 'urgent' });
  expect((await auditor.post(`/admin/approvals/${body.approvalId}/approve`)).status).toBe(200);
  expect(await deletesAt(id)).toBeNull();
});
