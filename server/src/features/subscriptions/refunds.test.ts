import { afterEach, describe, expect, it } from 'vitest';
import { makeAdminActor } from '../../../test/harness/actor.ts';
import { makeEpisode } from '../../../test/harness/catalog.ts';
import { purchasesOf, sendPayment } from '../../../test/harness/payments.ts';
import { permutations } from '../../../test/harness/permutations.ts';
import { makeViewer, type Viewer } from '../../../test/harness/viewer.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { newId } from '../../kit/id.ts';

/** Refunds of subscription payments: which period ends, and that the order of webhooks does not matter. */

const world = await openWorld();
const finance = await makeAdminActor(world, 'finance');
const vip = { name: 'VIP', periodDays: 30, priceCents: 999, currency: 'USD', bonusCoins: 0 };
await finance.post('/admin/subscription-products', { ...vip, productId: 'vip', unlocksAll: true });
const episodeId = await makeEpisode(world, 'published');
afterEach(() => world.clock.shift('0'));

const now = Date.now();
const day = (n: number): string => new Date(now + n * 86_400_000).toISOString();

interface Event {
  readonly type: string;
  readonly occurredAt: string;
  readonly data: object;
}

/** A subscription of 30 days a period, and its events as the rail reports them. */
function subscriptionOf({ id: userId }: Viewer) {
  const subscriptionId = newId();
  const nameOf = (start: number): string => `${subscriptionId} ${start}`;
  const common = { userId, productId: 'vip', currency: 'USD' };
  return {
    paid: (type: string, start: number, at = start): Event => ({
      type: `subscription.${type}`,
      occurredAt: day(at),
      data: {
        ...common,
        subscriptionId,
        transactionId: nameOf(start),
        periodStart: day(start),
        periodEnd: day(start + 30),
        autoRenew: true,
        priceCents: 999,
      },
    }),
    refunded: (start: number, at: number, amountCents = 999): Event => ({
      type: 'purchase.refunded',
      occurredAt: day(at),
      data: { ...common, transactionId: nameOf(start), amountCents },
    }),
    canceled: (start: number, at: number): Event => ({
      type: 'subscription.canceled',
      occurredAt: day(at),
      data: {
        ...common,
        subscriptionId,
        periodStart: day(start),
        periodEnd: day(start + 30),
        autoRenew: false,
        priceCents: 999,
      },
    }),
    nameOf,
  };
}

async function report(events: readonly Event[]): Promise<void> {
  for (const event of events) expect((await sendPayment(world, 'ios_store', event)).status).toBe(204);
}

async function stateOf({ id }: Viewer): Promise<Record<string, unknown> | undefined> {
  const { body } = await finance.get<{ subscriptions: Record<string, unknown>[] }>(`/admin/users/${id}`);
  expect(body.subscriptions).toHaveLength(1);
  const { id: _id, ...state } = body.subscriptions[0] ?? {};
  return state;
}

/** Entitled but without a video is 404, locked is 403. */
const isOpen = async (viewer: Viewer): Promise<boolean> =>
  (await viewer.get(`/v1/episodes/${episodeId}/playback`)).status === 404;

async function isOpenAfter(viewer: Viewer, shift: string): Promise<boolean> {
  await world.clock.shift(shift);
  const open = await isOpen(viewer);
  await world.clock.shift('0');
  return open;
}

async function refundOf(viewer: Viewer, transactionId: string, amountCents: number) {
  const purchases = await purchasesOf(finance, viewer.id);
  const purchaseId = purchases.find((purchase) => purchase.transactionId === transactionId)?.id;
  return { purchaseId, amountCents, reason: 'Asked for', reverseUnlocks: false };
}

/** An admin refunds a payment, in whole unless an amount is given. */
async function refundByAdmin(viewer: Viewer, transactionId: string, amountCents = 999): Promise<void> {
  const body = await refundOf(viewer, transactionId, amountCents);
  expect((await finance.post('/admin/refunds', body)).body).toMatchObject({ status: 'executed' });
}

interface Change {
  readonly type: string;
  readonly before: object | null;
  readonly after: object | null;
}

/** The changes of one type in the dry run of an admin's refund. */
async function previewOf(viewer: Viewer, transactionId: string, amountCents: number) {
  const body = await refundOf(viewer, transactionId, amountCents);
  const preview = await finance.post<{ effects: { changes: Change[] } }>('/admin/refunds?dryRun=true', body);
  return (type: string) => preview.body.effects.changes.filter((change) => change.type === type);
}

describe('a full refund of a subscription payment', () => {
  it('of last month keeps the access of this month', async () => {
    const viewer = await makeViewer(world);
    const { paid, nameOf } = subscriptionOf(viewer);
    await report([paid('started', -40), paid('renewed', -10)]);
    await refundByAdmin(viewer, nameOf(-40));
    expect(await stateOf(viewer)).toMatchObject({
      status: 'canceled',
      autoRenew: false,
      currentPeriodStart: day(-10),
      currentPeriodEnd: day(20),
    });
    expect(await isOpen(viewer)).toBe(true);
    expect(await isOpenAfter(viewer, '21 days')).toBe(false);
  });

  it('of this month ends its access at once, and keeps that of a next month paid in advance', async () => {
    const viewer = await makeViewer(world);
    const { paid, nameOf } = subscriptionOf(viewer);
    await report([paid('started', -20), paid('renewed', 10, -1)]);
    expect(await isOpen(viewer)).toBe(true);
    await refundByAdmin(viewer, nameOf(-20));
    expect(await stateOf(viewer)).toMatchObject({ status: 'canceled', autoRenew: false, currentPeriodEnd: day(40) });
    expect(await isOpen(viewer)).toBe(false);
    expect(await isOpenAfter(viewer, '11 days')).toBe(true);
    expect(await isOpenAfter(viewer, '41 days')).toBe(false);
  });

  it('of this month stays effective if its cancellation is reported later', async () => {
    const viewer = await makeViewer(world);
    const { paid, refunded, canceled } = subscriptionOf(viewer);
    await report([paid('started', -20), paid('renewed', 10, -3), refunded(-20, -2)]);
    expect(await isOpen(viewer)).toBe(false);
    await report([canceled(-20, -1)]);
    expect(await stateOf(viewer)).toMatchObject({ status: 'canceled', currentPeriodEnd: day(40) });
    expect(await isOpen(viewer)).toBe(false);
    expect(await isOpenAfter(viewer, '11 days')).toBe(true);
  });

  it('of a month paid in advance keeps the access of this month', async () => {
    const viewer = await makeViewer(world);
    const { paid, nameOf } = subscriptionOf(viewer);
    await report([paid('started', -20), paid('renewed', 10, -1)]);
    await refundByAdmin(viewer, nameOf(10));
    const state = { status: 'canceled', currentPeriodStart: day(-20), currentPeriodEnd: day(10) };
    expect(await stateOf(viewer)).toMatchObject(state);
    expect(await isOpen(viewer)).toBe(true);
    expect(await isOpenAfter(viewer, '11 days')).toBe(false);
  });

  it('of every period ends the subscription', async () => {
    const viewer = await makeViewer(world);
    const { paid, nameOf } = subscriptionOf(viewer);
    await report([paid('started', -20), paid('renewed', 10, -1)]);
    for (const start of [-20, 10]) await refundByAdmin(viewer, nameOf(start));
    expect(await isOpen(viewer)).toBe(false);
    expect(await isOpenAfter(viewer, '11 days')).toBe(false);
  });
});

describe('a partial refund of a subscription payment', () => {
  it.each(['an admin', 'the provider'])('by %s keeps the subscription until all is refunded', async (by) => {
    const viewer = await makeViewer(world);
    const { paid, refunded, nameOf } = subscriptionOf(viewer);
    await report([paid('started', -10)]);
    const before = await stateOf(viewer);
    expect(before).toMatchObject({ status: 'active', autoRenew: true, currentPeriodEnd: day(20) });
    const refund = async (at: number, cents: number): Promise<void> =>
      by === 'an admin' ? refundByAdmin(viewer, nameOf(-10), cents) : report([refunded(-10, at, cents)]);
    await refund(-3, 500);
    expect(await stateOf(viewer)).toEqual(before);
    expect(await isOpen(viewer)).toBe(true);
    await refund(-2, 498);
    expect(await stateOf(viewer)).toEqual(before);
    await refund(-1, 1);
    expect(await stateOf(viewer)).toMatchObject({ status: 'canceled', autoRenew: false });
    expect(await purchasesOf(finance, viewer.id)).toMatchObject([{ status: 'refunded' }]);
    expect(await isOpen(viewer)).toBe(false);
  });

  it('does not undo a cancellation', async () => {
    const viewer = await makeViewer(world);
    const { paid, canceled, refunded } = subscriptionOf(viewer);
    await report([paid('started', -10), canceled(-10, -3)]);
    const before = await stateOf(viewer);
    await report([refunded(-10, -3, 500)]);
    expect(await stateOf(viewer)).toEqual(before);
    expect(before).toMatchObject({ status: 'canceled', autoRenew: false, canceledAt: day(-3) });
  });

  it('is previewed as it is executed, as is the refund of the rest', async () => {
    const viewer = await makeViewer(world);
    const { paid, nameOf } = subscriptionOf(viewer);
    await report([paid('started', -10)]);
    const partial = await previewOf(viewer, nameOf(-10), 500);
    expect(partial('refund')).toMatchObject([{ after: { cancelsSubscription: false } }]);
    expect(partial('subscription')).toEqual([]);
    await refundByAdmin(viewer, nameOf(-10), 500);
    const rest = await previewOf(viewer, nameOf(-10), 499);
    expect(rest('refund')).toMatchObject([{ after: { cancelsSubscription: true } }]);
    expect(rest('subscription')).toMatchObject([
      { before: { status: 'active', autoRenew: true }, after: { status: 'canceled', autoRenew: false } },
    ]);
  });
});

describe('the order in which a start, two renewals and a refund arrive does not matter', () => {
  it.each([
    ['of the period before the last', -40, { currentPeriodStart: day(-10), currentPeriodEnd: day(20) }],
    ['of the last period', -10, { currentPeriodStart: day(-10), currentPeriodEnd: day(-2) }],
  ])('%s', async (_which, refunded, expected) => {
    const states: Awaited<ReturnType<typeof stateOf>>[] = [];
    for (const order of permutations([0, 1, 2, 3])) {
      const viewer = await makeViewer(world);
      const rail = subscriptionOf(viewer);
      const events = [
        rail.paid('started', -70),
        rail.paid('renewed', -40),
        rail.paid('renewed', -10),
        rail.refunded(refunded, -2),
      ];
      await report(order.flatMap((n) => events[n] ?? []));
      states.push(await stateOf(viewer));
    }
    expect(states).toHaveLength(24);
    const state = { status: 'canceled', autoRenew: false, canceledAt: day(-2), ...expected };
    for (const found of states) expect(found).toEqual({ ...states[0], ...state });
  });

  it('also with partial refunds and a cancellation of the same moment', async () => {
    const states: Awaited<ReturnType<typeof stateOf>>[] = [];
    for (const order of permutations([0, 1, 2, 3])) {
      const viewer = await makeViewer(world);
      const rail = subscriptionOf(viewer);
      const events = [
        rail.paid('started', -10),
        rail.refunded(-10, -3, 500),
        rail.refunded(-10, -2, 499),
        rail.canceled(-10, -2),
      ];
      await report(order.flatMap((n) => events[n] ?? []));
      states.push(await stateOf(viewer));
    }
    const state = { status: 'canceled', autoRenew: false, currentPeriodEnd: day(-2) };
    for (const found of states) expect(found).toMatchObject(state);
  });
});
