import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { findFfmpeg } from '../../src/gateways/video/embedded/ffmpeg.ts';
import { openProvider } from '../../src/gateways/video/embedded/provider.fixture.ts';
import { createSampleVideos } from '../../src/gateways/video/embedded/sample-video.fixture.ts';
import { firstOutput, processPath } from '../harness/processes.ts';
import { chunkType, head, patch, sendAll } from '../harness/tus.ts';

/** Two processes over one storage: this one, and others that are killed. */

vi.setConfig({ testTimeout: 120_000 });

const ffmpeg = findFfmpeg();
const { folder, bucket, storage, callbackUrl, databaseUrl, callbacks, clip, begin, open } = await openProvider();
const bucketText = bucket ? JSON.stringify(bucket) : '';
const children: ChildProcess[] = [];
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
});

async function another(command = 'no-such-command') {
  const args = [processPath('provider-process.fixture'), folder, bucketText, callbackUrl, databaseUrl, command];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  const address = await firstOutput(child);
  return {
    pid: child.pid,
    there: (url: string): string => `${address}${new URL(url).pathname}`,
    async kill() {
      child.kill('SIGKILL');
      await once(child, 'close');
    },
  };
}

/** A sender who sends when told. */
function slowSender(url: string) {
  let give: ((bytes: Buffer) => void) | undefined;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      give = (bytes) => controller.enqueue(new Uint8Array(bytes));
    },
  });
  const headers = { 'tus-resumable': '1.0.0', 'upload-offset': '0', 'content-type': chunkType };
  const answer = fetch(url, { method: 'PATCH', headers, body, duplex: 'half' }).catch(() => undefined);
  return { answer, give: (bytes: Buffer) => give?.(bytes) };
}

const offsetOf = async (url: string) => (await head(url)).headers.get('upload-offset');
const sourceOf = async (id: string) => {
  const found = await storage.uploads.find(`videos/${id}/source`);
  return found ? text(await found.open({ start: 0, end: found.size - 1 })) : '';
};
const toldOf = (id: string) => callbacks.filter(({ providerId }) => providerId === id).map(({ status }) => status);

/** Makes every video playable, when it is told to go on. */
function slowFfmpeg() {
  const [command, calls, go] = [join(folder, 'slow-ffmpeg'), join(folder, 'calls'), join(folder, 'go')];
  writeFileSync(
    command,
    `#!/bin/sh
for last; do :; done
[ "$1" = -version ] && exit 0
echo "$last" >> ${calls}
[ "$last" = v%v.m3u8 ] && until [ -e ${go} ]; do sleep 0.1; done
echo made > index.m3u8
`,
  );
  chmodSync(command, 0o755);
  return {
    command,
    calls: () => (existsSync(calls) ? readFileSync(calls, 'utf8') : ''),
    goOn: () => writeFileSync(go, ''),
  };
}

describe('two processes', () => {
  const encoder = slowFfmpeg();
  let other: Awaited<ReturnType<typeof another>>;
  beforeAll(async () => {
    other = await another(encoder.command);
  });

  it('do not write one upload at the same time: the newest sender relieves the other', async () => {
    const { id, url } = await begin(100_000);
    const slow = slowSender(other.there(url));
    slow.give(Buffer.alloc(1200, 'a'));
    await expect.poll(() => offsetOf(url)).toBe('1200');
    const second = await patch(url, 1200, Buffer.alloc(50_000, 'b'));
    expect([second.status, second.headers.get('upload-offset')]).toEqual([204, '51200']);
    slow.give(Buffer.alloc(20_000, 'a'));
    await Promise.race([slow.answer, sleep(1000)]);
    expect(await sourceOf(id)).toBe(`${'a'.repeat(1200)}${'b'.repeat(50_000)}`);
  });

  it('make a video playable once', async () => {
    const { id, url } = await begin();
    await sendAll(other.there(url), clip);
    await expect.poll(encoder.calls).toContain('v%v.m3u8');
    const second = await another(encoder.command);
    await sleep(1000);
    encoder.goOn();
    await expect.poll(() => toldOf(id)).toEqual(['processing', 'ready']);
    expect(encoder.calls().match(/m3u8/g)).toHaveLength(1);
    await second.kill();
  });

  it('leave an upload to each other when one is killed', async () => {
    const { id, url } = await begin(10_000);
    const slow = slowSender(other.there(url));
    slow.give(Buffer.alloc(1200, 'a'));
    await expect.poll(() => offsetOf(url)).toBe('1200');
    await other.kill();
    expect((await patch(url, 1200, Buffer.alloc(800, 'b'))).status).toBe(204);
    expect(await sourceOf(id)).toBe(`${'a'.repeat(1200)}${'b'.repeat(800)}`);
  });
});

describe('a video that would never be read to its end', () => {
  const unfinished = async (id: string): Promise<number> => {
    const state = await storage.readText(`videos/${id}/state.json`);
    return Number(/"unfinishedProbes":(\d)/.exec(state ?? '')?.[1] ?? 0);
  };
  it('is given up by the third process, after two were killed at it', async () => {
    const tracks = clip.lastIndexOf(Buffer.from([0x16, 0x54, 0xae, 0x6b])) + 4;
    const endless = Buffer.from(clip);
    endless[tracks] = 0;
    const first = await another();
    const { id, url } = await begin(endless.length);
    await sendAll(first.there(url), endless);
    await expect.poll(() => unfinished(id)).toBe(1);
    await first.kill();
    const second = await another();
    await expect.poll(() => unfinished(id)).toBe(2);
    await second.kill();
    const third = await another();
    await expect.poll(() => toldOf(id).at(-1), { timeout: 5_000 }).toBe('failed');
    expect(callbacks.at(-1)).toMatchObject({ providerId: id, error: 'unreadable' });
    await third.kill();
  });
});

describe.skipIf(!ffmpeg)(`a process that is killed${ffmpeg ? '' : ' (skipped: this machine has no ffmpeg)'}`, () => {
  const makeVideo = createSampleVideos();
  it('in the middle of a video leaves it to the next, and its ffmpeg ends', async () => {
    const long = await makeVideo({ size: '320x180', seconds: 10, times: 12, format: 'mp4' });
    const first = await another('ffmpeg');
    const { id, url } = await begin(long.length);
    await sendAll(first.there(url), long);
    const videos = join(folder, 'videos', id);
    const isStreaming = () =>
      readdirSync(videos).some((name) => name.endsWith('.draft') && existsSync(join(videos, name, 'v0_00000.ts')));
    await expect.poll(isStreaming, { timeout: 30_000, interval: 10 }).toBe(true);
    const orphans = childrenOf(first.pid);
    expect(orphans).toHaveLength(1);
    await first.kill();
    const next = open(ffmpeg);
    await next.start();
    await next.idle();
    await next.stop();
    expect(toldOf(id)).toEqual(['processing', 'processing', 'ready']);
    await expect.poll(() => orphans.filter(isRunning)).toEqual([]);
    expect(readdirSync(videos).filter((name) => name.startsWith('hls'))).toEqual(['hls']);
  });
});

const childrenOf = (pid: number | undefined): number[] =>
  execFileSync('ps', ['-A', '-o', 'pid=,ppid=,comm='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, parent, command]) => parent === String(pid) && command === 'ffmpeg')
    .map(([child]) => Number(child));

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
