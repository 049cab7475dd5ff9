import { readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorCode } from '../../kit/error-code.ts';

/** The user of initdb and postgres if we are root, which they refuse. */
export interface Account {
  uid: number;
  gid: number;
}

const READ = 4;
const SEARCH = 1;

/** Undefined if we are not root. An existing cluster keeps its owner. */
export async function serverAccount(dataFolder: string): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  return (await ownerOf(dataFolder)) ?? (await accountNamed('postgres')) ?? (await accountNamed('nobody', true));
}

async function ownerOf(path: string): Promise<Account | undefined> {
  try {
    const { uid, gid } = await stat(path);
    return uid === 0 ? undefined : { uid, gid };
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

export async function accountNamed(name: string, required = false): Promise<Account | undefined> {
  const line = (await readFile('/etc/passwd', 'utf8')).split('\n').find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) };
  if (!required) return undefined;
  throw new Error('PostgreSQL does not run as root, and this system has no user "postgres" or "nobody" to run it as');
}

async function allows(account: Account, path: string, bits: number): Promise<boolean> {
  const { mode, uid, gid } = await stat(path);
  const shift = uid === account.uid ? 6 : gid === account.gid ? 3 : 0;
  return ((mode >> shift) & bits) === bits;
}

/** Whether the account may read this file or folder and pass through every folder above it. */
export async function canRead(account: Account, path: string): Promise<boolean> {
  return (await allows(account, path, READ)) && (await canTraverse(account, dirname(path)));
}

/** Whether the account may pass through this folder and every folder above it. */
export async function canTraverse(account: Account, folder: string): Promise<boolean> {
  for (let at = folder; ; at = dirname(at)) {
    if (!(await allows(account, at, SEARCH))) return false;
    if (at === dirname(at)) return true;
  }
}
