import { describe, expect, it } from 'vitest';
import { makeAdminActor } from '../../../test/harness/actor.ts';
import { makePackage, purchasesOf } from '../../../test/harness/payments.ts';
import {
  makePayment,
  type RefundBody,
  readRefund,
  refundByRail,
  refundViolations,
  requestRefund,
} from '../../../test/harness/refunds.ts';
import { giveCoins, ledgerViolations, makeViewer, moveCoins } from '../../../test/harness/viewer.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { newId } from '../../kit/id.ts';

const world = await openWorld();
const finance = await makeAdminActor(world, 'finance');
const support = await makeAdminActor(world, 'support');
const pack = await makePackage(world, { coins: 100, bonusCoins: 10, priceCents: 1000 });
const large = await makePackage(world, { coins: 1000, bonusCoins: 0, priceCents: 10_000 });

const buyer = async (sold = pack) => {
  const viewer = await makeViewer(world);
  return { viewer, paid: await makePayment(world, support, viewer.id, sold) };
};
const userOf = async (id: string) =>
  (await support.get<{ balancePaid: number; balanceBonus: number; totalSpendCents: number }>(`/admin/users/${id}`))
    .body;

describe('a refund by an admin with payments:refund', () => {
  it('is executed at once and responds as specified', async () => {
    const { viewer, paid } = await buyer();
    const { status, body } = await requestRefund(finance, paid, { amountCents: 400 });
    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.any(String),
      status: 'executed',
      amountCents: 400,
      executedAt: expect.any(String),
      ledgerEventId: expect.any(String),
      underpaidCents: 0,
    });
    expect(await userOf(viewer.id)).toMatchObject({ balancePaid: 60, balanceBonus: 6, totalSpendCents: 600 });
    expect(await readRefund(finance, body.id)).toMatchObject({
      status: 'executed',
      purchaseId: paid.id,
      userId: viewer.id,
      coinsDeducted: 44,
      approvalId: null,
      currency: 'USD',
      amountUsdCents: 400,
      reason: 'Bought by accident',
      refundableCents: 600,
      requestedBy: { id: finance.id, email: finance.email },
      decidedBy: null,
      allowed: [],
      purchase: { id: paid.id, refundedCents: 400, refundReason: 'Bought by accident', status: 'completed' },
    });
    const { body: event } = await finance.get(`/admin/ledger/events/${body.ledgerEventId}`);
    const sides = [
      { account: 'wallet_bonus', amount: -4 },
      { account: 'sink_refund', amount: 4 },
      { account: 'wallet_paid', amount: -40 },
      { account: 'sink_refund', amount: 40 },
    ];
    expect(event).toMatchObject({
      reason: 'refund',
      refType: 'purchase',
      refId: paid.id,
      entries: sides,
      cause: { label: pack.sku, platform: 'ios_store', refundId: body.id },
    });
  });
  it('in full marks the purchase as refunded, with the reason of the last part', async () => {
    const { viewer, paid } = await buyer();
    await requestRefund(finance, paid, { amountCents: 999, reason: 'first' });
    await requestRefund(finance, paid, { amountCents: 1, reason: 'last' });
    expect(await purchasesOf(support, viewer.id)).toMatchObject([
      { status: 'refunded', refundedCents: 1000, refundReason: 'last' },
    ]);
    expect(await userOf(viewer.id)).toMatchObject({ balancePaid: 0, balanceBonus: 0, totalSpendCents: 0 });
    expect((await requestRefund(finance, paid, { amountCents: 1 })).body.error).toBe('purchase_not_refundable');
  });
  it('in parts adds up to the value of the purchase in US cents, in any order', async () => {
    const viewer = await makeViewer(world);
    const worth = { amountCents: 8_000_000, currency: 'IDR', amountUsdCents: 505 };
    const paid = await makePayment(world, support, viewer.id, pack, worth);
    const asked = await requestRefund(support, paid, { amountCents: 2_000_000 });
    await requestRefund(finance, paid, { amountCents: 2_000_000 });
    await refundByRail(world, paid, 1_000_000, { currency: 'IDR' });
    await finance.post(`/admin/approvals/${asked.body.approvalId}/approve`);
    await requestRefund(finance, paid, { amountCents: 3_000_000 });
    const { body } = await support.get<{ items: { amountUsdCents: number }[] }>(`/admin/refunds?userId=${viewer.id}`);
    const parts = body.items.map(({ amountUsdCents }) => amountUsdCents);
    expect([parts.length, parts.reduce((sum, cents) => sum + cents, 0)]).toEqual([4, 505]);
    expect((await userOf(viewer.id)).totalSpendCents).toBe(0);
  });
  it('takes missing coins from the other wallet, and reports the underpaid part', async () => {
    const { viewer, paid } = await buyer();
    await moveCoins(world, { userId: viewer.id, paid: { amount: -80, counter: 'sink_unlock' } });
    const { body } = await requestRefund(finance, paid, { amountCents: 1000 });
    // 30 of 110 coins are left, so 80 of 110 are missing.
    expect(body).toMatchObject({ status: 'executed', underpaidCents: 727 });
    expect(await userOf(viewer.id)).toMatchObject({ balancePaid: 0, balanceBonus: 0 });
    expect(await readRefund(finance, body.id)).toMatchObject({ coinsDeducted: 30 });
  });
  it('moves no coins if there are none to reverse', async () => {
    const { viewer, paid } = await buyer();
    await moveCoins(world, { userId: viewer.id, spend: 110, counter: 'sink_unlock' });
    const { body } = await requestRefund(finance, paid, { amountCents: 1000 });
    expect(body).toMatchObject({ status: 'executed', ledgerEventId: null, underpaidCents: 1000 });
  });
  it('is possible for banned users', async () => {
    const { viewer, paid } = await buyer();
    await world.database.pool.query("update users set status = 'banned', ban_reason = 'x' where id = $1", [viewer.id]);
    expect((await requestRefund(finance, paid, { amountCents: 1000 })).body.status).toBe('executed');
  });
  it('is executed once per idempotency key', async () => {
    const { viewer, paid } = await buyer();
    const key = newId();
    const first = await requestRefund(finance, paid, { amountCents: 300, key });
    const second = await requestRefund(finance, paid, { amountCents: 300, key, again: true });
    expect(second.body).toEqual(first.body);
    expect(second.headers['idempotent-replayed']).toBe('true');
    // Also after its key has expired.
    await world.database.pool.query('delete from idempotency_keys');
    const third = await requestRefund(finance, paid, { amountCents: 300, key, again: true });
    expect(third.body).toEqual(first.body);
    expect(await userOf(viewer.id)).toMatchObject({ balancePaid: 70 });
  });
});

describe('a refund is refused', () => {
  it('if the purchase does not exist', async () => {
    for (const id of [newId(), 'nonsense']) {
      const { status, body } = await requestRefund(finance, { id }, { amountCents: 1 });
      expect(status).toBe(404);
      expect(body).toMatchObject({ error: 'not_found', field: 'purchaseId' });
    }
  });
  it('if the purchase is not paid yet', async () => {
    const viewer = await makeViewer(world);
    const { body } = await viewer.post<{ id: string }>('/v1/store/purchases', { sku: pack.sku, rail: 'ios_store' });
    expect((await requestRefund(finance, body, { amountCents: 1 })).body.error).toBe('purchase_not_refundable');
  });
  it.each([0, -1, 1.5, '100', null])('if the amount is %j', async (amountCents) => {
    const { paid } = await buyer();
    const asked = { purchaseId: paid.id, amountCents, reason: 'x', reverseUnlocks: false };
    const { status, body } = await finance.post<RefundBody>('/admin/refunds', asked);
    expect({ status, error: body.error }).toEqual({ status: 400, error: 'validation_failed' });
  });
  it('if the amount exceeds the rest after executed and pending refunds', async () => {
    const { paid } = await buyer();
    await requestRefund(finance, paid, { amountCents: 300 });
    await requestRefund(support, paid, { amountCents: 200 });
    expect((await requestRefund(finance, paid, { amountCents: 501 })).body).toMatchObject({
      statusCode: 400,
      error: 'refund_exceeds_purchase',
      refundableCents: 500,
    });
    expect((await requestRefund(finance, paid, { amountCents: 500 })).body.status).toBe('executed');
  });
  it('if the caller may only read', async () => {
    const analyst = await makeAdminActor(world, 'analyst');
    const { paid } = await buyer();
    expect((await requestRefund(analyst, paid, { amountCents: 1 })).status).toBe(403);
  });
});

describe('a pending refund', () => {
  it('responds as specified if it exceeds the limit or is only requested', async () => {
    const { paid } = await buyer(large);
    expect((await requestRefund(finance, (await buyer(large)).paid, { amountCents: 5000 })).body.status).toBe(
      'executed',
    );
    const over = await requestRefund(finance, paid, { amountCents: 5001 });
    expect(over.body).toEqual({ id: expect.any(String), status: 'pending', approvalId: expect.any(String) });
    const asked = await requestRefund(support, paid, { amountCents: 1 });
    expect(asked.body).toEqual({ id: expect.any(String), status: 'pending', approvalId: expect.any(String) });
    expect((await requestRefund(finance, paid, { amountCents: 4998 })).body.status).toBe('executed');
  });
});

describe('a refund by the provider', () => {
  it('is in the list without a requester', async () => {
    const { viewer, paid } = await buyer();
    await refundByRail(world, paid, 250);
    const { body } = await finance.get<{ items: RefundBody[] }>(`/admin/refunds?userId=${viewer.id}`);
    expect(body.items).toMatchObject([
      {
        status: 'executed',
        amountCents: 250,
        requestedBy: null,
        decidedBy: null,
        platform: 'ios_store',
        coinsDeducted: 28,
        reason: 'asked_the_store',
        allowed: [],
        purchaseId: paid.id,
      },
    ]);
  });
});

it('the ledger is consistent afterwards', async () => {
  await giveCoins(world, (await makeViewer(world)).id, { paid: 1 });
  expect(await ledgerViolations(world)).toEqual([]);
  expect(await refundViolations(world)).toEqual([]);
});
