import { expect, it } from 'vitest';
import { makeAdminActor } from '../../../test/harness/actor.ts';
import { makePackage, purchaseData, sendPurchase } from '../../../test/harness/payments.ts';
import { makeViewer } from '../../../test/harness/viewer.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { evaluate, type ShownAlert } from './alerts.fixture.ts';
import { evaluateQuiet } from './rules.ts';

/** Alerts about payments: messages that fail verification, disputes, rails without payments, money that is not returned. */

const world = await openWorld();
const finance = await makeAdminActor(world, 'finance');
const list = async (kind: string) =>
  (await finance.get<{ items: ShownAlert[] }>(`/admin/alerts?kind=${kind}`)).body.items;

it('Messages of a rail that fail verification open an alert once there are many', async () => {
  const add = (count: number) =>
    world.database.pool.query(
      `insert into webhook_rejections (source, reason, hour, count, last_at)
       values ('payments:card_web', $2, date_trunc('hour', clock()), $1, clock())`,
      [count, `reason_${'x'.repeat(count)}`],
    );
  await add(9);
  await evaluate(world);
  expect(await list('verification_failures')).toEqual([]);
  await add(1);
  await evaluate(world);
  const subject = { type: 'webhook_source', id: 'payments:card_web', label: null };
  expect(await list('verification_failures')).toMatchObject([{ subject, figures: { failures: 10 }, status: 'open' }]);
});

it('Disputed payments open an alert, which ends when the dispute is won', async () => {
  const [viewer, pack] = [await makeViewer(world), await makePackage(world)];
  const data = purchaseData(viewer, pack);
  await sendPurchase(world, 'completed', data);
  await sendPurchase(world, 'disputed', data, { occurredAt: '2026-03-02T12:00:00.000Z' });
  await evaluate(world);
  const open = { subject: { type: 'rail', id: 'ios_store' }, figures: { open: 1 }, status: 'open' };
  expect(await list('disputes')).toMatchObject([open]);
  await sendPurchase(world, 'refund_reversed', data, { occurredAt: '2026-03-03T12:00:00.000Z' });
  await evaluate(world);
  expect(await list('disputes')).toMatchObject([{ status: 'resolved' }]);
});

it('Money that could not be returned opens an alert that lists the refunds', async () => {
  const [viewer, pack] = [await makeViewer(world), await makePackage(world)];
  await sendPurchase(world, 'completed', purchaseData(viewer, pack));
  const { body } = await finance.get<{ items: { id: string }[] }>(`/admin/users/${viewer.id}/purchases`);
  const refund = {
    purchaseId: body.items[0]?.id,
    amountCents: 100,
    reason: 'Bought by accident',
    reverseUnlocks: false,
  };
  const { id } = (await finance.post<{ id: string }>('/admin/refunds', refund)).body;
  const set = "update refunds set money = $2, money_reason = $3, money_at = clock() - interval '6 days' where id = $1";
  await world.database.pool.query(set, [id, 'pending', null]);
  await evaluate(world);
  expect(await list('money_stuck')).toEqual([]);
  await world.database.pool.query(set, [id, 'failed', 'expired_card']);
  await evaluate(world);
  const [alert] = await list('money_stuck');
  expect(alert).toMatchObject({ figures: { failed: 1, pending: 0 }, status: 'open' });
  const detail = await finance.get<ShownAlert>(`/admin/alerts/${alert?.id}`);
  expect(detail.body.evidence.rows).toMatchObject([{ type: 'refund', id, userId: viewer.id }]);
});

it.each([
  [
    { recent: 0, before: 140, days: 28 },
    { severity: 'warning', figures: { usual: 5 } },
  ],
  [
    { recent: 0, before: 1400, days: 28 },
    { severity: 'critical', figures: { usual: 50 } },
  ],
  [{ recent: 1, before: 1400, days: 28 }, undefined],
  [{ recent: 0, before: 100, days: 28 }, undefined],
  [{ recent: 0, before: 1400, days: 2 }, undefined],
])('A rail with %j payments has the alert %j', (flow, expected) => {
  expect(evaluateQuiet(flow)).toEqual(expected);
});
