import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../../kit/error-code.ts';

/** The file that stores the id of the installation to which a media folder belongs. */
export interface FolderOwner {
  readonly path: string;
  /** Undefined if it is unclaimed. */
  read(): Promise<string | undefined>;
  /** Of concurrent claims, the first wins. */
  claim(id: string): Promise<void>;
}

export function ownerOf(folder: string): FolderOwner {
  const path = join(folder, 'installation');
  return {
    path,
    read: async () => (await readFile(path, 'utf8').catch(() => undefined))?.trim(),
    async claim(id) {
      await mkdir(folder, { recursive: true });
      const draft = `${path}.${randomBytes(6).toString('hex')}.draft`;
      await writeFile(draft, `${id}\n`);
      await link(draft, path).catch((error: unknown) => {
        if (errorCode(error) !== 'EEXIST') throw error;
      });
      await rm(draft, { force: true });
    },
  };
}
