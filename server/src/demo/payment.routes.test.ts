import { describe, expect, it } from 'vitest';
import { makePackage, type TransactionBody } from '../../test/harness/payments.ts';
import { ledgerViolations, makeViewer, type Viewer } from '../../test/harness/viewer.ts';
import { openWorld } from '../../test/harness/world.ts';
import { newId } from '../kit/id.ts';

const world = await openWorld();

const announced = async (viewer: Viewer, sku: string): Promise<string> =>
  (await viewer.post<TransactionBody>('/v1/store/purchases', { sku, rail: 'ios_store' })).body.id;
const pay = (viewer: Viewer, purchaseId: string) => viewer.post('/v1/demo/payments', { purchaseId });
const balanceOf = async (viewer: Viewer): Promise<number> =>
  (await viewer.get<{ balanceTotal: number }>('/v1/wallet')).body.balanceTotal;

describe('the payment provider of the demo', () => {
  it('completes a pending purchase of the caller once, for any number of requests', async () => {
    const [viewer, pack] = [await makeViewer(world, { isGuest: true }), await makePackage(world)];
    const id = await announced(viewer, pack.sku);
    const answers = await Promise.all(Array.from({ length: 8 }, () => pay(viewer, id)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 204));
    expect((await pay(viewer, id)).status).toBe(204);
    expect(await balanceOf(viewer)).toBe(110);
    expect(await ledgerViolations(world)).toEqual([]);
  });

  it('does not complete purchases of others or unknown ones', async () => {
    const [viewer, other, pack] = [await makeViewer(world), await makeViewer(world), await makePackage(world)];
    const id = await announced(viewer, pack.sku);
    for (const purchaseId of [id, newId()]) expect((await pay(other, purchaseId)).status).toBe(404);
    expect([await balanceOf(viewer), await balanceOf(other)]).toEqual([0, 0]);
  });
});
