import { afterEach, describe, expect, it, vi } from 'vitest';
import { makeAdminActor } from '../../../test/harness/actor.ts';
import { createTestProvider, railsWith, sendEvents } from '../../../test/harness/payment-provider.ts';
import {
  findWebhookEvent,
  makePackage,
  purchaseData,
  purchasesOf,
  sendPayment,
} from '../../../test/harness/payments.ts';
import { ledgerViolations, makeViewer, walletOf } from '../../../test/harness/viewer.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { newId } from '../../kit/id.ts';

const provider = createTestProvider();
const world = await openWorld({}, {}, undefined, undefined, { rails: railsWith(provider) });
const superadmin = await makeAdminActor(world, 'superadmin');
const pack = await makePackage(world);
afterEach(() => world.clock.shift('0'));
const at = '2026-03-01T12:00:00.000Z';

const purchase = (type: string, data: object, occurredAt = at) => ({ type: `purchase.${type}`, occurredAt, data });

/** Sends events in one message, and returns what the inbox stored. */
async function send(...events: object[]) {
  const id = newId();
  expect((await sendEvents(world, events, { id })).status).toBe(204);
  const stored = await findWebhookEvent(world, id);
  if (!stored) throw new Error('the message is not stored');
  return stored;
}

describe('a rail that is bound to a provider', () => {
  it('takes the messages of its provider, however old, and no others', async () => {
    const viewer = await makeViewer(world);
    const event = purchase('completed', purchaseData(viewer, pack));
    expect((await sendPayment(world, 'ios_store', event)).status).toBe(401);
    expect((await sendEvents(world, [event], { rail: 'android_store' })).status).toBe(401);
    expect((await sendEvents(world, [event], { signature: 'ff' })).status).toBe(401);
    expect((await walletOf(viewer)).paid).toBe(0);
    expect((await sendEvents(world, [event], { sentAt: '2020-01-01T00:00:00.000Z' })).status).toBe(204);
    expect(await walletOf(viewer)).toMatchObject({ paid: 100, bonus: 10 });
  });

  it('credits a message that is sent six times once', async () => {
    const viewer = await makeViewer(world);
    const [event, id] = [purchase('completed', purchaseData(viewer, pack)), newId()];
    const answers = await Promise.all(Array.from({ length: 6 }, () => sendEvents(world, [event], { id })));
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204, 204, 204]);
    expect(await walletOf(viewer)).toMatchObject({ paid: 100, bonus: 10 });
  });

  it('applies all events of a message', async () => {
    const [viewer, other] = [await makeViewer(world), await makeViewer(world)];
    const paid = [viewer, other].map((one) => purchase('completed', purchaseData(one, pack)));
    expect(await send(...paid)).toMatchObject({ outcome: 'applied' });
    expect([(await walletOf(viewer)).paid, (await walletOf(other)).paid]).toEqual([100, 100]);
  });

  it('keeps a message without events as ignored, and shows operators the translated event of others', async () => {
    const viewer = await makeViewer(world);
    expect(await send()).toMatchObject({ outcome: 'ignored', detail: 'no_event' });
    const { id } = await send(purchase('completed', purchaseData(viewer, pack, { secretNote: 'call me' })));
    const { body } = await superadmin.get<{ payload: object; subject: object }>(`/admin/webhooks/${id}`);
    expect(body).toMatchObject({
      hasOriginal: true,
      payload: {
        type: 'purchase.completed',
        provider: 'test-provider',
        data: { userId: viewer.id, productId: pack.sku },
      },
      subject: { type: 'user', id: viewer.id },
    });
    expect(JSON.stringify(body)).not.toContain('call me');
  });

  it('does not need the user and the product of a known payment', async () => {
    const viewer = await makeViewer(world);
    const { userId: _, ...data } = purchaseData(viewer, pack);
    await send(purchase('completed', { ...data, userId: viewer.id }));
    const refunded = purchase('refunded', { ...data, productId: 'unknown' });
    expect(await send(refunded)).toMatchObject({ outcome: 'applied' });
    expect((await walletOf(viewer)).paid).toBe(0);
    const [paid] = await purchasesOf(superadmin, viewer.id);
    expect(paid).toMatchObject({ status: 'refunded' });
  });

  it('applies a refund without a user once its payment arrives', async () => {
    const viewer = await makeViewer(world);
    const { userId, ...data } = purchaseData(viewer, pack);
    const refund = await send(purchase('refunded', data, '2026-03-02T12:00:00.000Z'));
    expect(refund).toMatchObject({ outcome: 'unmatched', detail: 'waiting_for_payment' });
    await send(purchase('completed', { ...data, userId }));
    await world.runner.runNow('media_sync');
    const { body } = await superadmin.get<{ outcome: string }>(`/admin/webhooks/${refund.id}`);
    expect(body.outcome).toBe('applied');
    expect((await walletOf(viewer)).paid).toBe(0);
  });
});

describe('a message that cannot be translated', () => {
  it('is kept, and credited by a replay after a fix', async () => {
    const viewer = await makeViewer(world);
    provider.isBroken = true;
    const kept = await send(purchase('completed', purchaseData(viewer, pack)));
    expect(kept).toMatchObject({ outcome: 'unmatched', detail: 'untranslated' });
    const again = await superadmin.post<{ outcome: string }>(`/admin/webhooks/${kept.id}/replay`);
    expect(again.body).toMatchObject({ outcome: 'unmatched', detailCode: 'untranslated' });
    provider.isBroken = false;
    const fixed = await superadmin.post<{ outcome: string }>(`/admin/webhooks/${kept.id}/replay`);
    expect([fixed.status, fixed.body.outcome]).toEqual([200, 'applied']);
    expect((await walletOf(viewer)).paid).toBe(100);
    const { body } = await superadmin.get('/admin/webhooks?transactionId=none');
    expect(body).toMatchObject({ items: [] });
  });

  it('is unmatched if the translation is not valid', async () => {
    const viewer = await makeViewer(world);
    for (const wrong of [{ amountCents: -1 }, { currency: 'dollars' }, { productId: 'a\u0000b' }]) {
      const event = purchase('completed', purchaseData(viewer, pack, wrong));
      expect(await send(event), JSON.stringify(wrong)).toMatchObject({ outcome: 'unmatched', detail: 'untranslated' });
    }
    expect((await walletOf(viewer)).paid).toBe(0);
  });

  it('is encrypted, and deleted after 30 days', async () => {
    const viewer = await makeViewer(world);
    const kept = await send(purchase('completed', purchaseData(viewer, pack)));
    const originals = 'select content from webhook_originals where webhook_id = $1';
    const { rows } = await world.database.pool.query<{ content: string }>(originals, [kept.id]);
    expect(rows).toHaveLength(1);
    expect(Buffer.from(rows[0]?.content ?? '', 'base64url').toString('latin1')).not.toContain(viewer.id);
    await world.clock.shift('29 days');
    await world.runner.runNow('housekeeping');
    expect((await world.database.pool.query(originals, [kept.id])).rows).toHaveLength(1);
    await world.clock.shift('31 days');
    await world.runner.runNow('housekeeping');
    expect((await world.database.pool.query(originals, [kept.id])).rows).toEqual([]);
  });
});

describe('a purchase', () => {
  it('in the sandbox is credited from the test account and is no revenue', async () => {
    const viewer = await makeViewer(world);
    const revenue = async () => {
      await superadmin.post('/admin/analytics/rollup');
      return (await superadmin.get('/admin/analytics/revenue')).body;
    };
    const before = { ...(await revenue()) };
    await send(purchase('completed', purchaseData(viewer, pack, { environment: 'sandbox' })));
    expect(await walletOf(viewer)).toMatchObject({ paid: 100, bonus: 10 });
    const [paid] = await purchasesOf(superadmin, viewer.id);
    expect(paid).toMatchObject({ environment: 'sandbox', amountCents: 999, amountUsdCents: 0, expectedUsdCents: null });
    const { body } = await superadmin.get<{ entries: { account: string }[] }>(`/admin/ledger/events/${paid?.eventId}`);
    const accounts = new Set(body.entries.map(({ account }) => account));
    expect(accounts).toEqual(new Set(['wallet_paid', 'wallet_bonus', 'source_test']));
    expect(await revenue()).toEqual({ ...before, asOf: expect.anything() });
    expect((await superadmin.get(`/admin/users/${viewer.id}`)).body).toMatchObject({ totalSpendCents: 0 });
  });

  it('in the sandbox is ignored if the sandbox is', async () => {
    const strict = world.another({}, railsWith(provider, 'ignore'));
    const viewer = await makeViewer(world);
    const id = newId();
    const event = purchase('completed', purchaseData(viewer, pack, { environment: 'sandbox' }));
    await sendEvents(strict, [event], { id });
    expect(await findWebhookEvent(world, id)).toMatchObject({ outcome: 'ignored', detail: 'sandbox_ignored' });
    expect((await walletOf(viewer)).paid).toBe(0);
  });

  it('shared with the family brings no coins and no revenue', async () => {
    const viewer = await makeViewer(world);
    const shared = purchaseData(viewer, pack, { isFamilyShared: true });
    expect(await send(purchase('completed', shared))).toMatchObject({ outcome: 'applied' });
    const [paid] = await purchasesOf(superadmin, viewer.id);
    const free = {
      status: 'completed',
      isFamilyShared: true,
      coinsGranted: 0,
      bonusCoins: 0,
      amountUsdCents: 0,
      eventId: null,
    };
    expect(paid).toMatchObject(free);
    expect(await walletOf(viewer)).toMatchObject({ paid: 0, bonus: 0 });
  });

  it('of several packages at once multiplies their coins, also if it was announced', async () => {
    const viewer = await makeViewer(world);
    const { body } = await viewer.post<{ id: string }>('/v1/store/purchases', { sku: pack.sku, rail: 'ios_store' });
    const [feeCents, taxCents] = [600, 120];
    const three = { quantity: 3, amountCents: 3 * 999, feeCents, taxCents };
    await send(purchase('completed', purchaseData(viewer, pack, { ...three, purchaseId: body.id })));
    await send(purchase('completed', purchaseData(viewer, pack, three)));
    const bought = { coinsGranted: 300, bonusCoins: 30, quantity: 3, feeCents, taxCents, expectedUsdCents: null };
    expect(await purchasesOf(superadmin, viewer.id)).toMatchObject([bought, bought]);
    expect(await walletOf(viewer)).toMatchObject({ paid: 600, bonus: 60 });
  });

  it('is pending until it is completed', async () => {
    const viewer = await makeViewer(world);
    const data = purchaseData(viewer, pack);
    expect(await send(purchase('pending', data))).toMatchObject({ outcome: 'applied' });
    expect(await send(purchase('pending', data))).toMatchObject({ outcome: 'ignored', detail: 'still_pending' });
    expect(await purchasesOf(superadmin, viewer.id)).toMatchObject([{ status: 'pending', failureReason: null }]);
    expect((await walletOf(viewer)).paid).toBe(0);
    await send(purchase('completed', data));
    expect(await send(purchase('pending', data))).toMatchObject({ outcome: 'ignored', detail: 'already_completed' });
    expect(await purchasesOf(superadmin, viewer.id)).toMatchObject([{ status: 'completed' }]);
    expect((await walletOf(viewer)).paid).toBe(100);
  });
});

describe('a refund by the provider', () => {
  it('of half of an odd amount takes half of the coins', async () => {
    const viewer = await makeViewer(world);
    const odd = await makePackage(world, { coins: 500, bonusCoins: 50, priceCents: 499 });
    const data = purchaseData(viewer, odd, { amountCents: 499 });
    await send(purchase('completed', data));
    await send(purchase('refunded', { ...data, refundPercentage: 50 }, '2026-03-02T12:00:00.000Z'));
    expect(await walletOf(viewer)).toMatchObject({ paid: 250, bonus: 25 });
    await send(purchase('refunded', { ...data, refundPercentage: 50 }, '2026-03-03T12:00:00.000Z'));
    expect(await walletOf(viewer)).toMatchObject({ paid: 0, bonus: 0 });
  });

  it('of half of a payment takes half of the coins, whatever its amount says', async () => {
    const viewer = await makeViewer(world);
    const data = purchaseData(viewer, pack, { amountCents: 1000 });
    await send(purchase('completed', data));
    await send(purchase('refunded', { ...data, refundPercentage: 50 }, '2026-03-02T12:00:00.000Z'));
    expect(await walletOf(viewer)).toMatchObject({ paid: 50, bonus: 5 });
    expect(await purchasesOf(superadmin, viewer.id)).toMatchObject([{ status: 'completed', refundedCents: 500 }]);
  });

  it('that is reversed returns the coins, and the payment is completed again', async () => {
    const viewer = await makeViewer(world);
    const data = purchaseData(viewer, pack);
    await send(purchase('completed', data));
    await send(purchase('refunded', data, '2026-03-02T12:00:00.000Z'));
    expect(await walletOf(viewer)).toMatchObject({ paid: 0, bonus: 0 });
    const reversed = purchase('refund_reversed', data, '2026-03-03T12:00:00.000Z');
    expect(await send(reversed)).toMatchObject({ outcome: 'applied' });
    expect(await send(reversed)).toMatchObject({ outcome: 'ignored', detail: 'nothing_to_reverse' });
    expect(await walletOf(viewer)).toMatchObject({ paid: 100, bonus: 10 });
    const [paid] = await purchasesOf(superadmin, viewer.id);
    expect(paid).toMatchObject({ status: 'completed', refundedCents: 0, refundReason: null });
    expect((await superadmin.get(`/admin/users/${viewer.id}`)).body).toMatchObject({ totalSpendCents: 999 });
    const { body } = await superadmin.get<{ items: object[] }>(`/admin/refunds?userId=${viewer.id}`);
    expect(body.items).toMatchObject([{ status: 'executed', reversedAt: expect.any(String) }]);
    await send(purchase('refunded', data, '2026-03-04T12:00:00.000Z'));
    expect(await walletOf(viewer)).toMatchObject({ paid: 0, bonus: 0 });
    expect(await ledgerViolations(world)).toEqual([]);
  });

  it('that arrives after its reversal takes nothing', async () => {
    const viewer = await makeViewer(world);
    const data = purchaseData(viewer, pack);
    await send(purchase('completed', data));
    await send(purchase('refund_reversed', data, '2026-03-03T12:00:00.000Z'));
    await send(purchase('refunded', data, '2026-03-02T12:00:00.000Z'));
    expect(await walletOf(viewer)).toMatchObject({ paid: 100, bonus: 10 });
    expect(await purchasesOf(superadmin, viewer.id)).toMatchObject([{ status: 'completed', refundedCents: 0 }]);
  });
});

it('a dispute is recorded and flagged, and closed when it is won', async () => {
  const viewer = await makeViewer(world);
  const data = purchaseData(viewer, pack);
  await send(purchase('completed', data));
  const disputed = purchase('disputed', { ...data, reason: 'fraudulent' }, '2026-03-02T12:00:00.000Z');
  expect(await send(disputed)).toMatchObject({ outcome: 'applied' });
  expect(await send(disputed)).toMatchObject({ outcome: 'ignored', detail: 'outdated' });
  const [paid] = await purchasesOf(superadmin, viewer.id);
  const opened = { disputedAt: '2026-03-02T12:00:00.000Z', disputeReason: 'fraudulent', disputeClosedAt: null };
  expect(paid).toMatchObject({ status: 'completed', ...opened });
  const audit = await superadmin.get<{ items: object[] }>(
    `/admin/audit-log?targetId=${paid?.id}&action=purchase.dispute`,
  );
  expect(audit.body.items).toMatchObject([{ reason: 'fraudulent', flags: { disputed: true } }]);
  await send(purchase('refund_reversed', data, '2026-03-05T12:00:00.000Z'));
  expect(await purchasesOf(superadmin, viewer.id)).toMatchObject([{ disputeClosedAt: '2026-03-05T12:00:00.000Z' }]);
  expect((await walletOf(viewer)).paid).toBe(100);
});

it('failures of verification are counted by rail and reason', async () => {
  const counts = async () => {
    const query =
      'select source, reason, sum(count)::integer as count from webhook_rejections group by 1, 2 order by 1, 2';
    return (await world.database.pool.query<{ source: string; reason: string; count: number }>(query)).rows;
  };
  const countOf = async (source: string, reason: string) =>
    (await counts()).find((row) => row.source === source && row.reason === reason)?.count ?? 0;
  const before = await countOf('payments:card_web', 'wrong_signature');
  for (const _ of [1, 2, 3]) await sendEvents(world, [], { rail: 'card_web', signature: 'ff' });
  const viewer = await makeViewer(world);
  const old = { sentAt: new Date(Date.now() - 6 * 60_000) };
  const event = purchase('completed', purchaseData(viewer, pack));
  expect((await sendPayment(world, 'vas_telkomsel', event, old)).status).toBe(401);
  await vi.waitFor(async () => {
    expect(await countOf('payments:card_web', 'wrong_signature')).toBe(before + 3);
    expect(await countOf('payments:vas_*', 'too_old')).toBe(1);
  }, 20_000);
});
