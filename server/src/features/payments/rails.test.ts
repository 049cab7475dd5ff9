import { expect, it, vi } from 'vitest';
import { makeAdminActor } from '../../../test/harness/actor.ts';
import { createTestProvider, railsWith, sendEvents } from '../../../test/harness/payment-provider.ts';
import { makePackage } from '../../../test/harness/payments.ts';
import { makeViewer } from '../../../test/harness/viewer.ts';
import { openWorld, testConfig } from '../../../test/harness/world.ts';
import { newId } from '../../kit/id.ts';

const secret = 'a secret of at least thirty-two bytes';
const payments = { ...testConfig.payments, webhookSecrets: { localwallet: [secret], vas_zain_iq: [secret] } };
const world = await openWorld({ payments }, {}, undefined, undefined, { rails: railsWith(createTestProvider()) });
const finance = await makeAdminActor(world, 'finance');
const publisher = await makeAdminActor(world, 'content_manager');

interface Rails {
  rails: { rail: string; lastMessageAt: string | null; lastPaymentAt: string | null; failures: object[] }[];
}
const rails = async () => (await finance.get<Rails>('/admin/payments/rails')).body.rails;
const find = async (rail: string) => (await rails()).find((one) => one.rail === rail);

it('operators see the provider of each rail, its last message and what failed verification, and no secret', async () => {
  const names = ['android_store', 'card_web', 'ios_store', 'localwallet_*', 'vas_zain_iq'];
  expect((await rails()).map(({ rail }) => rail)).toEqual(names);
  const bound = { provider: 'test-provider', takesProofs: true, returnsMoney: false, hasOwnSecret: false };
  expect(await find('ios_store')).toMatchObject({ ...bound, lastMessageAt: null, failures: [] });
  expect(await find('vas_zain_iq')).toMatchObject({ provider: 'neutral', takesProofs: false, hasOwnSecret: true });
  expect(await find('localwallet_*')).toMatchObject({ provider: 'neutral', hasOwnSecret: true });
  await sendEvents(world, []);
  for (const _ of [1, 2]) await sendEvents(world, [], { signature: 'ff' });
  await sendEvents(world, [], { rail: 'mobilemoney_mpesa' });
  await vi.waitFor(async () => {
    const failures = [{ reason: 'wrong_signature', count: 2, lastAt: expect.stringMatching(/Z$/) }];
    expect(await find('ios_store')).toMatchObject({ lastMessageAt: expect.stringMatching(/Z$/), failures });
    expect(await find('mobilemoney_*')).toMatchObject({ failures: [{ reason: 'missing_headers', count: 1 }] });
  }, 20_000);
  expect(JSON.stringify(await rails())).not.toContain(secret);
  expect((await publisher.get('/admin/payments/rails')).status).toBe(403);
});

it('a rail whose payments came without messages is listed with the last of them', async () => {
  const [{ id: userId }, pack] = [await makeViewer(world), await makePackage(world)];
  const insert = (id: string, status: string, at: string) =>
    world.database.pool.query(
      `insert into transactions (user_id, id, kind, platform, product_id, package_id, amount_cents, currency,
         amount_usd_cents, status, created_at, completed_at, transaction_id)
       values ($1, $2, 'coin_pack', 'vas_cash', $3, $4, 99, 'USD', 99, $5, $6, case when $5 <> 'pending' then clock() end,
         case when $5 <> 'pending' then 'cash-1' end)`,
      [userId, id, pack.sku, pack.id, status, at],
    );
  await insert(newId(), 'pending', '2026-03-02T12:00:00Z');
  expect(await find('vas_cash')).toBeUndefined();
  await insert(newId(), 'completed', '2026-03-01T12:00:00Z');
  expect(await find('vas_cash')).toMatchObject({ lastMessageAt: null, lastPaymentAt: '2026-03-01T12:00:00.000Z' });
});
