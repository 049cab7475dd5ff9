import { randomUUID } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { type Account, canTraverse, serverAccount } from './account.ts';
import { type Binaries, packageFolder, prepareBinaries } from './binaries.ts';
import { makeFolder, readIfThere, writeAtomically } from './files.ts';

/** Where root keeps what another user must reach and cannot reach where we were told to put it. */
export const SHARED_FOLDER = '/var/lib/cliffhanger';

/** Where everything of one server lies. */
export interface ServerLocation {
  /** What is ours alone: passwords, lock, log. */
  folder: string;
  /** What the server's user must reach; the same folder in all but one case. */
  base: string;
  data: string;
  account: Account | undefined;
  binaries: Binaries;
}

/** Makes the folder and gives its one true name, so that every process compares the same text. */
export async function prepareFolder(folder: string): Promise<string> {
  // The server's user must pass through to its data, and nobody has to list what is here.
  await makeFolder(folder, process.getuid?.() === 0 ? 0o711 : 0o700);
  return realpath(folder);
}

/** To be called by the holder of the folder's lock. */
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
    throw new Error(`the owner of ${data} can no longer reach it: a folder above it has become private`);
  }
  return { base: await chooseOutside(folder), account };
}

async function readLocation(folder: string): Promise<string | undefined> {
  const id = (await readIfThere(join(folder, 'location')))?.trim();
  if (id === undefined) return undefined;
  if (!/^[0-9a-f-]{36}$/.test(id)) throw new Error(`${join(folder, 'location')} does not hold an id`);
  return join(SHARED_FOLDER, id);
}

/** The id is remembered in the folder, so deleting the folder starts anew instead of finding the old data. */
async function chooseOutside(folder: string): Promise<string> {
  const id = randomUUID();
  const base = join(SHARED_FOLDER, id);
  await makeFolder(SHARED_FOLDER, 0o755);
  await makeFolder(base, 0o711);
  await writeAtomically(join(folder, 'location'), `${id}\n`);
  return base;
}
