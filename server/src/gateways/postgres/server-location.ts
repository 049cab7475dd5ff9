import { randomUUID } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { type Account, canTraverse, serverAccount } from './account.ts';
import { type Binaries, packageFolder, prepareBinaries } from './binaries.ts';
import { makeFolder, readIfThere, writeAtomically } from './files.ts';

/** For files that the server's user cannot reach in the configured folder. */
export const SHARED_FOLDER = '/var/lib/cliffhanger';

/** The locations of a server's files. */
export interface ServerLocation {
  /** Private files: passwords, lock, log. */
  folder: string;
  /** Files that the server's user must reach; usually the same folder. */
  base: string;
  data: string;
  account: Account | undefined;
  binaries: Binaries;
}

/** Creates the folder, and returns its real path, which is the same for all processes. */
export async function prepareFolder(folder: string): Promise<string> {
  // The server's user must be able to traverse it, but not to list it.
  await makeFolder(folder, process.getuid?.() === 0 ? 0o711 : 0o700);
  return realpath(folder);
}

/** Requires the folder's lock. */
export async function locateServer(folder: string): Promise<ServerLocation> {
  const { base, account } = await findBase(folder);
  const binaries = await prepareBinaries(packageFolder(), account ? SHARED_FOLDER : folder, account);
  return { folder, base, data: join(base, 'data'), account, binaries };
}

async function findBase(folder: string): Promise<Pick<ServerLocation, 'base' | 'account'>> {
  const remembered = await readLocation(folder);
  const base = remembered ?? folder;
  const data = join(base, 'data');
  const account = await serverAccount(data);
  if (!account || remembered !== undefined || (await canTraverse(account, folder))) return { base, account };
  if ((await readIfThere(join(data, 'PG_VERSION'))) !== undefined) {
    throw new Error(`the owner of ${data} cannot reach it any more: a parent folder has become private`);
  }
  return { base: await chooseOutside(folder), account };
}

async function readLocation(folder: string): Promise<string | undefined> {
  const id = (await readIfThere(join(folder, 'location')))?.trim();
  if (id === undefined) return undefined;
  if (!/^[0-9a-f-]{36}$/.test(id)) throw new Error(`${join(folder, 'location')} does not hold an id`);
  return join(SHARED_FOLDER, id);
}

/** The id is stored in the folder, so that a deleted folder does not find the old data. */
async function chooseOutside(folder: string): Promise<string> {
  const id = randomUUID();
  const base = join(SHARED_FOLDER, id);
  await makeFolder(SHARED_FOLDER, 0o755);
  await makeFolder(base, 0o711);
  await writeAtomically(join(folder, 'location'), `${id}\n`);
  return base;
}
