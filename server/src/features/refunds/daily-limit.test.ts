import { describe, expect, it } from 'vitest';
import { type AdminActor, makeAdminActor } from '../../../test/harness/actor.ts';
import { injectWithRetry } from '../../../test/harness/inject-with-retry.ts';
import { makePackage } from '../../../test/harness/payments.ts';
import { makePayment, type PaidPurchase, refundViolations, requestRefund } from '../../../test/harness/refunds.ts';
import { ledgerViolations, makeViewer } from '../../../test/harness/viewer.ts';
import { openWorld } from '../../../test/harness/world.ts';

/** A limit of 100 US dollars per admin and UTC day. */

const world = await openWorld({ refunderDailyLimitCents: 10_000 });
const support = await makeAdminActor(world, 'support');
const pack = await makePackage(world, { coins: 100, priceCents: 9900 });

async function bought(): Promise<PaidPurchase> {
  const viewer = await makeViewer(world);
  return makePayment(world, support, viewer.id, pack);
}
const refund = async (by: AdminActor, paid: PaidPurchase, amountCents: number, more: object = {}) =>
  (await requestRefund(by, paid, { amountCents, ...more })).body;
const reasonOf = async (by: AdminActor, id: string) =>
  (await by.get<{ reason: string }>(`/admin/approvals/${id}`)).body.reason;

describe('with REFUNDER_DAILY_LIMIT_CENTS', () => {
  it('refunds of one admin beyond it need a second admin, over all purchases', async () => {
    const [finance, other] = [await makeAdminActor(world, 'finance'), await makeAdminActor(world, 'finance')];
    const [first, second] = [await bought(), await bought()];
    expect(await refund(finance, first, 5000)).toMatchObject({ status: 'executed' });
    expect(await refund(finance, first, 4000)).toMatchObject({ status: 'executed' });
    const waiting = await refund(finance, second, 1001);
    expect(waiting.status).toBe('pending');
    expect(await reasonOf(finance, waiting.approvalId)).toBe('daily_limit_exceeded');
    expect(await refund(finance, second, 1000)).toMatchObject({ status: 'executed' });
    expect(await refund(finance, second, 1)).toMatchObject({ status: 'pending' });
    const { body } = await other.post<{ status: string }>(`/admin/approvals/${waiting.approvalId}/approve`);
    expect(body.status).toBe('approved');
    expect(await refund(other, second, 5000)).toMatchObject({ status: 'executed' });
  });

  it('starts again with the UTC day, and dry runs and repeated requests do not count', async () => {
    const [finance, paid, next] = [await makeAdminActor(world, 'finance'), await bought(), await bought()];
    for (const again of [false, true, true]) {
      expect(await refund(finance, paid, 5000, { key: 'once', again })).toMatchObject({ status: 'executed' });
    }
    await requestRefund(finance, paid, { amountCents: 4000, dryRun: true });
    expect(await refund(finance, next, 5000)).toMatchObject({ status: 'executed' });
    expect(await refund(finance, next, 100)).toMatchObject({ status: 'pending' });
    const yesterday = 'update admin_refunds_by_day set day = day - 1 where admin_id = $1';
    await world.database.pool.query(yesterday, [finance.id]);
    expect(await refund(finance, next, 100)).toMatchObject({ status: 'executed' });
  });

  it('is exact when thirty refunds of thirty users arrive at once at three processes', async () => {
    const processes = [world, world.another(), world.another()];
    const finance = await makeAdminActor(world, 'finance');
    const purchases = await Promise.all(Array.from({ length: 30 }, bought));
    const statuses = await Promise.all(
      purchases.map(async ({ id: purchaseId }, n) => {
        const answer = await injectWithRetry((processes[n % 3] ?? world).app, {
          method: 'POST',
          url: '/v1/admin/refunds',
          headers: { authorization: `Bearer ${finance.token}` },
          payload: { purchaseId, amountCents: 1000, reason: 'Bought by accident', reverseUnlocks: false },
        });
        return answer.json<{ status: string }>().status;
      }),
    );
    expect(statuses.filter((status) => status === 'executed')).toHaveLength(10);
    expect(statuses.filter((status) => status === 'pending')).toHaveLength(20);
  });
});

it('without it, one admin may refund any amount in parts of up to 50 US dollars', async () => {
  const free = world.another({ refunderDailyLimitCents: undefined });
  const finance = await makeAdminActor(free, 'finance');
  for (const paid of [await bought(), await bought(), await bought()]) {
    expect(await refund(finance, paid, 5000)).toMatchObject({ status: 'executed' });
  }
});

it('the ledger is consistent afterwards', async () => {
  expect(await ledgerViolations(world)).toEqual([]);
  expect(await refundViolations(world)).toEqual([]);
});
