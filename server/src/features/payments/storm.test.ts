import { describe, expect, it } from 'vitest';
import { makeAdminActor } from '../../../test/harness/actor.ts';
import { testCount } from '../../../test/harness/long-form.ts';
import {
  findWebhookEvent,
  makePackage,
  type PaymentEvent,
  purchasesOf,
  sendPayment,
} from '../../../test/harness/payments.ts';
import { type Random, seededRandom } from '../../../test/harness/random.ts';
import { ledgerViolations, makeViewer, type Viewer } from '../../../test/harness/viewer.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { newId } from '../../kit/id.ts';
import { signMessage } from '../../kit/webhooks.ts';

/**
 * Random payments: each event is sent five times, in any order, to three processes on one database. `MODEL_RUNS` sets the
 * number of runs.
 */

const world = await openWorld();
const processes = [world, world.another(), world.another()];
const [finance, support] = [await makeAdminActor(world, 'finance'), await makeAdminActor(world, 'support')];
const storms = Math.ceil(Number(process.env.MODEL_RUNS ?? 15) / 15);
const packs = [
  await makePackage(world, { coins: 100, bonusCoins: 0, priceCents: 199 }),
  await makePackage(world, { coins: 333, bonusCoins: 47, priceCents: 999 }),
];
const productId = 'storm_monthly';
const product = { productId, name: 'Monthly', periodDays: 30, priceCents: 499, currency: 'USD', bonusCoins: 25 };
expect((await finance.post('/admin/subscription-products', product)).status).toBe(201);

const rails = ['ios_store', 'android_store', 'localwallet_dana'];
const minute = (n: number): string => new Date(Date.UTC(2026, 2, 1) + n * 60_000).toISOString();
const day = (n: number): string => minute(n * 24 * 60);

interface Told {
  readonly rail: string;
  /** Without the user id. */
  readonly event: PaymentEvent;
}

/** What happens to one payment, in order. */
function paymentTale(random: Random, n: number): Told[] {
  const [pack, rail] = [random.pick(packs), random.pick(rails)];
  const payment = { productId: pack.sku, transactionId: `pay-${n}`, currency: 'USD', region: 'EG' };
  const tell = (type: string, at: number, amountCents: number) => ({
    rail,
    event: { type: `purchase.${type}`, occurredAt: minute(at), data: { ...payment, amountCents } },
  });
  const paid = tell('completed', 2, pack.priceCents);
  const refunds = random.pick([[], [pack.priceCents], [50], [50, 75], [pack.priceCents, 50]]);
  return [
    ...(random.below(3) === 0 ? [tell('failed', 1, pack.priceCents)] : []),
    paid,
    ...refunds.map((cents, index) => tell('refunded', 3 + index, cents)),
  ];
}

/** A subscription that is renewed, and then canceled or refunded. */
function subscriptionTale(random: Random, n: number): Told[] {
  const rail = random.pick(rails);
  const subscription = { subscriptionId: `sub-${n}`, productId, priceCents: 499, currency: 'USD', autoRenew: true };
  const period = (type: string, month: number, at: string, transactionId?: string) => ({
    rail,
    event: {
      type: `subscription.${type}`,
      occurredAt: at,
      data: { ...subscription, transactionId, periodStart: day(30 * month), periodEnd: day(30 * month + 30) },
    },
  });
  const months = 1 + random.below(3);
  const paid = Array.from({ length: months }, (_, month) =>
    period(month === 0 ? 'started' : 'renewed', month, day(30 * month), `sub-${n}-${month}`),
  );
  const last = months - 1;
  const refund = { productId, transactionId: `sub-${n}-${last}`, currency: 'USD', amountCents: 499 };
  const end = random.pick([
    [],
    [period('canceled', last, day(30 * last + 3))],
    [{ rail, event: { type: 'purchase.refunded', occurredAt: day(30 * last + 4), data: refund } }],
  ]);
  return [...paid, ...end];
}

function talesOf(random: Random): Told[] {
  const payments = Array.from({ length: 3 }, (_, n) => paymentTale(random, n));
  return [...payments.flat(), ...subscriptionTale(random, 1)];
}

/** The events of one user, with transaction ids that no other user has. */
function aboutUser({ rail, event }: Told, userId: string): Told {
  const own = (value: unknown) => (typeof value === 'string' ? `${userId} ${value}` : undefined);
  const { transactionId, subscriptionId } = event.data;
  const names = { transactionId: own(transactionId), subscriptionId: own(subscriptionId) };
  return { rail, event: { ...event, data: { ...event.data, ...names, userId } } };
}

interface Detail {
  totalSpendCents: number;
  balancePaid: number;
  balanceBonus: number;
  subscriptions: Record<string, unknown>[];
}

/** The visible state of a user's payments, without ids and times. */
async function endOf({ id }: Viewer): Promise<unknown> {
  const { body } = await support.get<Detail>(`/admin/users/${id}`);
  const { totalSpendCents, balancePaid, balanceBonus } = body;
  const rows = (await purchasesOf(support, id)).map((row) => ({
    ...row,
    id: '',
    userId: '',
    transactionId: row.transactionId?.replace(id, '') ?? '',
    eventId: row.eventId !== null,
    createdAt: '',
    completedAt: '',
  }));
  const purchases = rows.toSorted((a, b) => (a.transactionId < b.transactionId ? -1 : 1));
  const subscriptions = body.subscriptions.map((subscription) => ({ ...subscription, id: '', createdAt: '' }));
  return { totalSpendCents, balancePaid, balanceBonus, purchases, subscriptions };
}

async function sendAll(told: readonly (Told & { id: string })[], atOnce: number): Promise<number[]> {
  const queue = [...told];
  const statuses: number[] = [];
  const worker = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const process = processes[queue.length % processes.length] ?? world;
      statuses.push((await sendPayment(process, next.rail, next.event, { id: next.id })).status);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return statuses;
}

describe('random events on three processes', () => {
  it('have the same result as once and in order', { timeout: 300_000 }, async () => {
    for (let storm = 0; storm < storms; storm++) {
      const random = seededRandom(20_261_116 + storm);
      const pairs: { stormy: Viewer; calm: Viewer }[] = [];
      const shaken: (Told & { id: string })[] = [];
      while (shaken.length < testCount(40, { long: 200 })) {
        const [stormy, calm] = [await makeViewer(world), await makeViewer(world)];
        const tales = talesOf(random);
        pairs.push({ stormy, calm });
        shaken.push(...tales.map((told) => ({ ...aboutUser(told, stormy.id), id: newId() })));
        await sendAll(
          tales.map((told) => ({ ...aboutUser(told, calm.id), id: newId() })),
          1,
        );
      }
      const copies = random.shuffled(Array.from({ length: 5 }, () => shaken).flat());
      const statuses = await sendAll(copies, 16);
      expect(new Set(statuses)).toEqual(new Set([204]));
      for (const { stormy, calm } of pairs) expect(await endOf(stormy)).toEqual(await endOf(calm));
      // The same message ids with other content have no effect.
      const [first] = shaken;
      if (!first) throw new Error('nothing was told');
      const forged = { ...first.event, data: { ...first.event.data, amountCents: 1, transactionId: newId() } };
      expect((await sendPayment(world, first.rail, forged, { id: first.id })).status).toBe(204);
      for (const { stormy, calm } of pairs) expect(await endOf(stormy)).toEqual(await endOf(calm));
    }
    const { rows } = await world.database.pool.query(
      `select t.id from transactions t left join ledger.events e on e.user_id = t.user_id and e.id = t.event_id
       where t.status <> 'pending' and t.kind = 'coin_pack'
         and (e.id is null or (e.paid_change, e.bonus_change) <> (t.coins_granted, t.bonus_coins))`,
    );
    expect(rows).toEqual([]);
    expect(await ledgerViolations(world)).toEqual([]);
  });
});

describe('a message', () => {
  const event = async () => {
    const { id: userId } = await makeViewer(world);
    const payment = { userId, productId: packs[0]?.sku, transactionId: newId(), amountCents: 199, currency: 'USD' };
    return { type: 'purchase.completed', occurredAt: minute(0), data: payment };
  };
  const secrets = world.config.secrets.paymentsWebhook;
  const signed = (body: object, sentAt = new Date(), id = newId()) =>
    signMessage(secrets, { id, sentAt }, Buffer.from(JSON.stringify(body)));
  it('with an invalid signature is refused and not stored', async () => {
    const told = await event();
    const id = newId();
    const shifted = (seconds: number) => new Date(Date.now() + seconds * 1000);
    const good = signed(told, new Date(), id);
    const cases: [string, Parameters<typeof sendPayment>[3]][] = [
      ['another secret', { id, secret: ['a secret of someone else, thirty-two bytes'] }],
      ['the secret of another route', { id, secret: world.config.secrets.mediaWebhook }],
      ['an old message', { id, sentAt: shifted(-301) }],
      ['a message of tomorrow', { id, sentAt: shifted(302) }],
      ['another body', { headers: signed({ ...told, type: 'purchase.failed' }, new Date(), id) }],
      [
        'the same in another order',
        { headers: signed({ data: told.data, occurredAt: told.occurredAt, type: told.type }, new Date(), id) },
      ],
      ['half a signature', { headers: { ...good, 'webhook-signature': good['webhook-signature'].slice(0, -8) } }],
      ['another id', { headers: { ...good, 'webhook-id': newId() } }],
    ];
    for (const [name, options] of cases) {
      const { status, body: answer } = await sendPayment(world, 'ios_store', told, options);
      expect([status, answer.error], name).toEqual([401, 'invalid_signature']);
    }
    expect(await findWebhookEvent(world, id)).toBeUndefined();
    expect(await purchasesOf(support, told.data.userId)).toEqual([]);
  });
  it('is accepted if any of its signatures is valid', async () => {
    const told = await event();
    const good = signed(told);
    const two = { ...good, 'webhook-signature': `v1,AAAA ${good['webhook-signature']}` };
    expect((await sendPayment(world, 'ios_store', told, { headers: two })).status).toBe(204);
    expect(await purchasesOf(support, told.data.userId)).toMatchObject([{ status: 'completed' }]);
  });
});
