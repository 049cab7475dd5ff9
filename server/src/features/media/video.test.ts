import { sql } from 'kysely';
import * as tus from 'tus-js-client';
import { describe, expect, it } from 'vitest';
import { makeAdminActor } from '../../../test/harness/actor.ts';
import { auditActionsOf, makeEpisode, makeSeries } from '../../../test/harness/catalog.ts';
import { listen, patch, sendAll } from '../../../test/harness/tus.ts';
import { newId } from '../../kit/id.ts';
import { type AssetBody, openMediaWorld } from './media-world.fixture.ts';

const { world, editor, clip, direct, assetOf, settled, deliver, sendEvent } = await openMediaWorld();
const { db } = world.database;
const reader = await makeAdminActor(world, 'analyst');

describe('a video', () => {
  it('is uploaded by a tus client and linked to its episode', async () => {
    const episodeId = await makeEpisode(world, 'draft');
    const { status, body } = await direct({ episodeId });
    const providerId = expect.any(String);
    const begun = { assetId: expect.any(String), uploadUrl: expect.stringMatching(/^http/), providerId };
    expect([status, body]).toEqual([200, begun]);
    expect(await assetOf(body.assetId)).toMatchObject({
      kind: 'video',
      episodeId,
      sizeBytes: clip.length,
      sourceFileName: 'a.mp4',
      providerId: body.providerId,
      status: 'uploading',
      uploadUrl: body.uploadUrl,
      url: null,
    });
    const shown = (await reader.get(`/admin/media/assets/${body.assetId}`)).body;
    expect(shown).toMatchObject({ status: 'uploading', uploadUrl: null });
    await new Promise<void>((resolve, reject) => {
      const upload = new tus.Upload(clip, {
        endpoint: body.uploadUrl,
        chunkSize: 3000,
        retryDelays: null,
        onSuccess: () => resolve(),
        onError: reject,
      });
      upload.start();
    });
    await settled(body.assetId, 'ready');
    const asset = await assetOf(body.assetId);
    const playbackId = expect.stringMatching(/./);
    const figures = { durationS: 3, width: 180, height: 320 };
    expect(asset).toMatchObject({ ...figures, playbackId, uploadUrl: null, error: null, attempts: 1 });
    const played = await fetch(asset.url ?? '', { headers: { range: 'bytes=0-99' } });
    expect([played.status, Buffer.from(await played.arrayBuffer())]).toEqual([206, clip.subarray(0, 100)]);
    const { body: episode } = await editor.get(`/admin/episodes/${episodeId}`);
    expect(episode).toMatchObject({ mediaAssetId: asset.id, media: { id: asset.id, status: 'ready', url: asset.url } });
    expect(await auditActionsOf(world, episodeId)).toEqual(['episode.link_media']);
    expect(await auditActionsOf(world, asset.id)).toEqual(['media.upload', 'media.processing', 'media.ready']);
  });

  it('is resumed after an interruption on either side', async () => {
    const { body } = await direct();
    await patch(body.uploadUrl, 0, clip.subarray(0, 2000));
    const again = world.another();
    const address = await listen(again);
    const path = new URL(body.uploadUrl).pathname;
    const rest = await patch(`${address}${path}`, 2000, clip.subarray(2000));
    expect(rest.status).toBe(204);
    await settled(body.assetId, 'ready');
  });

  it('that is invalid fails, can be retried, and is deleted with its bytes', async () => {
    const { body } = await direct({ sizeBytes: 400 });
    await sendAll(body.uploadUrl, Buffer.from('text, '.repeat(80).slice(0, 400)));
    await settled(body.assetId, 'failed');
    expect(await assetOf(body.assetId)).toMatchObject({ error: 'not_a_video', allowed: ['retry', 'delete'] });
    const tried = await editor.post<AssetBody>(`/admin/media/assets/${body.assetId}/retry`);
    expect(tried.body).toMatchObject({ status: 'processing', attempts: 2, error: null, allowed: ['delete'] });
    const twice = await editor.post(`/admin/media/assets/${body.assetId}/retry`);
    expect(twice).toMatchObject({ status: 400, body: { error: 'invalid_transition', currentState: 'processing' } });
    await deliver();
    await settled(body.assetId, 'failed');
    expect((await editor.delete(`/admin/media/assets/${body.assetId}`)).status).toBe(204);
    expect((await editor.get(`/admin/media/assets/${body.assetId}`)).status).toBe(404);
    const { rows } = await sql`select status, deleted_at is not null as deleted from media_assets
      where id = ${body.assetId}`.execute(db);
    expect(rows).toEqual([{ status: 'failed', deleted: true }]);
    await deliver();
    expect(await world.media.storage.names('videos')).not.toContain(body.providerId);
  });

  it('is refused above the limit of the plan, as another kind, or for an unknown episode', async () => {
    const before = (await world.media.storage.names('videos')).length;
    expect(await direct({ sizeBytes: 30_000_000_001 })).toMatchObject({
      status: 400,
      body: { error: 'upload_too_large', maxBytes: 30_000_000_000 },
    });
    expect((await direct({ sizeBytes: 0 })).body.error).toBe('validation_failed');
    expect((await direct({ kind: 'poster' })).body.error).toBe('validation_failed');
    expect((await direct({ episodeId: newId() })).status).toBe(404);
    expect((await direct({ seriesId: 'nonsense' })).status).toBe(404);
    const foreign = { episodeId: await makeEpisode(world, 'draft'), seriesId: await makeSeries(world, 'draft') };
    expect((await direct(foreign)).body.error).toBe('validation_failed');
    expect(await world.media.storage.names('videos')).toHaveLength(before);
    expect((await direct({ sizeBytes: 30_000_000_000 })).status).toBe(200);
  });

  it('is limited by the plan, if that is below the limit of the provider', async () => {
    const small = await openMediaWorld({ maxBytes: 5000 });
    expect((await small.direct({ sizeBytes: 5000 })).status).toBe(200);
    expect((await small.direct({ sizeBytes: 5001 })).body).toEqual({
      statusCode: 400,
      error: 'upload_too_large',
      maxBytes: 5000,
    });
  });
});

describe('media_sync', () => {
  const run = () => world.runner.runNow('media_sync');
  it('applies missed events, and fails expired uploads', async () => {
    const late = (await direct()).body;
    const abandoned = (await direct()).body;
    const moving = (await direct()).body;
    const lost = (await direct()).body;
    const halfway = (await direct()).body;
    await sendEvent({ providerId: halfway.providerId, status: 'processing' });
    await world.media.video.remove(halfway.providerId);
    await patch(moving.uploadUrl, 0, clip.subarray(0, 100));
    await sendEvent({ providerId: lost.providerId, status: 'processing' });
    await world.media.video.remove(lost.providerId);
    const { video } = world.media;
    await sql`update media_assets set provider_id = provider_id || '-hidden' where id = ${late.assetId}`.execute(db);
    await sendAll(late.uploadUrl, clip);
    await expect.poll(async () => (await video.find(late.providerId))?.status, { timeout: 45_000 }).toBe('ready');
    const unmatchedEvents = () =>
      sql`select from webhook_events where outcome = 'unmatched' and payload ->> 'status' = 'ready'
        and payload ->> 'providerId' = ${late.providerId}`.execute(db);
    await expect.poll(async () => (await unmatchedEvents()).rows.length, { timeout: 45_000 }).toBe(1);
    await sql`update media_assets set provider_id = ${late.providerId} where id = ${late.assetId}`.execute(db);
    await world.clock.shift('9 minutes');
    await run();
    await world.clock.shift('0');
    expect((await assetOf(late.assetId)).status).toBe('uploading');
    expect((await assetOf(halfway.assetId)).status).toBe('processing');
    expect((await assetOf(lost.assetId)).status).toBe('processing');
    await world.clock.shift('11 minutes');
    await run();
    await world.clock.shift('0');
    expect((await assetOf(late.assetId)).status).toBe('ready');
    expect((await assetOf(moving.assetId)).status).toBe('uploading');
    for (const { assetId } of [lost, halfway])
      expect(await assetOf(assetId)).toMatchObject({ status: 'failed', error: 'unknown_to_provider' });
    await world.clock.shift('25 hours');
    await run();
    await world.clock.shift('0');
    const expired = await assetOf(abandoned.assetId);
    expect(expired).toMatchObject({ status: 'failed', error: 'upload_expired', allowed: ['delete'] });
    expect(await editor.post(`/admin/media/assets/${abandoned.assetId}/retry`)).toMatchObject({
      status: 400,
      body: { error: 'invalid_transition', currentState: 'failed', allowed: [] },
    });
  });
});
