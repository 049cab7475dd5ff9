import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Whose a folder of files is: the id of the installation that wrote them is kept beside them. */

export interface FolderOwner {
  /** The file that says so. */
  readonly path: string;
  /** Undefined: nobody's yet. */
  read(): Promise<string | undefined>;
  /** Makes a folder that is nobody's someone's. */
  claim(id: string): Promise<void>;
}

export const ownerFile = (folder: string): string => join(folder, 'installation');

/** Undefined: nobody's yet. */
export async function ownerOf(folder: string): Promise<string | undefined> {
  const text = await readFile(ownerFile(folder), 'utf8').catch(() => undefined);
  return text?.trim();
}

/** Makes a folder that is nobody's someone's. Of several who come at once, the first wins. */
export async function claim(folder: string, id: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const draft = `${ownerFile(folder)}.${randomBytes(6).toString('hex')}.draft`;
  await writeFile(draft, `${id}\n`);
  await link(draft, ownerFile(folder)).catch((error: unknown) => {
    const isTaken = error !== null && typeof error === 'object' && 'code' in error && error.code === 'EEXIST';
    if (!isTaken) throw error;
  });
  await rm(draft, { force: true });
}
