import { describe, expect, it } from 'vitest';
import { type Actor, makeAdminActor, makeRole } from '../../../test/harness/actor.ts';
import { auditActionsOf } from '../../../test/harness/catalog.ts';
import { makePackage, purchasesOf, sendPayment } from '../../../test/harness/payments.ts';
import { ledgerViolations, makeViewer, type Viewer } from '../../../test/harness/viewer.ts';
import { newId } from '../../kit/id.ts';
import { csv, lineOf, openRails, type Row, url } from './rails.fixture.ts';

const { world, payments, newRail, send, pack } = await openRails();
const finance = await makeAdminActor(world, 'finance');
const colleague = await makeAdminActor(world, 'finance');
const support = await makeAdminActor(world, 'support');

interface CreditAnswer {
  kind: string;
  purchaseId: string;
  coins: number;
  approvalId: string;
  reason: string;
  error: string;
  currentState: string;
  field: string;
}

/** A file whose line 2 is a payment missing on our side. */
async function missing(amountCents = 999) {
  const [rail, transactionId] = [newRail(), newId()];
  const { body } = await send(rail, csv(lineOf(transactionId, { amountCents })));
  const rowUrl = `${url}/${body.id}/rows`;
  return {
    rail,
    transactionId,
    runId: body.id,
    credit: (by: Actor, asked: object, { dry = false, key = newId(), changesNothing = false } = {}) =>
      by.post<CreditAnswer>(`${rowUrl}/2/credit${dry ? '?dryRun=true' : ''}`, asked, {
        headers: { 'idempotency-key': key },
        changesNothing,
      }),
    row: async (by: Actor = finance) =>
      (await by.get<{ items: Row[] }>(`${rowUrl}?bucket=missing_on_our_side`)).body.items[0],
    tell: (viewer: Viewer, more: object = {}) => {
      const data = { userId: viewer.id, productId: pack.sku, transactionId, amountCents, currency: 'USD', ...more };
      const event = { type: 'purchase.completed', occurredAt: '2026-03-10T12:00:00Z', data };
      return sendPayment(world, rail, event);
    },
  };
}

const coinsOf = async (viewer: Viewer) => (await viewer.get<{ balanceTotal: number }>('/v1/wallet')).body.balanceTotal;

describe('a payment that is missing on our side', () => {
  it('is credited like by its rail, and later webhooks credit nothing', async () => {
    const viewer = await makeViewer(world, { displayName: 'Layla' });
    const { credit, row, tell, rail, transactionId, runId } = await missing();
    expect(await row()).toMatchObject({ line: 2, purchase: null, act: null, allowed: ['credit'] });
    const dry = await credit(finance, { userId: viewer.id, sku: pack.sku }, { dry: true });
    expect(dry.body).toMatchObject({ dryRun: true, body: { kind: 'credited', coins: 110 } });
    expect(await coinsOf(viewer)).toBe(0);
    const { status, body } = await credit(finance, { userId: viewer.id, sku: pack.sku });
    expect([status, body]).toMatchObject([200, { kind: 'credited', coins: 110 }]);
    expect(await coinsOf(viewer)).toBe(110);
    await tell(viewer);
    const [purchase, ...more] = await purchasesOf(payments, viewer.id);
    expect(more).toEqual([]);
    expect(purchase).toMatchObject({ id: body.purchaseId, platform: rail, transactionId, status: 'completed' });
    expect(await coinsOf(viewer)).toBe(110);
    expect(await row()).toMatchObject({
      purchase: { id: body.purchaseId, userName: 'Layla', productId: pack.sku },
      act: { purchaseId: body.purchaseId, approvalId: null, by: 'finance' },
      allowed: [],
    });
    expect((await row(payments))?.purchase).toMatchObject({ userName: null });
    expect(await auditActionsOf(world, runId)).toEqual(['reconciliation.run', 'reconciliation.credit']);
    expect(await ledgerViolations(world)).toEqual([]);
  });

  it('is credited once by concurrent requests', async () => {
    const viewers = [await makeViewer(world), await makeViewer(world)];
    const { credit } = await missing();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        credit(n % 2 ? finance : colleague, { userId: viewers[n % 2]?.id, sku: pack.sku }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.error === 'invalid_transition')).toHaveLength(19);
    const coins = await Promise.all(viewers.map(coinsOf));
    expect(coins.toSorted((one, other) => one - other)).toEqual([0, 110]);
  });

  it('is credited once if its rail reports it concurrently', async () => {
    for (const _turn of [1, 2, 3]) {
      const [viewer, other] = [await makeViewer(world), await makeViewer(world)];
      const { credit, tell } = await missing();
      await Promise.all([
        credit(finance, { userId: viewer.id, sku: pack.sku }),
        tell(viewer),
        tell(other),
        credit(colleague, { userId: viewer.id, sku: pack.sku }),
      ]);
      expect((await coinsOf(viewer)) + (await coinsOf(other))).toBe(110);
    }
    expect(await ledgerViolations(world)).toEqual([]);
  });

  it('is credited once for the same key', async () => {
    const viewer = await makeViewer(world);
    const { credit } = await missing();
    const key = newId();
    const [one, other] = [
      await credit(finance, { userId: viewer.id, sku: pack.sku }, { key }),
      await credit(finance, { userId: viewer.id, sku: pack.sku }, { key, changesNothing: true }),
    ];
    expect(other.body).toEqual(one.body);
    expect(other.headers['idempotent-replayed']).toBe('true');
  });

  it('completes the pending purchase', async () => {
    const viewer = await makeViewer(world);
    const { credit, rail } = await missing();
    const { body: announced } = await viewer.post<{ id: string }>('/v1/store/purchases', { sku: pack.sku, rail });
    const { body } = await credit(finance, { userId: viewer.id, sku: pack.sku, purchaseId: announced.id });
    expect(body).toMatchObject({ kind: 'credited', purchaseId: announced.id });
    expect(await purchasesOf(payments, viewer.id)).toMatchObject([{ id: announced.id, status: 'completed' }]);
  });

  it('shows the unapplied event of the rail, with its user', async () => {
    const viewer = await makeViewer(world, { displayName: 'Omar' });
    const { row, tell } = await missing();
    await tell(viewer, { productId: 'no_such_package' });
    expect(await row()).toMatchObject({
      event: { outcome: 'unmatched', userId: viewer.id, productId: 'no_such_package' },
      allowed: ['credit'],
    });
    const superadmin = await makeAdminActor(world, 'superadmin');
    expect((await row(superadmin))?.allowed).toEqual(['replay', 'credit']);
    await tell(viewer);
    expect(await row()).toMatchObject({ purchase: { userName: 'Omar', status: 'completed' }, allowed: [] });
  });

  it('is refused for an unknown user, an unknown package or a banned user', async () => {
    const [viewer, banned] = [await makeViewer(world), await makeViewer(world)];
    await support.post(`/admin/users/${banned.id}/ban`, { reason: 'fraud' });
    const { credit, runId } = await missing();
    const tries: readonly (readonly [object, number, string, string?])[] = [
      [{ userId: newId(), sku: pack.sku }, 404, 'not_found', 'userId'],
      [{ userId: viewer.id, sku: 'nothing' }, 404, 'not_found', 'sku'],
      [{ userId: viewer.id, sku: pack.sku, purchaseId: newId() }, 404, 'not_found', 'purchaseId'],
      [{ userId: banned.id, sku: pack.sku }, 400, 'user_banned'],
      [{ userId: viewer.id }, 400, 'validation_failed'],
    ];
    for (const [asked, status, error, field] of tries) {
      const answer = await credit(finance, asked);
      expect([answer.status, answer.body.error, answer.body.field]).toEqual([status, error, field]);
    }
    for (const line of ['3', '1', 'x', '99999999999']) {
      const there = `${url}/${runId}/rows/${line}/credit`;
      expect((await finance.post(there, { userId: viewer.id, sku: pack.sku })).status).toBe(404);
    }
    expect(await coinsOf(viewer)).toBe(0);
  });
});

describe('the limits of credits', () => {
  const approve = (by: Actor, id: string) => by.post(`/admin/approvals/${id}/approve`, {});

  it('above 2000 coins in total a credit needs a second admin, and is executed once', async () => {
    const viewer = await makeViewer(world);
    const large = await makePackage(world, { coins: 1_900, bonusCoins: 101, rails: ['localwallet_*'] });
    const { credit, row } = await missing();
    const { body } = await credit(finance, { userId: viewer.id, sku: large.sku });
    expect(body).toMatchObject({ kind: 'approval_pending', reason: 'amount_exceeds_threshold' });
    expect(await coinsOf(viewer)).toBe(0);
    expect(await row()).toMatchObject({ act: { approvalId: body.approvalId, purchaseId: null }, allowed: [] });
    expect((await approve(finance, body.approvalId)).status).toBe(403);
    expect((await approve(support, body.approvalId)).status).toBe(403);
    expect((await approve(colleague, body.approvalId)).status).toBe(200);
    expect(await coinsOf(viewer)).toBe(2_001);
    expect(await row()).toMatchObject({ act: { purchaseId: expect.any(String) }, allowed: [] });
  });

  it('coins of a multiplier count', async () => {
    const viewer = await makeViewer(world);
    const { body: promo } = await finance.post<{ code: string }>('/admin/promos', {
      code: `TRIPLE${newId().slice(-6).toUpperCase()}`,
      type: 'bonus_multiplier',
      budgetCoins: 1_000_000,
      config: { multiplier: 3, max_uses_per_user: 1 },
      window: { start: '2020-01-01T00:00:00Z', end: '2099-01-01T00:00:00Z' },
    });
    await viewer.post('/v1/promos/redeem', { code: promo.code });
    const thousand = await makePackage(world, { coins: 1_000, bonusCoins: 0, rails: ['localwallet_*'] });
    const { credit } = await missing();
    const { body } = await credit(finance, { userId: viewer.id, sku: thousand.sku });
    expect(body).toMatchObject({ kind: 'approval_pending', reason: 'amount_exceeds_threshold' });
    expect(await coinsOf(viewer)).toBe(0);
  });

  it('support always needs a second admin', async () => {
    const viewer = await makeViewer(world);
    const { credit } = await missing();
    const { body } = await credit(support, { userId: viewer.id, sku: pack.sku });
    expect(body).toMatchObject({ kind: 'approval_pending', reason: 'role_needs_approval' });
    expect(await coinsOf(viewer)).toBe(0);
    expect((await approve(finance, body.approvalId)).status).toBe(200);
    expect(await coinsOf(viewer)).toBe(110);
  });

  it('an approval has no effect if the line was credited meanwhile', async () => {
    const viewer = await makeViewer(world);
    const { credit, tell } = await missing();
    const { body } = await credit(support, { userId: viewer.id, sku: pack.sku });
    await tell(viewer);
    const { status, body: refused } = await approve(finance, body.approvalId);
    expect([status, refused.error]).toEqual([400, 'invalid_transition']);
    expect(await coinsOf(viewer)).toBe(110);
  });

  it('a credit counts towards the daily grants of the admin', async () => {
    const strict = world.another({ granterDailyLimit: 300 });
    const [granter, viewer] = [await makeAdminActor(strict, 'finance'), await makeViewer(world)];
    const kinds: string[] = [];
    for (const _turn of [1, 2, 3]) {
      const { credit } = await missing();
      kinds.push((await credit(granter, { userId: viewer.id, sku: pack.sku })).body.kind);
    }
    expect(kinds).toEqual(['credited', 'credited', 'approval_pending']);
    const grant = { amount: 100, direction: 'grant', reason: 'apology_late_episode' };
    const { body } = await granter.post(`/admin/users/${viewer.id}/wallet/adjust`, grant);
    expect(body).toMatchObject({ kind: 'approval_pending', reason: 'daily_limit_exceeded' });
  });

  it('a credit requires both permissions', async () => {
    await makeRole(world, 'blind granter', ['wallet:adjust']);
    const blind = await makeAdminActor(world, 'blind granter');
    const { credit } = await missing();
    const asked = { userId: (await makeViewer(world)).id, sku: pack.sku };
    expect((await credit(payments, asked)).status).toBe(403);
    expect((await credit(blind, asked)).body).toMatchObject({
      error: 'insufficient_permissions',
      required: ['payments:read'],
    });
  });
});
