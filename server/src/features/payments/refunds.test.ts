import { describe, expect, it } from 'vitest';
import { makeAdminActor } from '../../../test/harness/actor.ts';
import {
  makePackage,
  purchaseData,
  purchasesOf,
  sendPurchase,
  type TransactionBody,
} from '../../../test/harness/payments.ts';
import { ledgerViolations, makeViewer, type Viewer } from '../../../test/harness/viewer.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { newId } from '../../kit/id.ts';

/** Refunds with another transactionId, before their payment, and repeated. */

const world = await openWorld();
const support = await makeAdminActor(world, 'support');
const superadmin = await makeAdminActor(world, 'superadmin');
const pack = await makePackage(world, { coins: 100, bonusCoins: 10, priceCents: 1000 });
const another = await makePackage(world, { coins: 100, bonusCoins: 10, priceCents: 1000 });
const other = await makeViewer(world);

const later = '2026-03-01T12:02:00.000Z';
const send = (type: string, data: object, occurredAt = '2026-03-01T12:01:00.000Z') =>
  sendPurchase(world, type, data, { occurredAt });
const dataOf = (viewer: { id: string }, more: object = {}) => purchaseData(viewer, pack, more);
const balanceOf = async ({ id }: Viewer) =>
  (await support.get<{ balanceTotal: number }>(`/admin/users/${id}`)).body.balanceTotal;
const announce = async (viewer: Viewer) =>
  (await viewer.post<TransactionBody>('/v1/store/purchases', { sku: pack.sku, rail: 'ios_store' })).body.id;
interface Audited {
  action: string;
  flags: object;
}
const auditOf = async (id: string | undefined) =>
  (await superadmin.get<{ items: Audited[] }>(`/admin/audit-log?targetId=${id}`)).body.items;
const outcomeOf = async (inbox: { id: string } | undefined) =>
  (
    await world.database.pool.query<{ outcome: string }>('select outcome from webhook_events where id = $1', [
      inbox?.id,
    ])
  ).rows[0]?.outcome;
const replay = async (inbox: { id: string } | undefined) =>
  (await superadmin.post<{ outcome: string; detailCode: string | null }>(`/admin/webhooks/${inbox?.id}/replay`)).body;

describe('a refund with a transactionId of its own', () => {
  it('is applied once, to the purchase that it names', async () => {
    const viewer = await makeViewer(world);
    const purchaseId = await announce(viewer);
    await send('completed', dataOf(viewer, { purchaseId }));
    const refund = dataOf(viewer, { purchaseId, amountCents: 400, reason: 'unhappy' });
    expect(await send('refunded', refund, later)).toMatchObject({ outcome: 'applied' });
    expect(await send('refunded', refund, later)).toMatchObject({ outcome: 'ignored' });
    expect(await balanceOf(viewer)).toBe(66);
    expect(await purchasesOf(support, viewer.id)).toMatchObject([{ refundedCents: 400, refundReason: 'unhappy' }]);
  });
  it('that precedes its payment is applied with it', async () => {
    const viewer = await makeViewer(world);
    const purchaseId = await announce(viewer);
    const waiting = await send('refunded', dataOf(viewer, { purchaseId }), later);
    expect(waiting).toMatchObject({ outcome: 'unmatched' });
    await send('completed', dataOf(viewer, { purchaseId }));
    expect(await balanceOf(viewer)).toBe(0);
    expect(await purchasesOf(support, viewer.id)).toMatchObject([{ id: purchaseId, status: 'refunded' }]);
    expect(await outcomeOf(waiting)).toBe('applied');
  });
});

describe('a refund that precedes its payment', () => {
  it('is unmatched until the payment arrives, also when replayed', async () => {
    const viewer = await makeViewer(world);
    const data = dataOf(viewer);
    const waiting = await send('refunded', data, later);
    const detailCode = 'waiting_for_payment';
    expect(waiting).toMatchObject({ outcome: 'unmatched', detail: detailCode });
    expect(await replay(waiting)).toMatchObject({ outcome: 'unmatched', detailCode });
    expect(await send('completed', data)).toMatchObject({ outcome: 'applied' });
    expect(await balanceOf(viewer)).toBe(0);
    expect(await outcomeOf(waiting)).toBe('applied');
    expect((await superadmin.post(`/admin/webhooks/${waiting?.id}/replay`)).status).toBe(400);
    expect(await balanceOf(viewer)).toBe(0);
  });
  it('settles all its events, and reports beyond the amount are ignored', async () => {
    const viewer = await makeViewer(world);
    const data = dataOf(viewer);
    const told = [await send('refunded', data, later), await send('refunded', data, later)];
    const beyond = await send('refunded', data, '2026-03-01T12:03:00.000Z');
    await send('completed', data);
    expect(await Promise.all([...told, beyond].map(outcomeOf))).toEqual(['applied', 'applied', 'ignored']);
    expect(await balanceOf(viewer)).toBe(0);
  });
  it('of a product created later is applied when its payment is replayed', async () => {
    const viewer = await makeViewer(world);
    const sku = `later_${newId().slice(-8)}`;
    const data = dataOf(viewer, { productId: sku });
    const [refunded, paid] = [await send('refunded', data, later), await send('completed', data)];
    expect(refunded).toMatchObject({ outcome: 'unmatched', detail: 'unknown_product' });
    await makePackage(world, { sku, coins: 100, bonusCoins: 10, priceCents: 1000 });
    expect(await replay(paid)).toMatchObject({ outcome: 'applied' });
    expect(await balanceOf(viewer)).toBe(0);
    expect(await outcomeOf(refunded)).toBe('applied');
  });
  it('is applied once, whichever comes first: payment, refund or replay', async () => {
    for (const _turn of [1, 2, 3, 4]) {
      const viewer = await makeViewer(world);
      const data = dataOf(viewer, { amountCents: 1000 });
      const part = { ...data, amountCents: 400 };
      const waiting = await send('refunded', part, later);
      const again = superadmin.post(`/admin/webhooks/${waiting?.id}/replay`);
      const [another] = await Promise.all([send('refunded', part, later), send('completed', data), again]);
      expect(await balanceOf(viewer)).toBe(66);
      for (const one of [waiting, another]) expect(['applied', 'ignored']).toContain(await outcomeOf(one));
    }
  });
  it.each([
    ['currency', { currency: 'EUR' }],
    ['product', { productId: another.sku }],
    ['user', { userId: other.id }],
  ])('of another %s is flagged when the payment arrives, and reverses nothing', async (_what, differing) => {
    const viewer = await makeViewer(world);
    const data = dataOf(viewer);
    const waiting = await send('refunded', { ...data, ...differing }, later);
    expect(waiting).toMatchObject({ outcome: 'unmatched' });
    expect(await send('completed', data)).toMatchObject({ outcome: 'applied' });
    expect(await balanceOf(viewer)).toBe(110);
    const [purchase] = await purchasesOf(support, viewer.id);
    expect(purchase).toMatchObject({ status: 'completed', refundedCents: 0 });
    expect(await auditOf(purchase?.id)).toMatchObject([
      { action: 'purchase.refund_mismatch', reason: 'provider_refund', flags: { refund_differs: true } },
      { action: 'purchase.complete' },
    ]);
    expect(await replay(waiting)).toMatchObject({ outcome: 'unmatched' });
    expect(await balanceOf(viewer)).toBe(110);
  });
});

describe('refunds of one payment', () => {
  it.each(['after', 'before'])('of different amounts at one moment are two, %s it', async (when) => {
    const viewer = await makeViewer(world);
    const data = dataOf(viewer);
    if (when === 'after') await send('completed', data);
    for (const amountCents of [300, 200, 300]) await send('refunded', { ...data, amountCents }, later);
    if (when === 'before') await send('completed', data);
    expect(await purchasesOf(support, viewer.id)).toMatchObject([{ status: 'completed', refundedCents: 500 }]);
    expect(await balanceOf(viewer)).toBe(55);
  });
  it('of 0 have no effect', async () => {
    const viewer = await makeViewer(world);
    const data = dataOf(viewer);
    await send('completed', data);
    expect(await send('refunded', { ...data, amountCents: 0 }, later)).toMatchObject({ outcome: 'ignored' });
    const [purchase] = await purchasesOf(support, viewer.id);
    expect(purchase).toMatchObject({ status: 'completed', refundedCents: 0, refundReason: null });
    const { body } = await support.get<{ items: object[] }>(`/admin/refunds?userId=${viewer.id}`);
    expect(body.items).toEqual([]);
  });
  it('have no effect after a full refund', async () => {
    const viewer = await makeViewer(world);
    const data = dataOf(viewer);
    await send('completed', data);
    await send('refunded', data, later);
    const [purchase] = await purchasesOf(support, viewer.id);
    const before = await auditOf(purchase?.id);
    expect(await send('refunded', data, '2026-03-02T12:00:00.000Z')).toMatchObject({ outcome: 'ignored' });
    expect(await auditOf(purchase?.id)).toEqual(before);
    expect(await purchasesOf(support, viewer.id)).toEqual([purchase]);
  });
});

it('the ledger is consistent afterwards', async () => {
  expect(await ledgerViolations(world)).toEqual([]);
});
