import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { type AdminActor, makeAdminActor } from '../../../test/harness/actor.ts';
import { makeEpisode } from '../../../test/harness/catalog.ts';
import { testCount } from '../../../test/harness/long-form.ts';
import { makePackage, purchasesOf } from '../../../test/harness/payments.ts';
import {
  makePayment,
  type PaidPurchase,
  readRefund,
  refundByRail,
  refundViolations,
  requestRefund,
} from '../../../test/harness/refunds.ts';
import { ledgerViolations, makeViewer } from '../../../test/harness/viewer.ts';
import { countLockWaiters } from '../../../test/harness/waiting.ts';
import { openWorld, type World } from '../../../test/harness/world.ts';
import { newId } from '../../kit/id.ts';

/** Refunds that race with each other and with other changes of a user, in three processes on one database. */

const world = await openWorld();
const processes = [world, world.another(), world.another()];
const support = await makeAdminActor(world, 'support');
const pack = await makePackage(world, { coins: 100, bonusCoins: 10, priceCents: 1000 });
// Changes per admin and second are limited.
const finances = await Promise.all(Array.from({ length: 10 }, () => makeAdminActor(world, 'finance')));
const financeOf = (n: number): AdminActor => {
  const admin = finances[n % finances.length];
  if (!admin) throw new Error('there is no admin');
  return admin;
};

interface Said {
  status: number;
  body: { error?: string; status?: string; id: string; approvalId: string };
}
async function post(by: World, { token }: AdminActor, url: string, payload: object): Promise<Said> {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await by.app.inject({ method: 'POST', url: `/v1${url}`, headers, payload });
  return { status: answer.statusCode, body: answer.json() };
}
/** Concurrent requests by different admins, spread over the processes. */
const race = (count: number, one: (by: World, admin: AdminActor, n: number) => Promise<Said>): Promise<Said[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => one(processes[n % processes.length] ?? world, financeOf(n), n)));
const tally = (answers: readonly Said[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { status, body } of answers) {
    const what = body.error ?? body.status ?? `${status}`;
    counts[what] = (counts[what] ?? 0) + 1;
  }
  return counts;
};
const asking = ({ id: purchaseId }: PaidPurchase, amountCents: number, reverseUnlocks = false) => ({
  purchaseId,
  amountCents,
  reason: 'Bought by accident',
  reverseUnlocks,
});

async function bought() {
  const viewer = await makeViewer(world);
  return { viewer, paid: await makePayment(world, support, viewer.id, pack) };
}
const userOf = async (id: string) =>
  (await support.get<{ balanceTotal: number; totalSpendCents: number }>(`/admin/users/${id}`)).body;

describe('a refund with an Idempotency-Key', () => {
  const uuidV7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

  it('is created once by concurrent requests, also after the key has expired', async () => {
    const { viewer, paid } = await bought();
    const [admin, key] = [financeOf(0), newId()];
    const send = async (by: World) => {
      const answer = await by.app.inject({
        method: 'POST',
        url: '/v1/admin/refunds',
        headers: { authorization: `Bearer ${admin.token}`, 'idempotency-key': key },
        payload: asking(paid, 300),
      });
      return answer.json<{ id?: string; error?: string }>();
    };
    const sendMany = () => Promise.all(Array.from({ length: 9 }, (_, n) => send(processes[n % 3] ?? world)));
    const answers = await sendMany();
    await world.database.pool.query('delete from idempotency_keys where caller = $1', [admin.id]);
    answers.push(...(await sendMany()));
    const ids = new Set(answers.flatMap(({ id }) => id ?? []));
    expect(ids.size).toBe(1);
    expect([...ids][0]).toMatch(uuidV7);
    const refused = answers.flatMap(({ error }) => error ?? []);
    expect(refused.filter((error) => error !== 'idempotency_in_progress')).toEqual([]);
    expect(await userOf(viewer.id)).toMatchObject({ balanceTotal: 77 });
    const copy = `insert into refunds select (jsonb_populate_record(r, jsonb_build_object('id', $2::text))).*
      from refunds r where purchase_id = $1`;
    await expect(world.database.pool.query(copy, [paid.id, newId()])).rejects.toThrow('refunds_cause');
  });
});

describe('concurrent refunds of one purchase', () => {
  it('in full are executed once', async () => {
    const { viewer, paid } = await bought();
    const count = testCount(9, { long: 20 });
    const answers = await race(count, (by, admin) => post(by, admin, '/admin/refunds', asking(paid, 1000)));
    expect(tally(answers)).toEqual({ executed: 1, purchase_not_refundable: count - 1 });
    expect(await userOf(viewer.id)).toMatchObject({ balanceTotal: 0, totalSpendCents: 0 });
  });
  it('of 40 % each are executed twice of three', async () => {
    const { paid } = await bought();
    const answers = await race(3, (by, admin) => post(by, admin, '/admin/refunds', asking(paid, 400)));
    expect(tally(answers)).toEqual({ executed: 2, refund_exceeds_purchase: 1 });
  });
  it('that are pending share the rest, too', async () => {
    const { paid } = await bought();
    const askers = await Promise.all(Array.from({ length: 6 }, () => makeAdminActor(world, 'support')));
    const answers = await Promise.all(
      askers.map((admin, n) => post(processes[n % 3] ?? world, admin, '/admin/refunds', asking(paid, 300))),
    );
    expect(tally(answers)).toEqual({ pending: 3, refund_exceeds_purchase: 3 });
  });
  it('never exceed what was paid, together with those of the provider', async () => {
    for (let round = 0; round < testCount(2, { long: 5 }); round++) {
      const { viewer, paid } = await bought();
      const told = Array.from({ length: 3 }, (_, n) =>
        refundByRail(world, paid, 300, { occurredAt: `2026-03-0${n + 2}T12:00:00.000Z` }),
      );
      const answers = await race(4, (by, admin) => post(by, admin, '/admin/refunds', asking(paid, 300)));
      await Promise.all(told);
      expect(answers.every(({ status }) => status === 200 || status === 400)).toBe(true);
      const [purchase] = await purchasesOf(support, viewer.id);
      // A provider's refund is reduced to the rest; an admin's is refused.
      expect([900, 1000]).toContain(purchase?.refundedCents);
    }
  });
  it('with one key are one', async () => {
    const { paid } = await bought();
    const key = newId();
    const [admin] = finances;
    if (!admin) throw new Error('there is no admin');
    const sent = await Promise.all(
      Array.from({ length: 5 }, () => requestRefund(admin, paid, { amountCents: 100, key, again: true })),
    );
    const done = sent.filter(({ status }) => status === 200);
    expect(new Set(done.map(({ body }) => body.id)).size).toBe(1);
    expect(sent.every(({ status }) => status === 200 || status === 409)).toBe(true);
  });
});

describe('a refund that reverses unlocks', () => {
  it('races with unlocks, and every open episode is paid for', async () => {
    const episodes = await Promise.all(Array.from({ length: 6 }, () => makeEpisode(world, 'published')));
    const { viewer, paid } = await bought();
    const unlocks = episodes.map((id, n) =>
      (processes[n % 3] ?? world).app.inject({
        method: 'POST',
        url: `/v1/episodes/${id}/unlock`,
        headers: { authorization: `Bearer ${viewer.token}` },
      }),
    );
    const refunds = race(2, (by, admin) => post(by, admin, '/admin/refunds', asking(paid, 1000, true)));
    await Promise.all(unlocks);
    expect(tally(await refunds)).toEqual({ executed: 1, purchase_not_refundable: 1 });
    const burned = `
      select (select coalesce(sum(coins), 0) from unlocks where user_id = $1)::integer as open,
        (select coalesce(sum(amount), 0) from ledger.entries where user_id = $1 and account = 'sink_unlock')::integer as paid`;
    const { rows } = await world.database.pool.query<{ open: number; paid: number }>(burned, [viewer.id]);
    expect(rows[0]?.open).toBe(rows[0]?.paid);
  });
});

describe('the decision of a refund', () => {
  it('is made once by fifty concurrent deciders', async () => {
    const { viewer, paid } = await bought();
    const { body } = await requestRefund(support, paid, { amountCents: 1000 });
    const answers = await race(50, (by, admin, n) => {
      if (n % 3 === 0) return post(by, admin, `/admin/approvals/${body.approvalId}/approve`, {});
      if (n % 3 === 1) return post(by, admin, `/admin/approvals/${body.approvalId}/reject`, { reason: 'not ours' });
      return post(by, admin, `/admin/refunds/${body.id}/reject`, { reason: 'not ours' });
    });
    const { approved = 0, rejected = 0, ...refused } = tally(answers);
    expect(approved + rejected).toBe(1);
    expect(Object.keys(refused).every((error) => ['approval_not_pending', 'invalid_transition'].includes(error))).toBe(
      true,
    );
    const { status } = await readRefund(support, body.id);
    expect(status).toBe(approved === 1 ? 'executed' : 'rejected');
    expect((await userOf(viewer.id)).balanceTotal).toBe(approved === 1 ? 0 : 110);
  });
  it('races with a refund of the rest without exceeding what was paid', async () => {
    for (let round = 0; round < 5; round++) {
      const { viewer, paid } = await bought();
      const { body } = await requestRefund(support, paid, { amountCents: 600 });
      const answers = await race(2, (by, admin, n) =>
        n === 0
          ? post(by, admin, `/admin/approvals/${body.approvalId}/approve`, {})
          : post(by, admin, '/admin/refunds', asking(paid, 401)),
      );
      expect(tally(answers)).toEqual({ approved: 1, refund_exceeds_purchase: 1 });
      expect(await purchasesOf(support, viewer.id)).toMatchObject([{ refundedCents: 600 }]);
    }
  });
});

it('an approval that waited for the user lock checks what is left then', async () => {
  const { viewer, paid } = await bought();
  const { body } = await requestRefund(support, paid, { amountCents: 600 });
  const holder = new pg.Client({ connectionString: world.server.url('superuser', world.databaseName) });
  await holder.connect();
  const setRefunded = (cents: number) =>
    holder.query('update transactions set refunded_cents = $2 where id = $1', [paid.id, cents]);
  await holder.query('begin');
  await holder.query('select from users where id = $1 for no key update', [viewer.id]);
  const approving = post(world, financeOf(0), `/admin/approvals/${body.approvalId}/approve`, {});
  await expect.poll(() => countLockWaiters(world)).toBeGreaterThanOrEqual(1);
  await setRefunded(500);
  await holder.query('commit');
  expect((await approving).body).toMatchObject({ error: 'refund_exceeds_purchase', refundableCents: 500 });
  await setRefunded(0);
  await holder.end();
});

it('the ledger is consistent afterwards', async () => {
  expect(await ledgerViolations(world)).toEqual([]);
  expect(await refundViolations(world)).toEqual([]);
});
