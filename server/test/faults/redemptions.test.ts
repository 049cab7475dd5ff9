import { expect, it, vi } from 'vitest';
import { makeAdminActor } from '../harness/actor.ts';
import { testCount } from '../harness/long-form.ts';
import { startServiceForTest } from '../harness/processes.ts';
import { makePromo, promoViolations } from '../harness/promos.ts';
import { ledgerViolations, makeViewer, type Viewer } from '../harness/viewer.ts';
import { openTransactions } from '../harness/waiting.ts';
import { openWorld } from '../harness/world.ts';

// A start takes a second, and much longer on a machine that is busy with other tests.
vi.setConfig({ testTimeout: 120_000 });

/** A process that is killed while it redeems leaves whole redemptions or none, and what is sent again is done once. */

const world = await openWorld();

it('a process that is killed amid redemptions leaves whole ones, and each is made once in the end', async () => {
  const finance = await makeAdminActor(world, 'finance');
  const promos = [
    await makePromo(finance, { budgetCoins: 5000 }),
    await makePromo(finance, { budgetCoins: 5000 }),
    await makePromo(finance, { type: 'bonus_multiplier', config: { multiplier: 2 }, budgetCoins: 5000 }),
  ];
  const viewers: Viewer[] = [];
  while (viewers.length < testCount(40, { long: 60 })) viewers.push(await makeViewer(world));
  const { base, child } = await startServiceForTest(world);
  const wanted = promos.flatMap(({ code }) => viewers.map((viewer) => ({ viewer, code })));
  let answered = 0;
  await Promise.all(
    wanted.map(async ({ viewer: { token }, code }) => {
      const answer = await fetch(`${base}/v1/promos/redeem`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': code },
        body: JSON.stringify({ code }),
      }).catch(() => undefined);
      if (answer?.ok) answered++;
      // Amid those that wait and those that are being committed.
      if (answered === 20) child.kill('SIGKILL');
    }),
  );
  expect(answered).toBeLessThan(wanted.length);
  await expect.poll(() => openTransactions(world)).toBe(0);
  expect(await promoViolations(world)).toEqual([]);
  for (const { viewer, code } of wanted) {
    const headers = { 'idempotency-key': code };
    expect((await viewer.post('/v1/promos/redeem', { code }, { headers })).status).toBe(200);
  }
  for (const viewer of viewers) expect((await viewer.get('/v1/wallet')).body.balanceTotal).toBe(100);
  expect(await promoViolations(world)).toEqual([]);
  expect(await ledgerViolations(world)).toEqual([]);
});
