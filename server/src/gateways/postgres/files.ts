import { randomUUID } from 'node:crypto';
import { chmod, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorCode } from '../../kit/error-code.ts';

export async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Creates a folder with this mode, independent of the umask; the mode of an existing folder is unchanged. */
export async function makeFolder(path: string, mode: number): Promise<void> {
  if ((await mkdir(path, { recursive: true })) !== undefined) await chmod(path, mode);
}

/** A rename is only durable once its folder is synced. */
export async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Readers see the complete file or none, also after a power cut. Only the owner may read it. */
export async function writeAtomically(path: string, text: string): Promise<void> {
  const draft = `${path}.${randomUUID()}`;
  try {
    const handle = await open(draft, 'wx', 0o600);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
}
