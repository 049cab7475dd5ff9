import { describe, expect, it } from 'vitest';
import { makeAdminActor } from '../../../test/harness/actor.ts';
import { makePackage } from '../../../test/harness/payments.ts';
import {
  makePayment,
  type RefundBody,
  readRefund,
  refundByRail,
  refundViolations,
  requestRefund,
} from '../../../test/harness/refunds.ts';
import { ledgerViolations, makeViewer, moveCoins } from '../../../test/harness/viewer.ts';
import { openWorld } from '../../../test/harness/world.ts';

/** Refunds that need a second admin. */

const world = await openWorld();
const finance = await makeAdminActor(world, 'finance');
const decider = await makeAdminActor(world, 'finance');
const support = await makeAdminActor(world, 'support');
const superadmin = await makeAdminActor(world, 'superadmin');
const pack = await makePackage(world, { coins: 100, bonusCoins: 10, priceCents: 1000 });

interface ApprovalBody {
  id: string;
  status: string;
  error: string;
  drift: boolean;
  effects: { ledger: object[]; changes: { type: string; after: object }[] };
  effectsNow: object | null;
  refusedNow: object | null;
  target: object;
  payload: object;
  reason: string;
  allowed: string[];
}
interface Audited {
  action: string;
  reason: string | null;
}

const approvalOf = async (id: string, reader = decider) =>
  (await reader.get<ApprovalBody>(`/admin/approvals/${id}`)).body;
const decide = (what: string, id: string, by = decider, body: object = {}) =>
  by.post<ApprovalBody>(`/admin/approvals/${id}/${what}`, body);
const rejectRefund = (id: string, by = decider) =>
  by.post<RefundBody & { currentState: string }>(`/admin/refunds/${id}/reject`, { reason: 'The coins were spent' });
const balanceOf = async (id: string) =>
  (await support.get<{ balanceTotal: number }>(`/admin/users/${id}`)).body.balanceTotal;
const actionsOf = async (id: string) =>
  (await superadmin.get<{ items: Audited[] }>(`/admin/audit-log?targetId=${id}`)).body.items;

async function asked(amountCents = 1000, options: { reason?: string; displayName?: string } = {}) {
  const { displayName = null, reason = 'Paid twice' } = options;
  const viewer = await makeViewer(world, { displayName });
  const paid = await makePayment(world, support, viewer.id, pack);
  const { body } = await requestRefund(support, paid, { amountCents, reason });
  return { viewer, paid, ...body };
}

describe('a requested refund', () => {
  it('is executed on approval, with requester and decider', async () => {
    const { id, approvalId, viewer } = await asked();
    expect(await balanceOf(viewer.id)).toBe(110);
    const { status, body } = await decide('approve', approvalId);
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'approved', result: { refundId: id, coinsDeducted: 110 } });
    expect(await readRefund(support, id)).toMatchObject({
      status: 'executed',
      coinsDeducted: 110,
      approvalId,
      requestedBy: { id: support.id },
      decidedBy: { id: decider.id, email: decider.email },
      allowed: [],
    });
    expect(await balanceOf(viewer.id)).toBe(0);
    expect(await actionsOf(id)).toMatchObject([
      { action: 'refund.execute', target_label: pack.sku, flags: { approval_id: approvalId } },
      { action: 'refund.create', target_label: pack.sku },
    ]);
    expect((await actionsOf(approvalId))[0]).toMatchObject({ action: 'approval.approve', target_label: pack.sku });
    expect((await decide('approve', approvalId)).body.error).toBe('approval_not_pending');
  });
  it('shows its effects, user and purchase', async () => {
    const { approvalId, viewer, id } = await asked(500, { displayName: 'Nadia' });
    const approval = await approvalOf(approvalId);
    expect(approval).toMatchObject({
      drift: false,
      reason: 'refund_requested',
      refusedNow: null,
      allowed: ['approve', 'reject'],
      target: {
        label: 'Nadia',
        userId: viewer.id,
        amountCents: 500,
        productId: pack.sku,
        bought: { kind: 'coin_pack', coinsGranted: pack.coins, bonusCoins: pack.bonusCoins },
      },
    });
    expect(approval.effects.changes.find(({ type }) => type === 'refund')?.after).toMatchObject({
      status: 'executed',
      leftCents: 500,
      coinsDue: 55,
      coinsFromPaid: 50,
      coinsFromBonus: 5,
      coinsMissing: 0,
      underpaidCents: 0,
      cancelsSubscription: false,
      reversedUnlocks: [],
    });
    await moveCoins(world, { userId: viewer.id, paid: { amount: -80, counter: 'sink_unlock' } });
    expect(await approvalOf(approvalId)).toMatchObject({ drift: true, refusedNow: null });
    expect(await readRefund(decider, id)).toMatchObject({ allowed: ['approve', 'reject'] });
    expect(await readRefund(support, id)).toMatchObject({ allowed: ['cancel'] });
  });
  it('stores no names', async () => {
    const { id, approvalId } = await asked(500, { displayName: 'Nadia', reason: 'Nadia paid twice' });
    expect(await readRefund(support, id)).toMatchObject({ reason: '[personal] paid twice' });
    expect((await approvalOf(approvalId)).payload).toMatchObject({ reason: '[personal] paid twice' });
    await decider.post(`/admin/refunds/${id}/reject`, { reason: 'Nadia spent it' });
    expect(await readRefund(support, id)).toMatchObject({ rejectReason: '[personal] spent it' });
  });
  it('stays pending if the purchase has less left', async () => {
    const { id, approvalId, paid } = await asked(800);
    await refundByRail(world, paid, 300);
    expect(await approvalOf(approvalId)).toMatchObject({
      drift: true,
      refusedNow: { error: 'refund_exceeds_purchase' },
    });
    expect((await decide('approve', approvalId)).body).toMatchObject({
      error: 'refund_exceeds_purchase',
      refundableCents: 700,
    });
    await refundByRail(world, paid, 700, { occurredAt: '2026-03-03T12:00:00.000Z' });
    expect((await decide('approve', approvalId)).body.error).toBe('purchase_not_refundable');
    expect((await readRefund(support, id)).status).toBe('pending');
    expect((await rejectRefund(id)).body.status).toBe('rejected');
  });
});

describe('rejecting', () => {
  it('a refund rejects its approval', async () => {
    const { id, approvalId, viewer, paid } = await asked();
    const { body } = await rejectRefund(id);
    expect(body).toMatchObject({ status: 'rejected', rejectReason: 'The coins were spent', allowed: [] });
    expect(body.decidedBy).toMatchObject({ id: decider.id });
    expect(await approvalOf(approvalId)).toMatchObject({ status: 'rejected', decisionNote: 'The coins were spent' });
    expect(await balanceOf(viewer.id)).toBe(110);
    expect((await actionsOf(id))[0]).toMatchObject({ action: 'refund.reject', reason: 'The coins were spent' });
    expect((await rejectRefund(id)).body).toMatchObject({ error: 'invalid_transition', currentState: 'rejected' });
    // The pending amount is refundable again.
    expect((await requestRefund(finance, paid, { amountCents: 1000 })).body.status).toBe('executed');
  });
  it('an approval rejects its refund', async () => {
    const { id, approvalId } = await asked();
    await decide('reject', approvalId, decider, { reason: 'Not ours' });
    expect(await readRefund(support, id)).toMatchObject({ status: 'rejected', rejectReason: 'Not ours' });
  });
  it('is for holders of payments:refund, the requester included, who may not approve', async () => {
    const viewer = await makeViewer(world);
    const large = await makePackage(world, { priceCents: 10_000 });
    const paid = await makePayment(world, support, viewer.id, large);
    const { body } = await requestRefund(finance, paid, { amountCents: 10_000 });
    expect((await decide('approve', body.approvalId, finance)).body.error).toBe('self_approval_forbidden');
    expect((await rejectRefund(body.id, support)).status).toBe(403);
    expect(await readRefund(finance, body.id)).toMatchObject({ status: 'pending', allowed: ['reject', 'cancel'] });
    expect(await readRefund(decider, body.id)).toMatchObject({ allowed: ['approve', 'reject'] });
    const rejected = { status: 'rejected', rejectReason: 'The coins were spent', decidedBy: { id: finance.id } };
    expect((await rejectRefund(body.id, finance)).body).toMatchObject({ ...rejected, allowed: [] });
    expect(await approvalOf(body.approvalId)).toMatchObject({
      status: 'cancelled',
      decisionNote: 'The coins were spent',
    });
    expect((await decide('approve', body.approvalId)).body.error).toBe('approval_not_pending');
  });
  it('in the approvals by the requester, who may only request refunds, rejects the refund', async () => {
    const { id, approvalId } = await asked();
    const { status, body } = await decide('reject', approvalId, support, { reason: 'Asked by mistake' });
    expect([status, body]).toMatchObject([200, { status: 'cancelled', decisionNote: 'Asked by mistake' }]);
    expect(await readRefund(support, id)).toMatchObject({ status: 'rejected', rejectReason: 'Asked by mistake' });
  });
  it('requires a reason', async () => {
    const { id } = await asked();
    for (const body of [{}, { reason: '' }, { reason: '  ' }]) {
      expect((await decider.post(`/admin/refunds/${id}/reject`, body)).body.error).toBe('validation_failed');
    }
    expect((await readRefund(support, id)).status).toBe('pending');
  });
  it('is refused after it was executed', async () => {
    const viewer = await makeViewer(world);
    const paid = await makePayment(world, support, viewer.id, pack);
    const { body } = await requestRefund(finance, paid, { amountCents: 1 });
    expect((await rejectRefund(body.id)).body).toMatchObject({
      statusCode: 400,
      error: 'invalid_transition',
      currentState: 'executed',
      allowed: [],
    });
  });
});

describe('a request that ends without a decision', () => {
  it('rejects its refund when it is withdrawn', async () => {
    const { id, approvalId } = await asked();
    expect((await decide('cancel', approvalId, support)).status).toBe(204);
    expect(await readRefund(support, id)).toMatchObject({ status: 'rejected', rejectReason: 'request_cancelled' });
  });
  it('rejects its refund when it expires', async () => {
    const { id, approvalId } = await asked();
    await world.database.pool.query('update approvals set expires_at = clock() where id = $1', [approvalId]);
    expect((await rejectRefund(id)).body).toMatchObject({ error: 'invalid_transition', currentState: 'rejected' });
    await world.runner.runNow('housekeeping');
    const ended = await readRefund(support, id);
    expect(ended).toMatchObject({ status: 'rejected', rejectReason: 'request_expired', decidedBy: null });
    expect((await actionsOf(id))[0]).toMatchObject({ action: 'refund.reject', admin_email: 'system' });
    expect(await approvalOf(approvalId)).toMatchObject({ status: 'expired' });
  });
});

describe('a dry run', () => {
  it('shows the effects and changes nothing', async () => {
    const viewer = await makeViewer(world);
    const paid = await makePayment(world, support, viewer.id, pack);
    const { body } = await finance.post<{ body: RefundBody; effects: ApprovalBody['effects'] }>(
      '/admin/refunds?dryRun=true',
      { purchaseId: paid.id, amountCents: 1000, reason: 'x', reverseUnlocks: true },
    );
    expect(body).toMatchObject({ dryRun: true, status: 200, body: { status: 'executed' } });
    expect(body.effects.ledger).toMatchObject([
      { account: 'wallet_bonus', amount: -10 },
      { account: 'sink_refund', amount: 10 },
      { account: 'wallet_paid', amount: -100 },
      { account: 'sink_refund', amount: 100 },
    ]);
    expect(body.effects.changes.find(({ type }) => type === 'refund')).toMatchObject({
      before: { balanceTotal: 110 },
      after: { balanceTotal: 0, coinsDeducted: 110 },
    });
    expect(await balanceOf(viewer.id)).toBe(110);
    expect((await support.get<{ items: object[] }>(`/admin/refunds?userId=${viewer.id}`)).body.items).toEqual([]);
  });
  it('says that a second admin is needed, and the effects of the approval', async () => {
    const viewer = await makeViewer(world);
    const paid = await makePayment(world, support, viewer.id, pack);
    const { body } = await support.post<{ effects: { approvals: { effects: ApprovalBody['effects'] }[] } }>(
      '/admin/refunds?dryRun=true',
      { purchaseId: paid.id, amountCents: 1000, reason: 'x', reverseUnlocks: false },
    );
    expect(body).toMatchObject({ dryRun: true, body: { status: 'pending' } });
    expect(body.effects.approvals[0]?.effects.changes.find(({ type }) => type === 'refund')?.after).toMatchObject({
      leftCents: 0,
      coinsDeducted: 110,
    });
  });
});

describe('the exchange rate of a purchase', () => {
  it('that makes it worth less than its price does not spare a refund the second admin', async () => {
    const large = await makePackage(world, { coins: 10_000, priceCents: 9999 });
    const day = '2026-03-01';
    for (const rate of [
      { currency: 'PHP', day, usdPerUnit: '0.0001' },
      { currency: 'THB', day, usdPerUnit: '0.03' },
    ]) {
      expect((await finance.put('/admin/exchange-rates', rate)).status).toBe(200);
    }
    const paid = async (currency: string, amountCents: number) => {
      const viewer = await makeViewer(world);
      return makePayment(world, support, viewer.id, large, { currency, amountCents });
    };
    const pesos = await paid('PHP', 560_000);
    const { body } = await requestRefund(finance, pesos, { amountCents: 560_000 });
    expect(body).toMatchObject({ status: 'pending' });
    expect(await approvalOf(body.approvalId)).toMatchObject({ reason: 'amount_exceeds_threshold' });
    const half = await requestRefund(finance, await paid('THB', 330_000), { amountCents: 150_000 });
    expect(half.body).toMatchObject({ status: 'executed' });
  });
});

it('the ledger is consistent afterwards', async () => {
  expect(await ledgerViolations(world)).toEqual([]);
  expect(await refundViolations(world)).toEqual([]);
});
