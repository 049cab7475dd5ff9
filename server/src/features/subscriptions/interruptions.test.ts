import { afterEach, describe, expect, it } from 'vitest';
import { makeAdminActor } from '../../../test/harness/actor.ts';
import { makeEpisode } from '../../../test/harness/catalog.ts';
import { createTestProvider, railsWith, sendEvents } from '../../../test/harness/payment-provider.ts';
import { findWebhookEvent, purchasesOf } from '../../../test/harness/payments.ts';
import { permutations } from '../../../test/harness/permutations.ts';
import { ledgerViolations, makeViewer, type Viewer, walletOf } from '../../../test/harness/viewer.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { newId } from '../../kit/id.ts';

const world = await openWorld({}, {}, undefined, undefined, { rails: railsWith(createTestProvider()) });
const superadmin = await makeAdminActor(world, 'superadmin');
await superadmin.post('/admin/subscription-products', {
  ...{ productId: 'vip', name: 'VIP', periodDays: 30, priceCents: 999, currency: 'USD' },
  ...{ unlocksAll: true, bonusCoins: 50 },
});
const episodeId = await makeEpisode(world, 'published');
afterEach(() => world.clock.shift('0'));

const now = Date.now();
const day = (n: number): string => new Date(now + n * 86_400_000).toISOString();

interface Sent {
  readonly type: string;
  readonly at: number;
  readonly data?: object;
}

/** Sends an event of a subscription whose period ends in two days. Only the first names its user. */
async function send(subscriptionId: string, { type, at, data }: Sent, userId?: string) {
  const period = { periodStart: day(-28), periodEnd: day(2), autoRenew: true, priceCents: 999, currency: 'USD' };
  const whole = { subscriptionId, productId: 'vip', ...period, ...(userId !== undefined && { userId }), ...data };
  const id = newId();
  expect(
    (await sendEvents(world, [{ type: `subscription.${type}`, occurredAt: day(at), data: whole }], { id })).status,
  ).toBe(204);
  return findWebhookEvent(world, id);
}

async function subscribed(events: readonly Sent[]) {
  const [viewer, name] = [await makeViewer(world), newId()];
  await send(name, { type: 'started', at: -28 }, viewer.id);
  for (const event of events)
    expect(await send(name, event)).toMatchObject({ outcome: expect.not.stringMatching('unm') });
  return viewer;
}

async function stateOf(viewer: Viewer) {
  const { body } = await superadmin.get<{ items: { id: string; status: string; autoRenew: boolean }[] }>(
    `/admin/subscriptions?userId=${viewer.id}`,
  );
  return body.items[0];
}

/** Whether all episodes are open, so many days from now. Entitled but without a video is 404, locked is 403. */
async function isOpenIn(days: number, viewer: Viewer): Promise<boolean> {
  await world.clock.shift(`${days} days`);
  const { status } = await viewer.get(`/v1/episodes/${episodeId}/playback`);
  await world.clock.shift('0');
  return status === 404;
}

describe('a grace period', () => {
  it('keeps access until its end, and no longer', async () => {
    const viewer = await subscribed([{ type: 'grace', at: -1, data: { accessUntil: day(6) } }]);
    expect(await stateOf(viewer)).toMatchObject({
      status: 'past_due',
      interruption: 'grace',
      currentPeriodEnd: day(6),
    });
    expect(await isOpenIn(0, viewer)).toBe(true);
    expect(await isOpenIn(5.9, viewer)).toBe(true);
    expect(await isOpenIn(6.1, viewer)).toBe(false);
  });

  it('is over after a payment, and kept if renewal is turned off', async () => {
    const grace = { type: 'grace', at: -2, data: { accessUntil: day(6) } };
    const next = { periodStart: day(2), periodEnd: day(32) };
    const paid = await subscribed([grace, { type: 'recovered', at: -1, data: next }]);
    expect(await stateOf(paid)).toMatchObject({ status: 'active', interruption: null, currentPeriodEnd: day(32) });
    const canceled = await subscribed([grace, { type: 'canceled', at: -1, data: { autoRenew: false } }]);
    expect(await stateOf(canceled)).toMatchObject({ status: 'canceled', interruption: null, currentPeriodEnd: day(6) });
    expect(await isOpenIn(5.9, canceled)).toBe(true);
  });
});

it.each([
  ['held', 'past_due'],
  ['paused', 'canceled'],
] as const)('a subscription that is %s ends access with its period', async (type, status) => {
  const viewer = await subscribed([{ type, at: -1 }]);
  expect(await stateOf(viewer)).toMatchObject({
    status,
    interruption: type,
    currentPeriodEnd: day(2),
    canceledAt: null,
  });
  expect([await isOpenIn(1.9, viewer), await isOpenIn(2.1, viewer)]).toEqual([true, false]);
});

it('an interruption is that of the last event, unless that only changes the plan', async () => {
  const held = { type: 'held', at: -1 };
  const paused = { type: 'paused', at: -1 };
  expect(await stateOf(await subscribed([paused, held]))).toMatchObject({ interruption: 'paused' });
  expect(await stateOf(await subscribed([held, { type: 'changed', at: 0 }]))).toMatchObject({ interruption: 'held' });
  const resumed = await subscribed([
    { type: 'paused', at: -2 },
    { type: 'resumed', at: -1 },
  ]);
  expect(await stateOf(resumed)).toMatchObject({ status: 'active', interruption: null });
});

it('a subscription is active after it was canceled and resumed, in either order of arrival', async () => {
  const canceled = { type: 'canceled', at: -2, data: { autoRenew: false } };
  const resumed = { type: 'resumed', at: -1 };
  for (const events of permutations([canceled, resumed])) {
    expect(await stateOf(await subscribed(events))).toMatchObject({
      status: 'active',
      autoRenew: true,
      canceledAt: null,
    });
  }
  const trial = { trialEnd: day(2) };
  const viewer = await makeViewer(world);
  const name = newId();
  await send(name, { type: 'started', at: -28, data: trial }, viewer.id);
  await send(name, { ...canceled, data: { autoRenew: false, ...trial } });
  await send(name, { ...resumed, data: trial });
  expect(await stateOf(viewer)).toMatchObject({ status: 'trialing' });
});

it('a change of the plan keeps the status, and credits the coins of a payment', async () => {
  await superadmin.post('/admin/subscription-products', {
    ...{ productId: 'vip_plus', name: 'VIP+', periodDays: 30, priceCents: 1999, currency: 'USD', bonusCoins: 80 },
  });
  const renamed = { type: 'changed', at: -1, data: { productId: 'unknown' } };
  expect(await stateOf(await subscribed([renamed]))).toMatchObject({ status: 'active', productId: 'vip' });
  const changed = { type: 'changed', at: -1, data: { productId: 'vip_plus' } };
  const canceled = { type: 'canceled', at: -2, data: { autoRenew: false } };
  expect(await stateOf(await subscribed([changed]))).toMatchObject({ status: 'active', productId: 'vip_plus' });
  expect(await stateOf(await subscribed([canceled, changed]))).toMatchObject({ status: 'canceled' });
  const viewer = await subscribed([
    { ...changed, data: { ...changed.data, transactionId: newId(), priceCents: 1999 } },
  ]);
  expect(await walletOf(viewer)).toMatchObject({ bonus: 130 });
  expect(await purchasesOf(superadmin, viewer.id)).toMatchObject([{ productId: 'vip_plus', amountCents: 1999 }]);
});

it('an event that arrives before the start of its subscription is applied after it', async () => {
  const [viewer, name] = [await makeViewer(world), newId()];
  const early = await send(name, { type: 'canceled', at: -1, data: { autoRenew: false } });
  expect(early).toMatchObject({ outcome: 'unmatched', detail: 'waiting_for_subscription' });
  await send(name, { type: 'started', at: -28 }, viewer.id);
  await superadmin.post('/admin/cron/media_sync/run');
  expect(await stateOf(viewer)).toMatchObject({ status: 'canceled' });
});

it.each([
  ['sandbox', { environment: 'sandbox' }, 50],
  ['family', { isFamilyShared: true }, 0],
])('a period paid in the %s gives access and is no revenue', async (_, data, bonus) => {
  const [viewer, name] = [await makeViewer(world), newId()];
  await send(name, { type: 'started', at: -28, data: { transactionId: newId(), ...data } }, viewer.id);
  expect(await isOpenIn(0, viewer)).toBe(true);
  expect(await walletOf(viewer)).toMatchObject({ bonus });
  expect(await purchasesOf(superadmin, viewer.id)).toMatchObject([{ ...data, amountUsdCents: 0, status: 'completed' }]);
  expect((await superadmin.get(`/admin/users/${viewer.id}`)).body).toMatchObject({
    totalSpendCents: 0,
    subscriptions: [{ ...data, interruption: null }],
  });
  const subscription = await stateOf(viewer);
  expect(subscription).toMatchObject(data);
  expect((await superadmin.get(`/admin/subscriptions/${subscription?.id}`)).body).toMatchObject(data);
});

it('a reversed refund of a period restores access and its coins', async () => {
  const [viewer, name, transactionId] = [await makeViewer(world), newId(), newId()];
  await send(name, { type: 'started', at: -28, data: { transactionId } }, viewer.id);
  const refund = { transactionId, productId: 'vip', amountCents: 999, currency: 'USD' };
  const report = (type: string, at: number) =>
    sendEvents(world, [{ type: `purchase.${type}`, occurredAt: day(at), data: refund }]);
  await report('refunded', -2);
  expect(await isOpenIn(0, viewer)).toBe(false);
  expect(await walletOf(viewer)).toMatchObject({ bonus: 0 });
  await report('refund_reversed', -1);
  expect(await isOpenIn(0, viewer)).toBe(true);
  expect(await stateOf(viewer)).toMatchObject({ status: 'active', autoRenew: true });
  expect(await walletOf(viewer)).toMatchObject({ bonus: 50 });
  expect(await ledgerViolations(world)).toEqual([]);
});
