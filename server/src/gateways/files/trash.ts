import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { errorCode } from '../../kit/error-code.ts';

/** A folder for removed files, which can be restored for a while. */

export interface TrashedFile {
  readonly name: string;
  readonly since: Date;
}

export class Trash {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Moves a file or folder to the trash; a missing one is ignored. */
  async take(path: string): Promise<void> {
    const place = join(this.#folder, basename(path));
    const now = new Date();
    const exists = await utimes(path, now, now).then(
      () => true,
      (error: unknown) => !isMissing(error),
    );
    if (!exists) return;
    await mkdir(this.#folder, { recursive: true });
    await rm(place, { recursive: true, force: true });
    await rename(path, place).catch(ignoreMissing);
  }

  /** Moves an item back; false if it is not in the trash. */
  async restore(path: string): Promise<boolean> {
    const place = join(this.#folder, basename(path));
    return rename(place, path).then(
      () => true,
      (error: unknown) => ignoreMissing(error) ?? false,
    );
  }

  async list(): Promise<TrashedFile[]> {
    const found: TrashedFile[] = [];
    for (const name of await readdir(this.#folder).catch(() => [])) {
      const about = await stat(join(this.#folder, name)).catch(() => undefined);
      if (about) found.push({ name, since: about.mtime });
    }
    return found;
  }

  /** Deletes items removed before this time, and returns their number. */
  async empty(before: Date): Promise<number> {
    const old = (await this.list()).filter(({ since }) => since < before);
    for (const { name } of old) await rm(join(this.#folder, name), { recursive: true, force: true });
    return old.length;
  }
}

const isMissing = (error: unknown): boolean => errorCode(error) === 'ENOENT';

function ignoreMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error;
}
