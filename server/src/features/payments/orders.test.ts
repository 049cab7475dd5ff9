import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { makeAdminActor } from '../../../test/harness/actor.ts';
import { testCount } from '../../../test/harness/long-form.ts';
import { makePackage, purchasesOf, sendPayment, type TransactionBody } from '../../../test/harness/payments.ts';
import { giveCoins, ledgerViolations, makeViewer, moveCoins, type Viewer } from '../../../test/harness/viewer.ts';
import { openWorld, type World } from '../../../test/harness/world.ts';
import { newId } from '../../kit/id.ts';

const world: World = await openWorld();
const root = await makeAdminActor(world, 'superadmin');
const support = await makeAdminActor(world, 'support');
const pack = await makePackage(world, { coins: 100, bonusCoins: 10, priceCents: 1000 });

const times = {
  failed: '2026-03-01T12:00:00.000Z',
  completed: '2026-03-01T12:01:00.000Z',
  refunded: '2026-03-01T12:02:00.000Z',
  'refunded again': '2026-03-01T12:03:00.000Z',
} as const;
type Step = keyof typeof times;

interface Tale {
  readonly steps: readonly Step[];
  /** Cents of each refund. */
  readonly cents?: number;
  readonly announced?: boolean;
}

/** Whether two that are alike also change places, after which the order is the same. */
const swapsAlike = testCount(0, { long: 1 }) === 1;

/** Every order. */
function ordersOf<T>(list: readonly T[]): T[][] {
  if (list.length <= 1) return [[...list]];
  const firsts = [...list.entries()].filter(([n, one]) => swapsAlike || list.indexOf(one) === n);
  return firsts.flatMap(([n, first]) => ordersOf(list.toSpliced(n, 1)).map((rest) => [first, ...rest]));
}

async function tell(viewer: Viewer, { cents = 1000, announced = false }: Tale, order: readonly Step[]) {
  const purchaseId = announced
    ? (await viewer.post<TransactionBody>('/v1/store/purchases', { sku: pack.sku, rail: 'ios_store' })).body.id
    : undefined;
  const payment = { userId: viewer.id, productId: pack.sku, transactionId: newId(), currency: 'USD', purchaseId };
  for (const step of order) {
    const [type = ''] = step.split(' ');
    const data = { ...payment, amountCents: type === 'refunded' ? cents : 1000, reason: step.replace(' ', '_') };
    const event = { type: `purchase.${type}`, occurredAt: times[step], data };
    const { status } = await sendPayment(world, 'ios_store', event);
    expect(status).toBe(204);
  }
}

/** The visible state of a user's purchases, without ids and times. */
async function endOf(viewer: Viewer) {
  const wallet = (await viewer.get('/v1/wallet')).body;
  const { items } = (await support.get<{ items: TransactionBody[] }>(`/admin/users/${viewer.id}/purchases`)).body;
  const { totalSpendCents } = (await support.get(`/admin/users/${viewer.id}`)).body;
  const shown = items.map((row) => ({
    ...row,
    id: '',
    userId: '',
    transactionId: row.transactionId !== null,
    eventId: row.eventId !== null,
    createdAt: '',
    completedAt: '',
  }));
  return { shown, totalSpendCents, paid: wallet.balancePaid, bonus: wallet.balanceBonus };
}

describe('events in any order have the same result as in order', () => {
  it.each<Tale & { ends: object }>([
    { steps: ['completed', 'refunded'], ends: { paid: 0, bonus: 0, totalSpendCents: 0 } },
    { steps: ['failed', 'completed', 'refunded'], ends: { paid: 0, bonus: 0, totalSpendCents: 0 } },
    { steps: ['failed', 'completed'], announced: true, ends: { paid: 100, bonus: 10, totalSpendCents: 1000 } },
    {
      steps: ['failed', 'completed', 'refunded', 'refunded again'],
      cents: 333,
      announced: true,
      ends: { paid: 32, bonus: 2, totalSpendCents: 334 },
    },
    {
      steps: ['completed', 'refunded', 'refunded again'],
      cents: 700,
      ends: { paid: 0, bonus: 0, totalSpendCents: 0 },
    },
    { steps: ['completed', 'completed', 'refunded', 'refunded'], ends: { paid: 0, bonus: 0, totalSpendCents: 0 } },
  ])('$steps, pending first: $announced', async ({ ends, ...tale }) => {
    const inOrder = await makeViewer(world);
    await tell(inOrder, tale, tale.steps);
    const expected = await endOf(inOrder);
    expect(expected).toMatchObject(ends);
    for (const order of ordersOf(tale.steps)) {
      const viewer = await makeViewer(world);
      await tell(viewer, tale, order);
      expect(await endOf(viewer), order.join(', ')).toEqual(expected);
    }
  });
});

describe('a refund by a provider', () => {
  const refundAfter = async (viewer: Viewer, spend: number, cents: number) => {
    const payment = { userId: viewer.id, productId: pack.sku, transactionId: newId(), currency: 'USD' };
    const tellOf = (type: string, amountCents: number, occurredAt: string) =>
      sendPayment(world, 'ios_store', { type, occurredAt, data: { ...payment, amountCents } });
    await tellOf('purchase.completed', 1000, times.completed);
    if (spend > 0) await moveCoins(world, { userId: viewer.id, spend, counter: 'sink_unlock' });
    await tellOf('purchase.refunded', cents, times.refunded);
  };
  it('reverses the remaining coins and reports the underpaid part', async () => {
    const viewer = await makeViewer(world);
    await refundAfter(viewer, 66, 1000);
    const { shown, paid, bonus, totalSpendCents } = await endOf(viewer);
    expect(shown).toMatchObject([{ status: 'refunded', refundedCents: 1000, underpaidCents: 600 }]);
    expect([paid, bonus, totalSpendCents]).toEqual([0, 0, 0]);
  });
  it('posts to the refund sink, is audited, and takes missing coins from the other wallet', async () => {
    const viewer = await makeViewer(world);
    await giveCoins(world, viewer.id, { bonus: 60 });
    // Bonus coins go first: 70 of them, and 30 of those that were bought.
    await refundAfter(viewer, 100, 1000);
    const { rows } = await world.database.pool.query(
      `select n.account, n.amount::integer, e.ref_id from ledger.events e
       join ledger.entries n on n.user_id = e.user_id and n.event_id = e.id
       where e.user_id = $1 and e.reason = 'refund' and e.ref_type = 'purchase' order by n.leg`,
      [viewer.id],
    );
    const [purchase] = await purchasesOf(support, viewer.id);
    expect(rows).toEqual([
      { account: 'wallet_paid', amount: -70, ref_id: purchase?.id },
      { account: 'sink_refund', amount: 70, ref_id: purchase?.id },
    ]);
    const { body } = await root.get<{ items: object[] }>(`/admin/audit-log?targetId=${purchase?.id}`);
    expect(body.items).toMatchObject([
      {
        action: 'purchase.refund',
        reason: 'provider_refund',
        flags: { underpaid: true },
        before: { status: 'completed', refundedCents: 0 },
        after: { status: 'refunded', refundedCents: 1000, coinsTaken: 70, underpaidCents: 364 },
      },
      { action: 'purchase.complete' },
    ]);
  });
  it('in part keeps the status of the payment', async () => {
    const viewer = await makeViewer(world);
    await refundAfter(viewer, 0, 400);
    const [purchase] = await purchasesOf(support, viewer.id);
    const { body } = await root.get<{ items: { before: object; after: object }[] }>(
      `/admin/audit-log?targetId=${purchase?.id}&action=purchase.refund`,
    );
    expect(body.items.map(({ before }) => before)).toEqual([{ refundedCents: 0 }]);
    expect(body.items[0]?.after).not.toHaveProperty('status');
  });
  it('is applied once; equal ones of the same moment are one', async () => {
    const viewer = await makeViewer(world);
    const transactionId = newId();
    const data = { userId: viewer.id, productId: pack.sku, transactionId, amountCents: 400, currency: 'USD' };
    const completed = { type: 'purchase.completed', occurredAt: times.completed, data: { ...data, amountCents: 1000 } };
    await sendPayment(world, 'ios_store', completed);
    const refund = { type: 'purchase.refunded', occurredAt: times.refunded, data };
    await Promise.all(Array.from({ length: 8 }, () => sendPayment(world, 'ios_store', refund)));
    expect(await endOf(viewer)).toMatchObject({ paid: 60, bonus: 6, totalSpendCents: 600 });
    expect(await purchasesOf(support, viewer.id)).toMatchObject([{ status: 'completed', refundedCents: 400 }]);
  });
  it('that precedes its payment is applied with it, also if both arrive at once', async () => {
    for (let round = 0; round < testCount(4, { long: 10 }); round++) {
      const viewer = await makeViewer(world);
      const data = {
        userId: viewer.id,
        productId: pack.sku,
        transactionId: newId(),
        amountCents: 1000,
        currency: 'USD',
      };
      const tellOf = (type: 'completed' | 'refunded') =>
        sendPayment(world, 'ios_store', { type: `purchase.${type}`, occurredAt: times[type], data });
      await Promise.all([tellOf('refunded'), tellOf('completed')]);
      expect(await endOf(viewer)).toMatchObject({ paid: 0, bonus: 0, totalSpendCents: 0 });
    }
    expect(await ledgerViolations(world)).toEqual([]);
  });
});

describe('a replayed signed message', () => {
  const rails = ['ios_store', 'android_store', ...Array.from({ length: 8 }, (_, n) => `localwallet_copy_${n}`)];
  const payment = (viewer: Viewer) => ({
    type: 'purchase.completed',
    occurredAt: times.completed,
    data: { userId: viewer.id, productId: pack.sku, transactionId: newId(), amountCents: 1000, currency: 'USD' },
  });

  it('sent to other rails is credited once, sequentially and concurrently', async () => {
    for (const together of [false, true]) {
      const viewer = await makeViewer(world);
      const [event, id, sentAt] = [payment(viewer), newId(), new Date()];
      const send = (rail: string) => sendPayment(world, rail, event, { id, sentAt });
      const answers = together ? await Promise.all(rails.map(send)) : [];
      if (!together) for (const rail of rails) answers.push(await send(rail));
      expect(answers.map(({ status }) => status)).toEqual(rails.map(() => 204));
      expect(await endOf(viewer)).toMatchObject({ paid: 100, bonus: 10, totalSpendCents: 1000 });
    }
    expect(await ledgerViolations(world)).toEqual([]);
  });

  it('does not block a payment with the same message id of another rail', async () => {
    const viewer = await makeViewer(world);
    const id = newId();
    for (const rail of rails.slice(0, 2)) await sendPayment(world, rail, payment(viewer), { id });
    expect(await endOf(viewer)).toMatchObject({ paid: 200, bonus: 20 });
  });
});

it('the sort columns of lists match the payments', async () => {
  const spends = 'select user_id, total_spend_cents from user_listing order by user_id';
  const { rows } = await world.database.pool.query(spends);
  const owner = new pg.Client({ connectionString: world.server.url('owner', world.databaseName) });
  await owner.connect();
  await owner.query('update user_listing set total_spend_cents = 7');
  await owner.query('select rebuild_user_listing()');
  await owner.end();
  expect((await world.database.pool.query(spends)).rows).toEqual(rows);
});
