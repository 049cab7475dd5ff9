import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { makeAdminActor } from '../../../test/harness/actor.ts';
import {
  findWebhookEvent,
  makePackage,
  purchaseData,
  purchasesOf,
  sendPayment,
  sendPurchase,
  type TransactionBody,
} from '../../../test/harness/payments.ts';
import { makeViewer, type Viewer, walletOf } from '../../../test/harness/viewer.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { newId } from '../../kit/id.ts';

const world = await openWorld();
const superadmin = await makeAdminActor(world, 'superadmin');

const announce = (viewer: Viewer, body: object) => viewer.post<TransactionBody>('/v1/store/purchases', body);
const at = '2026-03-01T12:00:00.000Z';
const send = (type: string, data: object, from?: Parameters<typeof sendPurchase>[3]) =>
  sendPurchase(world, type, data, from);

describe('an event that matches nothing', () => {
  it('is stored as unmatched and moves no coins', async () => {
    const [viewer, other] = [await makeViewer(world), await makeViewer(world)];
    const [pack, another] = [await makePackage(world), await makePackage(world)];
    const theirs = (await announce(other, { sku: pack.sku, rail: 'ios_store' })).body.id;
    const own = (await announce(viewer, { sku: pack.sku, rail: 'ios_store' })).body.id;
    const taken = purchaseData(other, pack);
    await send('completed', taken);
    const cases: [string, object, object?][] = [
      ['completed', purchaseData({ id: newId() }, pack)],
      ['completed', purchaseData({ id: 'nobody' }, pack)],
      ['completed', purchaseData(viewer, pack, { productId: 'nowhere' })],
      ['completed', purchaseData(viewer, pack, { purchaseId: theirs })],
      ['completed', purchaseData(viewer, another, { purchaseId: own })],
      ['completed', purchaseData(viewer, pack, { purchaseId: own }), { rail: 'android_store' }],
      ['completed', purchaseData(viewer, pack, { purchaseId: newId() })],
      ['completed', purchaseData(viewer, pack, { purchaseId: 'none' })],
      ['completed', purchaseData(viewer, pack, { transactionId: taken.transactionId })],
      ['refunded', purchaseData(viewer, pack, { transactionId: taken.transactionId })],
      ['refunded', purchaseData(other, pack, { transactionId: taken.transactionId, currency: 'EUR' })],
      ['refunded', purchaseData(viewer, pack, { productId: 'nowhere' })],
      ['failed', purchaseData(viewer, pack, { productId: 'nowhere' })],
      ['wrapped', purchaseData(viewer, pack)],
    ];
    for (const [type, data, options] of cases) {
      const inbox = await send(type, data, options);
      expect(inbox, JSON.stringify([type, data])).toMatchObject({ outcome: 'unmatched', detail: expect.any(String) });
    }
    expect([await walletOf(viewer), await walletOf(other)]).toEqual([
      { paid: 0, bonus: 0 },
      { paid: 100, bonus: 10 },
    ]);
  });
  it('can be replayed after the package is created', async () => {
    const viewer = await makeViewer(world);
    const sku = `later_${newId().slice(-8)}`;
    const data = { userId: viewer.id, productId: sku, transactionId: newId(), amountCents: 999, currency: 'USD' };
    const inbox = await send('completed', data);
    expect(inbox?.outcome).toBe('unmatched');
    await makePackage(world, { sku });
    const replayed = await superadmin.post(`/admin/webhooks/${inbox?.id}/replay`);
    expect(replayed.body).toMatchObject({
      outcome: 'applied',
      subject: {
        type: 'user',
        id: viewer.id,
        label: `${viewer.id}@viewers.example`,
        isGuest: false,
        productId: sku,
      },
    });
    expect(await walletOf(viewer)).toEqual({ paid: 100, bonus: 10 });
  });
  it('shows the name of the user, or whether they are a guest', async () => {
    const guest = await makeViewer(world, { isGuest: true });
    const data = { userId: guest.id, productId: 'gone', transactionId: newId(), amountCents: 999, currency: 'USD' };
    const inbox = await send('completed', data);
    const { body } = await superadmin.get<{ items: { id: string }[] }>('/admin/webhooks?outcome=unmatched&limit=100');
    const shown = body.items.find(({ id }) => id === inbox?.id);
    expect(shown).toMatchObject({ subject: { type: 'user', id: guest.id, label: null, isGuest: true } });
  });
  it('is refused if it is malformed or the rail is unknown', async () => {
    const [viewer, pack] = [await makeViewer(world), await makePackage(world)];
    const event = { type: 'purchase.completed', occurredAt: at, data: purchaseData(viewer, pack) };
    const bad: [object, string][] = [
      [{ ...event, occurredAt: '2026-03-01' }, 'occurredAt'],
      [{ ...event, data: { ...event.data, amountCents: -1 } }, 'data.amountCents'],
      [{ ...event, data: { ...event.data, currency: 'ZZZ' } }, 'data.currency'],
      [{ ...event, data: { ...event.data, transactionId: '' } }, 'data.transactionId'],
      [{ type: 'purchase.completed', occurredAt: at }, 'data'],
    ];
    for (const [body, path] of bad) {
      expect((await sendPayment(world, 'ios_store', body)).body, path).toMatchObject({
        statusCode: 400,
        details: [{ path }],
      });
    }
    for (const rail of ['cash', 'localwallet_', 'vas_*', 'IOS_STORE']) {
      expect((await sendPayment(world, rail, event)).status, rail).toBe(404);
    }
    const nulls = { ...event, data: { ...event.data, purchaseId: null, amountUsdCents: null, region: null } };
    expect((await sendPayment(world, 'ios_store', nulls)).status).toBe(204);
    expect(await walletOf(viewer)).toEqual({ paid: 100, bonus: 10 });
  });
});

describe('a malformed payment', () => {
  interface Inbox {
    id: string;
    outcome: string;
    detail: string | null;
    replays: number;
    allowed: string[];
  }
  const fix = async (id: string | undefined) => {
    const superuser = new pg.Client({ connectionString: world.server.url('superuser', world.databaseName) });
    await superuser.connect();
    await superuser.query(
      `update webhook_events set payload = jsonb_set(payload, '{data,currency}', '"USD"') where id = $1`,
      [id],
    );
    await superuser.end();
  };

  it('is stored with the reason, and credited once by a replay that can parse it', async () => {
    const [viewer, pack] = [await makeViewer(world), await makePackage(world)];
    const data = purchaseData(viewer, pack, { currency: 'ZZZ' });
    const event = { type: 'purchase.completed', occurredAt: at, data };
    const id = newId();
    expect((await sendPayment(world, 'ios_store', event, { id })).status).toBe(400);
    const inbox = await findWebhookEvent(world, id);
    expect(inbox).toMatchObject({ outcome: 'malformed', detail: expect.stringContaining('data.currency') });
    const replay = () => superadmin.post<Inbox>(`/admin/webhooks/${inbox?.id}/replay`);
    expect((await replay()).body).toMatchObject({ outcome: 'malformed', replays: 1, allowed: ['replay'] });
    expect(await walletOf(viewer)).toEqual({ paid: 0, bonus: 0 });
    // Simulates a newer release that can parse the event.
    await fix(inbox?.id);
    expect((await replay()).body).toMatchObject({ outcome: 'applied', detail: null, allowed: [] });
    expect(await walletOf(viewer)).toEqual({ paid: 100, bonus: 10 });
    expect((await replay()).status).toBe(400);
    expect((await sendPayment(world, 'ios_store', event, { id })).status).toBe(204);
    expect(await walletOf(viewer)).toEqual({ paid: 100, bonus: 10 });
    const [purchase] = await purchasesOf(superadmin, viewer.id);
    const { body } = await superadmin.get<{ webhooks: object[] }>(`/admin/payments/transactions/${purchase?.id}`);
    expect(body.webhooks).toMatchObject([{ id: inbox?.id, outcome: 'applied' }]);
  });

  it('cannot be replayed if its content was not stored', async () => {
    const id = newId();
    await sendPayment(
      world,
      'ios_store',
      { type: 'purchase.completed', occurredAt: at, data: { note: '\u0000' } },
      { id },
    );
    const inbox = await findWebhookEvent(world, id);
    expect(inbox?.outcome).toBe('malformed');
    const { body } = await superadmin.get<{ items: Inbox[] }>('/admin/webhooks?outcome=malformed');
    expect(body.items.find((one) => one.id === inbox?.id)?.allowed).toEqual([]);
    expect((await superadmin.post(`/admin/webhooks/${inbox?.id}/replay`)).status).toBe(400);
  });
});

describe('a package that is deleted concurrently', () => {
  it('can no longer be bought or paid for', async () => {
    const [viewer, payer, pack] = [await makeViewer(world), await makeViewer(world), await makePackage(world)];
    const remover = await world.database.pool.connect();
    await remover.query('begin');
    await remover.query('delete from coin_packages where id = $1', [pack.id]);
    const announced = announce(viewer, { sku: pack.sku, rail: 'ios_store' });
    const paid = send('completed', purchaseData(payer, pack));
    await pause(500);
    await remover.query('commit');
    remover.release();
    expect((await announced).body).toEqual({ statusCode: 404, error: 'not_found', field: 'sku' });
    expect(await paid).toMatchObject({ outcome: 'unmatched' });
  });
});

it('one transactionId for the pending purchases of ten users completes one of them', async () => {
  const [pack, transactionId] = [await makePackage(world), newId()];
  const viewers = await Promise.all(Array.from({ length: 10 }, () => makeViewer(world)));
  const pay = async (viewer: Viewer) => {
    const { id: purchaseId } = (await announce(viewer, { sku: pack.sku, rail: 'ios_store' })).body;
    return () => send('completed', purchaseData(viewer, pack, { purchaseId, transactionId }));
  };
  const payments = await Promise.all(viewers.map(pay));
  const outcomes = (await Promise.all(payments.map((one) => one()))).map((inbox) => inbox?.outcome ?? '');
  expect(outcomes.toSorted((one, two) => one.localeCompare(two))).toEqual(['applied', ...Array(9).fill('unmatched')]);
});
