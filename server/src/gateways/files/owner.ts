import type { Storage } from './storage.ts';

/** The file that stores the id of the installation to which a storage belongs. */
export interface StorageOwner {
  /** Undefined if it is unclaimed. */
  read(): Promise<string | undefined>;
  /** Of concurrent claims, the first wins. */
  claim(id: string): Promise<void>;
}

const key = 'installation';

export const ownerOf = (storage: Storage): StorageOwner => ({
  read: async () => (await storage.readText(key))?.trim(),
  claim: (id) => storage.claim(key, `${id}\n`),
});
