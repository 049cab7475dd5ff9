import { afterEach, expect, it, vi } from 'vitest';
import { fakeServer } from '../../test/fake-server.ts';
import { downloadFile, lineCounter, removeLeftExports } from './download.ts';

afterEach(() => vi.useRealTimers());

it('Lines are counted as the file has them, however it is cut', () => {
  const bytes = new TextEncoder().encode('a,b\r\n1,"x\r\ny ""z"""\r\n2,c\r\n');
  for (const size of [1, 3, bytes.length]) {
    const count = lineCounter();
    let lines = 0;
    for (let at = 0; at < bytes.length; at += size) lines = count(bytes.subarray(at, at + size));
    expect(lines).toBe(3);
  }
});

it('An exported file stays on the disk until the browser has surely saved it, and is removed a day later', async () => {
  const hour = 60 * 60_000;
  const files = new Map<string, number>();
  class StoredFile {
    constructor(readonly name: string) {}
    getFile = async () => new File(['a\r\n1\r\n'], this.name, { lastModified: files.get(this.name) ?? 0 });
    createWritable = async () => ({ write: async () => {}, close: async () => {}, abort: async () => {} });
  }
  vi.stubGlobal('FileSystemFileHandle', StoredFile);
  const getDirectory = async () => ({
    getFileHandle: async (name: string) => {
      files.set(name, Date.now());
      return new StoredFile(name);
    },
    removeEntry: async (name: string) => void files.delete(name),
    async *entries() {
      for (const name of files.keys()) yield [name, new StoredFile(name)];
    },
  });
  vi.stubGlobal('navigator', { storage: { getDirectory } });
  const [createObjectURL, revokeObjectURL] = [vi.fn<() => string>(() => 'blob:export'), vi.fn<() => void>()];
  vi.stubGlobal('URL', Object.assign(class extends URL {}, { createObjectURL, revokeObjectURL }));
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  const server = fakeServer();
  server.on('GET', '/export.csv', () => new Response('a\r\n1\r\n'));
  const options = { fileName: 'a.csv', signal: new AbortController().signal, onProgress: () => {} };
  expect(await downloadFile('/export.csv', options)).toBe(1);
  expect(saved).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(hour);
  await removeLeftExports();
  expect([revokeObjectURL.mock.calls.length, files.size]).toEqual([0, 1]);
  await vi.advanceTimersByTimeAsync(24 * hour);
  await removeLeftExports();
  expect(files.size).toBe(0);
});

it('The address of an exported file is good until the next export begins', async () => {
  let made = 0;
  const revokeObjectURL = vi.fn<(url: string) => void>();
  const createObjectURL = () => `blob:export-${++made}`;
  vi.stubGlobal('URL', Object.assign(class extends URL {}, { createObjectURL, revokeObjectURL }));
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  const server = fakeServer();
  server.on('GET', '/export.csv', () => new Response('a\r\n1\r\n'));
  const options = { signal: new AbortController().signal, onProgress: () => {} };
  await downloadFile('/export.csv', options);
  const earlier = revokeObjectURL.mock.calls.length;
  await downloadFile('/export.csv', options);
  expect(revokeObjectURL.mock.calls.slice(earlier)).toEqual([['blob:export-1']]);
});
