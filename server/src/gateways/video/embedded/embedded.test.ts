import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { clipOf } from '../../../../test/harness/clips.ts';
import { sendAll } from '../../../../test/harness/tus.ts';
import { expiresAt, openProvider } from './provider.fixture.ts';

const { storage, provider, clip, moment, faults, callbacks, begin, reportsOf, open } = await openProvider();

describe('a finished upload', () => {
  it.each(['webm', 'mp4', 'mov'] as const)('of %s is probed, reported and served unchanged', async (format) => {
    const bytes = await clipOf(format);
    const { id, url } = await begin(bytes.length);
    await sendAll(url, bytes);
    const events = await reportsOf(id);
    expect(events.map(({ status }) => status)).toEqual(['processing', 'ready']);
    expect(events[1]).toMatchObject({ durationS: 3, width: 180, height: 320, thumbnails: [] });
    const playbackId = String(events[1]?.playbackId);
    const played = await fetch(provider.fileUrl(playbackId));
    expect(played.headers.get('content-type')).toBe(
      { webm: 'video/webm', mp4: 'video/mp4', mov: 'video/quicktime' }[format],
    );
    expect(played.headers.get('x-content-type-options')).toBe('nosniff');
    const digest = (data: Buffer) => createHash('sha256').update(data).digest('hex');
    expect(digest(Buffer.from(await played.arrayBuffer()))).toBe(digest(bytes));
    const streamed = await fetch(provider.streamLink(playbackId, 'viewer').url);
    expect([streamed.status, digest(Buffer.from(await streamed.arrayBuffer()))]).toEqual([200, digest(bytes)]);
    expect(playbackId).not.toContain(id);
  });

  const bad: readonly (readonly [string, () => Promise<Buffer>, string])[] = [
    ['text that is called a video', async () => Buffer.from('This is no video at all. '.repeat(40)), 'not_a_video'],
    ['an MP4 cut off', async () => (await clipOf('mp4')).subarray(0, 2000), 'truncated'],
    ['a QuickTime file cut off', async () => (await clipOf('mov')).subarray(0, -3), 'truncated'],
    ['a WebM cut off', async () => (await clipOf('webm')).subarray(0, 2000), 'truncated'],
    [
      'an MP4 with something behind it',
      async () => Buffer.concat([await clipOf('mp4'), Buffer.from('<html>')]),
      'truncated',
    ],
    [
      'an empty box',
      async () => Buffer.from('\u0000\u0000\u0000\u0010ftypisom\u0000\u0000\u0000\u0000', 'latin1'),
      'truncated',
    ],
    ['a page', async () => Buffer.from('<html><script>alert(1)</script></html>'), 'not_a_video'],
    ['a byte', async () => Buffer.from('x'), 'not_a_video'],
  ];
  it.each(bad)('that is %s fails', async (_name, make, error) => {
    const bytes = await make();
    const { id, url } = await begin(bytes.length);
    await sendAll(url, bytes);
    expect((await reportsOf(id)).at(-1)).toMatchObject({ status: 'failed', error });
    expect((await provider.find(id))?.playbackId).toBeUndefined();
  });

  it('that is too long fails', async () => {
    const { providerId: id, uploadRef } = await provider.createUpload({
      sizeBytes: clip.length,
      fileName: 'a',
      expiresAt,
      maxDurationS: 2,
    });
    await sendAll(provider.uploadUrl(uploadRef), clip);
    expect((await reportsOf(id)).at(-1)).toMatchObject({ status: 'failed', error: 'duration_exceeded' });
  });

  it('can be retried, and is reported with another id', async () => {
    const text = Buffer.from('no video'.repeat(10));
    const { id, url } = await begin(text.length);
    await sendAll(url, text);
    await reportsOf(id);
    await provider.retry(id);
    const ids = (await reportsOf(id)).map((event) => event.id);
    expect(ids).toHaveLength(4);
    expect(new Set(ids).size).toBe(4);
  });

  it('is reported until a webhook succeeds', async () => {
    moment.refusals = 2;
    const { id, url } = await begin();
    await sendAll(url, clip);
    expect((await reportsOf(id)).map(({ status }) => status)).toEqual(['processing', 'ready']);
    expect(faults).toEqual([]);
  });

  it('that was not probed before the process ended is probed at the next start', async () => {
    const { id, url } = await begin();
    await provider.stop();
    await sendAll(url, clip);
    expect(await reportsOf(id)).toEqual([]);
    const next = open();
    await next.start();
    await next.idle();
    expect((await reportsOf(id)).map(({ status }) => status)).toEqual(['processing', 'ready']);
    await next.remove(id);
    expect(await storage.changedAt(`videos/${id}`)).toBeUndefined();
    expect((await storage.names('plays')).join()).not.toContain(String(callbacks.at(-1)?.playbackId));
    await next.stop();
  });
});
