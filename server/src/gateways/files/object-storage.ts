import { createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { notFound, refuse } from '../../kit/errors.ts';
import { Bucket, BucketFault, type BucketOptions, type ListedObject } from './bucket.ts';
import { checkBucket } from './bucket-check.ts';
import { type Disk, toStorageError } from './disk.ts';
import type { Span, Storage, StoredFile, Uploads } from './storage.ts';
import { partName, UploadParts } from './upload-parts.ts';

/** Files in a bucket of an object storage, which any number of processes on any number of machines may share. */

export interface ObjectStorageOptions extends BucketOptions {
  /** A local folder in which videos are transcoded. */
  readonly workFolder: string;
  readonly disk: Disk;
}

const atOnce = 8;
const readyMs = 2_000;
/** How long the result of `isReachable` is reused, because anyone may ask for it. */
const reachableMs = 5_000;

export function openObjectStorage({ workFolder, disk, ...options }: ObjectStorageOptions): Storage {
  const bucket = new Bucket(options);
  const uploads = uploadsIn(bucket);
  let reachable: { readonly until: number; readonly answer: Promise<boolean> } | undefined;
  const ask = (): Promise<boolean> =>
    bucket.list('installation', { 'max-keys': '1' }, { retries: 0, timeoutMs: readyMs }).then(
      () => true,
      () => false,
    );
  return {
    place: bucket.place,
    isLocal: false,
    check: () => checkBucket(bucket),
    async isReachable() {
      const now = performance.now();
      if (!reachable || reachable.until <= now) reachable = { until: now + reachableMs, answer: ask() };
      return reachable.answer;
    },
    mustHaveRoom: async () => undefined,
    async find(key): Promise<StoredFile | undefined> {
      const found = await bucket.head(key);
      return found && { ...found, open: (span) => opened(bucket, key, span) };
    },
    readText: async (key) => (await bucket.read(key))?.toString(),
    write: (key, bytes) => bucket.put(key, Buffer.from(bytes)),
    async claim(key, text) {
      if ((await bucket.read(key)) !== undefined) return;
      // Some services ignore the condition: of claims in the same moment, the last then wins.
      await bucket.put(key, Buffer.from(text), { 'if-none-match': '*' }).catch(ignoreExisting);
    },
    names: (folder, most) => namesIn(bucket, `${folder}/`, most),
    async changedAt(key) {
      const times = (await filesOf(bucket, key)).map(({ changedAt }) => changedAt.getTime());
      return times.length > 0 ? new Date(Math.max(...times)) : undefined;
    },
    move: (from, to) => move(bucket, from, to),
    async remove(key) {
      await forEach(await filesOf(bucket, key), (one) => bucket.delete(one.key));
    },
    removeDrafts: async () => 0,
    uploads,
    async workOn(folder, upload, work) {
      const local = join(workFolder, folder.replaceAll('/', '_'));
      await rm(local, { recursive: true, force: true });
      await mkdir(local, { recursive: true });
      try {
        await fetchUpload(uploads, `${folder}/${upload}`, join(local, upload), disk);
        const result = await work(local);
        await storeWork(bucket, folder, local, upload);
        return result;
      } finally {
        await rm(local, { recursive: true, force: true });
      }
    },
    async removeLeftWork(isInWork) {
      for (const name of await readdir(workFolder).catch(() => [])) {
        if (!(await isInWork(name.split('_').slice(1).join('_')))) {
          await rm(join(workFolder, name), { recursive: true, force: true });
        }
      }
    },
  };
}

/** The object of this key, or those of a folder. */
const filesOf = async (bucket: Bucket, key: string): Promise<ListedObject[]> =>
  (await bucket.listAll(key)).filter((one) => one.key === key || one.key.startsWith(`${key}/`));

async function namesIn(bucket: Bucket, prefix: string, most = Infinity): Promise<string[]> {
  const names: string[] = [];
  let next: string | undefined;
  do {
    const page = await bucket.list(prefix, {
      delimiter: '/',
      ...(next !== undefined && { 'continuation-token': next }),
    });
    const keys = [...page.objects.map(({ key }) => key), ...page.folders.map((folder) => folder.slice(0, -1))];
    names.push(...keys.map((key) => key.slice(prefix.length)));
    next = page.next;
  } while (next !== undefined && names.length < most);
  return names.slice(0, most);
}

/** Everything is copied before anything is removed, so that an interrupted move can be repeated. */
async function move(bucket: Bucket, from: string, to: string): Promise<boolean> {
  const moved = await filesOf(bucket, from);
  const targetOf = ({ key }: ListedObject): string => `${to}${key.slice(from.length)}`;
  await forEach(moved, (one) => bucket.copy(one.key, targetOf(one)));
  await forEach(moved, ({ key }) => bucket.delete(key));
  return moved.length > 0;
}

async function opened(bucket: Bucket, key: string, span: Span): Promise<Readable> {
  return (await bucket.open(key, span)) ?? refuse(notFound);
}

interface Part extends ListedObject {
  readonly offset: number;
}

/** A stream of bytes yields buffers. */
const chunksOf = (bytes: Readable): AsyncIterable<Buffer> => bytes;

/** The parts of an upload without a gap. */
async function partsOf(bucket: Bucket, key: string): Promise<Part[]> {
  const parts: Part[] = [];
  let offset = 0;
  for (const listed of await bucket.listAll(`${key}/`)) {
    if (listed.key !== `${key}/${partName(offset)}`) break;
    parts.push({ ...listed, offset });
    offset += listed.size;
  }
  return parts;
}

const sizeOf = (parts: readonly Part[]): number => parts.reduce((sum, { size }) => sum + size, 0);

/** The bytes of a span, which may be spread over several parts. */
async function* readSpan(bucket: Bucket, parts: readonly Part[], { start, end }: Span) {
  for (const { key, offset, size } of parts) {
    const [first, last] = [Math.max(start, offset) - offset, Math.min(end, offset + size - 1) - offset];
    if (first <= last) yield* await opened(bucket, key, { start: first, end: last });
  }
}

function uploadsIn(bucket: Bucket): Uploads {
  return {
    lengthOf: async (key) => sizeOf(await partsOf(bucket, key)),
    async find(key) {
      const parts = await partsOf(bucket, key);
      const [first] = parts;
      if (!first) return undefined;
      const size = sizeOf(parts);
      const etag = `"${size.toString(36)}-${first.etag.replaceAll('"', '')}"`;
      return { size, etag, open: (span) => Readable.from(readSpan(bucket, parts, span), { objectMode: false }) };
    },
    async append(key, offset, bytes) {
      const parts = new UploadParts(offset, (at, part) => bucket.put(`${key}/${partName(at)}`, part));
      try {
        for await (const chunk of chunksOf(bytes)) await parts.add(chunk);
      } finally {
        await parts.flush();
      }
    },
  };
}

async function fetchUpload(uploads: Uploads, key: string, path: string, disk: Disk): Promise<void> {
  const upload = await uploads.find(key);
  if (!upload) return refuse(notFound);
  await disk.mustHaveRoom(upload.size);
  await pipeline(await upload.open({ start: 0, end: upload.size - 1 }), createWriteStream(path)).catch(
    (error: unknown) => {
      throw toStorageError(error);
    },
  );
}

const isPlaylist = (name: string): boolean => name.endsWith('.m3u8');

/** Stores the files of a work folder, playlists after what they list. */
async function storeWork(bucket: Bucket, folder: string, local: string, upload: string): Promise<void> {
  const found = await readdir(local, { recursive: true, withFileTypes: true });
  const names = found
    .filter((entry) => entry.isFile())
    .map((entry) => relative(local, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((name) => name !== upload);
  const store = async (name: string): Promise<void> =>
    bucket.put(`${folder}/${name}`, await readFile(join(local, name)));
  await forEach(
    names.filter((name) => !isPlaylist(name)),
    store,
  );
  await forEach(names.filter(isPlaylist), store);
}

async function forEach<Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>): Promise<void> {
  const rest = [...items];
  const next = async (): Promise<void> => {
    for (let item = rest.shift(); item !== undefined; item = rest.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, next));
}

function ignoreExisting(error: unknown): void {
  if (!(error instanceof BucketFault && [409, 412].includes(error.status))) throw error;
}
