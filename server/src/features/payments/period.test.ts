import { describe, expect, it } from 'vitest';
import { makeAdminActor } from '../../../test/harness/actor.ts';
import { findWebhookEvent, makePackage, purchasesOf, sendPayment } from '../../../test/harness/payments.ts';
import { ledgerViolations, makeViewer, type Viewer } from '../../../test/harness/viewer.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { newId } from '../../kit/id.ts';

/** Payments of subscriptions. */

const world = await openWorld();
const finance = await makeAdminActor(world, 'finance');
const superadmin = await makeAdminActor(world, 'superadmin');
const vip = { name: 'VIP', periodDays: 30, priceCents: 999, currency: 'USD', bonusCoins: 100 };
for (const product of [
  { ...vip, productId: 'vip_monthly' },
  { ...vip, productId: 'vip_egypt', priceCents: 19_900, currency: 'EGP' },
]) {
  expect((await finance.post('/admin/subscription-products', product)).status).toBe(201);
}
const pack = await makePackage(world);

const [occurredAt, periodEnd] = ['2026-10-01T00:00:00.000Z', '2026-10-31T00:00:00.000Z'];
async function send(type: string, data: object) {
  const id = newId();
  expect((await sendPayment(world, 'ios_store', { type, occurredAt, data }, { id })).status).toBe(204);
  return findWebhookEvent(world, id);
}
const start = ({ id: userId }: Viewer, more: object = {}) =>
  send('subscription.started', {
    userId,
    subscriptionId: newId(),
    productId: 'vip_monthly',
    transactionId: newId(),
    autoRenew: true,
    periodStart: occurredAt,
    periodEnd,
    priceCents: 999,
    currency: 'USD',
    ...more,
  });
const buy = ({ id: userId }: Viewer, transactionId: string) =>
  send('purchase.completed', { userId, productId: pack.sku, transactionId, amountCents: 999, currency: 'USD' });

interface Shown {
  balanceTotal: number;
  totalSpendCents: number;
  subscriptions: object[];
}
const shown = async ({ id }: Viewer) => (await finance.get<Shown>(`/admin/users/${id}`)).body;

describe('the payment of a period', () => {
  it('credits nothing if its transactionId belongs to another payment', async () => {
    const [viewer, other, buyer] = [await makeViewer(world), await makeViewer(world), await makeViewer(world)];
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
  it('is credited once if ten subscriptions and packages race for one transactionId', async () => {
    const viewers = await Promise.all(Array.from({ length: 10 }, () => makeViewer(world)));
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

it('a paid period has the region of the event, else that of the subscription', async () => {
  const viewer = await makeViewer(world);
  const subscriptionId = newId();
  const regions = async () => (await purchasesOf(finance, viewer.id)).map(({ region }) => region);
  await start(viewer, { subscriptionId });
  expect(await regions()).toEqual(['EG']);
  const renewed = { periodStart: periodEnd, periodEnd: '2026-11-30T00:00:00.000Z' };
  await start(viewer, { subscriptionId, ...renewed, region: 'id' });
  expect(await regions()).toEqual(['EG', 'ID']);
});

describe('the value of a paid period', () => {
  const differs = { amount_differs: true };
  const [inEgp, ofEgypt] = [{ currency: 'EGP' }, { productId: 'vip_egypt', currency: 'EGP' }];
  interface Case {
    is: string;
    paid: { priceCents: number; amountUsdCents?: number };
    usd: number;
    expected?: number;
    flags?: object;
  }
  it.each<Case>([
    { is: 'what was paid in US dollars', paid: { priceCents: 999 }, usd: 999 },
    { is: 'less than the price, flagged', paid: { priceCents: 499 }, usd: 499, expected: 999, flags: differs },
    {
      is: 'what was paid in US dollars, flagged where the rail says another',
      paid: { priceCents: 999, amountUsdCents: 1 },
      usd: 999,
      flags: differs,
    },
    { is: 'what the rail says', paid: { priceCents: 49_900, ...inEgp, amountUsdCents: 999 }, usd: 999 },
    {
      is: 'what the rail says, flagged where that is not the price',
      paid: { priceCents: 49_900, ...inEgp, amountUsdCents: 900 },
      usd: 900,
      expected: 999,
      flags: differs,
    },
    { is: 'the price where nothing else is known', paid: { priceCents: 49_900, ...inEgp }, usd: 999 },
    {
      is: 'nothing where not even the price is in US dollars, flagged',
      paid: { priceCents: 19_900, ...ofEgypt },
      usd: 0,
      flags: { amount_unknown: true },
    },
    {
      is: 'what the rail says of a price in another currency',
      paid: { priceCents: 19_900, ...ofEgypt, amountUsdCents: 400 },
      usd: 400,
    },
    {
      is: 'less than such a price at the rate that was paid',
      paid: { priceCents: 9950, ...ofEgypt, amountUsdCents: 200 },
      usd: 200,
      expected: 400,
      flags: differs,
    },
  ])('$is', async ({ paid, usd, expected = null, flags }) => {
    const viewer = await makeViewer(world);
    expect(await start(viewer, paid)).toMatchObject({ outcome: 'applied' });
    const [purchase] = await purchasesOf(finance, viewer.id);
    expect(purchase).toMatchObject({ amountCents: paid.priceCents, amountUsdCents: usd, expectedUsdCents: expected });
    expect(await shown(viewer)).toMatchObject({ balanceTotal: 100, totalSpendCents: usd });
    const audited = await superadmin.get<{ items: object[] }>(`/admin/audit-log?targetId=${purchase?.id}`);
    expect(audited.body.items).toMatchObject(flags === undefined ? [] : [{ action: 'purchase.complete', flags }]);
  });
});
