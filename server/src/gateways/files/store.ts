import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { notFound, refuse } from '../../kit/errors.ts';
import type { ServiceUrls } from '../../kit/http/service-urls.ts';
import type { StreamRoute } from '../../kit/http/streams.ts';
import { type Disk, toStorageError } from './disk.ts';
import { type Links, steadyExpiry } from './links.ts';
import { readableByPages, serveFile } from './serve.ts';
import { Trash, type TrashedFile } from './trash.ts';

/**
 * Images and captions, served by unguessable names. Several processes may share the folder. Captions, and images stored as
 * protected, are only served to holders of a link.
 */

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
  newName(extension: Extension, options?: { readonly isProtected: boolean }): string;
  /** Stores a file durably; the name is from `newName`. */
  put(name: string, bytes: Buffer): Promise<void>;
  /** Moves a file to the trash. */
  remove(name: string): Promise<void>;
  /** A protected file gets a link that expires, the same for an hour. */
  urlOf(name: string): string;
  /** A protected file gets a link that does not expire. */
  publicUrlOf(name: string): string;
  /** A link that expires at this time. */
  linkOf(name: string, expiresAt: Date): string;
  /** Names of some stored files. */
  sample(most: number): Promise<string[]>;
  /** Removes incomplete files. */
  removeDrafts(before: Date): Promise<number>;
  readonly routes: readonly StreamRoute[];
}

const nameShape = /^(?:protected_)?[\w-]{32}\.(jpg|png|webp|vtt)$/;

/** Names of 32 characters are those of public images, whatever they begin with. */
const isProtected = (name: string): boolean =>
  name.endsWith('.vtt') || (name.startsWith('protected_') && name.length > 40);

/** The object that links to a file are signed for. */
const linkedFile = (name: string): string => `files/${name}`;

const isExtension = (text: string): text is Extension => Object.hasOwn(contentTypes, text);

export interface StoreOptions {
  readonly site: Pick<ServiceUrls, 'publicUrl'>;
  readonly disk: Disk;
  readonly links: Links;
}

export function openFileStore(folder: string, trashFolder: string, { site, disk, links }: StoreOptions): FileStore {
  const trash = new Trash(trashFolder);
  const pathOf = (name: string): string => join(folder, name);
  const handle: StreamRoute['handle'] = async (request, method) => {
    const { name = '', grant = '', signature = '' } = request.params;
    const extension = nameShape.exec(name)?.[1] ?? '';
    if (!isExtension(extension)) return refuse(notFound);
    const isLinked = isProtected(name) || grant !== '';
    if (isLinked) links.verify(linkedFile(name), grant, signature);
    const contentType = contentTypes[extension];
    return serveFile({ path: pathOf(name), contentType, isPublic: !isLinked || grant === 'public' }, request, method);
  };
  const urlWith = (path: string, name: string): string => `${site.publicUrl()}/media/files/${path}/${name}`;
  const plainUrl = (name: string): string => `${site.publicUrl()}/media/files/${name}`;
  const linkOf = (name: string, expiresAt: Date): string => urlWith(links.expiring(linkedFile(name), expiresAt), name);
  return {
    newName: (extension, options) =>
      `${options?.isProtected ? 'protected_' : ''}${randomBytes(24).toString('base64url')}.${extension}`,
    async put(name, bytes) {
      await disk.mustHaveRoom(bytes.length);
      await mkdir(folder, { recursive: true });
      await writeDurably(pathOf(name), bytes).catch((error: unknown) => {
        throw toStorageError(error);
      });
    },
    remove: async (name) => (nameShape.test(name) ? trash.take(pathOf(name)) : undefined),
    urlOf: (name) => (isProtected(name) ? linkOf(name, steadyExpiry(new Date())) : plainUrl(name)),
    publicUrlOf: (name) => (isProtected(name) ? urlWith(links.public(linkedFile(name)), name) : plainUrl(name)),
    linkOf,
    sample: async (most) => (await namesIn(folder)).filter((name) => nameShape.test(name)).slice(0, most),
    removeDrafts: (before) => removeDrafts(folder, before),
    listTrash: () => trash.list(),
    restore: async (name) => nameShape.test(name) && trash.restore(pathOf(name)),
    emptyTrash: (before) => trash.empty(before),
    routes: [
      { methods: ['GET', 'HEAD'], url: '/media/files/:name', headers: readableByPages, handle },
      { methods: ['GET', 'HEAD'], url: '/media/files/:grant/:signature/:name', headers: readableByPages, handle },
    ],
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
