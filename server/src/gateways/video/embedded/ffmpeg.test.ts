import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { sendAll } from '../../../../test/harness/tus.ts';
import { findFfmpeg } from './ffmpeg.ts';
import { openProvider } from './provider.fixture.ts';

/** A command that is called as ffmpeg is, writes the files that it is asked for, and notes how it was called. */
const folder = mkdtempSync(join(tmpdir(), 'cliffhanger-ffmpeg-'));
const command = join(folder, 'ffmpeg');
const calls = join(folder, 'calls');
const environment = join(folder, 'environment');
writeFileSync(
  command,
  `#!${process.execPath}
const { appendFileSync, writeFileSync } = require('node:fs');
const args = process.argv.slice(2);
appendFileSync(${JSON.stringify(calls)}, JSON.stringify(args) + '\\n');
if (args[0] === '-version') process.exit(0);
writeFileSync(${JSON.stringify(environment)}, Object.keys(process.env).join());
const out = args.at(-1);
if (out.endsWith('.jpg')) return writeFileSync(out, 'a picture');
writeFileSync('index.m3u8', '#EXTM3U');
writeFileSync('v0.m3u8', '#EXTM3U');
writeFileSync('v0_00000.ts', 'a segment');
`,
);
chmodSync(command, 0o755);
afterAll(() => rmSync(folder, { recursive: true }));

const { provider, clip, begin, reportsOf } = await openProvider(findFfmpeg(command));

it('With ffmpeg, thumbnails and a stream are created and served', async () => {
  const { id, url } = await begin();
  await sendAll(url, clip);
  const ready = (await reportsOf(id)).at(-1);
  const playbackId = String(ready?.playbackId);
  expect(ready).toMatchObject({ status: 'ready' });
  const thumbnails = (await provider.find(id))?.thumbnails ?? [];
  expect(thumbnails.map(({ timeS }) => timeS)).toEqual([0.3, 0.9, 1.5, 2.1, 2.7]);
  const picture = await fetch(provider.thumbnailUrl(playbackId, thumbnails[0]?.url ?? ''));
  expect([picture.headers.get('content-type'), await picture.text()]).toEqual(['image/jpeg', 'a picture']);
  const { url: streamUrl } = provider.streamLink(playbackId, 'viewer');
  const stream = await fetch(streamUrl);
  expect([stream.headers.get('content-type'), await stream.text()]).toEqual([
    'application/vnd.apple.mpegurl',
    '#EXTM3U',
  ]);
  const part = async (name: string) => (await fetch(streamUrl.replace('index.m3u8', name))).headers.get('content-type');
  expect(await part('v0_00000.ts')).toBe('video/mp2t');
  expect(await part('v0.m3u8')).toBe('application/vnd.apple.mpegurl');
  expect((await fetch(provider.fileUrl(playbackId))).headers.get('content-type')).toBe('video/webm');
  expect((await fetch(provider.fileUrl(playbackId).replace('video.webm', 'state.json'))).status).toBe(404);
});

it('It only reads files, in the probed format, so that a playlist has no access', () => {
  const ffmpegCalls = readFileSync(calls, 'utf8').trim().split('\n').slice(1);
  expect(ffmpegCalls).toHaveLength(6);
  for (const call of ffmpegCalls) expect(call).toContain('"-protocol_whitelist","file","-f","matroska","-i","file:/');
});

it('It does not get our environment', () => {
  expect(readFileSync(environment, 'utf8')).toBe('');
});

it('A missing command is not found', () => {
  expect(findFfmpeg(join(folder, 'nothing'))).toBeUndefined();
});
