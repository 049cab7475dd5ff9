import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { errorCode } from '../../kit/error-code.ts';

/** A folder to which files are moved instead of being removed, so that they can be brought back for a while. */

export interface TrashedFile {
  readonly name: string;
  readonly since: Date;
}

export class Trash {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Moves a file or a folder here under its own name. What is not there is passed over. */
  async take(path: string): Promise<void> {
    const place = join(this.#folder, basename(path));
    const now = new Date();
    const isThere = await utimes(path, now, now).then(
      () => true,
      (error: unknown) => !isMissing(error),
    );
    if (!isThere) return;
    await mkdir(this.#folder, { recursive: true });
    await rm(place, { recursive: true, force: true });
    await rename(path, place).catch(passOverMissing);
  }

  /** Moves something back to where it was; false where it is not here. */
  async giveBack(path: string): Promise<boolean> {
    const place = join(this.#folder, basename(path));
    return rename(place, path).then(
      () => true,
      (error: unknown) => passOverMissing(error) ?? false,
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

  /** Removes for good what has been here since before a moment; answers how much that was. */
  async empty(before: Date): Promise<number> {
    const old = (await this.list()).filter(({ since }) => since < before);
    for (const { name } of old) await rm(join(this.#folder, name), { recursive: true, force: true });
    return old.length;
  }
}

const isMissing = (error: unknown): boolean => errorCode(error) === 'ENOENT';

function passOverMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error;
}
