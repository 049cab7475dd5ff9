import { describe, expect, it } from 'vitest';
import { makeAdminActor } from '../../../test/harness/actor.ts';
import { createTestProvider, railsWith, sendEvents } from '../../../test/harness/payment-provider.ts';
import { findWebhookEvent, makePackage, purchaseData, purchasesOf } from '../../../test/harness/payments.ts';
import { makeViewer } from '../../../test/harness/viewer.ts';
import { openWorld } from '../../../test/harness/world.ts';
import type { MoneyEvent, MoneyOrder, MoneyReply } from '../../gateways/payments/provider.ts';
import { deliveriesOf } from '../../jobs.ts';
import { newId } from '../../kit/id.ts';
import { isRecord } from '../../kit/json.ts';
import { drainOutbox } from '../../kit/outbox.ts';

const orders: MoneyOrder[] = [];
let reply: () => MoneyReply = () => ({ outcome: 'ordered' });

const isMoneyEvent = (given: unknown): given is MoneyEvent =>
  isRecord(given) && String(given.type).startsWith('refund.');
const eventsIn = (payload: unknown): unknown[] =>
  isRecord(payload) && Array.isArray(payload.events) ? payload.events : [];

const plain = createTestProvider();
const provider = createTestProvider({
  translate: (payload) => plain.translate({ events: eventsIn(payload).filter((event) => !isMoneyEvent(event)) }),
  moneyEvents: (payload) => eventsIn(payload).filter(isMoneyEvent),
  async returnMoney(order) {
    orders.push(order);
    return reply();
  },
});
const rails = railsWith(provider);
const world = await openWorld({}, {}, undefined, undefined, { rails });
const finance = await makeAdminActor(world, 'finance');
const support = await makeAdminActor(world, 'support');
const pack = await makePackage(world, { rails: ['card_web', 'android_store'] });

const deliver = () => drainOutbox(world.database, deliveriesOf(world.media, world.push, world.database, rails));

interface RefundBody {
  id: string;
  money: string;
  moneyReason: string | null;
  allowed: string[];
  error: string;
}

const shown = async (id: string) => (await finance.get<RefundBody>(`/admin/refunds/${id}`)).body;
const moneyOf = async (id: string) => {
  const { money, moneyReason } = await shown(id);
  return [money, moneyReason];
};

/** Refunds 5 US dollars of a card payment, and returns the id of the refund. */
async function refund(rail = 'card_web') {
  orders.length = 0;
  const viewer = await makeViewer(world);
  const data = purchaseData(viewer, pack);
  if (rail === 'card_web') {
    await sendEvents(world, [{ type: 'purchase.completed', occurredAt: '2026-03-01T12:00:00Z', data }], { rail });
  } else {
    await world.database.pool.query(
      `insert into transactions (user_id, id, kind, platform, product_id, package_id, transaction_id, coins_granted,
         amount_cents, currency, amount_usd_cents, status, completed_at)
       values ($1, $2, 'coin_pack', $3, $4, $5, $6, 0, 999, 'USD', 999, 'completed', clock())`,
      [viewer.id, newId(), rail, pack.sku, pack.id, data.transactionId],
    );
  }
  const [purchase] = await purchasesOf(finance, viewer.id);
  const body = { purchaseId: purchase?.id, amountCents: 500, reason: 'Bought by accident', reverseUnlocks: false };
  const { body: refunded } = await finance.post<RefundBody>('/admin/refunds', body);
  return { id: refunded.id, data };
}

async function report(event: object) {
  const id = newId();
  await sendEvents(world, [event], { rail: 'card_web', id });
  return findWebhookEvent(world, id);
}

describe('the money of an executed refund', () => {
  it('is ordered back once, under the id of the refund, and returned when the provider says so', async () => {
    const { id, data } = await refund();
    expect(await moneyOf(id)).toEqual(['pending', null]);
    await deliver();
    await deliver();
    const order = { refundId: id, retries: 0, transactionId: data.transactionId, amountCents: 500, currency: 'USD' };
    expect(orders).toEqual([order]);
    expect(await moneyOf(id)).toEqual(['pending', null]);
    const returned = { type: 'refund.returned', refundId: id, occurredAt: new Date().toISOString() };
    expect(await report(returned)).toMatchObject({ outcome: 'applied' });
    expect(await report(returned)).toMatchObject({ outcome: 'ignored' });
    expect(await moneyOf(id)).toEqual(['returned', null]);
  });

  it('is confirmed by a report of that amount without taking more coins, and returned once the provider says so', async () => {
    const { id, data } = await refund();
    await deliver();
    const refunded = { ...data, amountCents: 500 };
    await report({ type: 'purchase.refunded', occurredAt: '2026-03-05T12:00:00Z', data: refunded });
    expect(await moneyOf(id)).toEqual(['pending', null]);
    expect(await shown(id)).toMatchObject({ confirmedCents: 500 });
  });

  it('is ordered again under the same id after a killed delivery or a failed connection', async () => {
    const { id } = await refund();
    reply = () => {
      throw new Error('connection reset');
    };
    await deliver();
    expect(await moneyOf(id)).toEqual(['pending', null]);
    reply = () => ({ outcome: 'returned' });
    await world.database.pool.query(`update outbox set next_attempt_at = clock() where topic = 'refunds.money'`);
    await deliver();
    expect(orders.map(({ refundId }) => refundId)).toEqual([id, id]);
    expect(await moneyOf(id)).toEqual(['returned', null]);
    reply = () => ({ outcome: 'ordered' });
  });

  it('that is refused has failed with the reason, and can be ordered again by those who may refund', async () => {
    const { id } = await refund();
    reply = () => ({ outcome: 'refused', reason: 'charge_already_refunded' });
    await deliver();
    expect(await moneyOf(id)).toEqual(['failed', 'charge_already_refunded']);
    expect((await shown(id)).allowed).toEqual(['retry_money']);
    expect((await support.post(`/admin/refunds/${id}/retry-money`)).status).toBe(403);
    const dryRun = await finance.post(`/admin/refunds/${id}/retry-money?dryRun=true`);
    expect(dryRun.status).toBe(200);
    expect(await moneyOf(id)).toEqual(['failed', 'charge_already_refunded']);
    reply = () => ({ outcome: 'ordered' });
    const { status, body } = await finance.post<RefundBody>(`/admin/refunds/${id}/retry-money`);
    expect([status, body.money]).toEqual([200, 'pending']);
    expect(await finance.post(`/admin/refunds/${id}/retry-money`)).toMatchObject({
      status: 400,
      body: { error: 'invalid_transition' },
    });
    await deliver();
    expect(orders).toHaveLength(2);
    const failed = { type: 'refund.failed', refundId: id, occurredAt: new Date().toISOString(), code: 'expired_card' };
    const ofFirstOrder = { ...failed, occurredAt: new Date(Date.now() - 600_000).toISOString() };
    expect(await report(ofFirstOrder)).toMatchObject({ outcome: 'ignored', detail: 'outdated' });
    expect(await moneyOf(id)).toEqual(['pending', null]);
    await report(failed);
    expect(await moneyOf(id)).toEqual(['failed', 'expired_card']);
  });

  it('is not ordered from a provider that cannot return it', async () => {
    const { id } = await refund('android_store');
    expect(await moneyOf(id)).toEqual(['none', null]);
    await deliver();
    expect(orders).toEqual([]);
    const unknown = { type: 'refund.returned', refundId: id, occurredAt: new Date().toISOString() };
    expect(await report(unknown)).toMatchObject({ outcome: 'unmatched', detail: 'unknown_refund' });
  });
});
