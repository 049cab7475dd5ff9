import { describe, expect, it } from 'vitest';
import { makeAdminActor, makeRole } from '../../../test/harness/actor.ts';
import {
  makePackage,
  purchaseData,
  purchasesOf,
  sendPurchase,
  type TransactionBody,
} from '../../../test/harness/payments.ts';
import { ledgerViolations, makeViewer, type Viewer, walletOf } from '../../../test/harness/viewer.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { newId } from '../../kit/id.ts';

const world = await openWorld();
await makeRole(world, 'payments', ['payments:read']);
const payments = await makeAdminActor(world, 'payments');
const support = await makeAdminActor(world, 'support');
const superadmin = await makeAdminActor(world, 'superadmin');

const announce = (viewer: Viewer, body: object, headers: Record<string, string> = {}) =>
  viewer.post<TransactionBody>('/v1/store/purchases', body, { headers });
const send = (type: string, data: object, from?: Parameters<typeof sendPurchase>[3]) =>
  sendPurchase(world, type, data, from);
const spendOf = async ({ id }: { id: string }) =>
  (await support.get<{ totalSpendCents: number }>(`/admin/users/${id}`)).body.totalSpendCents;

describe('a pending purchase', () => {
  it('is credited when its rail reports the payment', async () => {
    const [viewer, pack] = [await makeViewer(world), await makePackage(world)];
    const { status, body } = await announce(viewer, { sku: pack.sku, rail: 'ios_store' });
    const pending = {
      id: expect.any(String),
      kind: 'coin_pack',
      userId: viewer.id,
      platform: 'ios_store',
      productId: pack.sku,
      transactionId: null,
      coinsGranted: 100,
      bonusCoins: 10,
      amountCents: 999,
      currency: 'USD',
      region: 'EG',
      status: 'pending',
      refundReason: null,
      createdAt: expect.stringMatching(/Z$/),
      amountUsdCents: 999,
      exchangeRate: null,
      exchangeRateDate: null,
      isAmountAssumed: false,
      expectedUsdCents: null,
      environment: 'production',
      isFamilyShared: false,
      quantity: 1,
      feeCents: null,
      taxCents: null,
      disputedAt: null,
      disputeReason: null,
      disputeClosedAt: null,
      failureReason: null,
      refundedCents: 0,
      underpaidCents: 0,
      completedAt: null,
      eventId: null,
    };
    expect([status, body]).toEqual([201, pending]);
    expect([await walletOf(viewer), await spendOf(viewer)]).toEqual([{ paid: 0, bonus: 0 }, 0]);
    const data = purchaseData(viewer, pack, { purchaseId: body.id });
    expect(await send('completed', data)).toMatchObject({ source: 'payments:ios_store', outcome: 'applied' });
    expect(await purchasesOf(payments, viewer.id)).toEqual([
      {
        ...pending,
        id: body.id,
        status: 'completed',
        transactionId: data.transactionId,
        completedAt: expect.stringMatching(/Z$/),
        eventId: expect.any(String),
      },
    ]);
    expect([await walletOf(viewer), await spendOf(viewer)]).toEqual([{ paid: 100, bonus: 10 }, 999]);
  });
  it('posts its coins as one event, from the rail and the bonus source', async () => {
    const [viewer, pack] = [await makeViewer(world), await makePackage(world)];
    await send('completed', purchaseData(viewer, pack), { rail: 'localwallet_dana' });
    const [purchase] = await purchasesOf(payments, viewer.id);
    const { body } = await support.get(`/admin/ledger/events/${purchase?.eventId}`);
    const sides = [
      { account: 'wallet_bonus', amount: 10 },
      { account: 'source_bonus', amount: -10 },
      { account: 'wallet_paid', amount: 100 },
      { account: 'source_iap_localwallet_dana', amount: -100 },
    ];
    const entries = sides.map((side) => ({ id: expect.any(String), userId: viewer.id, ...side }));
    expect(body).toMatchObject({ reason: 'iap', refType: 'purchase', refId: purchase?.id, entries });
    const names = { label: pack.sku, productId: pack.sku, platform: 'localwallet_dana' };
    const bought = { kind: 'coin_pack', productName: null, coinsGranted: 100, bonusCoins: 10 };
    expect(body.cause).toEqual({ type: 'purchase', id: purchase?.id, ...names, bought });
  });
  it('can be created by a guest', async () => {
    const [guest, pack] = [await makeViewer(world, { isGuest: true }), await makePackage(world)];
    expect((await announce(guest, { sku: pack.sku, rail: 'android_store' })).status).toBe(201);
  });
  it('is created once per idempotency key', async () => {
    const [viewer, pack] = [await makeViewer(world), await makePackage(world)];
    const key = { 'idempotency-key': newId() };
    const first = await announce(viewer, { sku: pack.sku, rail: 'ios_store' }, key);
    const again = await announce(viewer, { sku: pack.sku, rail: 'ios_store' }, key);
    expect(again.body).toEqual(first.body);
    expect(await purchasesOf(payments, viewer.id)).toHaveLength(1);
  });
  it('is refused for packages that are not sold, or not by that rail', async () => {
    const viewer = await makeViewer(world);
    const [paused, pack] = [await makePackage(world, { status: 'paused' }), await makePackage(world)];
    const missing = { statusCode: 404, error: 'not_found', field: 'sku' };
    expect((await announce(viewer, { sku: 'nowhere', rail: 'ios_store' })).body).toEqual(missing);
    expect((await announce(viewer, { sku: paused.sku, rail: 'ios_store' })).body).toEqual(missing);
    for (const rail of ['card_web', 'localwallet_', 'localwallet_*', 'cash']) {
      expect((await announce(viewer, { sku: pack.sku, rail })).body, rail).toMatchObject({
        statusCode: 400,
        details: [{ path: 'rail' }],
      });
    }
    expect((await announce(viewer, { sku: pack.sku, rail: 'localwallet_gopay' })).status).toBe(201);
  });
  it('is credited with its original terms after the package was changed and paused', async () => {
    const [viewer, pack] = [await makeViewer(world), await makePackage(world)];
    const { body } = await announce(viewer, { sku: pack.sku, rail: 'ios_store' });
    const change = `update coin_packages set coins = 7, price_cents = 5000, status = 'paused' where id = $1`;
    await world.database.pool.query(change, [pack.id]);
    await send('completed', purchaseData(viewer, pack, { purchaseId: body.id }));
    expect(await walletOf(viewer)).toEqual({ paid: 100, bonus: 10 });
    expect(await purchasesOf(payments, viewer.id)).toMatchObject([{ id: body.id, expectedUsdCents: null }]);
  });
});

describe('a payment', () => {
  it('is credited without a pending purchase, also for a paused package', async () => {
    const [viewer, pack] = [await makeViewer(world), await makePackage(world, { status: 'paused' })];
    await send('completed', purchaseData(viewer, pack, { region: 'id', currency: 'usd' }));
    expect(await walletOf(viewer)).toEqual({ paid: 100, bonus: 10 });
    const folded = { region: 'ID', currency: 'USD', expectedUsdCents: null };
    expect(await purchasesOf(payments, viewer.id)).toMatchObject([{ status: 'completed', ...folded }]);
  });
  it.each(['ios_store', 'android_store', 'card_web', 'localwallet_dana', 'mobilemoney_mpesa_ke', 'vas_zain_iq'])(
    'by %s is one of that platform',
    async (rail) => {
      const [viewer, pack] = [await makeViewer(world), await makePackage(world, { rails: [rail] })];
      expect((await announce(viewer, { sku: pack.sku, rail })).body).toMatchObject({ platform: rail });
      await send('completed', purchaseData(viewer, pack), { rail });
      expect(await walletOf(viewer)).toEqual({ paid: 100, bonus: 10 });
      const paid = { platform: rail, status: 'completed' };
      expect(await purchasesOf(payments, viewer.id)).toMatchObject([{ platform: rail, status: 'pending' }, paid]);
    },
  );
  it('is credited once, whatever the message id', async () => {
    const [viewer, pack] = [await makeViewer(world), await makePackage(world)];
    const data = purchaseData(viewer, pack);
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => send('completed', data)));
    expect(outcomes.map((inbox) => inbox?.outcome ?? '').sort((one, other) => (one < other ? -1 : 1))).toEqual([
      'applied',
      ...Array(7).fill('ignored'),
    ]);
    expect(await walletOf(viewer)).toEqual({ paid: 100, bonus: 10 });
    expect(await spendOf(viewer)).toBe(999);
  });
  it('with one transactionId on two rails is two payments', async () => {
    const [viewer, pack] = [await makeViewer(world), await makePackage(world)];
    const data = purchaseData(viewer, pack);
    for (const rail of ['ios_store', 'android_store']) await send('completed', data, { rail });
    expect(await walletOf(viewer)).toEqual({ paid: 200, bonus: 20 });
  });
  it('with another transactionId for the same purchase is a separate payment', async () => {
    const [viewer, pack] = [await makeViewer(world), await makePackage(world)];
    const { body } = await announce(viewer, { sku: pack.sku, rail: 'ios_store' });
    for (let n = 0; n < 2; n++) await send('completed', purchaseData(viewer, pack, { purchaseId: body.id }));
    expect(await walletOf(viewer)).toEqual({ paid: 200, bonus: 20 });
    expect(await purchasesOf(payments, viewer.id)).toMatchObject([{ status: 'completed' }, { status: 'completed' }]);
  });
  it.each([
    [{ amountCents: 999, currency: 'USD' }, 999, null],
    [{ amountCents: 500, currency: 'USD' }, 500, 999],
    [{ amountCents: 150_000, currency: 'IDR' }, 999, null],
    [{ amountCents: 150_000, currency: 'IDR', amountUsdCents: 940 }, 940, 999],
    [{ amountCents: 0, currency: 'USD' }, 0, 999],
    [{ amountCents: 5000, currency: 'USD', amountUsdCents: 999 }, 5000, 999],
  ])('of %j is worth %i US cents, and is flagged if that is not the price', async (paid, usd, expected) => {
    const [viewer, pack] = [await makeViewer(world), await makePackage(world)];
    expect(await send('completed', purchaseData(viewer, pack, paid))).toMatchObject({ outcome: 'applied' });
    const [purchase] = await purchasesOf(payments, viewer.id);
    const { amountCents, currency } = paid;
    expect(purchase).toMatchObject({ amountCents, currency, amountUsdCents: usd, expectedUsdCents: expected });
    expect([await spendOf(viewer), await walletOf(viewer)]).toEqual([usd, { paid: 100, bonus: 10 }]);
    const flags = expected === null ? {} : { amount_differs: true };
    const audited = await superadmin.get<{ items: object[] }>(`/admin/audit-log?targetId=${purchase?.id}`);
    expect(audited.body.items).toMatchObject([
      { action: 'purchase.complete', admin_email: 'system', target_label: pack.sku, flags },
    ]);
  });
  it('with two different US dollar amounts is flagged', async () => {
    const [viewer, pack] = [await makeViewer(world), await makePackage(world)];
    await send('completed', purchaseData(viewer, pack, { amountCents: 999, currency: 'USD', amountUsdCents: 1 }));
    const [purchase] = await purchasesOf(payments, viewer.id);
    expect(purchase).toMatchObject({ amountUsdCents: 999, expectedUsdCents: null });
    const audited = await superadmin.get<{ items: object[] }>(`/admin/audit-log?targetId=${purchase?.id}`);
    expect(audited.body.items).toMatchObject([{ action: 'purchase.complete', flags: { amount_differs: true } }]);
  });
  it.each([false, true])(
    'by a rail that the package is not sold by is credited and flagged, failed: %s',
    async (fails) => {
      const [viewer, pack] = [await makeViewer(world), await makePackage(world, { rails: ['ios_store'] })];
      const data = purchaseData(viewer, pack);
      if (fails) await send('failed', data, { rail: 'card_web' });
      expect(await send('completed', data, { rail: 'card_web' })).toMatchObject({ outcome: 'applied' });
      expect(await walletOf(viewer)).toEqual({ paid: 100, bonus: 10 });
      const [purchase] = await purchasesOf(payments, viewer.id);
      const audited = await superadmin.get<{ items: object[] }>(`/admin/audit-log?targetId=${purchase?.id}&limit=1`);
      expect(audited.body.items).toMatchObject([{ action: 'purchase.complete', flags: { rail_not_sold: true } }]);
    },
  );
  it('of a suspended, banned or deleted user is credited', async () => {
    const pack = await makePackage(world);
    for (const status of ['suspended', 'banned', 'deleted']) {
      const viewer = await makeViewer(world);
      await world.database.pool.query(
        `update users set status = $2, email = null, password_hash = null, auth_provider = 'none' where id = $1`,
        [viewer.id, status],
      );
      await send('completed', purchaseData(viewer, pack));
      expect((await support.get(`/admin/users/${viewer.id}`)).body).toMatchObject({ balanceTotal: 110, status });
    }
  });
  it('that failed stays pending with the reason, and can complete later', async () => {
    const [viewer, pack] = [await makeViewer(world), await makePackage(world)];
    const { body } = await announce(viewer, { sku: pack.sku, rail: 'ios_store' });
    const fail = (reason: string | undefined, occurredAt: string) =>
      send('failed', purchaseData(viewer, pack, { purchaseId: body.id, reason }), { occurredAt });
    await fail('card declined for Sara', '2026-03-01T12:01:00Z');
    await fail('an_older_one', '2026-03-01T12:00:00Z');
    expect(await purchasesOf(payments, viewer.id)).toMatchObject([
      { status: 'pending', failureReason: '[personal]', transactionId: null },
    ]);
    await fail(undefined, '2026-03-01T12:02:00Z');
    expect(await purchasesOf(payments, viewer.id)).toMatchObject([{ failureReason: 'payment_failed' }]);
    const data = purchaseData(viewer, pack, { purchaseId: body.id });
    await send('completed', data);
    expect(await send('failed', data, { occurredAt: '2026-03-01T13:00:00Z' })).toMatchObject({ outcome: 'ignored' });
    expect(await purchasesOf(payments, viewer.id)).toMatchObject([{ status: 'completed', failureReason: null }]);
    expect(await walletOf(viewer)).toEqual({ paid: 100, bonus: 10 });
  });
});

it('the ledger is consistent afterwards', async () => {
  expect(await ledgerViolations(world)).toEqual([]);
});
