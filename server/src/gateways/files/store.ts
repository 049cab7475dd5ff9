import { randomBytes } from 'node:crypto';
import { notFound, refuse } from '../../kit/errors.ts';
import type { ServiceUrls } from '../../kit/http/service-urls.ts';
import type { StreamRoute } from '../../kit/http/streams.ts';
import { type Links, steadyExpiry } from './links.ts';
import { readableByPages, serveFile } from './serve.ts';
import type { Storage } from './storage.ts';
import { Trash, type TrashedFile } from './trash.ts';

/**
 * Images and captions, served by unguessable names. Captions, and images stored as protected, are only served to holders of
 * a link.
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
  readonly links: Links;
}

const folder = 'files';

export function openFileStore(storage: Storage, { site, links }: StoreOptions): FileStore {
  const trash = new Trash(storage, folder);
  const keyOf = (name: string): string => `${folder}/${name}`;
  const handle: StreamRoute['handle'] = async (request, method) => {
    const { name = '', grant = '', signature = '' } = request.params;
    const extension = nameShape.exec(name)?.[1] ?? '';
    if (!isExtension(extension)) return refuse(notFound);
    const isLinked = isProtected(name) || grant !== '';
    if (isLinked) links.verify(linkedFile(name), grant, signature);
    const contentType = contentTypes[extension];
    return serveFile({ file: await storage.find(keyOf(name)), contentType, isPublic: !isLinked }, request, method);
  };
  const urlWith = (path: string, name: string): string => `${site.publicUrl()}/media/files/${path}/${name}`;
  const plainUrl = (name: string): string => `${site.publicUrl()}/media/files/${name}`;
  const linkOf = (name: string, expiresAt: Date): string => urlWith(links.expiring(linkedFile(name), expiresAt), name);
  return {
    newName: (extension, options) =>
      `${options?.isProtected ? 'protected_' : ''}${randomBytes(24).toString('base64url')}.${extension}`,
    async put(name, bytes) {
      await storage.mustHaveRoom(bytes.length);
      await storage.write(keyOf(name), bytes);
    },
    remove: async (name) => (nameShape.test(name) ? trash.take(name) : undefined),
    urlOf: (name) => (isProtected(name) ? linkOf(name, steadyExpiry(new Date())) : plainUrl(name)),
    linkOf,
    sample: async (most) => (await storage.names(folder, most)).filter((name) => nameShape.test(name)),
    removeDrafts: (before) => storage.removeDrafts(folder, before),
    listTrash: () => trash.list(),
    restore: async (name) => nameShape.test(name) && trash.restore(name),
    emptyTrash: (before) => trash.empty(before),
    routes: [
      { methods: ['GET', 'HEAD'], url: '/media/files/:name', headers: readableByPages, handle },
      { methods: ['GET', 'HEAD'], url: '/media/files/:grant/:signature/:name', headers: readableByPages, handle },
    ],
  };
}
