import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, it } from 'vitest';
import { openDisk } from './disk.ts';
import { openDiskStorage } from './disk-storage.ts';
import { parseRange, serveFile } from './serve.ts';

describe('the requested range of a file', () => {
  it.each([
    ['bytes=0-3', { start: 0, end: 3 }],
    ['bytes=4-', { start: 4, end: 9 }],
    ['bytes=-4', { start: 6, end: 9 }],
    ['bytes=-99', { start: 0, end: 9 }],
    ['bytes=2-99', { start: 2, end: 9 }],
    ['bytes=9-9', { start: 9, end: 9 }],
    ['bytes=10-', null],
    ['bytes=-0', null],
    ['bytes=5-2', undefined],
    ['bytes=0-1,4-5', undefined],
    ['bytes=-', undefined],
    ['items=0-1', undefined],
    ['bytes=a-b', undefined],
  ])('%s of ten bytes', (range, span) => expect(parseRange(range, 10)).toEqual(span));
});

describe('a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cliffhanger-serve-'));
  const storage = openDiskStorage(folder, openDisk({ folder, reserveBytes: 0 }));
  writeFileSync(join(folder, 'file'), '0123456789');
  afterAll(() => rmSync(folder, { recursive: true }));
  const ask = async (headers: Record<string, string> = {}, method = 'GET') =>
    serveFile(
      { file: await storage.find('file'), contentType: 'video/mp4', isPublic: false },
      { params: {}, headers, body: Readable.from([]) },
      method,
    );
  const read = async (answer: Awaited<ReturnType<typeof ask>>) =>
    answer.body instanceof Readable ? text(answer.body) : '';

  it('is served as a whole, in part, or as 304', async () => {
    const whole = await ask();
    expect([whole.status, whole.headers?.['content-length'], await read(whole)]).toEqual([200, '10', '0123456789']);
    const part = await ask({ range: 'bytes=2-4' });
    expect([part.status, part.headers?.['content-range'], await read(part)]).toEqual([206, 'bytes 2-4/10', '234']);
    const beyond = await ask({ range: 'bytes=10-' });
    expect([beyond.status, beyond.headers?.['content-range']]).toEqual([416, 'bytes */10']);
    expect(beyond.headers?.['content-type']).toBe('application/json; charset=utf-8');
    expect(beyond.body).toBe('{"statusCode":416,"error":"range_not_satisfiable"}');
    const etag = String(whole.headers?.etag);
    for (const known of [etag, `W/${etag}`, `"older", ${etag}`, '*']) {
      expect((await ask({ 'if-none-match': known })).status).toBe(304);
    }
    expect((await ask({ 'if-none-match': '"older"' })).status).toBe(200);
    expect(await ask({ range: 'bytes=2-4', 'if-range': '"older"' }).then(read)).toBe('0123456789');
    const looked = await ask({}, 'HEAD');
    expect([looked.status, looked.headers?.['content-length'], looked.body]).toEqual([200, '10', undefined]);
  });
  it('is not found if it is missing or a folder', async () => {
    const request = { params: {}, headers: {}, body: Readable.from([]) };
    for (const missing of ['nothing', '']) {
      const file = { file: await storage.find(missing), contentType: 'video/mp4', isPublic: false };
      await expect(serveFile(file, request, 'GET')).rejects.toThrow('not_found');
    }
  });
});
