import { expect, it, vi } from 'vitest';
import { newId } from '../../src/kit/id.ts';
import { makeAdminActor } from '../harness/actor.ts';
import { makePackage } from '../harness/payments.ts';
import { startServiceForTest } from '../harness/processes.ts';
import { makePayment, refundViolations } from '../harness/refunds.ts';
import { ledgerViolations, makeViewer } from '../harness/viewer.ts';
import { openTransactions } from '../harness/waiting.ts';
import { openWorld } from '../harness/world.ts';

// A start takes a second, and much longer on a machine that is busy with other tests.
vi.setConfig({ testTimeout: 120_000 });

/** A process that is killed while it refunds leaves whole refunds or none, and what is sent again is done once. */

const world = await openWorld();

it('a process that is killed amid refunds leaves whole ones, and each is made once in the end', async () => {
  const support = await makeAdminActor(world, 'support');
  const finances = await Promise.all(Array.from({ length: 6 }, () => makeAdminActor(world, 'finance')));
  const pack = await makePackage(world, { coins: 100, bonusCoins: 10, priceCents: 1000 });
  const viewers = await Promise.all(Array.from({ length: 30 }, () => makeViewer(world)));
  const wanted: { token: string; key: string; body: object }[] = [];
  for (const [n, viewer] of viewers.entries()) {
    const { id: purchaseId } = await makePayment(world, support, viewer.id, pack);
    const body = { purchaseId, amountCents: 400, reason: 'Bought by accident', reverseUnlocks: n % 2 === 0 };
    wanted.push({ token: finances[n % finances.length]?.token ?? '', key: newId(), body });
  }
  const { base, child } = await startServiceForTest(world);
  let answered = 0;
  await Promise.all(
    wanted.map(async ({ token, key, body }) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': key };
      const init = { method: 'POST', headers, body: JSON.stringify(body) };
      const answer = await fetch(`${base}/v1/admin/refunds`, init).catch(() => undefined);
      if (answer?.ok) answered++;
      // Amid those that wait and those that are being committed.
      if (answered === 8) child.kill('SIGKILL');
    }),
  );
  expect(answered).toBeLessThan(wanted.length);
  await expect.poll(() => openTransactions(world)).toBe(0);
  expect(await refundViolations(world)).toEqual([]);
  expect(await ledgerViolations(world)).toEqual([]);
  for (const { token, key, body } of wanted) {
    const headers = { authorization: `Bearer ${token}`, 'idempotency-key': key };
    const again = await world.app.inject({ method: 'POST', url: '/v1/admin/refunds', headers, payload: body });
    expect(again.statusCode, again.payload).toBe(200);
  }
  for (const { id } of viewers) {
    expect((await support.get(`/admin/users/${id}`)).body).toMatchObject({ balanceTotal: 66, totalSpendCents: 600 });
  }
  expect(await refundViolations(world)).toEqual([]);
  expect(await ledgerViolations(world)).toEqual([]);
});
