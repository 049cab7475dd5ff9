import { fetchFile } from './client.ts';

/** Saves a file while it comes, and tells how far it is. */

export interface DownloadProgress {
  readonly rows: number;
  readonly bytes: number;
}

interface DownloadOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: DownloadProgress) => void;
}

const [quote, newline] = [34, 10];

/** Counts the lines that have ended; one within quotes is a part of its cell. */
export function lineCounter(): (chunk: Uint8Array) => number {
  let isQuoted = false;
  let lines = 0;
  return (chunk) => {
    for (const byte of chunk) {
      if (byte === quote) isQuoted = !isQuoted;
      else if (byte === newline && !isQuoted) lines++;
    }
    return lines;
  };
}

interface Keeping {
  readonly write: (chunk: Uint8Array<ArrayBuffer>) => Promise<void>;
  readonly finish: () => Promise<Blob>;
  /** Gives back the room that it took. */
  readonly drop: () => Promise<void>;
}

const prefix = 'export-';
/** The browser may ask where to save a file, or copy it slowly, so it stays this long. */
const leftMs = 24 * 60 * 60_000;

/** Removes what earlier pages left on the disk. One that is being written cannot be removed, and stays. */
export async function removeLeftExports(): Promise<void> {
  const folder = await navigator.storage.getDirectory();
  for await (const [name, handle] of folder.entries()) {
    if (!name.startsWith(prefix) || !(handle instanceof FileSystemFileHandle)) continue;
    const { lastModified } = await handle.getFile();
    if (Date.now() - lastModified > leftMs) await folder.removeEntry(name).catch(() => {});
  }
}

/** On the disk where the browser has room for files of a page, so that no file is too large for the memory. */
async function keepOnDisk(): Promise<Keeping> {
  const folder = await navigator.storage.getDirectory();
  const name = `${prefix}${crypto.randomUUID()}`;
  const handle = await folder.getFileHandle(name, { create: true });
  const writable = await handle.createWritable();
  return {
    write: (chunk) => writable.write(chunk),
    finish: async () => {
      await writable.close();
      return handle.getFile();
    },
    drop: async () => {
      await writable.abort().catch(() => {});
      await folder.removeEntry(name);
    },
  };
}

function keepInMemory(): Keeping {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  return {
    write: async (chunk) => void parts.push(chunk),
    finish: async () => new Blob(parts),
    drop: async () => void parts.splice(0),
  };
}

/** Addresses of saved files, each of which keeps its file in memory. */
const savedUrls: string[] = [];

/** The address stays valid until the next export begins: nothing tells when the browser has read the file. */
function save(file: Blob, fileName: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  savedUrls.push(link.href);
  link.download = fileName;
  link.click();
}

/** Fetches a file and saves it under the server's name once it is whole. Returns the number of its lines after the first. */
export async function downloadFile(url: string, { signal, onProgress }: DownloadOptions): Promise<number> {
  for (const saved of savedUrls.splice(0)) URL.revokeObjectURL(saved);
  const request = new Request(new URL(url, window.location.origin), { credentials: 'same-origin', signal });
  const { body, name } = await fetchFile(request);
  const kept = await keepOnDisk().catch(keepInMemory);
  const drop = () => void kept.drop().catch(() => {});
  try {
    const countLines = lineCounter();
    let [lines, bytes] = [0, 0];
    const reader = body.getReader();
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      lines = countLines(next.value);
      bytes += next.value.length;
      await kept.write(new Uint8Array(next.value));
      onProgress({ rows: Math.max(0, lines - 1), bytes });
    }
    save(await kept.finish(), name);
    return Math.max(0, lines - 1);
  } catch (error) {
    drop();
    throw error;
  }
}
