import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { makeEpisode } from '../../../test/harness/catalog.ts';
import { formOf } from '../../../test/harness/form.ts';
import { head, patch } from '../../../test/harness/tus.ts';
import { openMediaWorld, storedNameOf } from './media-world.fixture.ts';

/** A disk of a thousand megabytes, of which fifty are never filled. */

const megabyte = 1_000_000;
const disk = { freeBytes: 0, looksUntilFull: Infinity };
beforeEach(() => {
  Object.assign(disk, { freeBytes: 800 * megabyte, looksUntilFull: Infinity });
});
const lookAtDisk = async () => {
  const freeBytes = disk.looksUntilFull-- > 0 ? disk.freeBytes : 49 * megabyte;
  return { bsize: 1000, blocks: 1_000_000, bavail: freeBytes / 1000 };
};

const media = await openMediaWorld({ lookAtDisk });
const { world, editor, image, deliver } = media;
const address = world.site.ownUrl();
const picture = sharp({ create: { width: 20, height: 20, channels: 3, background: '#a0b0c0' } })
  .png()
  .toBuffer();

/** Over the network, where an answer of 503 is an answer like others. */
async function post(path: string, payload: string | Buffer, contentType: string) {
  const answer = await fetch(`${address}/v1/admin/media/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${editor.token}`, 'content-type': contentType },
    body: typeof payload === 'string' ? payload : new Uint8Array(payload),
  });
  const body: unknown = await answer.json();
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), body };
}

const begin = (sizeBytes: number) => {
  const body = { kind: 'video', sizeBytes, meta: { sourceFileName: 'a.mp4' } };
  return post('uploads/direct', JSON.stringify(body), 'application/json');
};
const full = { status: 503, body: { statusCode: 503, error: 'storage_full' } };

describe('a disk that is almost full', () => {
  it('refuses uploads that would use its reserve, with a time to retry', async () => {
    disk.freeBytes = 100 * megabyte;
    expect(await begin(51 * megabyte)).toMatchObject({ ...full, retryAfter: '60' });
    expect(await begin(50 * megabyte)).toMatchObject({ status: 200 });
  });

  it('refuses images and captions, and leaves no files', async () => {
    disk.freeBytes = 40 * megabyte;
    const poster = formOf({ kind: 'poster' }, { name: 'a.png', bytes: await picture });
    const before = existsSync(join(world.folder, 'files')) ? readdirSync(join(world.folder, 'files')) : [];
    expect(await post('uploads/image', poster.payload, poster.contentType)).toMatchObject(full);
    const fields = { episodeId: await makeEpisode(world, 'draft'), lang: 'en' };
    const srt = formOf(fields, { name: 'en.srt', bytes: '1\n00:00:01,000 --> 00:00:02,000\nHello\n' });
    expect(await post('captions', srt.payload, srt.contentType)).toMatchObject(full);
    const after = existsSync(join(world.folder, 'files')) ? readdirSync(join(world.folder, 'files')) : [];
    expect(after).toEqual(before);
  });

  it('stops a running upload, keeps the received bytes, and lets it continue when there is space', async () => {
    const bytes = Buffer.alloc(24 * megabyte, 'v');
    const { body } = await media.direct({ sizeBytes: bytes.length });
    disk.looksUntilFull = 1;
    const stopped = await patch(body.uploadUrl, 0, bytes).then(
      ({ status }) => status,
      () => 'cut off while still sending',
    );
    expect([503, 'cut off while still sending']).toContain(stopped);
    const offset = Number((await head(body.uploadUrl)).headers.get('upload-offset'));
    expect(offset).toBeGreaterThan(10 * megabyte);
    expect(offset).toBeLessThan(20 * megabyte);
    const again = await patch(body.uploadUrl, offset, bytes.subarray(offset, offset + 100));
    expect([again.status, await again.json()]).toEqual([503, full.body]);
    disk.looksUntilFull = Infinity;
    expect((await patch(body.uploadUrl, offset, bytes.subarray(offset))).status).toBe(204);
    expect((await head(body.uploadUrl)).headers.get('upload-offset')).toBe(String(bytes.length));
  });

  it('is reported in readiness and metrics', async () => {
    const files = async () => (await world.app.inject('/readyz')).json<{ files: object }>().files;
    const sizes = { freeBytes: 800 * megabyte, reserveBytes: 50 * megabyte };
    expect(await files()).toMatchObject({ ...sizes, takesUploads: true });
    disk.freeBytes = 49 * megabyte;
    expect(await files()).toMatchObject({ freeBytes: 49 * megabyte, takesUploads: false });
    const metrics = (await world.app.inject('/metrics')).payload;
    expect(metrics).toContain('storage_free_bytes 49000000');
    expect(metrics).toContain('storage_reserve_bytes 50000000');
  });

  it('is relieved by emptying the trash early', async () => {
    const { body } = await image(await picture);
    await editor.delete(`/admin/media/assets/${body.id}`);
    await deliver();
    const trashed = join(world.folder, 'trash', 'files', storedNameOf(body));
    await world.runner.runNow('housekeeping');
    expect(existsSync(trashed)).toBe(true);
    disk.freeBytes = 49 * megabyte;
    await world.runner.runNow('housekeeping');
    expect(existsSync(trashed)).toBe(false);
  });
});
