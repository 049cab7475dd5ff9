import { expect, it, vi } from 'vitest';
import { newId } from '../../src/kit/id.ts';
import { signMessage } from '../../src/kit/webhooks.ts';
import { makeAdminActor } from '../harness/actor.ts';
import { makePackage } from '../harness/payments.ts';
import { startServiceForTest } from '../harness/processes.ts';
import { seededRandom } from '../harness/random.ts';
import { listen } from '../harness/tus.ts';
import { ledgerViolations, makeViewer } from '../harness/viewer.ts';
import { openWorld } from '../harness/world.ts';

// A start takes a second, and much longer on a machine that is busy with other tests.
vi.setConfig({ testTimeout: 120_000 });

/** A process that is killed while it credits payments leaves whole ones or none, and each is credited once in the end. */

const world = await openWorld();
const support = await makeAdminActor(world, 'support');
const random = seededRandom(20_261_117);

interface Message {
  readonly id: string;
  readonly event: object;
}

async function send(base: string, { id, event }: Message): Promise<number | undefined> {
  const body = JSON.stringify(event);
  const signed = signMessage(world.config.secrets.paymentsWebhook, { id, sentAt: new Date() }, Buffer.from(body));
  const headers = { 'content-type': 'application/json', ...signed };
  const url = `${base}/v1/subscriptions/webhook/ios_store`;
  return (await fetch(url, { method: 'POST', headers, body }).catch(() => undefined))?.status;
}

it('payments are credited once each, and refunds taken once, though a process is killed amid them', async () => {
  const pack = await makePackage(world, { coins: 100, bonusCoins: 10, priceCents: 1000 });
  const viewers = await Promise.all(Array.from({ length: 12 }, () => makeViewer(world)));
  const messages = viewers.flatMap(({ id: userId }) =>
    Array.from({ length: 5 }, () => newId()).flatMap((transactionId): Message[] => {
      const data = { userId, productId: pack.sku, transactionId, amountCents: 1000, currency: 'USD' };
      const tell = (type: string, cents: number) => ({
        id: newId(),
        event: { type, occurredAt: '2026-03-01T12:00:00Z', data: { ...data, amountCents: cents } },
      });
      return [tell('purchase.completed', 1000), tell('purchase.refunded', 300)];
    }),
  );
  const { base, child } = await startServiceForTest(world);
  let answered = 0;
  await Promise.all(
    random.shuffled(messages).map(async (message) => {
      if ((await send(base, message)) === 204) answered++;
      // Amid those that wait and those that are being committed.
      if (answered === 30) child.kill('SIGKILL');
    }),
  );
  expect(answered).toBeLessThan(messages.length);
  const halfDone = `
    select t.id from transactions t left join ledger.events e on e.user_id = t.user_id and e.id = t.event_id
    where t.status <> 'pending' and (e.id is null or (e.paid_change, e.bonus_change) <> (t.coins_granted, t.bonus_coins))`;
  expect((await world.database.pool.query(halfDone)).rows).toEqual([]);
  // A provider sends what was not answered again.
  const here = await listen(world);
  for (const message of messages) expect(await send(here, message)).toBe(204);
  // What a service on a busy machine had no time for is kept, and tried again by the clock.
  await world.clock.shift('2 minutes');
  await world.runner.runNow('media_sync');
  await world.clock.shift('0');
  for (const { id } of viewers) {
    expect((await support.get(`/admin/users/${id}`)).body).toMatchObject({
      balancePaid: 350,
      balanceBonus: 35,
      totalSpendCents: 3500,
    });
  }
  expect((await world.database.pool.query(halfDone)).rows).toEqual([]);
  expect(await ledgerViolations(world)).toEqual([]);
});
