import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeUpload, stubUploads } from '../../../test/fake-upload.ts';
import { sendFile } from './tus.ts';

const url = 'http://panel.test/media/uploads/1';
const pieceBytes = 8 * 1024 * 1024;

// Loaded with the first file that is sent, which takes its time.
beforeAll(() => import('tus-js-client'));
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  stubUploads();
});
afterEach(() => vi.useRealTimers());

function begin(size = 10) {
  stubUploads(size);
  const stop = new AbortController();
  const onProgress = vi.fn<(sent: number) => void>();
  const file = new File([new Uint8Array(size)], 'ep_01.mp4');
  const ended = sendFile({ url, file, signal: stop.signal, onProgress }).then(
    () => 'sent',
    (error: unknown) => error,
  );
  return { stop, onProgress, ended };
}

/** The piece with this number, once it is on its way. */
async function piece(count: number): Promise<FakeUpload> {
  for (let turns = 0; FakeUpload.open.length < count && turns < 100_000; turns++) await turn();
  expect(FakeUpload.open).toHaveLength(count);
  return FakeUpload.open[count - 1] ?? new FakeUpload();
}

describe('sending a file', () => {
  it('sends pieces of 8 MiB, and ends with the last byte', async () => {
    const { ended, onProgress } = begin(pieceBytes + 10);
    const first = await piece(1);
    expect([first.headers['upload-offset'], first.body]).toEqual(['0', expect.objectContaining({ size: pieceBytes })]);
    first.answer(204, pieceBytes);
    const last = await piece(2);
    expect([last.headers['upload-offset'], last.body]).toEqual([
      String(pieceBytes),
      expect.objectContaining({ size: 10 }),
    ]);
    last.answer(204, pieceBytes + 10);
    expect(await ended).toBe('sent');
    expect(onProgress).toHaveBeenLastCalledWith(pieceBytes + 10, pieceBytes + 10);
  });

  it.each([409, 423, 500, 503])('asks again from where to go on after %d', async (status) => {
    const { ended } = begin();
    (await piece(1)).answer(status, 4);
    await vi.advanceTimersByTimeAsync(1_000);
    const next = await piece(2);
    expect(next.headers['upload-offset']).toBe('4');
    expect(FakeUpload.asked).toBe(2);
    next.answer(204, 10);
    expect(await ended).toBe('sent');
  });

  it.each([
    [404, 'upload_expired'],
    [410, 'upload_expired'],
    [415, 'unknown_error'],
  ])('gives up at %d', async (status, code) => {
    const { ended } = begin();
    (await piece(1)).answer(status);
    expect(await ended).toMatchObject({ code, status });
    expect(FakeUpload.open).toHaveLength(1);
  });

  it('gives up when nothing comes through four times in a row', async () => {
    const { ended } = begin();
    for (const count of [1, 2, 3, 4]) {
      (await piece(count)).answer(503);
      await vi.advanceTimersByTimeAsync(9_000);
    }
    expect(await ended).toMatchObject({ code: 'no_answer' });
  });

  it('stops at once, and before it has begun', async () => {
    const { ended, stop } = begin();
    const stopped = vi.fn<() => void>();
    (await piece(1)).addEventListener('abort', stopped);
    stop.abort();
    expect(await ended).toMatchObject({ name: 'AbortError' });
    expect(stopped).toHaveBeenCalled();

    const early = begin();
    early.stop.abort();
    expect(await early.ended).toMatchObject({ name: 'AbortError' });
    await vi.advanceTimersByTimeAsync(20_000);
    expect([FakeUpload.asked, FakeUpload.open.length]).toEqual([0, 0]);
  });

  it('leaves the address nowhere in the browser', async () => {
    const { ended } = begin();
    (await piece(1)).answer(204, 10);
    await ended;
    expect(JSON.stringify(Object.entries(localStorage))).not.toContain(url);
  });
});
