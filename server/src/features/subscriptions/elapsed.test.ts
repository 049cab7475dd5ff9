import { afterEach, describe, expect, it } from 'vitest';
import { makeAdminActor } from '../../../test/harness/actor.ts';
import { makeEpisode } from '../../../test/harness/catalog.ts';
import { makeViewer, type Viewer } from '../../../test/harness/viewer.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { newId } from '../../kit/id.ts';
import { systemCtx } from '../audit/public.ts';
import { listMembers } from '../segments/sql.ts';
import {
  applySubscriptionEvent,
  cancelRefunded,
  type ProviderEventType,
  type SubscriptionEventData,
} from './public.ts';

const world = await openWorld();
const finance = await makeAdminActor(world, 'finance');
const product = { name: 'VIP', periodDays: 30, priceCents: 999, currency: 'USD' };
await finance.post('/admin/subscription-products', { ...product, productId: 'all', unlocksAll: true });
await finance.post('/admin/subscription-products', { ...product, productId: 'few' });
afterEach(() => world.clock.shift('0'));

const now = Date.now();
const day = (n: number): string => new Date(now + n * 86_400_000).toISOString();

type Data = Partial<SubscriptionEventData>;

async function tell(viewer: Viewer, name: string, type: ProviderEventType, occurredAt: string, data: Data = {}) {
  const period = { periodStart: day(-1), periodEnd: day(2), autoRenew: true, priceCents: 999, currency: 'USD' };
  const whole = { userId: viewer.id, subscriptionId: name, productId: 'all', ...period, ...data };
  const eventResult = await world.database.transaction((tx, at) =>
    applySubscriptionEvent(systemCtx(tx, at), 'web', { type, occurredAt: new Date(occurredAt), data: whole }),
  );
  return eventResult.subscription?.id ?? '';
}

/** The status after housekeeping, with the clock shifted. */
async function statusAfter(shift: string, id: string): Promise<string | undefined> {
  await world.clock.shift(shift);
  await world.runner.runNow('housekeeping');
  const query = 'select status from subscriptions where id = $1';
  const { rows } = await world.database.pool.query<{ status: string }>(query, [id]);
  return rows[0]?.status;
}

describe('a subscription whose period has ended', () => {
  it('that renews is past due, then expires', async () => {
    const viewer = await makeViewer(world, { displayName: 'Layla K' });
    const id = await tell(viewer, newId(), 'started', day(-1));
    interface Log {
      items: { target_label: string }[];
    }
    const { items } = (await finance.get<Log>(`/admin/audit-log?targetId=${id}`)).body;
    expect(items.map(({ target_label }) => target_label)).toEqual(['Layla K']);
    expect(await statusAfter('1 day', id)).toBe('active');
    expect(await statusAfter('3 days', id)).toBe('past_due');
    expect(await statusAfter('31 days', id)).toBe('past_due');
    expect(await statusAfter('33 days', id)).toBe('expired');
    const { rows } = await world.database.pool.query(
      `select action, admin_email, before->>'status' as was, after->>'status' as is from audit_log
       where target_id = $1 and action <> 'subscription.start' order by id`,
      [id],
    );
    expect(rows).toEqual([
      { action: 'subscription.past_due', admin_email: 'system', was: 'active', is: 'past_due' },
      { action: 'subscription.expire', admin_email: 'system', was: 'past_due', is: 'expired' },
    ]);
  });
  it('is not reactivated by an older event, but by a renewal from before its end', async () => {
    const viewer = await makeViewer(world);
    const name = newId();
    const id = await tell(viewer, name, 'renewed', day(-1));
    expect(await statusAfter('3 days', id)).toBe('past_due');
    await tell(viewer, name, 'started', day(-31), { periodStart: day(-31), periodEnd: day(-1) });
    expect(await statusAfter('3 days', id)).toBe('past_due');
    await tell(viewer, name, 'renewed', day(1), { periodStart: day(2), periodEnd: day(32) });
    expect(await statusAfter('3 days', id)).toBe('active');
  });
  it.each([
    ['canceled', true],
    ['started', false],
  ] as const)('and that was %s and does not renew has expired', async (type, autoRenew) => {
    const id = await tell(await makeViewer(world), newId(), type, day(-1), { autoRenew });
    expect(await statusAfter('1 day', id)).not.toBe('expired');
    expect(await statusAfter('3 days', id)).toBe('expired');
  });
  it('that has expired stays expired after a late cancellation, but not after a payment', async () => {
    const viewer = await makeViewer(world);
    const name = newId();
    const id = await tell(viewer, name, 'started', day(-1), { autoRenew: false });
    expect(await statusAfter('3 days', id)).toBe('expired');
    await tell(viewer, name, 'canceled', day(1), { autoRenew: false });
    await world.clock.shift('0');
    const { body } = await finance.get<{ items: object[] }>(`/admin/subscriptions?userId=${viewer.id}`);
    expect(body.items).toMatchObject([{ status: 'expired', canceledAt: day(1) }]);
    await world.clock.shift('3 days');
    await tell(viewer, name, 'recovered', day(3), { periodStart: day(3), periodEnd: day(33), autoRenew: false });
    expect(await statusAfter('3 days', id)).toBe('active');
  });
});

describe('a subscription that unlocks everything', () => {
  const isOpen = async (viewer: Viewer, episodeId: string): Promise<boolean> => {
    // Entitled but without a video is 404, locked is 403.
    const played = (await viewer.get(`/v1/episodes/${episodeId}/playback`)).status === 404;
    const { body } = await viewer.post<{ subscribed: boolean; coinsRequired: number; alreadyUnlocked: boolean }>(
      `/v1/episodes/${episodeId}/unlock/quote`,
    );
    expect(body).toMatchObject({ subscribed: played, coinsRequired: 10, alreadyUnlocked: false });
    return played;
  };
  const later = async <T>(shift: string, look: () => Promise<T>): Promise<T> => {
    await world.clock.shift(shift);
    return look();
  };

  it('gives access to episodes while it is active, without changing prices', async () => {
    const [viewer, episodeId] = [await makeViewer(world), await makeEpisode(world, 'published')];
    expect(await isOpen(viewer, episodeId)).toBe(false);
    await tell(viewer, newId(), 'started', day(-1), { productId: 'few' });
    expect(await isOpen(viewer, episodeId)).toBe(false);
    await tell(viewer, newId(), 'started', day(-1));
    expect(await isOpen(viewer, episodeId)).toBe(true);
    expect(await later('3 days', () => isOpen(viewer, episodeId))).toBe(false);
  });
  it('gives access in a trial, and after a cancellation until the end of the period', async () => {
    const episodeId = await makeEpisode(world, 'published');
    const whileRunning = async (type: ProviderEventType, data: Data = {}): Promise<boolean[]> => {
      const viewer = await makeViewer(world);
      await tell(viewer, newId(), type, day(-1), data);
      const open = [await isOpen(viewer, episodeId), await later('3 days', () => isOpen(viewer, episodeId))];
      await world.clock.shift('0');
      return open;
    };
    expect(await whileRunning('started', { trialEnd: day(2) })).toEqual([true, false]);
    expect(await whileRunning('canceled')).toEqual([true, false]);
    expect(await whileRunning('expired')).toEqual([false, false]);
  });
  it('keeps access when renewed early, and gives none before it starts', async () => {
    const episodeId = await makeEpisode(world, 'published');
    /** Whether it gives access; segments count the user as subscribed likewise. */
    const runs = async (viewer: Viewer): Promise<boolean> => {
      const [isOpenNow, rule] = [await isOpen(viewer, episodeId), { subscribed: true }];
      expect((await listMembers(world.database.db, [viewer.id], rule)).has(viewer.id)).toBe(isOpenNow);
      return isOpenNow;
    };
    const [early, renewed, name] = [await makeViewer(world), await makeViewer(world), newId()];
    await tell(early, newId(), 'started', day(-1), { periodStart: day(4), periodEnd: day(34) });
    expect(await runs(early)).toBe(false);
    expect(await later('5 days', () => runs(early))).toBe(true);
    await world.clock.shift('0');
    await tell(renewed, name, 'started', day(-1));
    await tell(renewed, name, 'renewed', day(-0.5), { periodStart: day(3), periodEnd: day(6) });
    expect(await runs(renewed)).toBe(true);
    expect(await later('60 hours', () => runs(renewed))).toBe(false);
    expect(await later('4 days', () => runs(renewed))).toBe(true);
    expect(await later('7 days', () => runs(renewed))).toBe(false);
  });
  it('ends access when its payment is refunded, whatever other events the period has', async () => {
    const episodeId = await makeEpisode(world, 'published');
    const refunded = async (at: string, others: [ProviderEventType, string, Data?][]) => {
      const [viewer, name, transactionId] = [await makeViewer(world), newId(), newId()];
      const id = await tell(viewer, name, 'started', day(-1), { transactionId });
      const [before, after] = [others.filter(([, told]) => told < at), others.filter(([, told]) => told >= at)];
      for (const [type, told, data] of before) await tell(viewer, name, type, told, data);
      await world.database.transaction((tx, now) =>
        cancelRefunded(systemCtx(tx, now), { id, userId: viewer.id }, { transactionId, occurredAt: new Date(at) }),
      );
      for (const [type, told, data] of after) await tell(viewer, name, type, told, data);
      return isOpen(viewer, episodeId);
    };
    expect(await refunded(day(-0.5), [])).toBe(false);
    expect(await refunded(day(-0.5), [['canceled', day(-0.7)]])).toBe(false);
    expect(await refunded(day(-0.5), [['canceled', day(-0.2)]])).toBe(false);
    expect(await refunded(day(-0.5), [['recovered', day(-0.1)]])).toBe(true);
  });
  it('ends access also if a later event of the period is known, or the period has not started', async () => {
    const episodeId = await makeEpisode(world, 'published');
    for (const data of [{}, { periodStart: day(1), periodEnd: day(9) }]) {
      const viewer = await makeViewer(world);
      const transactionId = newId();
      const id = await tell(viewer, newId(), 'started', day(-0.1), { ...data, transactionId });
      const refund = { transactionId, occurredAt: new Date(day(-0.3)) };
      await world.database.transaction((tx, now) =>
        cancelRefunded(systemCtx(tx, now), { id, userId: viewer.id }, refund),
      );
      const { body } = await finance.get<{ items: object[] }>(`/admin/subscriptions?userId=${viewer.id}`);
      expect(body.items).toMatchObject([{ status: 'canceled', autoRenew: false }]);
      expect(await later('36 hours', () => isOpen(viewer, episodeId))).toBe(false);
      await world.clock.shift('0');
    }
  });
});
