import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** A tab that was opened before a build asks for that build's files; a week is longer than any session. */
const keptMs = 7 * 24 * 60 * 60 * 1000;
/** As many as five builds that have nothing in common; most files are the same in the next build. */
const mostKept = 1_500;

const withoutCompression = (name: string): string => name.replace(/\.(?:gz|br)$/, '');

/**
 * Drops the files of earlier builds once they are old or too many. A file's time is when a build last wrote it, its
 * compressed forms go with it, and its name has a hash of what is in it, so that builds never overwrite each other's.
 */
export function dropOldAssets(folder: string, current: ReadonlySet<string>, now: number, most = mostKept): void {
  const names = readdirSync(folder);
  const times = new Map(names.map((name) => [name, statSync(join(folder, name)).mtimeMs]));
  const timeOf = (name: string): number => times.get(withoutCompression(name)) ?? times.get(name) ?? 0;
  const old = names
    .filter((name) => !current.has(withoutCompression(name)))
    .sort((one, other) => timeOf(other) - timeOf(one) || one.localeCompare(other));
  old.forEach((name, index) => {
    if (index >= most || now - timeOf(name) > keptMs) rmSync(join(folder, name));
  });
}
