import { expect, it, vi } from 'vitest';
import { makeAdminActor } from '../../../test/harness/actor.ts';
import { createTestProvider, railsWith, sendEvents } from '../../../test/harness/payment-provider.ts';
import { openWorld, testConfig } from '../../../test/harness/world.ts';

const secret = 'a secret of at least thirty-two bytes';
const payments = { ...testConfig.payments, webhookSecrets: { localwallet: [secret], vas_zain_iq: [secret] } };
const world = await openWorld({ payments }, {}, undefined, undefined, { rails: railsWith(createTestProvider()) });
const finance = await makeAdminActor(world, 'finance');
const publisher = await makeAdminActor(world, 'content_manager');

interface Rails {
  rails: { rail: string; lastMessageAt: string | null; failures: object[] }[];
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
