import { expect, it } from 'vitest';
import { makePackage, purchaseData, sendPayment } from '../../../test/harness/payments.ts';
import { makeViewer, walletOf } from '../../../test/harness/viewer.ts';
import { openWorld, testConfig } from '../../../test/harness/world.ts';

const secret = (name: string): string => `${name}, a secret of at least thirty-two bytes`;
const world = await openWorld({
  payments: {
    ...testConfig.payments,
    webhookSecrets: {
      ios_store: [secret('young'), secret('old')],
      localwallet: [secret('all wallets')],
      localwallet_ovo: [secret('one wallet')],
    },
  },
});
const shared = testConfig.secrets.paymentsWebhook;
const pack = await makePackage(world);

/** Sends a payment to a rail, signed with a secret, and returns the answer and the coins of its user. */
async function pay(rail: string, ...secrets: string[]) {
  const viewer = await makeViewer(world);
  const event = {
    type: 'purchase.completed',
    occurredAt: '2026-03-01T12:00:00Z',
    data: purchaseData(viewer, pack, { amountCents: 999 }),
  };
  const { status, body } = await sendPayment(world, rail, event, { secret: secrets });
  return [status, body?.error, (await walletOf(viewer)).paid];
}
const credited = [204, undefined, 100];
const refused = [401, 'invalid_signature', 0];

it('a rail with its own secret accepts no other, and no other rail accepts it', async () => {
  expect(await pay('ios_store', secret('young'))).toEqual(credited);
  expect(await pay('ios_store', ...shared)).toEqual(refused);
  expect(await pay('ios_store', secret('all wallets'))).toEqual(refused);
  expect(await pay('android_store', secret('young'))).toEqual(refused);
  expect(await pay('android_store', ...shared)).toEqual(credited);
});

it('a rail accepts its old secret while both are listed', async () => {
  expect(await pay('ios_store', secret('old'))).toEqual(credited);
});

it('a family of rails has one secret, except for rails with their own', async () => {
  expect(await pay('localwallet_dana', secret('all wallets'))).toEqual(credited);
  expect(await pay('localwallet_dana', ...shared)).toEqual(refused);
  expect(await pay('localwallet_ovo', secret('all wallets'))).toEqual(refused);
  expect(await pay('localwallet_ovo', secret('one wallet'))).toEqual(credited);
});

it('a message copied to another rail with the same secret is credited once', async () => {
  const viewer = await makeViewer(world);
  const event = { type: 'purchase.completed', occurredAt: '2026-03-01T12:00:00Z', data: purchaseData(viewer, pack) };
  const message = { id: 'copied', sentAt: new Date(), secret: [secret('all wallets')] };
  for (const rail of ['localwallet_dana', 'localwallet_gopay']) {
    expect((await sendPayment(world, rail, event, message)).status).toBe(204);
  }
  expect(await walletOf(viewer)).toMatchObject({ paid: 100 });
});
