import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { beforeAll, expect, it } from 'vitest';
import { closeAfterFile } from '../../../test/harness/close-after-file.ts';
import { makeBucket, openS3Server } from '../../../test/harness/s3-server.ts';
import { type Copied, copyStorage } from './copy-storage.ts';
import { openDisk } from './disk.ts';
import { openStorage } from './open-storage.ts';
import type { Storage } from './storage.ts';
import { partBytes } from './upload-parts.ts';

const folder = mkdtempSync(join(tmpdir(), 'cliffhanger-copy-'));
closeAfterFile(() => rmSync(folder, { recursive: true, force: true }));
const disk = openDisk({ folder, reserveBytes: 0 });
const from = openStorage({ folder, disk });
const source = Buffer.alloc(partBytes + 1000, 'the ferry leaves at dawn ');

let to: Storage;
let answers: readonly string[];
let copy: (isDryRun?: boolean) => Promise<Copied>;
beforeAll(async () => {
  const server = await openS3Server();
  closeAfterFile(() => server.close());
  const bucket = await makeBucket(server.endpoint);
  to = openStorage({ folder: join(folder, 'elsewhere'), bucket, disk });
  answers = server.answers;
  copy = (isDryRun = false) => copyStorage({ folder, bucket, isDryRun, say: () => undefined });
  for (const key of ['files/a.jpg', 'files/b.jpg', 'plays/mp4_x', 'videos/v/state.json', 'installation']) {
    await from.write(key, `what ${key} says`);
  }
  await from.uploads.append('videos/v/source', 0, Readable.from([source]));
  writeFileSync(join(folder, 'files', 'c.jpg.123.draft'), 'incomplete');
});

const puts = (): string[] => answers.filter((one) => one.startsWith('PUT ')).map((one) => one.split(/[ /]+/)[2] ?? '');

it('a dry run copies nothing', async () => {
  const before = puts().length;
  expect(await copy(true)).toMatchObject({ copied: 7, unchanged: 0 });
  expect([puts().length, await to.names('files')]).toEqual([before, []]);
});

it('a copy stores everything, a video before what refers to it, and the owner last', async () => {
  expect(await copy()).toMatchObject({ copied: 7, unchanged: 0, newer: 0, removed: 0 });
  const order = puts()
    .slice(-7)
    .map((text) => text.split(' ')[0]);
  expect(order).toEqual(['files', 'files', 'videos', 'videos', 'videos', 'plays', 'installation']);
  expect(await to.names('files')).toEqual(['a.jpg', 'b.jpg']);
  expect(await to.readText('videos/v/state.json')).toBe('what videos/v/state.json says');
  const found = await to.uploads.find('videos/v/source');
  expect(found?.size).toBe(source.length);
  expect(
    (await buffer((await found?.open({ start: 0, end: source.length - 1 })) ?? Readable.from([]))).equals(source),
  ).toBe(true);
  const seam = await buffer((await found?.open({ start: partBytes - 3, end: partBytes + 2 })) ?? Readable.from([]));
  expect(seam.equals(source.subarray(partBytes - 3, partBytes + 3))).toBe(true);
});

it('a repeated copy stores only what is missing, changed or damaged, and keeps what is newer', async () => {
  expect(await copy()).toMatchObject({ copied: 0, unchanged: 7 });
  await to.remove('files/a.jpg');
  // Of the same size.
  await to.write('files/b.jpg', 'what files/b.jpg SAYS');
  const later = new Date(Date.now() + 60_000);
  utimesSync(join(folder, 'files', 'b.jpg'), later, later);
  await to.write('videos/v/state.json', 'written by the service since');
  expect(await copy()).toMatchObject({ copied: 2, unchanged: 4, newer: 1 });
  expect(await to.readText('files/b.jpg')).toBe('what files/b.jpg says');
  expect(await to.readText('videos/v/state.json')).toBe('written by the service since');
});

it('a file that was deleted since it was copied is in the trash there too', async () => {
  await from.move('files/a.jpg', 'trash/files/a.jpg');
  expect(await copy()).toMatchObject({ copied: 1, removed: 1 });
  expect([await to.names('files'), await to.names('trash/files')]).toEqual([['b.jpg'], ['a.jpg']]);
});
