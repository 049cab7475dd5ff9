import { describe, expect, it } from 'vitest';
import { type AdminActor, makeAdminActor } from '../../../test/harness/actor.ts';
import { makeViewer } from '../../../test/harness/viewer.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { newId } from '../../kit/id.ts';

interface Answer {
  id: string;
  code: string;
  kind: string;
  reason: string;
  approvalId: string;
  budgetCoins: number;
}

const world = await openWorld({ promoBudgetWithoutApproval: 10_000 });
// Limits are per UTC day, which must not end during a test.
await world.clock.stopAt(new Date().toISOString());

const terms = (budgetCoins: number, code = `LIMIT-${newId().slice(-8)}`) => ({
  code,
  type: 'coin_grant',
  config: { amount: 1, max_uses_per_user: 10 },
  budgetCoins,
  window: { start: '2020-01-01T00:00:00Z', end: '2090-01-01T00:00:00Z' },
});
const create = (by: AdminActor, budgetCoins: number, code?: string) =>
  by.post<Answer>('/admin/promos', terms(budgetCoins, code));
const decide = (by: AdminActor, { approvalId }: Answer, move: 'approve' | 'reject' = 'approve') =>
  by.post(`/admin/approvals/${approvalId}/${move}`, move === 'reject' ? { reason: 'not needed' } : undefined);
const pending = { kind: 'approval_pending', reason: 'daily_limit_exceeded' };

describe('the daily limit of promo budgets per admin', () => {
  it('applies to all promos together', async () => {
    const [finance, other] = [await makeAdminActor(world, 'finance'), await makeAdminActor(world, 'finance')];
    const viewer = await makeViewer(world);
    expect((await create(finance, 6_000)).body).toMatchObject({ budgetCoins: 6_000 });
    const { status, body } = await create(finance, 4_001, 'limit-two');
    expect([status, body]).toMatchObject([201, pending]);
    expect((await finance.get('/admin/promos/LIMIT-TWO')).status).toBe(404);
    expect((await viewer.post('/v1/promos/redeem', { code: 'LIMIT-TWO' })).status).toBe(404);
    expect((await create(finance, 4_000)).body).toMatchObject({ budgetCoins: 4_000 });
    expect((await create(finance, 1)).body).toMatchObject(pending);
    expect((await decide(finance, body)).body).toMatchObject({ error: 'self_approval_forbidden' });
    expect((await other.get(`/admin/approvals/${body.approvalId}`)).body).toMatchObject({
      kind: 'promo_budget',
      targetType: 'promo',
      targetId: 'LIMIT-TWO',
      target: { label: 'LIMIT-TWO' },
      effects: { audit: [{ action: 'promo.create' }] },
    });
    expect((await decide(other, body)).body).toMatchObject({ status: 'approved' });
    expect((await finance.get('/admin/promos/LIMIT-TWO')).body).toMatchObject({ budgetCoins: 4_001 });
    expect((await viewer.post('/v1/promos/redeem', { code: 'LIMIT-TWO' })).status).toBe(200);
    // Budgets approved by a second admin do not count.
    expect((await create(other, 10_000)).body).toMatchObject({ budgetCoins: 10_000 });
  });

  it('applies to raised budgets, and a pending edit changes nothing until it is approved', async () => {
    const [finance, other] = [await makeAdminActor(world, 'finance'), await makeAdminActor(world, 'superadmin')];
    const { body: promo } = await create(finance, 5_000);
    const edit = (fields: object) => finance.put<Answer>(`/admin/promos/${promo.id}`, fields);
    expect((await edit({ budgetCoins: 2_000 })).body).toMatchObject({ budgetCoins: 2_000 });
    expect((await edit({ budgetCoins: 7_000 })).body).toMatchObject({ budgetCoins: 7_000 });
    const { body: asked } = await edit({ budgetCoins: 7_001, window: { end: '2091-01-01T00:00:00Z' } });
    expect(asked).toMatchObject(pending);
    expect((await edit({ window: { start: '2021-01-01T00:00:00Z' } })).body).toMatchObject({ budgetCoins: 7_000 });
    expect((await decide(other, asked)).body).toMatchObject({ status: 'approved' });
    expect((await finance.get(`/admin/promos/${promo.id}`)).body).toMatchObject({
      budgetCoins: 7_001,
      window: { end: '2091-01-01T00:00:00.000Z' },
    });
    await world.database.pool.query('update admin_promo_budgets_by_day set day = day - 1 where admin_id = $1', [
      finance.id,
    ]);
    expect((await edit({ budgetCoins: 17_001 })).body).toMatchObject({ budgetCoins: 17_001 });
  });

  it('applies to the rest of a budget whose terms or segment change', async () => {
    const [finance, other] = [await makeAdminActor(world, 'finance'), await makeAdminActor(world, 'finance')];
    const viewer = await makeViewer(world);
    const { body: asked } = await create(finance, 10_002, 'LIMIT-TERMS');
    expect((await decide(other, asked)).body).toMatchObject({ status: 'approved' });
    const segment = await finance.post<{ id: string }>('/admin/segments', { name: 'A friend', rule: {} });
    const edit = (fields: object) => finance.put<Answer>('/admin/promos/LIMIT-TERMS', fields);
    for (const fields of [{ config: { amount: 10_000 } }, { segmentId: segment.body.id }])
      expect((await edit(fields)).body).toMatchObject(pending);
    const same = { config: { amount: 1 }, segmentId: null, window: { end: '2091-01-01T00:00:00Z' } };
    expect((await edit(same)).body).toMatchObject({ budgetCoins: 10_002 });
    for (let n = 0; n < 2; n += 1)
      expect((await viewer.post('/v1/promos/redeem', { code: 'LIMIT-TERMS' })).status).toBe(200);
    expect((await edit({ config: { amount: 10_000 } })).body).toMatchObject({ config: { amount: 10_000 } });
    expect((await edit({ segmentId: segment.body.id })).body).toMatchObject(pending);
  });

  it('refuses an invalid promo at once, and a taken code on approval', async () => {
    const [finance, other] = [await makeAdminActor(world, 'finance'), await makeAdminActor(world, 'finance')];
    const late = { ...terms(20_000), window: { start: '2090-01-01T00:00:00Z', end: '2020-01-01T00:00:00Z' } };
    expect((await finance.post('/admin/promos', late)).body).toMatchObject({ error: 'validation_failed' });
    const { body } = await create(finance, 20_000, 'LIMIT-TAKEN');
    expect((await create(other, 10, 'LIMIT-TAKEN')).status).toBe(201);
    expect((await decide(other, body)).body).toMatchObject({ error: 'code_taken' });
    expect((await decide(other, body, 'reject')).status).toBe(200);
  });

  it('creates one request per idempotency key', async () => {
    const finance = await makeAdminActor(world, 'finance');
    const { body: promo } = await create(finance, 1);
    const keyed = () => ({ headers: { 'idempotency-key': newId() } });
    const [createKey, editKey] = [keyed(), keyed()];
    const created = (changesNothing: boolean) =>
      finance.post<Answer>('/admin/promos', terms(20_000, 'LIMIT-ONCE'), { ...createKey, changesNothing });
    const edited = (changesNothing: boolean) =>
      finance.put<Answer>(`/admin/promos/${promo.id}`, { budgetCoins: 20_000 }, { ...editKey, changesNothing });
    for (const send of [created, edited]) {
      const [first, second] = [await send(false), await send(true)];
      expect(first.body).toMatchObject(pending);
      expect(second.body).toEqual(first.body);
    }
    const asked = await finance.get<{ items: object[] }>('/admin/approvals?mine=true');
    expect(asked.body.items).toHaveLength(2);
  });

  it('is exact under concurrency', async () => {
    const finance = await makeAdminActor(world, 'finance');
    const answers = await Promise.all(Array.from({ length: 6 }, () => create(finance, 3_000)));
    expect(answers.filter(({ body }) => body.kind === 'approval_pending')).toHaveLength(3);
  });

  it('is off by default', async () => {
    const free = world.another({ promoBudgetWithoutApproval: undefined });
    const finance = await makeAdminActor(free, 'finance');
    expect((await create(finance, 1_000_000)).body).toMatchObject({ budgetCoins: 1_000_000 });
  });
});
