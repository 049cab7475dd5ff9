import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { anonymous, makeAdminActor, makeRole } from '../../../test/harness/actor.ts';
import { auditActionsOf, makeEpisode, makeSeries } from '../../../test/harness/catalog.ts';
import { newId } from '../../kit/id.ts';
import { openMediaWorld } from './media-world.fixture.ts';

const { world, direct, assetOf, sendEvent } = await openMediaWorld();
const { db } = world.database;
const inboxOf = async (eventId: string) =>
  (
    await sql<{ outcome: string; id: string }>`
      select id, outcome from webhook_events where event_id = ${eventId}`.execute(db)
  ).rows[0];

describe('events of the provider', () => {
  it('move a video to processing and ready with its properties, or to failed with the reason', async () => {
    const [{ body: good }, { body: bad }] = [await direct(), await direct()];
    for (const { assetId, providerId } of [good, bad]) {
      expect((await sendEvent({ providerId, status: 'processing' })).status).toBe(204);
      expect(await assetOf(assetId)).toMatchObject({ status: 'processing', playbackId: null });
    }
    const figures = { playbackId: 'pb-0', durationS: 61, width: 1080, height: 1920 };
    const thumbnails = [1, 30].map((timeS) => ({ url: `https://cdn.test/${timeS}.jpg`, timeS }));
    await sendEvent({ providerId: good.providerId, status: 'ready', ...figures, thumbnails });
    expect(await assetOf(good.assetId)).toMatchObject({ status: 'ready', ...figures, thumbnailCandidates: thumbnails });
    await sendEvent({ providerId: bad.providerId, status: 'failed', error: 'codec' });
    expect(await assetOf(bad.assetId)).toMatchObject({ status: 'failed', error: 'codec', playbackId: null });
  });

  it.each([
    ['alone', {}],
    ['in an event that is malformed anyway', { durationS: 'long' }],
  ])(
    'A signed event whose providerId is too long for an index, %s, is refused and kept without it',
    async (_, rest) => {
      const id = newId();
      // Random, so that the database cannot compress it.
      const providerId = randomBytes(3_000).toString('base64');
      const { status, body } = await sendEvent({ providerId, status: 'processing', ...rest }, { id });
      expect([status, body]).toMatchObject([400, { error: 'validation_failed' }]);
      const kept = await sql<{ outcome: string; payload: object }>`
      select outcome, payload from webhook_events where event_id = ${id}`.execute(db);
      expect(kept.rows).toMatchObject([{ outcome: 'malformed', payload: { providerId: '[too long]' } }]);
    },
  );

  it('apply once, in any order, and never move it back', async () => {
    const { body } = await direct();
    const { providerId, assetId } = body;
    const id = newId();
    const ready = { providerId, status: 'ready', playbackId: 'pb-1', durationS: 61.5, width: 1920.4, height: 1080 };
    expect((await sendEvent(ready, { id })).status).toBe(204);
    expect(await assetOf(assetId)).toMatchObject({
      status: 'ready',
      playbackId: 'pb-1',
      durationS: 62,
      width: 1920,
      height: 1080,
    });
    expect((await sendEvent({ ...ready, playbackId: 'pb-2' }, { id })).status).toBe(204);
    expect((await sendEvent({ providerId, status: 'processing' })).status).toBe(204);
    expect((await sendEvent({ providerId, status: 'failed', error: 'x' })).status).toBe(204);
    expect((await sendEvent({ ...ready, playbackId: 'pb-3' })).status).toBe(204);
    expect(await assetOf(assetId)).toMatchObject({ status: 'ready', playbackId: 'pb-1', error: null });
    expect(await inboxOf(id)).toMatchObject({ outcome: 'applied' });
    expect(await auditActionsOf(world, assetId)).toEqual(['media.upload', 'media.ready']);
  });

  it('are listed with the asset, newest first, without those of others', async () => {
    const [{ body }, { body: other }] = [await direct(), await direct()];
    const { providerId, assetId } = body;
    for (const status of ['processing', 'failed', 'processing']) await sendEvent({ providerId, status });
    await sendEvent({ providerId: other.providerId, status: 'processing' });
    const reader = await makeAdminActor(world, 'moderator');
    const { items: events } = (await reader.get<{ items: object[] }>(`/admin/media/assets/${assetId}/events`)).body;
    expect(events).toMatchObject([
      { status: 'processing', outcome: 'ignored', detail: expect.any(String), detailCode: 'asset_unchanged' },
      { status: 'failed', outcome: 'applied' },
      { status: 'processing', outcome: 'applied' },
    ]);
  });

  it('apply once for concurrent copies', async () => {
    const { body } = await direct();
    const id = newId();
    const event = { providerId: body.providerId, status: 'ready', playbackId: `pb-${newId()}` };
    const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => sendEvent(event, n % 2 ? { id } : {})));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]));
    expect(await auditActionsOf(world, body.assetId)).toEqual(['media.upload', 'media.ready']);
  });

  it('accept a playbackId that another asset has', async () => {
    const [first, second] = [(await direct()).body, (await direct()).body];
    const playbackId = `pb-${newId()}`;
    for (const { providerId } of [first, second]) await sendEvent({ providerId, status: 'ready', playbackId });
    expect(await assetOf(first.assetId)).toMatchObject({ status: 'ready', playbackId });
    expect(await assetOf(second.assetId)).toMatchObject({ status: 'ready', playbackId });
  });

  it('apply unmasked, whatever the inbox masks for operators', async () => {
    const { body } = await direct();
    const url = 'https://cdn.test/t.jpg?acct=ops@studio.example&sig=1';
    const ready = { providerId: body.providerId, status: 'ready', playbackId: 'pb-t', thumbnails: [{ url, timeS: 1 }] };
    const id = newId();
    await sendEvent({ ...ready, contact: 'ops@studio.example' }, { id });
    expect(await assetOf(body.assetId)).toMatchObject({ thumbnailCandidates: [{ url, timeS: 1 }] });
    const { rows } = await sql`select payload, event from webhook_events where event_id = ${id}`.execute(db);
    const masked = [{ url: 'https://cdn.test/t.jpg?acct=[personal]&sig=1', timeS: 1 }];
    expect(rows).toEqual([{ payload: { ...ready, thumbnails: masked, contact: '[not kept]' }, event: ready }]);
  });

  it('are kept apart for provider ids that look like phone numbers', async () => {
    const [first, second] = [(await direct()).body, (await direct()).body];
    const names = ['+6281234567890', '+6281234567891'];
    for (const [n, { assetId }] of [first, second].entries()) {
      await sql`update media_assets set provider_id = ${names[n]} where id = ${assetId}`.execute(db);
    }
    await sendEvent({ providerId: names[1], status: 'failed', error: 'call +6281234567890 or ops@studio.example' });
    expect(await assetOf(first.assetId)).toMatchObject({ status: 'uploading' });
    expect(await assetOf(second.assetId)).toMatchObject({
      status: 'failed',
      error: 'call [personal] or [personal]',
    });
  });

  it.each(['uploading', 'processing'])('about a rejected source fail an asset in %s', async (status) => {
    const { providerId, assetId } = (await direct()).body;
    if (status === 'processing') await sendEvent({ providerId, status });
    expect((await assetOf(assetId)).status).toBe(status);
    expect((await sendEvent({ providerId, status: 'failed', error: 'rejected' })).status).toBe(204);
    expect(await assetOf(assetId)).toMatchObject({ status: 'failed', error: 'rejected', allowed: ['retry', 'delete'] });
  });

  it('fail a video that is too long', async () => {
    const { body } = await direct();
    await sendEvent({ providerId: body.providerId, status: 'ready', playbackId: 'too-long', durationS: 14_401 });
    expect(await assetOf(body.assetId)).toMatchObject({
      status: 'failed',
      error: 'duration_exceeded',
      playbackId: null,
    });
    const longest = (await direct()).body;
    await sendEvent({ providerId: longest.providerId, status: 'ready', playbackId: 'longest', durationS: 14_400 });
    expect(await assetOf(longest.assetId)).toMatchObject({ status: 'ready', durationS: 14_400 });
  });

  it('require a recent signature', async () => {
    const event = { providerId: 'x', status: 'ready' };
    const forged = await sendEvent(event, { secret: ['another secret of thirty-two bytes.'] });
    expect(forged).toMatchObject({ status: 401, body: { statusCode: 401, error: 'invalid_signature' } });
    for (const seconds of [-302, 302]) {
      const stale = await sendEvent(event, { sentAt: new Date(Date.now() + seconds * 1000) });
      expect(stale.body).toMatchObject({ error: 'invalid_signature' });
    }
    const unsigned = await anonymous(world).post('/v1/admin/media/webhook/video-stream', event);
    expect(unsigned.status).toBe(401);
  });

  it.each([
    [{ providerId: 'x' }],
    [{ providerId: 'x', status: 'lost' }],
    [{ providerId: '', status: 'ready' }],
    [{ providerId: 'x', status: 'ready', durationS: '3' }],
    [{ providerId: 'x', status: 'ready', thumbnails: [{ url: 'javascript:alert(1)', timeS: 1 }] }],
    [{ providerId: 'a\u0000b', status: 'ready' }],
    [[]],
  ])('%j is malformed: refused, and again when it is repeated, but kept', async (event) => {
    const id = newId();
    expect((await sendEvent(event, { id })).body).toMatchObject({ statusCode: 400, error: 'validation_failed' });
    expect(await inboxOf(id)).toMatchObject({ outcome: 'malformed' });
    expect((await sendEvent({ providerId: 'fine', status: 'ready' }, { id })).status).toBe(400);
  });

  it('about an unknown asset are stored until they are replayed', async () => {
    const operator = await makeAdminActor(world, 'superadmin');
    const providerId = `later-${newId()}`;
    const id = newId();
    expect((await sendEvent({ providerId, status: 'failed', error: 'rejected' }, { id })).status).toBe(204);
    const stored = await inboxOf(id);
    const list = await operator.get<{ items: { eventId: string; allowed: string[]; subject: unknown }[] }>(
      '/admin/webhooks?outcome=unmatched',
    );
    const listed = list.body.items.find(({ eventId }) => eventId === id);
    expect(listed).toMatchObject({ allowed: ['replay'], subject: null });
    const inVain = await operator.post(`/admin/webhooks/${stored?.id}/replay`);
    expect(inVain.body).toMatchObject({ outcome: 'unmatched', replays: 1 });
    const { body } = await direct();
    await sql`update media_assets set provider_id = ${providerId} where id = ${body.assetId}`.execute(db);
    const replayed = await operator.post(`/admin/webhooks/${stored?.id}/replay`);
    const subject = { type: 'media_asset', id: body.assetId, label: expect.any(String) };
    expect(replayed.body).toMatchObject({ outcome: 'applied', replays: 2, allowed: [], subject });
    expect(await assetOf(body.assetId)).toMatchObject({ status: 'failed', error: 'rejected' });
    expect((await operator.post(`/admin/webhooks/${stored?.id}/replay`)).body).toMatchObject({
      error: 'invalid_transition',
    });
  });

  it('name the episode for readers of the catalog', async () => {
    const seriesId = await makeSeries(world, 'draft', { title: 'Jakarta Nights' });
    const { body } = await direct({ episodeId: await makeEpisode(world, 'draft', seriesId) });
    const id = newId();
    await sendEvent({ providerId: body.providerId, status: 'processing' }, { id });
    await makeRole(world, 'machinist', ['system:read']);
    await makeRole(world, 'librarian', ['system:read', 'catalog:read']);
    const seenBy = async (role: string) => {
      const reader = await makeAdminActor(world, role);
      const { items } = (await reader.get<{ items: { eventId: string; subject: unknown }[] }>('/admin/webhooks')).body;
      return items.find(({ eventId }) => eventId === id)?.subject;
    };
    expect(await seenBy('librarian')).toEqual({
      type: 'media_asset',
      id: body.assetId,
      label: 'Jakarta Nights',
      episodeNumber: 1,
    });
    expect(await seenBy('machinist')).toBeNull();
  });
});
