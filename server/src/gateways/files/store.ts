import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { notFound, refuse } from '../../kit/errors.ts';
import type { ServiceUrls } from '../../kit/http/service-urls.ts';
import type { StreamRoute } from '../../kit/http/streams.ts';
import { type Disk, toStorageError } from './disk.ts';
import { serveFile } from './serve.ts';
import { Trash, type TrashedFile } from './trash.ts';

/** Images and captions, served by unguessable names. Several processes may share the folder. */

const contentTypes = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  vtt: 'text/vtt; charset=utf-8',
} as const;
export type Extension = keyof typeof contentTypes;

/** Removed items are moved to a trash first. */
export interface Restorable {
  listTrash(): Promise<TrashedFile[]>;
  /** False if it is not in the trash. */
  restore(name: string): Promise<boolean>;
  /** Deletes what was removed before this time, and returns the number. */
  emptyTrash(before: Date): Promise<number>;
}

export interface FileStore extends Restorable {
  newName(extension: Extension): string;
  /** Stores a file durably; the name is from `newName`. */
  put(name: string, bytes: Buffer): Promise<void>;
  /** Moves a file to the trash. */
  remove(name: string): Promise<void>;
  urlOf(name: string): string;
  /** Names of some stored files. */
  sample(most: number): Promise<string[]>;
  /** Removes incomplete files. */
  removeDrafts(before: Date): Promise<number>;
  readonly routes: readonly StreamRoute[];
}

const nameShape = /^[\w-]{32}\.(jpg|png|webp|vtt)$/;

const isExtension = (text: string): text is Extension => Object.hasOwn(contentTypes, text);

export interface StoreOptions {
  readonly site: Pick<ServiceUrls, 'publicUrl'>;
  readonly disk: Disk;
}

export function openFileStore(folder: string, trashFolder: string, { site, disk }: StoreOptions): FileStore {
  const trash = new Trash(trashFolder);
  const pathOf = (name: string): string => join(folder, name);
  const handle: StreamRoute['handle'] = async (request, method) => {
    const { name = '' } = request.params;
    const extension = nameShape.exec(name)?.[1] ?? '';
    if (!isExtension(extension)) return refuse(notFound);
    return serveFile(pathOf(name), contentTypes[extension], request, method);
  };
  return {
    newName: (extension) => `${randomBytes(24).toString('base64url')}.${extension}`,
    async put(name, bytes) {
      await disk.mustHaveRoom(bytes.length);
      await mkdir(folder, { recursive: true });
      await writeDurably(pathOf(name), bytes).catch((error: unknown) => {
        throw toStorageError(error);
      });
    },
    remove: async (name) => (nameShape.test(name) ? trash.take(pathOf(name)) : undefined),
    urlOf: (name) => `${site.publicUrl()}/media/files/${name}`,
    sample: async (most) => (await namesIn(folder)).filter((name) => nameShape.test(name)).slice(0, most),
    removeDrafts: (before) => removeDrafts(folder, before),
    listTrash: () => trash.list(),
    restore: async (name) => nameShape.test(name) && trash.restore(pathOf(name)),
    emptyTrash: (before) => trash.empty(before),
    routes: [{ methods: ['GET', 'HEAD'], url: '/media/files/:name', handle }],
  };
}

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);

/** Atomic and durable. */
export async function writeDurably(path: string, bytes: Buffer | string): Promise<void> {
  const draft = `${path}.${randomBytes(6).toString('hex')}.draft`;
  const file = await open(draft, 'wx', 0o640);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
  await syncFolder(dirname(path));
}

/** Makes a rename durable. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
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
