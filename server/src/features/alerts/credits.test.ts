import { expect, it } from 'vitest';
import { makeAdminActor } from '../../../test/harness/actor.ts';
import { makePackage } from '../../../test/harness/payments.ts';
import { makeViewer } from '../../../test/harness/viewer.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { evaluate, type ShownAlert } from './alerts.fixture.ts';

const world = await openWorld();
const finance = await makeAdminActor(world, 'finance');
const viewer = await makeViewer(world, { displayName: 'Layla' });
const pack = await makePackage(world, { coins: 1900, bonusCoins: 100, priceCents: 999 });

const count = 11;
const file = [
  'transaction_id,amount_cents,currency,created_at',
  ...Array.from({ length: count }, (_, n) => `missing-${n},999,USD,2026-03-10T12:00:00Z`),
].join('\n');

it('coins that an admin credited by reconciliation are in the evidence of the alert on them', async () => {
  const url = '/admin/payments/reconciliation';
  const upload = { name: 'march.csv', bytes: file };
  const { body: run } = await finance.upload<{ id: string }>(url, { rail: 'ios_store' }, upload);
  const events: string[] = [];
  for (let n = 0; n < count; n++) {
    const asked = { userId: viewer.id, sku: pack.sku };
    const { body } = await finance.post<{ eventId: string }>(`${url}/${run.id}/rows/${n + 2}/credit`, asked);
    events.push(body.eventId);
  }
  const grant = { amount: 5, direction: 'grant', reason: 'apology' };
  await finance.post(`/admin/users/${viewer.id}/wallet/adjust`, grant);
  await evaluate(world);
  const { body: found } = await finance.get<{ items: ShownAlert[] }>('/admin/alerts?kind=admin_grants');
  expect(found.items).toMatchObject([{ subject: { id: finance.id }, figures: { coins: 22_005 } }]);
  const { body: alert } = await finance.get<ShownAlert>(`/admin/alerts/${found.items[0]?.id}`);
  const [adjusted, ...credited] = alert.evidence.rows;
  const known = { type: 'ledger_event', userId: viewer.id, label: 'Layla' };
  expect(adjusted).toMatchObject({ ...known, amount: 5, reason: 'apology' });
  expect(credited).toMatchObject(
    events.toReversed().map((id) => ({ ...known, id, amount: 2000, reason: 'reconciliation_credit' })),
  );
});
