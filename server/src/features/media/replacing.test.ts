import { sql } from 'kysely';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { makeAdminActor, makeRole } from '../../../test/harness/actor.ts';
import { auditActionsOf, makeEpisode } from '../../../test/harness/catalog.ts';
import { newId } from '../../kit/id.ts';
import type { State } from '../catalog/rules.ts';
import { type AssetBody, openMediaWorld } from './media-world.fixture.ts';

/** What happens to the files of an episode the further it is on its way to viewers. */

const { world, editor, direct, assetOf, sendEvent, image } = await openMediaWorld();
const { db } = world.database;
await makeRole(world, 'cutter', ['catalog:read', 'catalog:write', 'catalog:delete']);
const cutter = await makeAdminActor(world, 'cutter');

async function readyVideo(episodeId?: string): Promise<string> {
  const { body } = await direct(episodeId === undefined ? {} : { episodeId });
  await sendEvent({ providerId: body.providerId, status: 'ready', playbackId: `pb-${newId()}` });
  return body.assetId;
}

/** An episode with a video that plays, in some state. */
async function episodeWithVideo(status: State) {
  const [id, assetId] = [await makeEpisode(world, status), await readyVideo()];
  await sql`update episodes set media_asset_id = ${assetId} where id = ${id}`.execute(db);
  return { id, assetId };
}

const linkOf = async (id: string) => (await editor.get<{ mediaAssetId: string | null }>(`/admin/episodes/${id}`)).body;
const listedAs = async (id: string) =>
  (await editor.get<{ items: AssetBody[] }>('/admin/media/assets?kind=video')).body.items.find((one) => one.id === id)
    ?.allowed;
const locked = { status: 400, body: { error: 'field_locked' } };
const onTheWay = ['in_review', 'scheduled', 'published'] as const;

describe('an upload for an episode', () => {
  it.each([...onTheWay, 'archived'] as const)('with a video that is %s is refused', async (status) => {
    const { id } = await episodeWithVideo(status);
    expect(await direct({ episodeId: id })).toMatchObject({
      status: 400,
      body: { error: 'field_locked', fields: ['mediaAssetId'], currentState: status },
    });
  });

  it('that is archived is refused, even without a video', async () => {
    expect(await direct({ episodeId: await makeEpisode(world, 'archived') })).toMatchObject(locked);
  });

  it.each(onTheWay)('without a video that is %s is accepted, and linked when it is ready', async (status) => {
    const id = await makeEpisode(world, status);
    const assetId = await readyVideo(id);
    expect(await linkOf(id)).toMatchObject({ mediaAssetId: assetId });
    expect(await assetOf(assetId)).toMatchObject({ linked: true });
  });

  it('that is a draft replaces its video', async () => {
    const { id } = await episodeWithVideo('draft');
    const assetId = await readyVideo(id);
    expect(await linkOf(id)).toMatchObject({ mediaAssetId: assetId });
  });

  it('that was published with another video meanwhile is not linked, as shown in the inbox and the library', async () => {
    const operator = await makeAdminActor(world, 'superadmin');
    const { id, assetId } = await episodeWithVideo('draft');
    const { body } = await direct({ episodeId: id });
    await sql`update episodes set status = 'published', published_at = clock() where id = ${id}`.execute(db);
    const eventId = newId();
    await sendEvent({ providerId: body.providerId, status: 'ready', playbackId: `pb-${newId()}` }, { id: eventId });
    expect(await linkOf(id)).toMatchObject({ mediaAssetId: assetId });
    expect(await assetOf(body.assetId)).toMatchObject({ status: 'ready', linked: false });
    expect(await auditActionsOf(world, id)).toEqual([]);
    const inbox = await operator.get<{ items: { eventId: string; detailCode: string }[] }>('/admin/webhooks');
    expect(inbox.body.items.find((item) => item.eventId === eventId)?.detailCode).toBe('asset_not_linked');
    const library = await editor.get<{ items: AssetBody[] }>(`/admin/media/assets?episodeId=${id}`);
    expect(library.body.items.map(({ linked }) => linked)).toEqual([false]);
  });
});

describe('other files of an episode', () => {
  const put = (actor: typeof editor, id: string, body: object) => actor.put(`/admin/episodes/${id}/media`, body);

  it.each(onTheWay)('that is %s require a note and publishing:write', async (status) => {
    const { id } = await episodeWithVideo(status);
    const mediaAssetId = await readyVideo();
    expect((await put(editor, id, { mediaAssetId })).body).toMatchObject({ error: 'audit_note_required' });
    expect((await put(editor, id, { mediaAssetId, note: '  ' })).body).toMatchObject({ error: 'audit_note_required' });
    expect(await put(cutter, id, { mediaAssetId, note: 'The sound was off.' })).toMatchObject({
      status: 403,
      body: { error: 'insufficient_permissions', required: ['publishing:write'] },
    });
    const replaced = await put(editor, id, { mediaAssetId, note: 'The sound was off.' });
    expect(replaced).toMatchObject({ status: 200, body: { mediaAssetId } });
    const { rows } = await sql<{ reason: string }>`select reason from audit_entries where target_id = ${id}`.execute(
      db,
    );
    expect(rows).toEqual([{ reason: 'The sound was off.' }]);
  });

  it('that is a draft require neither', async () => {
    const { id } = await episodeWithVideo('draft');
    expect((await put(cutter, id, { mediaAssetId: await readyVideo() })).status).toBe(200);
  });

  it('that is archived are refused', async () => {
    const { id } = await episodeWithVideo('archived');
    expect(await put(editor, id, { mediaAssetId: await readyVideo(), note: 'Why not?' })).toMatchObject(locked);
  });

  it.each(['scheduled', 'published'] as const)('that is %s can be another video, but not none', async (status) => {
    const { id } = await episodeWithVideo(status);
    expect(await put(editor, id, { mediaAssetId: null, note: 'Taken down.' })).toMatchObject(locked);
  });

  it('are not part of an ordinary edit', async () => {
    const { id } = await episodeWithVideo('published');
    const edit = { mediaAssetId: await readyVideo(), note: 'The sound was off.' };
    expect(await editor.put(`/admin/episodes/${id}`, edit)).toMatchObject(locked);
  });
});

describe('the video of an episode', () => {
  const remove = (actor: typeof editor, assetId: string, note = '') =>
    actor.delete(`/admin/media/assets/${assetId}${note && `?note=${encodeURIComponent(note)}`}`);

  it.each(['scheduled', 'published'] as const)('that is %s cannot be deleted', async (status) => {
    const { id, assetId } = await episodeWithVideo(status);
    expect((await assetOf(assetId)).allowed).toEqual([]);
    expect(await listedAs(assetId)).toEqual([]);
    expect(await editor.delete(`/admin/media/assets/${assetId}`)).toMatchObject({
      status: 409,
      body: { error: 'asset_in_use', episodeIds: [id] },
    });
    expect(await linkOf(id)).toMatchObject({ mediaAssetId: assetId });
    expect((await assetOf(assetId)).status).toBe('ready');
  });

  it('that is archived is locked like its other fields', async () => {
    const { id, assetId } = await episodeWithVideo('archived');
    expect((await assetOf(assetId)).allowed).toEqual([]);
    expect(await remove(editor, assetId, 'Not needed.')).toMatchObject({
      status: 400,
      body: { error: 'field_locked', fields: ['mediaAssetId'], currentState: 'archived' },
    });
    expect(await linkOf(id)).toMatchObject({ mediaAssetId: assetId });
  });

  it('that is a draft can be deleted with catalog:delete', async () => {
    const { id, assetId } = await episodeWithVideo('draft');
    expect((await cutter.get<AssetBody>(`/admin/media/assets/${assetId}`)).body.allowed).toEqual(['delete']);
    expect(await listedAs(assetId)).toEqual(['delete']);
    expect((await remove(cutter, assetId)).status).toBe(204);
    expect(await linkOf(id)).toMatchObject({ mediaAssetId: null });
  });

  it('in review can be deleted on the conditions of replacing it: publishing:write and a note', async () => {
    const { id, assetId } = await episodeWithVideo('in_review');
    expect((await cutter.get<AssetBody>(`/admin/media/assets/${assetId}`)).body.allowed).toEqual([]);
    expect(await remove(cutter, assetId, 'The sound was off.')).toMatchObject({
      status: 403,
      body: { error: 'insufficient_permissions', required: ['publishing:write'] },
    });
    expect((await assetOf(assetId)).allowed).toEqual(['delete']);
    for (const note of ['', '  ']) {
      expect(await remove(editor, assetId, note)).toMatchObject({
        status: 400,
        body: { error: 'audit_note_required' },
      });
    }
    expect(await linkOf(id)).toMatchObject({ mediaAssetId: assetId });
    expect((await remove(editor, assetId, 'The sound was off.')).status).toBe(204);
    expect(await linkOf(id)).toMatchObject({ mediaAssetId: null });
    const { rows } = await sql`select reason from audit_entries
      where target_id = ${assetId} and action = 'media.delete'`.execute(db);
    expect(rows).toEqual([{ reason: 'The sound was off.' }]);
  });
});

describe('the captions of a published episode', () => {
  const srt = { name: 'en.srt', bytes: '1\n00:00:01,000 --> 00:00:02,000\nHello\n' };
  it.each([
    ['', null],
    ['?note=Wrong%20translation', 'Wrong translation'],
  ])('are deleted as the query says why, %j, and audited', async (query, reason) => {
    const episodeId = await makeEpisode(world, 'published');
    const { body } = await cutter.upload<AssetBody>('/admin/media/captions', { episodeId, lang: 'en' }, srt);
    expect((await cutter.delete(`/admin/media/assets/${body.id}${query}`)).status).toBe(204);
    const { rows } = await sql`select reason from audit_entries
      where target_id = ${body.id} and action = 'media.delete'`.execute(db);
    expect(rows).toEqual([{ reason }]);
  });
});

describe('the captions of an archived episode', () => {
  const srt = { name: 'en.srt', bytes: '1\n00:00:01,000 --> 00:00:02,000\nHello\n' };
  it('cannot be added or deleted', async () => {
    const episodeId = await makeEpisode(world, 'published');
    const send = (lang: string) => editor.upload<AssetBody>('/admin/media/captions', { episodeId, lang }, srt);
    const { body } = await send('en');
    expect(body.allowed).toEqual(['delete']);
    await sql`update episodes set status = 'archived' where id = ${episodeId}`.execute(db);
    const refused = { status: 400, body: { error: 'field_locked', fields: ['captions'], currentState: 'archived' } };
    expect(await send('ar')).toMatchObject(refused);
    expect(await send('en')).toMatchObject(refused);
    expect(await editor.delete(`/admin/media/assets/${body.id}`)).toMatchObject(refused);
    expect(await assetOf(body.id)).toMatchObject({ status: 'ready', allowed: [] });
  });
});

describe('a ready event without a playbackId', () => {
  it('is malformed, names the missing field, and does not affect the next event', async () => {
    const { body } = await direct();
    const event = { providerId: body.providerId, status: 'ready', durationS: 61.4 };
    expect(await sendEvent(event)).toMatchObject({ status: 400, body: { details: [{ path: 'playbackId' }] } });
    expect((await assetOf(body.assetId)).status).toBe('uploading');
    expect((await sendEvent({ ...event, playbackId: 'pb-good' })).status).toBe(204);
    expect(await assetOf(body.assetId)).toMatchObject({ status: 'ready', playbackId: 'pb-good', durationS: 61 });
  });
});

describe('a file of another type', () => {
  it('is refused with the accepted types', async () => {
    const gif = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#fff' } })
      .gif()
      .toBuffer();
    expect((await image(gif)).body).toEqual({
      statusCode: 415,
      error: 'unsupported_media_type',
      accepted: ['image/jpeg', 'image/png', 'image/webp'],
    });
  });
});
