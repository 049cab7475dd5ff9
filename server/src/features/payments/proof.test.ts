import { describe, expect, it } from 'vitest';
import { makeAdminActor } from '../../../test/harness/actor.ts';
import { createTestProvider, proofOf, railsWith, sendEvents } from '../../../test/harness/payment-provider.ts';
import {
  makePackage,
  outcomesOf,
  purchaseData,
  purchasesOf,
  type TransactionBody,
} from '../../../test/harness/payments.ts';
import { ledgerViolations, makeViewer, type Viewer, walletOf } from '../../../test/harness/viewer.ts';
import { openWorld } from '../../../test/harness/world.ts';

const rails = railsWith(createTestProvider());
const world = await openWorld({}, {}, undefined, undefined, { rails });
const superadmin = await makeAdminActor(world, 'superadmin');
const pack = await makePackage(world);
const at = new Date().toISOString();

interface Proven {
  purchase: TransactionBody;
  balanceTotal: number;
  error: string;
}

const announce = async (viewer: Viewer, rail = 'ios_store') =>
  (await viewer.post<TransactionBody>('/v1/store/purchases', { sku: pack.sku, rail })).body.id;
const prove = (viewer: Viewer, id: string, body: object) =>
  viewer.post<Proven>(`/v1/store/purchases/${id}/proof`, body);
const paid = (data: object) => ({ type: 'purchase.completed', occurredAt: at, data });

describe('a purchase proved by the phone', () => {
  it('is credited at once, and once when it is proved again', async () => {
    const viewer = await makeViewer(world);
    const [id, event] = [await announce(viewer), paid(purchaseData(viewer, pack))];
    for (const _ of [1, 2]) {
      const { status, body } = await prove(viewer, id, proofOf([event]));
      expect(status).toBe(200);
      expect(body).toMatchObject({ purchase: { id, status: 'completed' }, balanceTotal: 110 });
    }
    expect(await purchasesOf(superadmin, viewer.id)).toHaveLength(1);
  });

  it('is credited once with the message of the store, in either order', async () => {
    for (const isWebhookFirst of [true, false]) {
      const viewer = await makeViewer(world);
      const [id, event] = [await announce(viewer), paid(purchaseData(viewer, pack))];
      if (isWebhookFirst) await sendEvents(world, [event]);
      expect((await prove(viewer, id, proofOf([event]))).body).toMatchObject({ purchase: { id, status: 'completed' } });
      await sendEvents(world, [event]);
      expect(await walletOf(viewer)).toMatchObject({ paid: 100, bonus: 10 });
      expect(await purchasesOf(superadmin, viewer.id)).toHaveLength(1);
    }
  });

  it('is credited once if proofs and messages race on two processes', async () => {
    const other = world.another();
    for (let round = 0; round < 5; round++) {
      const viewer = await makeViewer(world);
      const [id, data] = [await announce(viewer), purchaseData(viewer, pack)];
      const event = paid(data);
      const messages = Array.from({ length: 6 }, (_, n) => sendEvents(n % 2 ? world : other, [event]));
      const proofs = [proofOf([event]), proofOf([event])].map((proof) => prove(viewer, id, proof));
      const answers = [...(await Promise.all(messages)), ...(await Promise.all(proofs))].map(({ status }) => status);
      expect(answers).toEqual([204, 204, 204, 204, 204, 204, 200, 200]);
      // Each waits for the others: none fails because of them, to be retried later.
      const others = Array.from({ length: 7 }, () => 'ignored');
      expect(await outcomesOf(world, 'purchase.completed', data.transactionId)).toEqual(['applied', ...others]);
      expect(await walletOf(viewer)).toMatchObject({ paid: 100, bonus: 10 });
      expect(await purchasesOf(superadmin, viewer.id)).toHaveLength(1);
    }
    expect(await ledgerViolations(world)).toEqual([]);
  });

  it('is refused if the store names another user, or none', async () => {
    const [viewer, other] = [await makeViewer(world), await makeViewer(world)];
    const id = await announce(viewer);
    const { userId: _, ...anonymous } = purchaseData(viewer, pack);
    for (const data of [purchaseData(other, pack), anonymous]) {
      const { status, body } = await prove(viewer, id, proofOf([paid(data)]));
      expect([status, body.error]).toEqual([403, 'purchase_of_another_user']);
    }
    expect([(await walletOf(viewer)).paid, (await walletOf(other)).paid]).toEqual([0, 0]);
    const { rows } = await world.database.pool.query(
      `select from webhook_events where event_id like 'proof:%' and source =
      'payments:ios_store' and event #>> '{purchase,userId}' = $1`,
      [other.id],
    );
    expect(rows).toEqual([]);
  });

  it('is refused with an invalid proof, for an unknown purchase, and by rails without proofs', async () => {
    const [viewer, other] = [await makeViewer(world), await makeViewer(world)];
    const [id, proof] = [await announce(viewer), proofOf([paid(purchaseData(viewer, pack))])];
    const forged = { signedTransaction: `${proof.signedTransaction}.` };
    expect(await prove(viewer, id, forged)).toMatchObject({ status: 400, body: { error: 'invalid_proof' } });
    expect((await prove(other, id, proof)).status).toBe(404);
    expect((await prove(viewer, id, {})).status).toBe(400);
    const neutral = await announce(viewer, 'android_store');
    const refused = { status: 400, body: { error: 'proof_not_supported' } };
    expect(await prove(viewer, neutral, proof)).toMatchObject(refused);
    expect((await walletOf(viewer)).paid).toBe(0);
  });

  it('stays pending while the store waits for the money', async () => {
    const viewer = await makeViewer(world);
    const [id, data] = [await announce(viewer), purchaseData(viewer, pack)];
    const pending = { ...paid(data), type: 'purchase.pending' };
    expect((await prove(viewer, id, proofOf([pending]))).body).toMatchObject({ purchase: { status: 'pending' } });
    await sendEvents(world, [paid(data)]);
    expect(await purchasesOf(superadmin, viewer.id)).toMatchObject([{ id, status: 'completed' }]);
    expect(await walletOf(viewer)).toMatchObject({ paid: 100, bonus: 10 });
  });
});
