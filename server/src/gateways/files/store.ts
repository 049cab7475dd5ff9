import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { notFound, refuse } from '../../kit/errors.ts';
import type { Site } from '../../kit/http/site.ts';
import type { StreamRoute } from '../../kit/http/streams.ts';
import { serveFile } from './serve.ts';

/**
 * Small files that are shown to viewers: images and captions. Each gets a name that nobody can guess, and is served
 * under it to whoever knows it. Several processes may share the folder.
 */

const contentTypes = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  vtt: 'text/vtt; charset=utf-8',
} as const;
export type Extension = keyof typeof contentTypes;

export interface FileStore {
  /** Keeps the bytes for good and answers their name. */
  put(bytes: Buffer, extension: Extension): Promise<string>;
  remove(name: string): Promise<void>;
  urlOf(name: string): string;
  /** Names of the files that are older than a moment, some at a time, and of drafts that were left behind. */
  listOlder(than: Date): AsyncIterable<string[]>;
  readonly routes: readonly StreamRoute[];
}

const nameShape = /^[\w-]{32}\.(jpg|png|webp|vtt)$/;
const batch = 500;

const isExtension = (text: string): text is Extension => Object.hasOwn(contentTypes, text);

export function openFileStore(folder: string, site: Pick<Site, 'publicUrl'>): FileStore {
  const pathOf = (name: string): string => join(folder, name);
  const handle: StreamRoute['handle'] = async (request, method) => {
    const { name = '' } = request.params;
    const extension = nameShape.exec(name)?.[1] ?? '';
    if (!isExtension(extension)) return refuse(notFound);
    return serveFile(pathOf(name), contentTypes[extension], request, method);
  };
  return {
    async put(bytes, extension) {
      await mkdir(folder, { recursive: true });
      const name = `${randomBytes(24).toString('base64url')}.${extension}`;
      await writeWhole(pathOf(name), bytes);
      return name;
    },
    remove: (name) => (nameShape.test(name) ? rm(pathOf(name), { force: true }) : Promise.resolve()),
    urlOf: (name) => `${site.publicUrl()}/media/files/${name}`,
    listOlder: (than) => listOlder(folder, than),
    routes: [{ methods: ['GET', 'HEAD'], url: '/media/files/:name', handle }],
  };
}

/** A file is there whole or not at all, whenever the machine stops. */
export async function writeWhole(path: string, bytes: Buffer | string): Promise<void> {
  const draft = `${path}.${randomBytes(6).toString('hex')}.draft`;
  const file = await open(draft, 'wx', 0o640);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
}

async function* listOlder(folder: string, than: Date): AsyncIterable<string[]> {
  const names = await readdir(folder).catch(() => []);
  for (let start = 0; start < names.length; start += batch) {
    const old: string[] = [];
    for (const name of names.slice(start, start + batch)) {
      const found = await stat(join(folder, name)).catch(() => undefined);
      if (!found || found.mtime >= than) continue;
      if (name.endsWith('.draft')) await rm(join(folder, name), { force: true });
      else old.push(name);
    }
    if (old.length > 0) yield old;
  }
}
