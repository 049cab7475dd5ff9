import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it, vi } from 'vitest';
import { clipOf } from '../../../../test/harness/clips.ts';
import { sendAll } from '../../../../test/harness/tus.ts';
import { findFfmpeg } from './ffmpeg.ts';
import { openProvider } from './provider.fixture.ts';
import { corrupt, createSampleVideos, runFfmpeg } from './sample-video.fixture.ts';

vi.setConfig({ testTimeout: 120_000 });

const ffmpeg = findFfmpeg();
const { folder, provider, begin, reportsOf, faults, open, callbacks } = await openProvider(ffmpeg);
const makeVideo = createSampleVideos();

const storedNames = (id: string) =>
  readdirSync(join(folder, 'videos', id)).filter((name) => !/^(?:transcoder|sender)\./.test(name));

async function send(bytes: Buffer) {
  const { id, url } = await begin(bytes.length);
  await sendAll(url, bytes);
  return { id, last: (await reportsOf(id)).at(-1) };
}

async function transcode(bytes: Buffer) {
  const { id, last } = await send(bytes);
  expect(last).toMatchObject({ status: 'ready' });
  const playbackId = String(last?.playbackId);
  const stream = provider.streamLink(playbackId, 'viewer').url;
  const sizes = [...(await (await fetch(stream)).text()).matchAll(/RESOLUTION=(\d+x\d+)/g)].map(([, size]) => size);
  const thumbnails = (await provider.find(id))?.thumbnails ?? [];
  const pictures = await Promise.all(
    thumbnails.map(async ({ url }) => {
      const response = await fetch(provider.thumbnailUrl(playbackId, url));
      return Buffer.from(await response.arrayBuffer());
    }),
  );
  return { id, stream, sizes, pictures };
}

describe.skipIf(!ffmpeg)(`the real ffmpeg${ffmpeg ? '' : ' (skipped: this machine has none)'}`, () => {
  it('creates distinct thumbnails, and a complete stream in several sizes', async () => {
    const { stream, sizes, pictures } = await transcode(
      await makeVideo({ size: '640x480', seconds: 6, format: 'mp4' }),
    );
    const about = await Promise.all(pictures.map((picture) => sharp(picture).metadata()));
    expect(about.map(({ format, width, height }) => [format, width, height])).toEqual(
      Array(5).fill(['jpeg', 640, 480]),
    );
    expect(new Set(pictures.map((picture) => picture.toString('base64'))).size).toBe(5);
    expect(sizes).toEqual(['640x480', '480x360']);
    expect(await runFfmpeg(['-i', stream, '-map', '0', '-f', 'null', '-'])).toEqual({ code: 0, stderr: '' });
    const part = await (await fetch(stream.replace('index', 'v1'))).text();
    expect(part.match(/#EXTINF:[\d.]+/g)).toEqual(['#EXTINF:4.000000', '#EXTINF:2.000000']);
    expect(part).toContain('#EXT-X-ENDLIST');
  });

  it.each([
    ['of odd sides and without sound', { size: '181x321', format: 'webm', sound: false }, ['180x320'], [181, 321]],
    [
      'that lies on its side',
      { size: '640x360', format: 'mov', marks: ['-metadata:s:v', 'rotate=90'] },
      ['360x640'],
      [360, 640],
    ],
    ['that is small', { size: '96x64', format: 'mp4' }, ['96x64'], [96, 64]],
  ] as const)('streams a video %s', async (_name, about, expected, [width, height]) => {
    const { sizes, pictures, stream } = await transcode(await makeVideo({ seconds: 2, ...about }));
    expect(sizes).toEqual(expected);
    expect(await sharp(pictures[0]).metadata()).toMatchObject({ width, height });
    expect(await runFfmpeg(['-i', stream, '-f', 'null', '-'])).toEqual({ code: 0, stderr: '' });
  });

  it('creates no thumbnail after the last frame', async () => {
    for (const format of ['webm', 'mp4', 'mov'] as const) {
      const { pictures } = await transcode(await clipOf(format));
      expect(pictures.length).toBeGreaterThanOrEqual(4);
      for (const picture of pictures) expect((await sharp(picture).metadata()).format).toBe('jpeg');
    }
  });

  it.each([
    ['all', 0],
    ['half', 0.5],
  ])('reports a video with %s noise as unreadable, and leaves only the source', async (_name, from) => {
    const { id, last } = await send(corrupt(await makeVideo({ size: '640x360', seconds: 4, format: 'mp4' }), from));
    expect(last).toMatchObject({ status: 'failed', error: 'unreadable' });
    expect(storedNames(id)).toEqual(['source', 'state.json']);
  });

  it('accepts a slightly damaged video', async () => {
    const whole = await makeVideo({ size: '640x360', seconds: 4, format: 'mp4' });
    const scratched = Buffer.from(whole);
    scratched.fill(0x55, Math.floor(whole.length / 2), Math.floor(whole.length / 2) + 300);
    expect((await transcode(scratched)).sizes).toEqual(['640x360']);
  });

  it('is stopped with the process, and restarted at the next start', async () => {
    const long = await makeVideo({ size: '320x180', seconds: 10, times: 10, format: 'mp4' });
    const leaving = open();
    await leaving.start();
    const { providerId: id } = await leaving.createUpload({
      sizeBytes: long.length,
      fileName: 'long.mp4',
      expiresAt: new Date('2030-01-02T00:00:00Z'),
      maxDurationS: 14_400,
    });
    writeFileSync(join(folder, 'videos', id, 'source'), long);
    await leaving.retry(id);
    const isStreaming = () =>
      storedNames(id).some(
        (name) => name.endsWith('.draft') && existsSync(join(folder, 'videos', id, name, 'v0_00000.ts')),
      );
    await expect.poll(isStreaming, { timeout: 30_000, interval: 10 }).toBe(true);
    await leaving.stop();
    expect(storedNames(id).filter((name) => name.startsWith('hls'))).toEqual([]);
    expect((await leaving.find(id))?.status).toBe('processing');
    const next = open();
    await next.start();
    await next.idle();
    await next.stop();
    const statuses = callbacks.filter(({ providerId }) => providerId === id).map(({ status }) => status);
    expect(statuses).toEqual(['processing', 'processing', 'ready']);
    expect(faults).toEqual([]);
  });
});
