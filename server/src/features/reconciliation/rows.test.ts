import { describe, expect, it } from 'vitest';
import { type Actor, makeAdminActor } from '../../../test/harness/actor.ts';
import { sendPayment } from '../../../test/harness/payments.ts';
import { makeViewer } from '../../../test/harness/viewer.ts';
import { newId } from '../../kit/id.ts';
import { csv, lineOf, openRails, type Row, url } from './rails.fixture.ts';

const { world, payments, newRail, send, pack } = await openRails();
const finance = await makeAdminActor(world, 'finance');
const support = await makeAdminActor(world, 'support');

describe('rows of the other buckets', () => {
  it('can be refunded with the permission while there is a rest', async () => {
    const viewer = await makeViewer(world, { displayName: 'Sara' });
    const [rail, theirs, differs] = [newRail(), newId(), newId()];
    const pay = (transactionId: string, amountCents: number) => {
      const data = { userId: viewer.id, productId: pack.sku, transactionId, amountCents, currency: 'USD' };
      return sendPayment(world, rail, { type: 'purchase.completed', occurredAt: new Date().toISOString(), data });
    };
    await pay(theirs, 999);
    await pay(differs, 500);
    const { body } = await send(rail, csv(lineOf(differs, { at: new Date().toISOString() })));
    const rowsIn = async (by: Actor, bucket: string) =>
      (await by.get<{ items: Row[] }>(`${url}/${body.id}/rows?bucket=${bucket}`)).body.items;
    for (const [bucket, transactionId] of [
      ['missing_on_provider_side', theirs],
      ['amount_mismatch', differs],
    ] as const) {
      expect(await rowsIn(support, bucket)).toMatchObject([
        { transactionId, purchase: { userName: 'Sara', status: 'completed' }, allowed: ['refund'] },
      ]);
      expect((await rowsIn(payments, bucket))[0]?.allowed).toEqual([]);
    }
    expect((await finance.get(`${url}/${body.id}/rows`)).status).toBe(400);
    expect((await finance.get(`${url}/${newId()}/rows?bucket=duplicates`)).status).toBe(404);
  });
});
