import { afterEach, describe, expect, it } from 'vitest';
import { type Actor, makeAdminActor, makeRole } from '../../../test/harness/actor.ts';
import { makePackage, sendPayment } from '../../../test/harness/payments.ts';
import { makePromo } from '../../../test/harness/promos.ts';
import { makeViewer } from '../../../test/harness/viewer.ts';
import { releaseTogether } from '../../../test/harness/waiting.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { newId } from '../../kit/id.ts';
import { evaluate, type ShownAlert, signedInAfter } from './alerts.fixture.ts';

const world = await openWorld();
const finance = await makeAdminActor(world, 'finance');
const analyst = await makeAdminActor(world, 'analyst');
const support = await makeAdminActor(world, 'support');
const superadmin = await makeAdminActor(world, 'superadmin');
const viewer = await makeViewer(world, { displayName: 'Layla' });

afterEach(() => world.clock.shift('0'));

const list = async (query = '', by: Actor = finance) =>
  (await by.get<{ items: ShownAlert[] }>(`/admin/alerts?${query}`)).body.items;
const detail = async (id: string, by: Actor = finance) => (await by.get<ShownAlert>(`/admin/alerts/${id}`)).body;
const one = async (kind: string): Promise<ShownAlert> => {
  const [alert, ...more] = await list(`kind=${kind}`);
  if (!alert || more.length > 0) throw new Error(`there are ${more.length} more of ${kind} than one`);
  return alert;
};

const grant = (amount: number, by = finance) =>
  by.post(`/admin/users/${viewer.id}/wallet/adjust`, { amount, direction: 'grant', reason: 'apology' });

describe('many grants by one admin', () => {
  it('open one alert on the admin and one on the source, however many look at once', async () => {
    await evaluate(world);
    expect(await list()).toEqual([]);
    for (let n = 0; n < 50; n++) await grant(2000);
    const warnings: object[] = [];
    const log = { error: () => {}, warn: (fields: object) => void warnings.push(fields) };
    const other = world.another();
    await releaseTogether(world, { table: 'alerts', most: 2 }, () =>
      Promise.all([evaluate(world, log), evaluate(other, log)]),
    );
    expect(await one('admin_grants')).toMatchObject({
      severity: 'critical',
      status: 'open',
      subject: { type: 'admin', id: finance.id },
      figures: { coins: 100_000, limit: 20_000 },
      allowed: ['acknowledge'],
    });
    expect(await one('mint_spike')).toMatchObject({
      severity: 'warning',
      subject: { type: 'ledger_account', id: 'source_support_grant' },
      figures: { coins: 100_000, usual: null },
    });
    expect(warnings).toHaveLength(2);
  });
  it('are shown in the evidence, by name to those who may know names', async () => {
    const { evidence } = await detail((await one('admin_grants')).id);
    expect(evidence.rows).toHaveLength(50);
    expect(evidence.rows[0]).toMatchObject({ type: 'ledger_event', userId: viewer.id, label: 'Layla', amount: 2000 });
    const { id } = await one('mint_spike');
    const mint = (await detail(id)).evidence;
    expect(mint).toMatchObject({ shown: true, requires: 'wallet:read' });
    expect(mint.rows[0]).toMatchObject({ userId: viewer.id, label: 'Layla', amount: 2000 });
    expect(mint.hours.reduce((sum, { amount }) => sum + amount, 0)).toBe(100_000);
    const moments = [(await one('mint_spike')).windowFrom, ...mint.hours.map(({ hour }) => hour)];
    expect(moments.filter((moment) => !moment?.endsWith(':00:00.000Z'))).toEqual([]);
    expect((await detail(id, analyst)).evidence).toMatchObject({ shown: false, requires: 'wallet:read', rows: [] });
    const roleId = await makeRole(world, 'coins only', ['payments:read', 'wallet:read']);
    const nameless = await makeAdminActor(world, 'support');
    await world.database.pool.query('update admins set role_id = $2 where id = $1', [nameless.id, roleId]);
    expect((await detail(id, nameless)).evidence.rows[0]).toMatchObject({ userId: viewer.id, label: null });
  });
  it('are renewed while they last, and do not open again', async () => {
    await grant(1000);
    await evaluate(world);
    expect((await one('admin_grants')).figures.coins).toBe(101_000);
  });
  it('are acknowledged once, by those who may, with an entry in the audit log', async () => {
    const { id } = await one('mint_spike');
    const url = `/admin/alerts/${id}/acknowledge`;
    expect((await analyst.post<ShownAlert>(url)).body).toMatchObject({ error: 'insufficient_permissions' });
    expect((await list('kind=mint_spike', analyst))[0]?.allowed).toEqual([]);
    expect((await finance.post<{ dryRun: boolean }>(`${url}?dryRun=true`, {})).body.dryRun).toBe(true);
    const done = await finance.post<ShownAlert>(url, { note: 'A planned campaign, ask lina@example.org' });
    expect(done.body).toMatchObject({
      status: 'acknowledged',
      note: 'A planned campaign, ask [personal]',
      acknowledgedBy: { id: finance.id },
      allowed: [],
    });
    expect((await finance.post<ShownAlert>(url)).body).toMatchObject({
      statusCode: 400,
      error: 'invalid_transition',
      currentState: 'acknowledged',
      allowed: [],
    });
    await evaluate(world);
    expect(await list('status=acknowledged')).toMatchObject([{ id }]);
    expect((await list('status=open&kind=mint_spike')).length).toBe(0);
    const { body } = await finance.get<{ items: { action: string; reason: string }[] }>(
      `/admin/audit-log?targetType=alert&targetId=${id}`,
    );
    expect(body.items).toMatchObject([
      { action: 'alert.acknowledge', reason: 'A planned campaign, ask [personal]' },
      { action: 'alert.open' },
    ]);
  });
  it('are over the next day, and open anew when they come back', async () => {
    const { id } = await one('admin_grants');
    await world.clock.shift('26 hours');
    await evaluate(world);
    const later = await signedInAfter(world, finance, 26);
    expect(await list('status=resolved', later)).toHaveLength(2);
    expect(await list('status=open,acknowledged', later)).toEqual([]);
    expect((await later.post<ShownAlert>(`/admin/alerts/${id}/acknowledge`)).body.error).toBe('invalid_transition');
    await world.clock.shift('0');
    await evaluate(world);
    const again = await list('kind=admin_grants');
    expect(again.map(({ status }) => status)).toEqual(['open', 'resolved']);
  });
  it('are shown to who holds what the kind takes', async () => {
    const [{ id } = { id: '' }] = await list('kind=admin_grants&status=open');
    expect(await list('kind=admin_grants', analyst)).toEqual([]);
    expect((await support.get<ShownAlert>(`/admin/alerts/${id}`)).status).toBe(404);
    const moderator = await makeAdminActor(world, 'moderator');
    expect((await moderator.get('/admin/alerts')).status).toBe(403);
    const metrics = (await world.app.inject('/metrics')).payload;
    expect(metrics).toContain('alerts_open{kind="admin_grants"} 1');
    expect(metrics).toContain('alerts_open{kind="refund_rate"} 0');
    expect(metrics).toContain('alerts_lasting{kind="admin_grants",severity="critical"} 1');
  });
  it('have the name of the admin in the audit log', async () => {
    const { body } = await finance.get<{ items: object[] }>('/admin/audit-log?action=alert.open');
    const about = { type: 'admin', id: finance.id };
    expect(body.items).toContainEqual(
      expect.objectContaining({ admin_email: 'system', target_label: 'finance', target_about: about }),
    );
  });
});

describe('a promo that gives its coins away too fast', () => {
  it('opens an alert with what is left, and is over when it slows down', async () => {
    const { id, code } = await makePromo(finance, { config: { amount: 500 }, budgetCoins: 4000 });
    for (let n = 0; n < 5; n++) {
      const names = [{ isGuest: true }, { email: 'viewer3@viewers.example' }, { displayName: 'Viewer 4' }];
      const someone = await makeViewer(world, names[n - 2] ?? {});
      expect((await someone.post('/v1/promos/redeem', { code })).status).toBe(200);
    }
    await evaluate(world);
    const alert = await one('promo_burn');
    expect(alert).toMatchObject({
      status: 'open',
      subject: { type: 'promo', id, label: code },
      figures: { leftCoins: 1500, budgetCoins: 4000 },
    });
    // The page of the promo has the same forecast.
    const promo = (await finance.get<{ projectedExhaustionAt: string; budgetState: string }>(`/admin/promos/${id}`))
      .body;
    const hoursLeft = (Date.parse(promo.projectedExhaustionAt) - Date.now()) / 3_600_000;
    expect(hoursLeft).toBeCloseTo(Number(alert.figures.hoursLeft), 0);
    expect([alert.severity, promo.budgetState]).toEqual(['critical', 'critical']);
    const { evidence } = await detail(alert.id, analyst);
    expect(evidence.rows).toHaveLength(5);
    expect(evidence.rows.every(({ label, userKind }) => label === null && userKind === null)).toBe(true);
    const { rows } = (await detail(alert.id)).evidence;
    expect(rows.slice(0, 3).map(({ label, userKind }) => [label, userKind])).toEqual([
      ['Viewer 4', 'registered'],
      ['viewer3@viewers.example', 'registered'],
      [null, 'guest'],
    ]);
    await world.clock.shift('5 hours');
    await evaluate(world);
    expect((await one('promo_burn')).status).toBe('resolved');
  });
});

describe('refunds of a rail', () => {
  it('open an alert where they are many beside its payments', async () => {
    const pack = await makePackage(world, { coins: 100, bonusCoins: 0, priceCents: 1000 });
    const buyer = await makeViewer(world, { displayName: 'Budi' });
    const send = async (type: string, transactionId: string) => {
      const data = { userId: buyer.id, productId: pack.sku, transactionId, amountCents: 1000, currency: 'USD' };
      await sendPayment(world, 'android_store', { type, occurredAt: new Date().toISOString(), data });
    };
    const ids = Array.from({ length: 20 }, () => newId());
    for (const id of ids) await send('purchase.completed', id);
    for (const id of ids.slice(0, 9)) await send('purchase.refunded', id);
    await evaluate(world);
    expect(await list('kind=refund_rate')).toEqual([]);
    await send('purchase.refunded', ids[9] ?? '');
    await evaluate(world);
    const alert = await one('refund_rate');
    expect(alert).toMatchObject({
      severity: 'critical',
      subject: { type: 'rail', id: 'android_store' },
      figures: { refunds: 10, payments: 20, ratePercent: 50, usualPercent: null },
    });
    expect((await detail(alert.id)).evidence.rows).toHaveLength(10);
    expect((await detail(alert.id)).evidence.rows[0]).toMatchObject({ type: 'refund', label: 'Budi', amount: 1000 });
    await world.clock.shift('26 hours');
    await evaluate(world);
    expect((await list('kind=refund_rate', await signedInAfter(world, finance, 26)))[0]?.status).toBe('resolved');
  });
});

it('A list of alerts takes no other words than its own', async () => {
  for (const query of ['status=closed', 'kind=other', 'severity=low', 'cursor=x', 'unknown=1']) {
    expect((await finance.get(`/admin/alerts?${query}`)).status).toBe(400);
  }
  expect((await superadmin.get(`/admin/alerts/${newId()}`)).status).toBe(404);
  expect((await superadmin.post(`/admin/alerts/${newId()}/acknowledge`)).status).toBe(404);
});
