import { afterEach, describe, expect, it } from 'vitest';
import { makeAdminActor } from '../../../test/harness/actor.ts';
import { makeViewer } from '../../../test/harness/viewer.ts';
import { openWorld } from '../../../test/harness/world.ts';

const world = await openWorld();
const [support, finance] = [await makeAdminActor(world, 'support'), await makeAdminActor(world, 'finance')];
afterEach(() => world.clock.shift('0'));

interface Subscription {
  id: string;
  productId: string;
  currentPeriodStart: string;
  currentPeriodEnd: string;
  error: string;
}

const monthly = { productId: 'vip_monthly', name: 'VIP', periodDays: 30, priceCents: 999, currency: 'USD' };
await finance.post('/admin/subscription-products', monthly);

describe('a free subscription', () => {
  const comp = (id: string, part: object = {}) =>
    support.post<Subscription>(`/admin/users/${id}/comp-subscription`, {
      days: 7,
      productId: 'vip_monthly',
      reason: 'sorry for the outage',
      ...part,
    });
  const daysOf = ({ currentPeriodStart, currentPeriodEnd }: Subscription): number =>
    (Date.parse(currentPeriodEnd) - Date.parse(currentPeriodStart)) / 86_400_000;

  it('is given once for one key', async () => {
    const { id } = await makeViewer(world);
    const body = { days: 7, productId: 'vip_monthly', reason: 'sorry for the outage' };
    const headers = { 'idempotency-key': id };
    const send = (changesNothing: boolean) =>
      support.post<Subscription>(`/admin/users/${id}/comp-subscription`, body, { headers, changesNothing });
    const [first, again] = [await send(false), await send(true)];
    expect([again.headers['idempotent-replayed'], again.body]).toEqual(['true', first.body]);
    expect(daysOf((await comp(id)).body)).toBe(14);
  });
  it('has the given days, costs nothing, does not renew, and can be extended', async () => {
    const { id } = await makeViewer(world);
    const first = await comp(id);
    expect(first.status).toBe(201);
    expect(first.body).toMatchObject({ platform: 'comp', status: 'active', priceCents: 0, autoRenew: false });
    expect(daysOf(first.body)).toBe(7);
    const second = await comp(id, { days: 366 });
    expect([second.body.id, daysOf(second.body)]).toEqual([first.body.id, 373]);
  });
  it('given ten times concurrently is one subscription of all days', async () => {
    const { id } = await makeViewer(world);
    await Promise.all(Array.from({ length: 10 }, () => comp(id, { days: 1 })));
    const { body } = await support.get<{ subscriptions: Subscription[] }>(`/admin/users/${id}`);
    expect(body.subscriptions.map(daysOf)).toEqual([10]);
  });
  it('of another product is a new one, and an ended one is not extended', async () => {
    await finance.post('/admin/subscription-products', { ...monthly, productId: 'vip_weekly' });
    const { id } = await makeViewer(world);
    const [first, other] = [await comp(id, { days: 1 }), await comp(id, { days: 1, productId: 'vip_weekly' })];
    expect(other.body.id).not.toBe(first.body.id);
    await world.clock.stopAt(first.body.currentPeriodEnd);
    const token = { headers: { authorization: `Bearer ${await tokenIn(world, support.id)}` } };
    const { body } = await support.post<Subscription>(
      `/admin/users/${id}/comp-subscription`,
      { days: 1, productId: 'vip_monthly', reason: 'again' },
      token,
    );
    expect([body.id === first.body.id, body.currentPeriodStart]).toEqual([false, first.body.currentPeriodEnd]);
    await world.runner.runNow('housekeeping');
    const { rows } = await world.database.pool.query('select status from subscriptions where id = $1', [first.body.id]);
    expect(rows).toEqual([{ status: 'expired' }]);
  });
  it('can be of any active product, also for admins without pricing:read', async () => {
    await finance.post('/admin/subscription-products', { ...monthly, productId: 'vip_old', status: 'paused' });
    const { id } = await makeViewer(world);
    const path = `/admin/users/${id}/comp-subscription/products`;
    const { status, body } = await support.get<{ items: Record<string, unknown>[] }>(path);
    expect(status).toBe(200);
    expect(body.items.map(({ productId }) => productId)).not.toContain('vip_old');
    const offered = body.items.find(({ productId }) => productId === 'vip_monthly');
    expect(offered).toEqual({
      id: expect.any(String),
      productId: 'vip_monthly',
      name: 'VIP',
      periodDays: 30,
      unlocksAll: expect.any(Boolean),
    });
    expect((await comp(id, { productId: String(offered?.productId) })).status).toBe(201);
    expect((await finance.get(path)).status).toBe(403);
  });
  it.each([
    [{ days: 0 }, 400, 'validation_failed'],
    [{ days: 367 }, 400, 'validation_failed'],
    [{ days: 1.5 }, 400, 'validation_failed'],
    [{ days: '7' }, 400, 'validation_failed'],
    [{ reason: '' }, 400, 'validation_failed'],
    [{ productId: 'unheard_of' }, 404, 'not_found'],
  ])('is refused with %j', async (part, status, error) => {
    const { id } = await makeViewer(world);
    const answer = await comp(id, part);
    expect([answer.status, answer.body.error]).toEqual([status, error]);
  });
  it('is refused for guests and deleted users', async () => {
    const guest = await makeViewer(world, { isGuest: true });
    expect((await comp(guest.id)).body.error).toBe('guest_not_eligible');
    const { id } = await makeViewer(world);
    await world.database.pool.query(
      `update users set status = 'deleted', email = null, password_hash = null where id = $1`,
      [id],
    );
    expect((await comp(id)).body.error).toBe('user_deleted');
  });
  it('can be given to suspended users, but not to banned ones', async () => {
    const { id } = await makeViewer(world);
    const read = async () => (await support.get<{ allowed: string[] }>(`/admin/users/${id}`)).body.allowed;
    await support.post(`/admin/users/${id}/suspend`, { reason: 'spam' });
    expect((await comp(id)).status).toBe(201);
    expect(await read()).toContain('comp_subscription');
    await support.post(`/admin/users/${id}/ban`, { reason: 'fraud' });
    expect((await comp(id)).body).toEqual({ statusCode: 400, error: 'user_banned' });
    expect(await read()).not.toContain('comp_subscription');
  });
});

async function tokenIn({ keys }: typeof world, adminId: string): Promise<string> {
  const exp = Date.parse('2200-01-01') / 1000;
  return keys.tokens.sign({ sub: adminId, token_version: 1, jti: adminId, iat: 0, exp });
}
