import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { formOf } from '../../../test/harness/form.ts';
import { startServiceForTest } from '../../../test/harness/processes.ts';
import { chunkType, head, patch } from '../../../test/harness/tus.ts';
import { openMediaWorld } from './media-world.fixture.ts';

vi.setConfig({ testTimeout: 120_000 });

/** Processes that share a database and a bucket, and no folder. Run with object storage only. */
describe('two processes', async () => {
  const media = await openMediaWorld();
  const { world, editor, clip, direct } = media;
  const folders: string[] = [];
  afterAll(() => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });

  async function another() {
    const folder = mkdtempSync(join(tmpdir(), 'cliffhanger-other-'));
    folders.push(folder);
    return startServiceForTest({ ...world, files: { ...world.files, folder } });
  }
  const at = (base: string, url: string): string => `${base}${new URL(url).pathname}`;

  it('serve each other’s pictures, whole, in part and conditionally', async () => {
    const [first, second] = [await another(), await another()];
    const bytes = await sharp({ create: { width: 64, height: 36, channels: 3, background: '#3060a0' } })
      .png()
      .toBuffer();
    const { payload, contentType } = formOf({ kind: 'thumb' }, { name: 'a.png', bytes });
    const headers = { authorization: `Bearer ${editor.token}`, 'content-type': contentType };
    const sent = await fetch(`${first.base}/v1/admin/media/uploads/image`, {
      method: 'POST',
      headers,
      body: new Uint8Array(payload),
    });
    expect(sent.status).toBe(201);
    const { url }: { url: string } = JSON.parse(await sent.text());
    const [here, there] = [await fetch(at(first.base, url)), await fetch(at(second.base, url))];
    expect([there.status, there.headers.get('cache-control')]).toEqual([200, 'private, max-age=3600']);
    const whole = Buffer.from(await there.arrayBuffer());
    expect(whole.equals(Buffer.from(await here.arrayBuffer()))).toBe(true);
    const part = await fetch(at(second.base, url), { headers: { range: 'bytes=2-9' } });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 2-9/${whole.length}`]);
    expect(Buffer.from(await part.arrayBuffer()).equals(whole.subarray(2, 10))).toBe(true);
    const etag = here.headers.get('etag') ?? '';
    const known = await fetch(at(second.base, url), { headers: { 'if-none-match': etag } });
    expect(known.status).toBe(304);
    expect((await fetch(`${second.base}/media/files/${url.split('/').at(-1)}`)).status).toBe(403);
  });

  it('continue an upload that another was killed in, and play it', async () => {
    const first = await another();
    const { body } = await direct();
    const half = Math.floor(clip.length / 2);
    await sendAndKill(first.child, at(first.base, body.uploadUrl), clip.subarray(0, half));
    const offset = Number((await head(body.uploadUrl)).headers.get('upload-offset'));
    expect(offset).toBe(half);
    expect((await patch(body.uploadUrl, offset, clip.subarray(offset))).status).toBe(204);
    await media.settled(body.assetId, 'ready');
    const { url } = await media.assetOf(body.assetId);
    const played = Buffer.from(await (await fetch(url ?? '')).arrayBuffer());
    expect(played.equals(clip)).toBe(true);
  });

  /** Sends a beginning over a connection that stays open, and kills the process once the bytes are stored. */
  async function sendAndKill(child: ChildProcess, url: string, bytes: Buffer): Promise<void> {
    const headers = { 'tus-resumable': '1.0.0', 'upload-offset': '0', 'content-type': chunkType };
    const body = new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(new Uint8Array(bytes)) });
    const broken = fetch(url, { method: 'PATCH', headers, body, duplex: 'half' }).catch(() => 'broken');
    await expect
      .poll(async () => (await head(url)).headers.get('upload-offset'), { timeout: 30_000 })
      .toBe(String(bytes.length));
    const closed = once(child, 'close');
    child.kill('SIGKILL');
    await closed;
    expect(await broken).toBe('broken');
  }

  it('leave nothing of uploads that were killed at any moment', async () => {
    const housekeep = async (after: string): Promise<void> => {
      await world.clock.shift(after);
      expect(await world.runner.runNow('housekeeping')).toMatchObject({ outcome: 'succeeded' });
      await world.clock.shift('0');
    };
    await housekeep('0');
    const kept = await storedKeys();
    for (const waitMs of [0, 5, 20, 60, 150]) {
      const { base, child } = await another();
      const { body } = await direct();
      const answers = [
        patch(at(base, body.uploadUrl), 0, clip.subarray(0, clip.length - 1)),
        editorImage(base),
        editorImage(base),
      ].map((answer) => answer.catch(() => undefined));
      await new Promise((resolve) => setTimeout(resolve, waitMs));
      const closed = once(child, 'close');
      child.kill('SIGKILL');
      await Promise.all([closed, ...answers]);
    }
    const { rows } = await world.database.pool.query(
      `update media_assets set deleted_at = clock() where kind = 'poster' returning playback_id as name`,
    );
    for (const { name } of rows) await world.media.files.remove(String(name));
    // Uploads expire after a day, the files of changes that failed after an hour, and the trash after a week.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 40 * 86_400_000 });
    await world.media.video.sweep();
    vi.useRealTimers();
    await housekeep('30 days');
    expect(await storedKeys()).toEqual(kept);
  });

  const editorImage = async (base: string): Promise<Response> => {
    const bytes = await sharp({ create: { width: 40, height: 60, channels: 3, background: '#a03060' } })
      .png()
      .toBuffer();
    const { payload, contentType } = formOf({ kind: 'poster' }, { name: 'a.png', bytes });
    const headers = { authorization: `Bearer ${editor.token}`, 'content-type': contentType };
    return fetch(`${base}/v1/admin/media/uploads/image`, { method: 'POST', headers, body: new Uint8Array(payload) });
  };

  async function storedKeys(): Promise<string[]> {
    const keys: string[] = [];
    for (const folder of ['files', 'videos', 'plays', 'trash/files', 'trash/videos']) {
      keys.push(...(await world.media.storage.names(folder)).map((name) => `${folder}/${name}`));
    }
    return keys.sort();
  }
});
