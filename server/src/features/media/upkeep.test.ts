import pg from 'pg';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { makeEpisode } from '../../../test/harness/catalog.ts';
import { patch, sendAll } from '../../../test/harness/tus.ts';
import type { World } from '../../../test/harness/world.ts';
import { newId } from '../../kit/id.ts';
import { storePendingFile } from './folder.ts';
import { type AssetBody, openMediaWorld, storedNameOf } from './media-world.fixture.ts';

/** What housekeeping does with files, and above all what it does not. */

type Desk = Awaited<ReturnType<typeof openMediaWorld>>;

async function asSuperuser({ server }: World, databaseName: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: server.url('superuser', databaseName) });
  await client.connect();
  await client.query(text);
  await client.end();
}

const picture = sharp({ create: { width: 20, height: 20, channels: 3, background: '#a0b0c0' } })
  .png()
  .toBuffer();
const srt = '1\n00:00:01,000 --> 00:00:02,000\nHello\n';

/** An image, captions and a video that are shown, and an image that was deleted. */
async function fill({ world, editor, image, direct, clip, settled, assetOf, deliver }: Desk) {
  const shown = (await image(await picture)).body;
  const deleted = (await image(await picture)).body;
  const fields = { episodeId: await makeEpisode(world, 'draft'), lang: 'en' };
  const caption = await editor.upload<AssetBody>('/admin/media/captions', fields, { name: 'en.srt', bytes: srt });
  const { body: begun } = await direct();
  await sendAll(begun.uploadUrl, clip);
  await settled(begun.assetId, 'ready');
  await editor.delete(`/admin/media/assets/${deleted.id}`);
  await deliver();
  return { shown, deleted, caption: caption.body, video: await assetOf(begun.assetId) };
}

async function housekeep({ world }: Desk, after: string): Promise<void> {
  await world.clock.shift(after);
  const run = await world.runner.runNow('housekeeping');
  await world.clock.shift('0');
  expect(run).toMatchObject({ outcome: 'succeeded' });
}

const isServed = async ({ url }: Pick<AssetBody, 'url'>) => (await fetch(url ?? '')).status === 200;
const isStored = async ({ world }: Desk, key: string) => (await world.media.storage.changedAt(key)) !== undefined;
const inTrash = (desk: Desk, asset: Pick<AssetBody, 'url'>) => isStored(desk, `trash/files/${storedNameOf(asset)}`);
const folderOf = async ({ world }: Desk) => (await world.app.inject('/readyz')).json<{ files: object }>().files;

describe('a deleted file', () => {
  it('is not served, can be restored for a week, and is removed afterwards', async () => {
    const media = await openMediaWorld();
    const { deleted, shown } = await fill(media);
    expect(await isServed(deleted)).toBe(false);
    expect(await inTrash(media, deleted)).toBe(true);
    await housekeep(media, '6 days 23 hours');
    expect(await inTrash(media, deleted)).toBe(true);
    await housekeep(media, '7 days 1 hour');
    expect(await inTrash(media, deleted)).toBe(false);
    expect(await isServed(shown)).toBe(true);
    expect(await folderOf(media)).toMatchObject({ folder: 'own' });
  });
});

describe('a new database with the folder of another', () => {
  it('never removes files, and reports the mismatch', async () => {
    const old = await openMediaWorld();
    const { shown, caption, video, deleted } = await fill(old);
    const { body: unfinished } = await old.direct();
    await patch(unfinished.uploadUrl, 0, old.clip.subarray(0, 100));
    await housekeep(old, '0');
    const media = await openMediaWorld(old.world.files);
    await asSuperuser(media.world, media.world.databaseName, `update installation set id = '${newId()}'`);
    const orphan = await storePendingFile(media.world.database, media.world.media, Buffer.from('x'), 'png');
    for (const after of ['2 hours', '2 days', '30 days']) await housekeep(media, after);
    for (const asset of [shown, caption, video]) expect(await isServed(asset)).toBe(true);
    expect(await inTrash(old, deleted)).toBe(true);
    expect(await isStored(old, `videos/${unfinished.providerId}`)).toBe(true);
    expect(await isStored(old, `files/${orphan}`)).toBe(true);
    expect(await folderOf(media)).toMatchObject({ folder: 'other' });
  });

  it('does not claim an unclaimed folder, unless it knows a file in it', async () => {
    const old = await openMediaWorld();
    const { shown } = await fill(old);
    const media = await openMediaWorld(old.world.files);
    await asSuperuser(media.world, media.world.databaseName, `update installation set id = '${newId()}'`);
    await housekeep(media, '2 hours');
    expect(await folderOf(media)).toMatchObject({ folder: 'unclaimed' });
    await housekeep(old, '0');
    expect(await folderOf(old)).toMatchObject({ folder: 'own' });
    expect(await isServed(shown)).toBe(true);
  });
});

describe('a database restored from a backup', () => {
  it('keeps newer files, and restores those deleted since', async () => {
    const media = await openMediaWorld();
    const before = await fill(media);
    await housekeep(media, '0');
    const { databaseName } = media.world;
    const end = `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${databaseName}'`;
    await asSuperuser(media.world, 'postgres', end);
    const restored = await openMediaWorld(media.world.files, databaseName);
    const newer = (await media.image(await picture)).body;
    for (const { id } of [before.shown, before.video]) await media.editor.delete(`/admin/media/assets/${id}`);
    await media.deliver();
    for (const asset of [before.shown, before.video]) expect(await isServed(asset)).toBe(false);
    await housekeep(restored, '2 hours');
    for (const asset of [before.shown, before.video, newer]) expect(await isServed(asset)).toBe(true);
    await housekeep(restored, '30 days');
    for (const asset of [before.shown, before.video, newer]) expect(await isServed(asset)).toBe(true);
  });
});
