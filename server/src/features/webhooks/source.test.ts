import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { makeAdminActor, makeRole } from '../../../test/harness/actor.ts';
import { findWebhookEvent, makePackage, sendPayment } from '../../../test/harness/payments.ts';
import { makeViewer } from '../../../test/harness/viewer.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { newId } from '../../kit/id.ts';
import { MediaEvent } from '../media/schema.ts';
import { payloadMasker, webhookSource } from './source.ts';

describe('the stored payload of an event', () => {
  const keep = payloadMasker(MediaEvent);

  it.each<[event: unknown, kept: unknown]>([
    [
      { status: 'ready', payer: 'Layla K' },
      { status: 'ready', payer: '[not kept]' },
    ],
    [{ data: { width: 1, holder: { status: 'Layla K' } } }, { data: { width: 1, holder: '[not kept]' } }],
    [
      { status: { full: 'Layla K' }, people: ['Layla K'] },
      { status: '[not kept]', people: '[not kept]' },
    ],
    [
      { thumbnails: ['Layla K', { url: '/a.jpg', by: 'L' }] },
      { thumbnails: ['[not kept]', { url: '/a.jpg', by: '[not kept]' }] },
    ],
    [{ error: 'ask layla.m+tv@mail.example.com or +6281234567890' }, { error: 'ask [personal] or [personal]' }],
    [{ providerId: 'x'.repeat(201) }, { providerId: '[too long]' }],
    [{ 'layla@example.com': 1 }, { '[personal]': '[not kept]' }],
    ['Layla K', '[not kept]'],
    [
      [null, 'Layla K'],
      [null, '[not kept]'],
    ],
  ])('%j has no personal data', (event, kept) => {
    expect(keep(event)).toEqual(kept);
  });
  it.each([
    { providerId: 'video-1', status: 'ready', playbackId: 'pb.1', durationS: 61.5, error: null },
    { thumbnails: [{ url: 'https://media.example/a/cover@2x.jpg', timeS: 1 }] },
  ])('%j is stored unchanged', (event) => {
    expect(keep(event)).toEqual(event);
  });
  it('has the fields that its source reads', () => {
    const source = webhookSource({
      name: 'x',
      event: Type.Object({ known: Type.Optional(Type.String()) }),
      parse: () => ({ event: {} }),
      apply: async () => ({ outcome: 'applied' }),
    });
    expect(source.mask({ known: 'a', other: 'b' })).toEqual({ known: 'a', other: '[not kept]' });
  });
});

describe('a payment with the name of its payer', () => {
  it('stores the name nowhere, applied or malformed', async () => {
    const world = await openWorld();
    await makeRole(world, 'watcher', ['system:read']);
    const watcher = await makeAdminActor(world, 'watcher');
    const { sku } = await makePackage(world);
    const { id: userId } = await makeViewer(world, { displayName: 'Zainab Qwerty' });
    const known = { userId, productId: sku, transactionId: newId(), amountCents: 999, currency: 'USD', region: 'EG' };
    const named = { payer: 'Zainab Qwerty', cardholder: 'Zainab Qwerty', accountHolder: { full: 'Zainab Qwerty' } };
    const event = { type: 'purchase.completed', occurredAt: '2026-03-01T12:00:00Z' };
    const [whole, broken] = [newId(), newId()];
    const data = { ...known, ...named };
    expect((await sendPayment(world, 'ios_store', { ...event, data }, { id: whole })).status).toBe(204);
    const faulty = { ...event, data, payer: 'Zainab Qwerty' };
    expect((await sendPayment(world, 'ios_store', { ...faulty, occurredAt: 'soon' }, { id: broken })).status).toBe(400);
    expect(await findWebhookEvent(world, whole)).toMatchObject({ outcome: 'applied' });
    const { body } = await watcher.get<{ items: { eventId: string; payload: object }[] }>('/admin/webhooks');
    const marks = { payer: '[not kept]', cardholder: '[not kept]', accountHolder: '[not kept]' };
    const shown = body.items.find(({ eventId }) => eventId === whole)?.payload;
    expect(shown).toEqual({ ...event, data: { ...known, ...marks } });
    const { rows } = await world.database.pool.query(`select from webhook_events e where e::text ilike '%qwerty%'`);
    expect(rows).toEqual([]);
  });
});
