import { describe, expect, it, onTestFinished } from 'vitest';
import { type AdminActor, makeAdminActor, tokenFor } from '../../../test/harness/actor.ts';
import { withToken } from '../../../test/harness/sign-in.ts';
import { makeViewer } from '../../../test/harness/viewer.ts';
import { openWorld } from '../../../test/harness/world.ts';

interface Answer {
  id: string;
  platform: string;
  kind: string;
  approvalId: string;
  error: string;
}

interface Limit {
  countedDays: number;
  givenDays: number;
  limitDays: number | null;
  leftDays: number | null;
}

const world = await openWorld({ compDaysWithoutApproval: 30 });
const [support, other, finance] = [
  await makeAdminActor(world, 'support'),
  await makeAdminActor(world, 'moderator'),
  await makeAdminActor(world, 'finance'),
];
for (const productId of ['vip_monthly', 'vip_weekly']) {
  const product = { productId, name: 'VIP', periodDays: 30, priceCents: 999, currency: 'USD' };
  await finance.post('/admin/subscription-products', product);
}

const give = (by: AdminActor, userId: string, days: number, productId = 'vip_monthly', options = {}) =>
  by.post<Answer>(
    `/admin/users/${userId}/comp-subscription`,
    { days, productId, reason: 'Sorry for the outage, call +201001234567' },
    options,
  );
const limitOf = async (userId: string) =>
  (await support.get<Limit>(`/admin/users/${userId}/comp-subscription/limit`)).body;
const subscriptionsOf = async (userId: string) =>
  (await support.get<{ subscriptions: object[] }>(`/admin/users/${userId}`)).body.subscriptions;
const pending = { kind: 'approval_pending', reason: 'comp_days_exceeded' };

describe('days of free subscriptions that a user is given', () => {
  it('require approval above the limit, for all admins and products together', async () => {
    const { id } = await makeViewer(world);
    expect(await limitOf(id)).toEqual({ countedDays: 30, givenDays: 0, limitDays: 30, leftDays: 30 });
    expect((await give(support, id, 20)).body).toMatchObject({ platform: 'comp' });
    expect((await give(other, id, 11)).body).toMatchObject(pending);
    expect((await give(support, id, 11, 'vip_weekly')).body).toMatchObject(pending);
    expect((await give(other, id, 6)).body).toMatchObject({ platform: 'comp' });
    expect((await give(support, id, 4, 'vip_weekly')).body).toMatchObject({ platform: 'comp' });
    expect(await limitOf(id)).toMatchObject({ givenDays: 30, leftDays: 0 });
    expect((await give(support, id, 1)).body).toMatchObject(pending);
    // Those of another user are not affected.
    expect((await give(support, (await makeViewer(world)).id, 30)).body).toMatchObject({ platform: 'comp' });
  });

  it('are given at approval, and count towards the limit', async () => {
    const { id } = await makeViewer(world);
    const { body } = await give(support, id, 366);
    expect(await subscriptionsOf(id)).toEqual([]);
    const approve = (by: AdminActor) => by.post<Answer>(`/admin/approvals/${body.approvalId}/approve`);
    expect((await approve(support)).body.error).toBe('self_approval_forbidden');
    expect((await approve(finance)).status).toBe(404);
    expect((await other.get(`/admin/approvals/${body.approvalId}`)).body).toMatchObject({
      kind: 'subscription_comp',
      targetType: 'user',
      targetId: id,
      payload: { days: 366, productId: 'vip_monthly', reason: 'Sorry for the outage, call [personal]' },
      effects: { audit: [{ action: 'user.comp_subscription' }] },
    });
    expect((await approve(other)).body).toMatchObject({
      status: 'approved',
      result: { productId: 'vip_monthly', subscriptionId: expect.any(String), currentPeriodEnd: expect.any(String) },
    });
    expect(await subscriptionsOf(id)).toHaveLength(1);
    expect(await limitOf(id)).toMatchObject({ givenDays: 366, leftDays: 0 });
  });

  it('count for 30 days', async () => {
    const { id } = await makeViewer(world);
    expect((await give(support, id, 25)).body).toMatchObject({ platform: 'comp' });
    const later = async (days: number) => {
      await world.clock.shift(`${days} days`);
      const token = await tokenFor(world, support.id, { issuedAt: new Date(Date.now() + days * 86_400_000) });
      return Object.assign(withToken(world, token), { id: support.id, email: support.email, token });
    };
    onTestFinished(() => world.clock.shift('0'));
    expect((await give(await later(20), id, 5)).body).toMatchObject({ platform: 'comp' });
    const admin = await later(31);
    const { body } = await admin.get<Limit>(`/admin/users/${id}/comp-subscription/limit`);
    expect(body).toMatchObject({ givenDays: 5, leftDays: 25 });
    expect((await give(admin, id, 26)).body).toMatchObject(pending);
  });

  it('are refused before a request is created, if they could not be given', async () => {
    const guest = await makeViewer(world, { isGuest: true });
    expect((await give(support, guest.id, 100)).body.error).toBe('guest_not_eligible');
    const { id } = await makeViewer(world);
    expect((await give(support, id, 100, 'unknown')).status).toBe(404);
    const { body } = await give(support, id, 100);
    await support.post(`/admin/users/${id}/ban`, { reason: 'fraud' });
    expect((await other.post<Answer>(`/admin/approvals/${body.approvalId}/approve`)).body.error).toBe('user_banned');
  });

  it('are requested once for a repeated key', async () => {
    const { id } = await makeViewer(world);
    const send = (changesNothing: boolean) =>
      give(support, id, 31, 'vip_monthly', { headers: { 'idempotency-key': id }, changesNothing });
    const [first, again] = [await send(false), await send(true)];
    expect(first.body).toMatchObject(pending);
    expect(again.body).toEqual(first.body);
  });

  it('do not exceed the limit with concurrent requests', async () => {
    const { id } = await makeViewer(world);
    const answers = await Promise.all(Array.from({ length: 5 }, () => give(support, id, 10)));
    expect(answers.filter(({ body }) => body.kind === 'approval_pending')).toHaveLength(2);
  });

  it('are unlimited by default', async () => {
    const free = world.another({ compDaysWithoutApproval: undefined });
    const admin = await makeAdminActor(free, 'support');
    const { id } = await makeViewer(world);
    expect((await give(admin, id, 366)).body).toMatchObject({ platform: 'comp' });
    const { body } = await admin.get<Limit>(`/admin/users/${id}/comp-subscription/limit`);
    expect(body).toMatchObject({ givenDays: 366, limitDays: null, leftDays: null });
  });
});
