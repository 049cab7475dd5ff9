import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import {
  AppStoreServerAPIClient,
  type ConsumptionRequest,
  DeliveryStatus,
  Environment,
} from '@apple/app-store-server-library';
import { jwtVerify } from 'jose';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { anonymous, makeAdminActor } from '../../../test/harness/actor.ts';
import { makeEpisode } from '../../../test/harness/catalog.ts';
import { findWebhookEvent, makePackage, purchasesOf } from '../../../test/harness/payments.ts';
import { requestRefund } from '../../../test/harness/refunds.ts';
import { ledgerViolations, makeViewer, type Viewer, walletOf } from '../../../test/harness/viewer.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { coinPack, type Json, notificationBody, ours, signedAt } from '../../gateways/payments/app-store.fixture.ts';
import { createAppStore } from '../../gateways/payments/app-store.ts';
import { deliveriesOf } from '../../jobs.ts';
import { newId } from '../../kit/id.ts';
import { isRecord } from '../../kit/json.ts';
import { drainOutbox } from '../../kit/outbox.ts';
import { createRails } from './public.ts';

/** What the App Store asks before it refunds, answered at a server that speaks its protocol. */

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const [keyId, issuerId] = ['ABC123DEFG', '57246542-96fe-1a63-e053-0824d011072a'];

interface Received {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly body: unknown;
  readonly token: object;
}
const received: Received[] = [];
/** What the store does with an answer: takes it, fails, or takes it and loses the connection. */
let behavior: 'takes' | 'fails' | 'hangs up' = 'takes';

/** Checks the token of a request and returns what it says, without the times. */
async function readToken(authorization = '') {
  const options = { audience: 'appstoreconnect-v1', issuer: issuerId, algorithms: ['ES256'] };
  const { payload, protectedHeader } = await jwtVerify(authorization.replace('Bearer ', ''), publicKey, options);
  const { iat = 0, exp = 0, ...claims } = payload;
  return { claims, protectedHeader, seconds: exp - iat };
}

const store = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    readToken(request.headers.authorization).then(
      (token) => {
        if (behavior === 'fails') return response.writeHead(500).end('{"errorCode":5000000}');
        const body: unknown = JSON.parse(Buffer.concat(chunks).toString());
        received.push({ method: request.method, path: request.url, body, token });
        return behavior === 'takes' ? response.writeHead(202).end() : response.destroy();
      },
      () => response.writeHead(401).end(),
    );
  });
});
await new Promise<void>((resolve) => store.listen(0, '127.0.0.1', resolve));
afterAll(() => store.close());
const address = store.address();
const baseUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
beforeEach(() => {
  received.length = 0;
  behavior = 'takes';
});

const baseUrls = { production: baseUrl, sandbox: `${baseUrl}/sandbox` };
const railsOf = (options: Parameters<typeof createAppStore>[0]) =>
  createRails(new Map([['ios_store', createAppStore(options)]]), 'credit');
const rails = railsOf({ ...ours, answers: { keyId, issuerId, privateKey: key, baseUrls } });
const world = await openWorld({}, {}, undefined, undefined, { rails });
/** A process that may not answer. */
const silent = world.another({}, railsOf(ours));
const finance = await makeAdminActor(world, 'finance');
const superadmin = await makeAdminActor(world, 'superadmin');
const pack = await makePackage(world, { coins: 30, bonusCoins: 6, priceCents: 1000 });
const episode = await makeEpisode(world, 'published');
await superadmin.post('/admin/pricing/overrides', { scope: 'episode', scopeRef: episode, coins: 10 });

const deliver = () => drainOutbox(world.database, deliveriesOf(world.media, world.push, world.database, rails));
const deliverAgain = async () => {
  await world.database.pool.query(`update outbox set next_attempt_at = clock() where topic = 'payments.answer'`);
  await deliver();
};

async function notify(type: string, transaction: Json, { at = world, uuid = newId() } = {}) {
  const claims = { notificationUUID: uuid };
  const data = { environment: transaction.environment };
  const body: unknown = JSON.parse(notificationBody({ type, transaction, claims, data }).toString());
  expect((await anonymous(at).call('POST', '/v1/subscriptions/webhook/ios_store', body)).status).toBe(204);
  return findWebhookEvent(world, uuid);
}

/** A purchase of 36 coins, and its transaction in the store. */
async function buy(changes: Json = {}): Promise<{ viewer: Viewer; transaction: Json; id: string }> {
  const viewer = await makeViewer(world);
  const transactionId = newId();
  const bought = { transactionId, originalTransactionId: transactionId, productId: pack.sku, price: 10_000 };
  const transaction = { ...coinPack, ...bought, currency: 'USD', appAccountToken: viewer.id, ...changes };
  expect(await notify('ONE_TIME_CHARGE', transaction)).toMatchObject({ outcome: 'applied' });
  const [purchase] = await purchasesOf(finance, viewer.id);
  return { viewer, transaction, id: purchase?.id ?? '' };
}
const spend = async (viewer: Viewer) => expect((await viewer.post(`/v1/episodes/${episode}/unlock`)).status).toBe(200);

interface Question {
  readonly askedAt: string;
  readonly answeredAt: string | null;
  readonly coinsBought: number | null;
  readonly coinsSpent: number | null;
}
const questionsOf = async (id: string) =>
  (await finance.get<{ questions: Question[] }>(`/admin/payments/transactions/${id}`)).body.questions;
const answersIn = async (id: string) =>
  (await superadmin.get<{ items: object[] }>(`/admin/audit-log?targetId=${id}&action=purchase.answer_question`)).body
    .items;

/** What the ledger says of the coins of a user: bought with a purchase, and spent. */
async function ledgerOf({ id: userId }: Viewer) {
  const query = `select
    coalesce(sum(-amount) filter (where account in ('source_iap_ios_store', 'source_bonus')), 0)::integer as bought,
    coalesce(sum(amount) filter (where account = 'sink_unlock'), 0)::integer as spent
    from ledger.entries where user_id = $1`;
  const { rows } = await world.database.pool.query<{ bought: number; spent: number }>(query, [userId]);
  return rows[0] ?? { bought: 0, spent: 0 };
}

const deliveryStatuses: readonly unknown[] = Object.values(DeliveryStatus);
const isAnswer = (given: unknown): given is ConsumptionRequest =>
  isRecord(given) &&
  given.customerConsented === true &&
  typeof given.sampleContentProvided === 'boolean' &&
  deliveryStatuses.includes(given.deliveryStatus) &&
  (given.consumptionPercentage === undefined || Number.isInteger(given.consumptionPercentage));

/** The store's own client, which records the request instead of sending it. */
class Library extends AppStoreServerAPIClient {
  request:
    | { readonly method: string; readonly path: string; readonly body: unknown; readonly token: string }
    | undefined;

  protected override async makeFetchRequest(
    ...[path, , method, body, headers]: Parameters<AppStoreServerAPIClient['makeFetchRequest']>
  ): Promise<never> {
    this.request = { method, path, body: JSON.parse(String(body)), token: String({ ...headers }.Authorization) };
    throw new Error('recorded');
  }
}

/** The request that the store's own library makes for this answer. */
async function requestOf(transactionId: string, answer: ConsumptionRequest) {
  const library = new Library(key, keyId, issuerId, ours.bundleId, Environment.PRODUCTION);
  await expect(library.sendConsumptionInformation(transactionId, answer)).rejects.toThrow('recorded');
  const { token, ...request } = library.request ?? {};
  return { ...request, token: await readToken(token) };
}

describe('a question of the store about a purchase', () => {
  it('is answered with the share of its coins that the ledger knows as spent, as the store’s library would', async () => {
    const { viewer, transaction, id } = await buy();
    await spend(viewer);
    expect(await notify('CONSUMPTION_REQUEST', transaction)).toMatchObject({ outcome: 'applied' });
    expect(await questionsOf(id)).toMatchObject([{ answeredAt: null, coinsBought: null, coinsSpent: null }]);
    await deliver();
    const [{ body, ...request } = { body: undefined }] = received;
    if (!isAnswer(body)) throw new Error('the answer is not one of the library');
    const { bought, spent } = await ledgerOf(viewer);
    expect([bought, spent]).toEqual([36, 10]);
    expect(body).toEqual({
      customerConsented: true,
      deliveryStatus: 'DELIVERED',
      sampleContentProvided: true,
      consumptionPercentage: Math.floor((spent / bought) * 100_000),
    });
    expect({ body, ...request }).toEqual(await requestOf(String(transaction.transactionId), body));
    expect(await questionsOf(id)).toEqual([
      {
        askedAt: new Date(signedAt).toISOString(),
        answeredAt: expect.any(String),
        coinsBought: bought,
        coinsSpent: spent,
      },
    ]);
    expect(await answersIn(id)).toMatchObject([{ after: { coinsBought: 36, coinsSpent: 10 } }]);
  });

  it('about a purchase that was partly refunded does not count the returned coins as spent', async () => {
    const { viewer, transaction, id } = await buy();
    await spend(viewer);
    expect((await requestRefund(finance, { id }, { amountCents: 500 })).body).toMatchObject({ status: 'executed' });
    expect(await walletOf(viewer)).toEqual({ paid: 8, bonus: 0 });
    await notify('CONSUMPTION_REQUEST', transaction);
    await deliver();
    expect(received.map(({ body }) => body)).toMatchObject([{ consumptionPercentage: 27_777 }]);
    expect(await ledgerViolations(world)).toEqual([]);
  });

  it('is answered once when its notification is repeated, and when deliveries fail', async () => {
    const { transaction, id } = await buy();
    const uuid = newId();
    await Promise.all([1, 2, 3].map(() => notify('CONSUMPTION_REQUEST', transaction, { uuid })));
    const again = await notify('CONSUMPTION_REQUEST', transaction);
    behavior = 'fails';
    await deliver();
    expect(await questionsOf(id)).toMatchObject([{ answeredAt: null }]);
    behavior = 'takes';
    await deliverAgain();
    await deliverAgain();
    expect(received).toHaveLength(1);
    expect(await questionsOf(id)).toMatchObject([{ coinsSpent: 0 }]);
    expect(await answersIn(id)).toHaveLength(1);
    expect(again).toMatchObject({ outcome: 'ignored', detail: 'already_received' });
  });

  it('is answered again if the process died before it knew that the store took it', async () => {
    const { viewer, transaction, id } = await buy();
    await spend(viewer);
    await notify('CONSUMPTION_REQUEST', transaction);
    behavior = 'hangs up';
    await deliver();
    expect(await questionsOf(id)).toMatchObject([{ answeredAt: null }]);
    behavior = 'takes';
    await deliverAgain();
    const [first, second, ...others] = received;
    expect(others).toEqual([]);
    expect(second).toMatchObject({ path: first?.path, body: first?.body });
    expect(await answersIn(id)).toHaveLength(1);
  });

  it('in the sandbox is answered there', async () => {
    const { transaction } = await buy({ environment: 'Sandbox' });
    await notify('CONSUMPTION_REQUEST', transaction);
    await deliver();
    expect(received.map(({ path }) => path)).toEqual([
      `/sandbox/inApps/v2/transactions/consumption/${String(transaction.transactionId)}`,
    ]);
  });

  it('waits for its purchase if that is not known yet', async () => {
    const transactionId = newId();
    const viewer = await makeViewer(world);
    const bought = { transactionId, originalTransactionId: transactionId, productId: pack.sku, price: 10_000 };
    const transaction = { ...coinPack, ...bought, currency: 'USD', appAccountToken: viewer.id };
    const early = await notify('CONSUMPTION_REQUEST', transaction);
    expect(early).toMatchObject({ outcome: 'unmatched', detail: 'waiting_for_payment' });
    await notify('ONE_TIME_CHARGE', transaction);
    await world.runner.runNow('media_sync');
    await deliver();
    expect(received).toHaveLength(1);
  });

  it('is kept and shown as unanswered without the key or the consent, and answered by a replay', async () => {
    const { transaction, id } = await buy();
    const kept = await notify('CONSUMPTION_REQUEST', transaction, { at: silent });
    expect(kept).toMatchObject({ outcome: 'ignored', detail: 'question_unanswered' });
    await deliver();
    expect(received).toEqual([]);
    expect(await questionsOf(id)).toMatchObject([{ answeredAt: null }]);
    const { body } = await superadmin.post<{ outcome: string }>(`/admin/webhooks/${kept?.id}/replay`);
    expect(body.outcome).toBe('applied');
    await deliver();
    expect(received).toHaveLength(1);
    expect(await questionsOf(id)).toMatchObject([{ coinsBought: 36, coinsSpent: 0 }]);
  });
});
