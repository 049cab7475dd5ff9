import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** A tab that was opened before a build asks for that build's files; a week is longer than any session. */
const keptMs = 7 * 24 * 60 * 60 * 1000;

const withoutCompression = (name: string): string => name.replace(/\.(?:gz|br)$/, '');

/**
 * Drops the files of earlier builds once they are old. A file's time is when a build last wrote it, and its name has a
 * hash of what is in it, so that builds never overwrite each other's.
 */
export function dropOldAssets(folder: string, current: ReadonlySet<string>, now: number): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const isCurrent = current.has(withoutCompression(name));
    if (!isCurrent && now - statSync(path).mtimeMs > keptMs) rmSync(path);
  }
}
