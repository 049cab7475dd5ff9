import { randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { link, mkdir, open, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { errorCode } from '../../kit/error-code.ts';
import { type Disk, toStorageError } from './disk.ts';
import type { Storage, StoredFile } from './storage.ts';

/** Files in a folder, which several processes may share. */

const bufferBytes = 1 << 20;

export function openDiskStorage(folder: string, disk: Disk): Storage {
  const pathOf = (key: string): string => join(folder, key);
  const find = async (key: string): Promise<StoredFile | undefined> => {
    const found = await stat(pathOf(key)).catch(() => undefined);
    if (!found?.isFile()) return undefined;
    const { size, mtimeMs } = found;
    const etag = `"${size.toString(36)}-${Math.floor(mtimeMs).toString(36)}"`;
    return { size, etag, open: ({ start, end }) => createReadStream(pathOf(key), { start, end }) };
  };
  return {
    place: folder,
    isLocal: true,
    check: async () => undefined,
    isReachable: async () => true,
    mustHaveRoom: (bytes) => disk.mustHaveRoom(bytes),
    find,
    readText: (key) => readFile(pathOf(key), 'utf8').catch(() => undefined),
    async write(key, bytes) {
      const path = pathOf(key);
      await writeDurably(path, bytes).catch((error: unknown) => {
        throw toStorageError(error);
      });
    },
    claim: (key, text) => claim(pathOf(key), text),
    names: async (below, most) => (await namesIn(pathOf(below))).slice(0, most),
    changedAt: async (key) => (await stat(pathOf(key)).catch(() => undefined))?.mtime,
    move: (from, to) => move(pathOf(from), pathOf(to)),
    remove: (key) => rm(pathOf(key), { recursive: true, force: true }),
    removeDrafts: (below, before) => removeDrafts(pathOf(below), before),
    uploads: {
      lengthOf: async (key) => (await stat(pathOf(key)).catch(() => undefined))?.size ?? 0,
      find,
      async append(key, start, bytes) {
        const path = pathOf(key);
        // Created first, because no flag of a stream opens a file that may be missing at an offset.
        await (await open(path, 'a', 0o640)).close();
        try {
          await pipeline(bytes, createWriteStream(path, { flags: 'r+', start, highWaterMark: bufferBytes }));
        } finally {
          await sync(path);
        }
      },
    },
    workOn: (below, _upload, work) => work(pathOf(below)),
    removeLeftWork: async () => undefined,
  };
}

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);

async function writeDurably(path: string, bytes: Buffer | string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const draft = `${path}.${randomBytes(6).toString('hex')}.draft`;
  const file = await open(draft, 'wx', 0o640);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
  await sync(dirname(path));
}

/** Makes what was written to a file, or renamed in a folder, durable. */
async function sync(path: string): Promise<void> {
  const opened = await open(path, 'r');
  try {
    await opened.sync();
  } finally {
    await opened.close();
  }
}

async function claim(path: string, text: string): Promise<void> {
  const draft = `${path}.${randomBytes(6).toString('hex')}.claim`;
  await writeDurably(draft, text);
  await link(draft, path).catch((error: unknown) => {
    if (errorCode(error) !== 'EEXIST') throw error;
  });
  await rm(draft, { force: true });
}

async function move(from: string, to: string): Promise<boolean> {
  const now = new Date();
  if (!(await utimes(from, now, now).then(() => true, isMissing))) return false;
  await mkdir(dirname(to), { recursive: true });
  await rm(to, { recursive: true, force: true });
  return rename(from, to).then(() => true, isMissing);
}

/** False for a missing file; other errors are thrown. */
function isMissing(error: unknown): false {
  if (errorCode(error) === 'ENOENT') return false;
  throw error;
}

async function removeDrafts(folder: string, before: Date): Promise<number> {
  let removed = 0;
  for (const name of await namesIn(folder)) {
    if (!name.endsWith('.draft')) continue;
    const found = await stat(join(folder, name)).catch(() => undefined);
    if (!found || found.mtime >= before) continue;
    await rm(join(folder, name), { force: true });
    removed++;
  }
  return removed;
}
