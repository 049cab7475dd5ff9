import type { Storage } from './storage.ts';

/** A folder for removed files, which can be restored for a while. */

export interface TrashedFile {
  readonly name: string;
  readonly since: Date;
}

export class Trash {
  readonly #storage: Storage;
  readonly #folder: string;

  /** For the files or folders of this folder. */
  constructor(storage: Storage, folder: string) {
    this.#storage = storage;
    this.#folder = folder;
  }

  #keyOf(name: string): string {
    return `trash/${this.#folder}/${name}`;
  }

  /** Moves an item to the trash; a missing one is ignored. */
  async take(name: string): Promise<void> {
    await this.#storage.move(`${this.#folder}/${name}`, this.#keyOf(name));
  }

  /** Moves an item back; false if it is not in the trash. */
  restore(name: string): Promise<boolean> {
    return this.#storage.move(this.#keyOf(name), `${this.#folder}/${name}`);
  }

  async list(): Promise<TrashedFile[]> {
    const found: TrashedFile[] = [];
    for (const name of await this.#storage.names(`trash/${this.#folder}`)) {
      const since = await this.#storage.changedAt(this.#keyOf(name));
      if (since) found.push({ name, since });
    }
    return found;
  }

  /** Deletes items removed before this time, and returns their number. */
  async empty(before: Date): Promise<number> {
    const old = (await this.list()).filter(({ since }) => since < before);
    for (const { name } of old) await this.#storage.remove(this.#keyOf(name));
    return old.length;
  }
}
