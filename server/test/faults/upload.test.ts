import { createHash } from 'node:crypto';
import { Agent } from 'node:http';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { newFolderWithCluster } from '../../src/gateways/postgres/test-server.fixture.ts';
import { findFfmpeg } from '../../src/gateways/video/embedded/ffmpeg.ts';
import { parseObject } from '../../src/kit/http/wire.fixture.ts';
import { clipOf } from '../harness/clips.ts';
import { testCount } from '../harness/long-form.ts';
import { chunkType, head, patch } from '../harness/tus.ts';
import { bootstrap, get, killAll, post, type Service, signIn, start } from './launch.fixture.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

/** The tests are one story and run in this order: the second uses the service that the first has started. */
let folder: string;
let service: Service;
const cleanUps: (() => Promise<void>)[] = [];
beforeAll(async () => {
  folder = await newFolderWithCluster((cleanUp) => cleanUps.push(cleanUp));
});
afterAll(async () => {
  await killAll();
  for (const cleanUp of cleanUps) await cleanUp();
});

/** A video that plays, with much room behind it: a box that players pass over. */
async function largeVideo(): Promise<Buffer> {
  const room = Buffer.alloc(testCount(4_000_000, { long: 24_000_000 }), 'room');
  room.writeUInt32BE(room.length, 0);
  room.write('free', 4, 'latin1');
  return Buffer.concat([await clipOf('mp4'), room]);
}

it('An upload goes on where it was when the service is killed in the middle of it, and arrives whole', async () => {
  const env = { DATA_DIR: dirname(folder), ...bootstrap };
  const first = await start(env);
  const token = await signIn(first.base, bootstrap.BOOTSTRAP_ADMIN_PASSWORD);
  const video = await largeVideo();
  const begun = await post(new Agent(), `${first.base}/v1/admin/media/uploads/direct`, token, {
    kind: 'video',
    sizeBytes: video.length,
    meta: { sourceFileName: 'large.mp4' },
  });
  const { uploadUrl, assetId } = parseObject(begun.text);
  const path = new URL(String(uploadUrl)).pathname;

  let sent = 0;
  const slowly = new ReadableStream<Uint8Array>({
    async pull(controller) {
      // The rest never comes, so that the kill finds the upload in its middle.
      if (sent > video.length / 2) return new Promise(() => {});
      controller.enqueue(new Uint8Array(video.subarray(sent, sent + 100_000)));
      sent += 100_000;
    },
  });
  const offsetAt = async (base: string) => Number((await head(`${base}${path}`)).headers.get('upload-offset'));
  const headers = { 'tus-resumable': '1.0.0', 'upload-offset': '0', 'content-type': chunkType };
  const broken = fetch(`${first.base}${path}`, { method: 'PATCH', headers, body: slowly, duplex: 'half' }).catch(
    () => 'broken',
  );
  await expect.poll(() => offsetAt(first.base), { timeout: 60_000 }).toBeGreaterThan(1_000_000);
  await first.end('SIGKILL');
  expect(await broken).toBe('broken');

  const second = await start(env);
  service = second;
  const offset = await offsetAt(second.base);
  expect(offset).toBeGreaterThan(1_000_000);
  expect(offset).toBeLessThan(video.length);
  expect((await patch(`${second.base}${path}`, offset, video.subarray(offset))).status).toBe(204);
  const asset = () => get(`${second.base}/v1/admin/media/assets/${String(assetId)}`, token);
  await expect.poll(async () => (await asset()).body.status, { timeout: 30_000 }).toBe('ready');
  const played = await fetch(String((await asset()).body.url));
  const { thumbnailCandidates } = (await asset()).body;
  expect(JSON.stringify(thumbnailCandidates).includes('thumb_1.jpg')).toBe(findFfmpeg() !== undefined);
  const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
  expect(digest(Buffer.from(await played.arrayBuffer()))).toBe(digest(video));
});

it('A stop does not wait for an upload that drips: its sender is told how far it got', async () => {
  const token = await signIn(service.base, bootstrap.BOOTSTRAP_ADMIN_PASSWORD);
  const begun = await post(new Agent(), `${service.base}/v1/admin/media/uploads/direct`, token, {
    kind: 'video',
    sizeBytes: 1_000_000,
    meta: { sourceFileName: 'slow.mp4' },
  });
  const url = String(parseObject(begun.text).uploadUrl);
  let sent = 0;
  const drip = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (sent > 0) await sleep(100);
      controller.enqueue(new Uint8Array(100));
      sent += 100;
    },
  });
  const headers = { 'tus-resumable': '1.0.0', 'upload-offset': '0', 'content-type': chunkType };
  const answer = fetch(url, { method: 'PATCH', headers, body: drip, duplex: 'half' });
  await expect.poll(async () => Number((await head(url)).headers.get('upload-offset'))).toBeGreaterThan(0);
  const stoppedAt = performance.now();
  const ended = service.end('SIGTERM');
  const { status, headers: responseHeaders } = await answer;
  expect(status).toBe(204);
  expect(Number(responseHeaders.get('upload-offset'))).toBeGreaterThan(0);
  expect(await ended).toMatchObject({ code: 0, errors: '' });
  expect(performance.now() - stoppedAt).toBeLessThan(10_000);
});
