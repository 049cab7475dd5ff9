import pg from 'pg';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { makeAdminActor } from '../../../test/harness/actor.ts';
import { testCount } from '../../../test/harness/long-form.ts';
import { findWebhookEvent, makePackage, purchasesOf } from '../../../test/harness/payments.ts';
import { ledgerViolations, makeViewer, type Viewer } from '../../../test/harness/viewer.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { newId } from '../../kit/id.ts';
import { signMessage } from '../../kit/webhooks.ts';

/** Concurrent payment events of many users. */

const world = await openWorld();
const support = await makeAdminActor(world, 'support');
const pack = await makePackage(world, { coins: 100, bonusCoins: 10, priceCents: 999 });
const viewers = (count: number) => Promise.all(Array.from({ length: count }, () => makeViewer(world)));

const owner = new pg.Client({ connectionString: world.server.url('owner', world.databaseName) });
await owner.connect();
afterAll(() => owner.end());
const letEveryNamePass = () => owner.query('alter table transactions drop constraint if exists no_poison');
afterEach(async () => {
  await letEveryNamePass();
  await world.clock.shift('0');
});

interface Sent {
  readonly messageId: string;
  readonly status: number;
  readonly requestId: string;
}

interface ReportedPayment {
  readonly type?: string;
  readonly productId?: string;
  readonly rail?: string;
  readonly transactionId?: string;
  readonly purchaseId?: string;
}

/** Reports a payment as the rail would. */
async function pay({ id: userId }: Pick<Viewer, 'id'>, payment: ReportedPayment = {}) {
  const { type = 'purchase.completed', rail = 'ios_store', transactionId = newId(), ...more } = payment;
  const paid = { productId: pack.sku, amountCents: 999, currency: 'USD', region: 'EG' };
  const data = { userId, transactionId, ...paid, ...more };
  const payload = JSON.stringify({ type, occurredAt: '2026-03-01T12:00:00Z', data });
  const messageId = newId();
  const requestId = `request-${messageId}`;
  const message = { id: messageId, sentAt: new Date() };
  const signed = signMessage(world.config.secrets.paymentsWebhook, message, Buffer.from(payload));
  const headers = { 'content-type': 'application/json', 'x-request-id': requestId, ...signed };
  const url = `/v1/subscriptions/webhook/${rail}`;
  const { statusCode: status } = await world.app.inject({ method: 'POST', url, headers, payload });
  return { messageId, status, requestId } satisfies Sent;
}

const outcomesOf = (sent: readonly Sent[]) =>
  Promise.all(sent.map(async ({ messageId }) => (await findWebhookEvent(world, messageId))?.outcome));
const balancesOf = (of: readonly Viewer[]) =>
  Promise.all(
    of.map(async ({ id }) => {
      const { body } = await support.get<{ balancePaid: number; balanceBonus: number; totalSpendCents: number }>(
        `/admin/users/${id}`,
      );
      return [body.balancePaid, body.balanceBonus, body.totalSpendCents];
    }),
  );
const paidTimes = (times: number) => [100 * times, 10 * times, 999 * times];

/** How many transactions of the database wrote the payments of these users. */
async function countTransactions(of: readonly Viewer[]): Promise<number> {
  const { rows } = await world.database.pool.query<{ count: number }>(
    'select count(distinct xmin::text)::integer as count from transactions where user_id = any($1)',
    [of.map(({ id }) => id)],
  );
  return rows[0]?.count ?? 0;
}

describe('concurrent payments of many users', () => {
  it('are credited in one transaction, each with its own audit entry', async () => {
    const all = await viewers(testCount(24, { long: 64 }));
    const sent = await Promise.all(all.map((viewer) => pay(viewer)));
    expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([204]));
    expect(new Set(await outcomesOf(sent))).toEqual(new Set(['applied']));
    expect(await balancesOf(all)).toEqual(all.map(() => paidTimes(1)));
    expect(await countTransactions(all)).toBeLessThan(testCount(12, { long: 20 }));
    const { rows } = await world.database.pool.query<{ request_id: string }>(
      `select request_id, ip, admin_email, flags from audit_log where action = 'purchase.complete' and request_id = any($1)`,
      [sent.map(({ requestId }) => requestId)],
    );
    expect(new Set(rows.map(({ request_id }) => request_id))).toEqual(new Set(sent.map(({ requestId }) => requestId)));
    expect(rows[0]).toEqual({ request_id: expect.any(String), ip: '127.0.0.1', admin_email: 'system', flags: {} });
    expect(await ledgerViolations(world)).toEqual([]);
  });

  it('complete the pending purchases that they name', async () => {
    const all = await viewers(24);
    const announced = await Promise.all(
      all.map(async (viewer) => {
        const body = { sku: pack.sku, rail: 'ios_store' };
        return (await viewer.post<{ id: string }>('/v1/store/purchases', body)).body.id;
      }),
    );
    await owner.query('update coin_packages set coins = 7, price_cents = 500 where id = $1', [pack.id]);
    const sent = await Promise.all(all.map((viewer, n) => pay(viewer, { purchaseId: announced[n] ?? '' })));
    await owner.query('update coin_packages set coins = 100, price_cents = 999 where id = $1', [pack.id]);
    expect(new Set(await outcomesOf(sent))).toEqual(new Set(['applied']));
    expect(await balancesOf(all)).toEqual(all.map(() => paidTimes(1)));
    expect(await countTransactions(all)).toBeLessThan(12);
    for (const [n, { id }] of all.entries()) {
      expect(await purchasesOf(support, id)).toMatchObject([{ id: announced[n], status: 'completed' }]);
    }
  });

  it('are evaluated individually', async () => {
    const others = await viewers(12);
    const [failed, returned, repeated, confused] = await viewers(4);
    if (!failed || !returned || !repeated || !confused) throw new Error('too few viewers');
    const [failedName, returnedName, repeatedName] = [newId(), newId(), newId()];
    await pay(failed, { type: 'purchase.failed', transactionId: failedName });
    await pay(returned, { type: 'purchase.failed', transactionId: returnedName });
    await pay(repeated, { transactionId: repeatedName });
    const [pending] = await purchasesOf(support, returned.id);
    await pay(returned, { type: 'purchase.refunded', ...(pending && { purchaseId: pending.id }) });
    const sent = await Promise.all([
      ...others.map((viewer) => pay(viewer)),
      pay(failed, { transactionId: failedName }),
      pay(returned, { transactionId: returnedName }),
      pay(repeated, { transactionId: repeatedName }),
      pay(confused, { productId: 'no_such_pack' }),
      pay({ id: newId() }),
    ]);
    expect(await outcomesOf(sent)).toEqual([
      ...others.map(() => 'applied'),
      'applied',
      'applied',
      'ignored',
      'unmatched',
      'unmatched',
    ]);
    expect(await balancesOf([...others, failed, repeated])).toEqual(
      [...others, failed, repeated].map(() => paidTimes(1)),
    );
    expect(await balancesOf([returned, confused])).toEqual([paidTimes(0), paidTimes(0)]);
    expect(await purchasesOf(support, returned.id)).toMatchObject([{ id: pending?.id, status: 'refunded' }]);
    expect(await ledgerViolations(world)).toEqual([]);
  });

  it('are credited except the one that the database rejects, which is retried', async () => {
    const half = testCount(12, { long: 31 });
    const [all, bad] = [await viewers(2 * half), await makeViewer(world)];
    const poison = `poison-${newId()}`;
    await owner.query(`alter table transactions add constraint no_poison check (transaction_id <> '${poison}')`);
    const good = all.slice(0, half).map((viewer) => pay(viewer));
    const failing = pay(bad, { transactionId: poison });
    const rest = all.slice(half).map((viewer) => pay(viewer));
    expect(new Set(await outcomesOf(await Promise.all([...good, ...rest])))).toEqual(new Set(['applied']));
    expect(await balancesOf(all)).toEqual(all.map(() => paidTimes(1)));
    const { status, messageId } = await failing;
    expect(status).toBe(204);
    expect(await findWebhookEvent(world, messageId)).toMatchObject({
      outcome: 'failed',
      detail: 'It does not fit what is stored',
      attempts: 1,
    });
    expect(await balancesOf([bad])).toEqual([paidTimes(0)]);
    await letEveryNamePass();
    await world.clock.shift('61 seconds');
    expect((await world.runner.runNow('media_sync')).counts.retried_webhooks).toBe(1);
    expect(await balancesOf([bad])).toEqual([paidTimes(1)]);
    expect(await ledgerViolations(world)).toEqual([]);
  });
});

describe('concurrent payments', () => {
  it('of one user among others are each credited once', async () => {
    const all = await viewers(8);
    const sent = await Promise.all(all.flatMap((viewer) => Array.from({ length: 6 }, () => pay(viewer))));
    expect(new Set(await outcomesOf(sent))).toEqual(new Set(['applied']));
    expect(await balancesOf(all)).toEqual(all.map(() => paidTimes(6)));
  });

  it('with one transactionId on one rail credit one user once', async () => {
    const all = await viewers(16);
    const transactionId = newId();
    const outcomes = await outcomesOf(await Promise.all(all.map((viewer) => pay(viewer, { transactionId }))));
    expect(outcomes.filter((outcome) => outcome === 'applied')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'unmatched')).toHaveLength(15);
    expect((await balancesOf(all)).filter(([paid]) => paid === 100)).toHaveLength(1);
  });

  it('are not credited if another process takes the transactionId meanwhile', async () => {
    const [late, taker, others] = [await makeViewer(world), await makeViewer(world), await viewers(10)];
    const transactionId = `taken-${newId()}`;
    const superuser = new pg.Client({ connectionString: world.server.url('superuser', world.databaseName) });
    await superuser.connect();
    // The other payment is written after this one was evaluated.
    await superuser.query(`
      create function wait_a_moment() returns trigger language plpgsql as $$ begin perform pg_sleep(2); return new; end $$;
      create trigger wait_a_moment before insert on transactions for each row
        when (new.transaction_id = '${transactionId}') execute function wait_a_moment()`);
    const sent = Promise.all([pay(late, { transactionId }), ...others.map((viewer) => pay(viewer))]);
    const sleeping = `select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`;
    await expect.poll(async () => (await superuser.query(sleeping)).rowCount, { interval: 10 }).toBe(1);
    // Disables triggers.
    await superuser.query(`set session_replication_role = 'replica'`);
    await superuser.query(
      `insert into transactions (user_id, id, kind, platform, product_id, package_id, transaction_id, amount_cents, currency,
         amount_usd_cents, status) values ($1, $2, 'coin_pack', 'ios_store', $3, $4, $5, 999, 'USD', 999, 'completed')`,
      [taker.id, newId(), pack.sku, pack.id, transactionId],
    );
    expect(await outcomesOf(await sent)).toEqual(['unmatched', ...others.map(() => 'applied')]);
    await superuser.query('drop trigger wait_a_moment on transactions');
    await superuser.end();
    expect(await balancesOf([late, ...others])).toEqual([paidTimes(0), ...others.map(() => paidTimes(1))]);
    expect(await ledgerViolations(world)).toEqual([]);
  });

  it('with one transactionId on two rails are two payments', async () => {
    const all = await viewers(16);
    const transactionId = newId();
    const rails = ['ios_store', 'android_store'];
    const sent = all.map((viewer, n) =>
      pay(viewer, { transactionId: `${transactionId}-${n >> 1}`, rail: rails[n % 2] ?? '' }),
    );
    expect(new Set(await outcomesOf(await Promise.all(sent)))).toEqual(new Set(['applied']));
    expect(await balancesOf(all)).toEqual(all.map(() => paidTimes(1)));
  });

  it('sent in twenty messages are credited once', async () => {
    const [viewer, others] = [await makeViewer(world), await viewers(10)];
    const transactionId = newId();
    const copies = Array.from({ length: 20 }, () => pay(viewer, { transactionId }));
    const outcomes = await outcomesOf(await Promise.all([...copies, ...others.map((other) => pay(other))]));
    expect(outcomes.filter((outcome) => outcome === 'ignored')).toHaveLength(19);
    expect(await balancesOf([viewer, ...others])).toEqual([viewer, ...others].map(() => paidTimes(1)));
  });

  it('do not wait for a locked user, who is credited when the lock is released', async () => {
    const [locked, others] = [await makeViewer(world), await viewers(testCount(12, { long: 30 }))];
    const holder = new pg.Client({ connectionString: world.server.url('app', world.databaseName) });
    await holder.connect();
    await holder.query('begin');
    await holder.query('select from users where id = $1 for update', [locked.id]);
    let isAnswered = false;
    const waiting = pay(locked).finally(() => {
      isAnswered = true;
    });
    expect(new Set(await outcomesOf(await Promise.all(others.map((viewer) => pay(viewer)))))).toEqual(
      new Set(['applied']),
    );
    expect(isAnswered).toBe(false);
    await holder.end();
    expect(await outcomesOf([await waiting])).toEqual(['applied']);
    expect(await balancesOf([locked, ...others])).toEqual([locked, ...others].map(() => paidTimes(1)));
  });
});
