import { describe, expect, it } from 'vitest';
import { adminWith } from '../../../test/harness/actor.ts';
import { inboxOf, packageIn, sendPayment } from '../../../test/harness/payments.ts';
import { ledgerViolations, type Viewer, viewerIn } from '../../../test/harness/viewer.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { newId } from '../../kit/id.ts';

/** Payments of subscriptions. */

const world = await openWorld();
const finance = await adminWith(world, 'finance');
const vip = { name: 'VIP', periodDays: 30, priceCents: 999, currency: 'USD', bonusCoins: 100 };
expect((await finance.post('/admin/subscription-products', { ...vip, productId: 'vip_monthly' })).status).toBe(201);
const pack = await packageIn(world);

const [occurredAt, periodEnd] = ['2026-10-01T00:00:00.000Z', '2026-10-31T00:00:00.000Z'];
async function send(type: string, data: object) {
  const id = newId();
  expect((await sendPayment(world, 'ios_store', { type, occurredAt, data }, { id })).status).toBe(204);
  return inboxOf(world, id);
}
const start = ({ id: userId }: Viewer, more: object = {}) =>
  send('subscription.started', {
    ...{ userId, subscriptionId: newId(), productId: 'vip_monthly', transactionId: newId(), autoRenew: true },
    ...{ periodStart: occurredAt, periodEnd, priceCents: 999, currency: 'USD', ...more },
  });
const buy = ({ id: userId }: Viewer, transactionId: string) =>
  send('purchase.completed', { userId, productId: pack.sku, transactionId, amountCents: 999, currency: 'USD' });

interface Shown {
  balanceTotal: number;
  totalSpendCents: number;
  subscriptions: object[];
}
const shown = async ({ id }: Viewer) => (await finance.get<Shown>(`/admin/users/${id}`)).body;

describe('a payment by which a period was paid', () => {
  it('brings nothing where the rail gave its transactionId to another payment', async () => {
    const [viewer, other, buyer] = [await viewerIn(world), await viewerIn(world), await viewerIn(world)];
    const [transactionId, bought, subscriptionId] = [newId(), newId(), newId()];
    await buy(buyer, bought);
    expect(await start(viewer, { transactionId, subscriptionId })).toMatchObject({ outcome: 'applied' });
    expect(await start(viewer, { transactionId, subscriptionId })).toMatchObject({ outcome: 'ignored' });
    expect(await start(viewer, { transactionId })).toMatchObject({ outcome: 'unmatched', detail: expect.any(String) });
    expect(await start(other, { transactionId })).toMatchObject({ outcome: 'unmatched' });
    expect(await start(buyer, { transactionId: bought })).toMatchObject({ outcome: 'unmatched' });
    expect(await shown(viewer)).toMatchObject({ balanceTotal: 100, subscriptions: [{ productId: 'vip_monthly' }] });
    expect(await shown(other)).toMatchObject({ balanceTotal: 0, totalSpendCents: 0, subscriptions: [] });
    expect(await shown(buyer)).toMatchObject({ balanceTotal: 110, subscriptions: [] });
  });
  it('is credited once where ten subscriptions and packages race for one transactionId', async () => {
    const viewers = await Promise.all(Array.from({ length: 10 }, () => viewerIn(world)));
    const transactionId = newId();
    const told = await Promise.all(
      viewers.map((viewer, n) => (n % 3 === 0 ? buy(viewer, transactionId) : start(viewer, { transactionId }))),
    );
    const outcomes = told.map((inbox) => inbox?.outcome ?? '');
    expect(outcomes.toSorted((one, two) => one.localeCompare(two))).toEqual(['applied', ...Array(9).fill('unmatched')]);
    const credited = (await Promise.all(viewers.map(shown))).filter(({ balanceTotal }) => balanceTotal > 0);
    expect(credited).toHaveLength(1);
    expect(await ledgerViolations(world)).toEqual([]);
  });
});
