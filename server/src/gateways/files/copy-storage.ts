import { createHash } from 'node:crypto';
import { open, readdir, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { Bucket, type BucketOptions, type ListedObject } from './bucket.ts';
import { partBytes, partName } from './upload-parts.ts';

/** Copies the files of a folder to a bucket. It can be stopped at any moment and repeated; nothing is deleted on the disk. */

export interface CopyOptions {
  readonly folder: string;
  readonly bucket: BucketOptions;
  /** Only reports what would be copied. */
  readonly isDryRun: boolean;
  readonly say: (line: string) => void;
}

export interface Copied {
  copied: number;
  copiedBytes: number;
  /** Objects that were there already, with the same content. */
  unchanged: number;
  /** Objects that were changed after the file, which are kept. */
  newer: number;
  /** Objects of files that were moved to the trash since they were copied. */
  removed: number;
}

const sayEach = 100;

interface Piece {
  readonly key: string;
  readonly path: string;
  readonly start: number;
  readonly size: number;
  readonly changedAt: Date;
}

export async function copyStorage({ folder, bucket: options, isDryRun, say }: CopyOptions): Promise<Copied> {
  const bucket = new Bucket(options);
  const stored = new Map((await bucket.listAll('')).map((one) => [one.key, one]));
  const paths = await pathsIn(folder);
  say(`${paths.length} files are in ${folder}, ${stored.size} objects in ${bucket.place}`);
  const result: Copied = { copied: 0, copiedBytes: 0, unchanged: 0, newer: 0, removed: 0 };
  for (const [index, path] of paths.entries()) {
    for (const piece of await piecesOf(folder, path))
      await copyPiece(bucket, stored.get(piece.key), piece, isDryRun, result);
    if ((index + 1) % sayEach === 0) say(`${index + 1} of ${paths.length} files`);
  }
  for (const key of trashedSince(paths, stored.keys())) {
    if (!isDryRun) await bucket.delete(key);
    result.removed++;
  }
  return result;
}

/** Relative paths. What refers to other files comes after them: the state of a video, its playback id, the owner. */
async function pathsIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => !path.startsWith('work/') && !/\.(?:draft|claim)(?:\/|$)/.test(path))
    .sort((a, b) => rankOf(a) - rankOf(b) || (a < b ? -1 : 1));
}

function rankOf(path: string): number {
  if (path === 'installation') return 3;
  if (path.startsWith('plays/')) return 2;
  return path.endsWith('/state.json') ? 1 : 0;
}

/** The source of a video becomes parts, like an upload. */
async function piecesOf(folder: string, path: string): Promise<Piece[]> {
  const file = join(folder, path);
  const found = await stat(file).catch(() => undefined);
  if (!found) return [];
  const whole = { path: file, changedAt: found.mtime };
  if (!/^(?:trash\/)?videos\/[^/]+\/source$/.test(path)) return [{ ...whole, key: path, start: 0, size: found.size }];
  return Array.from({ length: Math.ceil(found.size / partBytes) }, (_, index) => {
    const start = index * partBytes;
    return { ...whole, key: `${path}/${partName(start)}`, start, size: Math.min(partBytes, found.size - start) };
  });
}

async function copyPiece(
  bucket: Bucket,
  there: ListedObject | undefined,
  piece: Piece,
  isDryRun: boolean,
  result: Copied,
): Promise<void> {
  const bytes = await read(piece);
  if (there && (await isSame(bucket, there, bytes))) {
    result.unchanged++;
  } else if (there && there.changedAt > piece.changedAt) {
    result.newer++;
  } else {
    if (!isDryRun) await putVerified(bucket, piece.key, bytes);
    result.copied++;
    result.copiedBytes += bytes.length;
  }
}

async function read({ path, start, size }: Piece): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const bytes = Buffer.alloc(size);
    const { bytesRead } = await file.read(bytes, 0, size, start);
    return bytes.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

const digestOf = (bytes: Buffer, algorithm: 'md5' | 'sha256'): string =>
  createHash(algorithm).update(bytes).digest('hex');

/** Compares with the digest of the listing; where that is none, as in encrypted buckets, with the content. */
async function isSame(bucket: Bucket, { key, size, etag }: ListedObject, bytes: Buffer): Promise<boolean> {
  if (size !== bytes.length) return false;
  if (etag.replaceAll('"', '') === digestOf(bytes, 'md5')) return true;
  const content = await bucket.read(key);
  return content !== undefined && digestOf(content, 'sha256') === digestOf(bytes, 'sha256');
}

async function putVerified(bucket: Bucket, key: string, bytes: Buffer): Promise<void> {
  await bucket.put(key, bytes);
  const found = await bucket.head(key);
  if (!found || !(await isSame(bucket, { key, ...found, changedAt: new Date() }, bytes))) {
    throw new Error(`${key} differs from its file after it was copied`);
  }
}

/** Objects that were copied before their file or video was moved to the trash. */
function trashedSince(paths: readonly string[], keys: Iterable<string>): string[] {
  const itemOf = (path: string): string => path.split('/').slice(0, 2).join('/');
  const present = new Set(paths.map(itemOf));
  const trashed = new Set(
    paths.filter((path) => path.startsWith('trash/')).map((path) => itemOf(path.slice('trash/'.length))),
  );
  return [...keys].filter((key) => trashed.has(itemOf(key)) && !present.has(itemOf(key)));
}
