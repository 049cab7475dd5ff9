import { expect, it } from 'vitest';
import { makeAdminActor, makeRole } from '../../../test/harness/actor.ts';
import {
  findWebhookEvent,
  makePackage,
  purchaseData,
  sendPayment,
  sendPurchase,
} from '../../../test/harness/payments.ts';
import { makeViewer } from '../../../test/harness/viewer.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { newId } from '../../kit/id.ts';

const world = await openWorld();
await makeRole(world, 'operations', ['system:read', 'users:read', 'payments:read']);
const reader = await makeAdminActor(world, 'operations');
const superadmin = await makeAdminActor(world, 'superadmin');
const pack = await makePackage(world);
const viewer = await makeViewer(world, { displayName: 'Layla' });

interface Message {
  id: string;
  outcome: string;
  subject: { purchase?: { id: string; coins: number } } | null;
  error: string;
}

it('an event is read by its id, with the coins of its payment', async () => {
  const event = await sendPurchase(world, 'completed', purchaseData(viewer, pack));
  const { status, body } = await reader.get<Message>(`/admin/webhooks/${event?.id}`);
  expect([status, body]).toMatchObject([
    200,
    { id: event?.id, outcome: 'applied', subject: { purchase: { coins: 110 } } },
  ]);
  expect((await reader.get(`/admin/webhooks/${newId()}`)).status).toBe(404);
});

it('events are found by transaction, and by payments of all rails', async () => {
  const data = purchaseData(viewer, pack);
  const event = await sendPurchase(world, 'completed', data, { rail: 'android_store' });
  const ids = async (query: string) =>
    (await reader.get<{ items: Message[] }>(`/admin/webhooks?${query}`)).body.items.map(({ id }) => id);
  expect(await ids(`transactionId=${data.transactionId}`)).toEqual([event?.id]);
  expect(await ids('source=payments')).toContain(event?.id);
  expect(await ids('source=payments:ios_store')).not.toContain(event?.id);
  expect(await ids('source=media')).toEqual([]);
});

it('a replay with the same key is executed once', async () => {
  const eventId = newId();
  const data = purchaseData(viewer, pack, { productId: 'unknown_sku' });
  const message = { type: 'purchase.completed', occurredAt: '2026-03-01T12:00:00Z', data };
  await sendPayment(world, 'ios_store', message, { id: eventId });
  const event = await findWebhookEvent(world, eventId);
  const headers = { 'idempotency-key': newId() };
  const url = `/admin/webhooks/${event?.id}/replay`;
  const first = await superadmin.post<{ replays: number }>(url, undefined, { headers });
  const second = await superadmin.post<{ replays: number }>(url, undefined, { headers, changesNothing: true });
  expect([first.body.replays, second.body.replays]).toEqual([1, 1]);
  expect(second.headers['idempotent-replayed']).toBe('true');
});
