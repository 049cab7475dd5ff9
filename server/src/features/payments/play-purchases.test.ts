import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { makeAdminActor } from '../../../test/harness/actor.ts';
import { findWebhookEvent, makePackage, purchasesOf, type TransactionBody } from '../../../test/harness/payments.ts';
import { ledgerViolations, makeViewer, type Viewer, walletOf } from '../../../test/harness/viewer.ts';
import { openWorld } from '../../../test/harness/world.ts';
import {
  authorization,
  openGoogle,
  packageName,
  pushAudience,
  pushBody,
  pushEmail,
} from '../../gateways/payments/play.fixture.ts';
import { createPlay } from '../../gateways/payments/play.ts';
import { createPublisher } from '../../gateways/payments/play-publisher.ts';
import { deliveriesOf } from '../../jobs.ts';
import { newId } from '../../kit/id.ts';
import { drainOutbox } from '../../kit/outbox.ts';
import { createRails } from './public.ts';

/** Purchases in Play: notifications and proofs, with the publisher API. */

const google = await openGoogle();
afterAll(() => google.close());
const publisher = createPublisher({ packageName, serviceAccount: google.serviceAccount, baseUrl: google.url });
const play = createPlay({ packageName, pushAudience, pushEmail, keysUrl: `${google.url}/certs`, publisher });
const rails = createRails(new Map([['android_store', play]]), 'credit');
const world = await openWorld({}, {}, undefined, undefined, { rails });
const superadmin = await makeAdminActor(world, 'superadmin');
const pack = await makePackage(world);
const other = await makePackage(world, { coins: 30, bonusCoins: 0 });
beforeEach(() => {
  google.calls.length = 0;
  google.replies.clear();
});

const deliver = () => drainOutbox(world.database, deliveriesOf(world.media, world.push, world.database, rails));
const now = Math.floor(Date.now() / 1000);
const token = await authorization({ claims: { iat: now, exp: now + 3600 } });

interface Bought {
  purchaseToken: string;
  orderId: string;
  consumePaths: string[];
}

const unconsumed = { consumptionState: 'CONSUMPTION_STATE_YET_TO_BE_CONSUMED' };
const price = { currencyCode: 'USD', units: '9', nanos: 990_000_000 };

/** A purchase that the publisher API knows. */
function buy(viewer: Viewer, skus: readonly string[] = [pack.sku]): Bought {
  const [purchaseToken, orderId] = [`token-${newId()}`, `GPA.${newId()}`];
  const purchase = {
    purchaseStateContext: { purchaseState: 'PURCHASED' },
    productLineItem: skus.map((productId) => ({ productId, productOfferDetails: unconsumed })),
    orderId,
    obfuscatedExternalAccountId: viewer.id,
    regionCode: 'DE',
    purchaseCompletionTime: new Date().toISOString(),
  };
  const lineItems = skus.map((productId) => ({ productId, total: price }));
  google.replies.set(`GET purchases/productsv2/tokens/${purchaseToken}`, { body: purchase });
  google.replies.set(`GET orders/${orderId}`, { body: { orderId, state: 'PROCESSED', total: price, lineItems } });
  const consumePaths = skus.map((sku) => `POST purchases/products/${sku}/tokens/${purchaseToken}:consume`);
  for (const path of consumePaths) google.replies.set(path, { body: {} });
  return { purchaseToken, orderId, consumePaths };
}

/** Pushes a notification, and returns the status of the answer. */
async function push(notification: Readonly<Record<string, unknown>>, id = newId()): Promise<number> {
  const headers = { ...token, 'content-type': 'application/json' };
  const url = '/v1/subscriptions/webhook/android_store';
  return (await world.app.inject({ method: 'POST', url, headers, payload: pushBody(notification, id) })).statusCode;
}
const bought = ({ purchaseToken }: Pick<Bought, 'purchaseToken'>) => ({
  eventTimeMillis: String(Date.now()),
  oneTimeProductNotification: { version: '1.0', notificationType: 1, purchaseToken, sku: pack.sku },
});

const announce = async (viewer: Viewer, sku = pack.sku) =>
  (await viewer.post<TransactionBody>('/v1/store/purchases', { sku, rail: 'android_store' })).body.id;
const prove = async (viewer: Viewer, { purchaseToken }: Pick<Bought, 'purchaseToken'>, productId = pack.sku) => {
  const id = await announce(viewer);
  const { status, body } = await viewer.post<{ error: string }>(`/v1/store/purchases/${id}/proof`, {
    purchaseToken,
    productId,
  });
  return [status, body.error];
};
const consumed = () => google.calls.filter((call) => call.endsWith(':consume'));

describe('a proof of a purchase', () => {
  it('credits and consumes it', async () => {
    const viewer = await makeViewer(world);
    const purchase = buy(viewer);
    expect(await prove(viewer, purchase)).toEqual([200, undefined]);
    await deliver();
    expect(consumed()).toEqual(purchase.consumePaths);
    expect(await walletOf(viewer)).toMatchObject({ paid: 100 });
  });

  it('of another user consumes nothing, whatever product it claims', async () => {
    const [victim, thief] = [await makeViewer(world), await makeViewer(world)];
    const purchase = buy(victim);
    for (const sku of [pack.sku, 'zzz']) {
      expect(await prove(thief, purchase, sku)).toEqual([403, 'purchase_of_another_user']);
    }
    await deliver();
    expect(consumed()).toEqual([]);
  });

  it('that claims a product which was not bought is refused, and consumes nothing', async () => {
    const viewer = await makeViewer(world);
    expect(await prove(viewer, buy(viewer), 'zzz')).toEqual([400, 'invalid_proof']);
    await deliver();
    expect(consumed()).toEqual([]);
  });

  it('with several products credits all that it consumes', async () => {
    const viewer = await makeViewer(world);
    const purchase = buy(viewer, [pack.sku, other.sku]);
    expect(await prove(viewer, purchase)).toEqual([200, undefined]);
    await deliver();
    expect(consumed()).toEqual(purchase.consumePaths);
    expect(await walletOf(viewer)).toMatchObject({ paid: 130 });
  });

  it('with a token that the store does not know is refused', async () => {
    const viewer = await makeViewer(world);
    for (const status of [400, 404, 410]) {
      google.replies.set('GET purchases/productsv2/tokens/junk', { status, body: {} });
      expect(await prove(viewer, { purchaseToken: 'junk' })).toEqual([400, 'invalid_proof']);
    }
  });
});

describe('a purchase that waits for payment', () => {
  it('completes the one that the app announced, and leaves no other', async () => {
    const viewer = await makeViewer(world);
    const purchase = buy(viewer);
    const path = `GET purchases/productsv2/tokens/${purchase.purchaseToken}`;
    const paid = google.replies.get(path) ?? {};
    const { purchaseStateContext: _, orderId: __, ...waiting } = Object(paid.body);
    google.replies.set(path, { body: { ...waiting, purchaseStateContext: { purchaseState: 'PENDING' } } });
    expect(await prove(viewer, purchase)).toEqual([200, undefined]);
    expect(await push(bought(purchase))).toBe(204);
    google.replies.set(path, paid);
    expect(await push(bought(purchase))).toBe(204);
    await deliver();
    expect(consumed()).toEqual(purchase.consumePaths);
    expect(await purchasesOf(superadmin, viewer.id)).toMatchObject([
      { status: 'completed', transactionId: purchase.orderId },
    ]);
    expect(await walletOf(viewer)).toMatchObject({ paid: 100 });
  });

  it('without a user says so', async () => {
    const purchase = buy(await makeViewer(world));
    const path = `GET purchases/productsv2/tokens/${purchase.purchaseToken}`;
    const { obfuscatedExternalAccountId: _, ...unnamed } = Object(google.replies.get(path)?.body);
    google.replies.set(path, { body: unnamed });
    const id = newId();
    expect(await push(bought(purchase), id)).toBe(204);
    expect(await findWebhookEvent(world, id)).toMatchObject({ outcome: 'unmatched', detail: 'user_missing' });
  });
});

describe('a notification of a purchase', () => {
  it('consumes only what was credited', async () => {
    const viewer = await makeViewer(world);
    const purchase = buy(viewer, [pack.sku, 'not_sold']);
    expect(await push(bought(purchase))).toBe(204);
    await deliver();
    expect(consumed()).toEqual(purchase.consumePaths.slice(0, 1));
    expect(await walletOf(viewer)).toMatchObject({ paid: 100 });
  });

  it('that is sent six times at once, and again later, is asked for and consumed once', async () => {
    const viewer = await makeViewer(world);
    const [purchase, id] = [buy(viewer), newId()];
    const answers = await Promise.all(Array.from({ length: 6 }, () => push(bought(purchase), id)));
    expect([...answers, await push(bought(purchase), id)]).toEqual(Array(7).fill(204));
    await deliver();
    expect(google.calls).toEqual([
      `GET purchases/productsv2/tokens/${purchase.purchaseToken}`,
      `GET orders/${purchase.orderId}`,
      ...purchase.consumePaths,
    ]);
    expect(await walletOf(viewer)).toMatchObject({ paid: 100 });
  });

  it('that the store refuses for good is kept, and credited by a replay once it knows it', async () => {
    const viewer = await makeViewer(world);
    const purchase = buy(viewer);
    for (const [path, status] of [
      [`GET purchases/productsv2/tokens/${purchase.purchaseToken}`, 410],
      [`GET orders/${purchase.orderId}`, 404],
    ] as const) {
      const [reply, id] = [google.replies.get(path), newId()];
      google.replies.set(path, { status, body: {} });
      expect(await push(bought(purchase), id)).toBe(204);
      const kept = await findWebhookEvent(world, id);
      expect(kept).toMatchObject({ outcome: 'unmatched', detail: 'untranslated' });
      const again = () => superadmin.post<{ outcome: string }>(`/admin/webhooks/${kept?.id}/replay`);
      expect((await again()).body).toMatchObject({ outcome: 'unmatched', detailCode: 'untranslated' });
      google.replies.set(path, reply ?? {});
      expect(['applied', 'ignored']).toContain((await again()).body.outcome);
    }
    expect(await walletOf(viewer)).toMatchObject({ paid: 100 });
    expect(await purchasesOf(superadmin, viewer.id)).toMatchObject([
      { status: 'completed', transactionId: purchase.orderId },
    ]);
  });

  it('is sent again if the store does not answer, or refuses our account', async () => {
    const viewer = await makeViewer(world);
    const [purchase, id] = [buy(viewer), newId()];
    const path = `GET purchases/productsv2/tokens/${purchase.purchaseToken}`;
    const reply = google.replies.get(path) ?? {};
    for (const status of [500, 403]) {
      google.replies.set(path, { status, body: {} });
      expect(await push(bought(purchase), id)).toBe(503);
    }
    google.replies.set(path, reply);
    expect(await push(bought(purchase), id)).toBe(204);
    expect(await walletOf(viewer)).toMatchObject({ paid: 100 });
  });
});

it('the ledger is consistent afterwards', async () => {
  expect(await ledgerViolations(world)).toEqual([]);
});
