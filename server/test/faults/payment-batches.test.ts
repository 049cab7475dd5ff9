import pg from 'pg';
import { afterAll, expect, it, vi } from 'vitest';
import { newId } from '../../src/kit/id.ts';
import { signMessage } from '../../src/kit/webhooks.ts';
import { makePackage } from '../harness/payments.ts';
import { startServiceForTest } from '../harness/processes.ts';
import { ledgerViolations, makeViewer } from '../harness/viewer.ts';
import { openWorld } from '../harness/world.ts';

// A start takes a second, and much longer on a machine that is busy with other tests.
vi.setConfig({ testTimeout: 120_000 });

/** A process that is killed amid a batch of payments: all of them were kept, and none is half done. */

const world = await openWorld();
const superuser = new pg.Client({ connectionString: world.server.url('superuser', world.databaseName) });
await superuser.connect();
afterAll(() => superuser.end());

const productOf = async () => (await makePackage(world, { coins: 100, bonusCoins: 10, priceCents: 999 })).sku;

async function send(base: string, data: object): Promise<number | undefined> {
  const body = JSON.stringify({ type: 'purchase.completed', occurredAt: '2026-03-01T12:00:00Z', data });
  const message = { id: newId(), sentAt: new Date() };
  const signed = signMessage(world.config.secrets.paymentsWebhook, message, Buffer.from(body));
  const headers = { 'content-type': 'application/json', ...signed };
  const url = `${base}/v1/subscriptions/webhook/ios_store`;
  return (await fetch(url, { method: 'POST', headers, body }).catch(() => undefined))?.status;
}

const count = async (text: string): Promise<number> => (await superuser.query(text)).rowCount ?? 0;

it('payments whose batch is cut short are all there, and are credited once each by the job', async () => {
  const productId = await productOf();
  const viewers = await Promise.all(Array.from({ length: 40 }, () => makeViewer(world)));
  // Each batch stands still after its payments are written and before they are recorded.
  await superuser.query(`
    create function stand_still() returns trigger language plpgsql as $$ begin perform pg_sleep(60); return null; end $$;
    create trigger stand_still before insert on audit_log for each statement execute function stand_still()`);
  const { base, child } = await startServiceForTest(world);
  const sending = viewers.map(({ id: userId }) =>
    send(base, { userId, productId, transactionId: newId(), amountCents: 999, currency: 'USD' }),
  );
  const sleeping = `select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`;
  await expect.poll(() => count(sleeping), { timeout: 30_000, interval: 10 }).toBe(2);
  await expect.poll(() => count('select from webhook_events'), { timeout: 30_000, interval: 10 }).toBe(40);
  child.kill('SIGKILL');
  expect(new Set(await Promise.all(sending))).toEqual(new Set([undefined]));
  // Its connections would end once they are awake.
  await superuser.query(sleeping.replace('from', 'pg_terminate_backend(pid) from'));
  await expect.poll(() => count(sleeping), { timeout: 30_000 }).toBe(0);
  await superuser.query('drop trigger stand_still on audit_log');
  expect(await count('select from transactions')).toBe(0);
  expect(await count(`select from webhook_events where outcome = 'received' and attempts = 1`)).toBe(40);
  await world.clock.shift('61 seconds');
  expect((await world.runner.runNow('media_sync')).counts.retried_webhooks).toBe(40);
  await world.clock.shift('0');
  expect(await count(`select from transactions where status = 'completed' and coins_granted = 100`)).toBe(40);
  expect(
    await count(`select from ledger.events where reason = 'iap' and (paid_change, bonus_change) = (100, 10)`),
  ).toBe(40);
  expect(await count(`select from audit_log where action = 'purchase.complete'`)).toBe(40);
  expect(await ledgerViolations(world)).toEqual([]);
});
